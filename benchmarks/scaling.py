"""Seconds, memory and agreement with the truth as n grows: three moons, every fit in a process of its own."""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
import warnings
from typing import Any

from _common import parser, print_table, store
from _moons import moons
from sklearn.cluster import HDBSCAN, KMeans, SpectralClustering
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE

METHODS = {
    "RNSE": lambda: RNSE(3, graph="knn", random_state=0),
    "NCuts, 10 neighbours": lambda: SpectralClustering(
        3, affinity="nearest_neighbors", n_neighbors=10, random_state=0, n_jobs=-1
    ),
    "K-Means": lambda: KMeans(3, n_init=10, random_state=0),
    "HDBSCAN": lambda: HDBSCAN(min_cluster_size=50, n_jobs=-1, copy=True),
}


def one(method: str, n: int, noise: float) -> dict[str, Any]:
    warnings.simplefilter("ignore")
    X, y = moons(n, noise=noise)
    model = METHODS[method]()
    started = time.perf_counter()
    model.fit(X)
    row: dict[str, Any] = {
        "seconds": time.perf_counter() - started,
        "peak GB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
        "ARI": float(adjusted_rand_score(y, model.labels_)),
    }
    if isinstance(model, RNSE):
        row["rounds"] = model.n_iter_
        row["Newton steps"] = sum(record["projection_iterations"] for record in model.history_)
        row["row-sum error"] = model.history_[-1]["row_sum_error"]
        row["complete"] = model.graph_complete_
    return row


def in_a_process(method: str, n: int, noise: float, timeout: float) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one", method, str(n), str(noise)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=True)
    except subprocess.TimeoutExpired:
        return {"seconds": f"> {timeout:.0f}"}
    except subprocess.CalledProcessError as error:
        return {"seconds": f"failed: {error.stderr.strip().splitlines()[-1][:60] if error.stderr else 'killed'}"}
    result: dict[str, Any] = json.loads(run.stdout)
    return result


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--sizes", type=float, nargs="+", default=[1e4, 3e4, 1e5, 3e5, 1e6])
    p.add_argument("--noises", type=float, nargs="+", default=[0.06, 0.08])
    p.add_argument("--methods", nargs="+", default=list(METHODS), choices=list(METHODS))
    p.add_argument("--timeout", type=float, default=300.0, help="seconds for each fit")
    p.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    args = p.parse_args()
    if args.one:
        method, n, noise = args.one
        print(json.dumps(one(method, int(n), float(noise))))
        return
    columns = ("seconds", "peak GB", "ARI", "rounds", "Newton steps", "row-sum error", "complete")
    rows = []
    for noise in args.noises:
        for method in args.methods:
            for n in map(int, args.sizes):
                found = in_a_process(method, n, noise, args.timeout)
                rows.append(
                    {"method": method, "noise": noise, "n": n, **{name: found.get(name, "–") for name in columns}}
                )
                print_table(rows[-1:])
                if isinstance(found["seconds"], str):
                    break
    store(args.json, rows, timeout=args.timeout)


if __name__ == "__main__":
    main()
