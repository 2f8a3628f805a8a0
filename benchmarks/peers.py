"""Time, memory and agreement with the truth of RNSE beside other quick methods; every fit in a process of its own.

The others come with the extra `peers`; one that is not installed has an empty row. Core seconds are those of all
threads of the fit, which other programs on the machine disturb least. A fit that takes more of them than the limit is
ended, and the limit stands in its row; "killed" is one that the system ended, as where memory is full.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from _common import parser, store
from _images import images
from _moons import moons
from sklearn.cluster import SpectralClustering
from sklearn.datasets import load_digits, make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import kneighbors_graph

from rnse_core import RNSE, AutoRNSE

Labels = np.ndarray
# Neighbours of the graphs that are cut.
NEIGHBORS = 10
LEIDEN_NEIGHBORS = 15
# Samples of a fit before the one that is measured.
WARM_UP = 300


def mixture(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Twenty Gaussian clusters in fifty features."""
    return make_blobs(n, 50, centers=20, cluster_std=4.0, random_state=0)


def data(name: str, path: str) -> tuple[np.ndarray, np.ndarray]:
    kind, _, size = name.partition(" ")
    if kind == "moons":
        return moons(int(float(size)))
    if kind == "mixture":
        return mixture(int(float(size)))
    if kind == "images":
        return images(Path(path) if path else None)
    return load_digits(return_X_y=True)


def rnse(X: np.ndarray, C: int) -> Labels:
    return RNSE(C, random_state=0).fit(X).labels_


def rnse_on_neighbors(X: np.ndarray, C: int) -> Labels:
    return RNSE(C, affinity="knn", graph="knn", grow_graph=False, random_state=0).fit(X).labels_


def rnse_auto(X: np.ndarray, C: int) -> Labels:
    return AutoRNSE(C, random_state=0).fit(X).labels_


def ncuts(X: np.ndarray, C: int) -> Labels:
    return SpectralClustering(
        C, affinity="nearest_neighbors", n_neighbors=NEIGHBORS, random_state=0, n_jobs=-1
    ).fit_predict(X)


def leiden(X: np.ndarray, _C: int) -> Labels:
    import igraph
    import leidenalg

    edges = np.column_stack(kneighbors_graph(X, LEIDEN_NEIGHBORS, n_jobs=-1).nonzero())
    graph = igraph.Graph(n=len(X), edges=edges).simplify()
    return np.array(leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, seed=0).membership)


def fast_hdbscan(X: np.ndarray, _C: int) -> Labels:
    from fast_hdbscan import HDBSCAN

    return HDBSCAN(min_cluster_size=max(5, len(X) // 200)).fit_predict(X)


def genie(X: np.ndarray, C: int) -> Labels:
    import genieclust

    return genieclust.Genie(n_clusters=C).fit_predict(X)


METHODS: dict[str, Callable[[np.ndarray, int], Labels]] = {
    "RNSE": rnse,
    "RNSE, kNN kernel": rnse_on_neighbors,
    "RNSE (auto)": rnse_auto,
    "NCuts": ncuts,
    "Leiden": leiden,
    "fast_hdbscan": fast_hdbscan,
    "Genie": genie,
}
DATA = ("moons 1e4", "moons 1e5", "moons 1e6", "mixture 1e5", "digits", "images")


def one(method: str, name: str, path: str, limit: str) -> dict[str, Any]:
    warnings.simplefilter("ignore")
    X, y = data(name, path)
    C = len(np.unique(y))
    fit = METHODS[method]
    # What is compiled or imported at the first call is not of the fit. Numba compiles for each kind of data.
    fit(X[np.random.default_rng(0).permutation(len(X))[:WARM_UP]], C)
    started, cores = time.perf_counter(), time.process_time()
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(cores + float(limit)), hard))
    labels = fit(X, C)
    seconds, core_seconds = time.perf_counter() - started, time.process_time() - cores
    return {
        "seconds": seconds,
        "core seconds": core_seconds,
        "peak GB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
        "ARI": float(adjusted_rand_score(y, labels)),
        "clusters": int(labels.max()) + 1,
    }


def in_a_process(method: str, name: str, path: str, limit: float) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one", method, name, path, str(limit)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    except subprocess.CalledProcessError as error:
        if error.returncode == -signal.SIGXCPU:
            return {"core seconds": f"> {limit:.0f}"}
        if error.returncode == -signal.SIGKILL:
            return {"core seconds": "killed"}
        said = (error.stderr or f"signal {-error.returncode}").strip().splitlines()[-1]
        return {"core seconds": "not installed" if "ModuleNotFoundError" in said else f"failed: {said[:60]}"}
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--data", nargs="+", default=list(DATA), choices=DATA)
    p.add_argument("--methods", nargs="+", default=list(METHODS), choices=list(METHODS))
    p.add_argument("--images", default="", help=".npz file with X and y for 'images'; without it a stand-in")
    p.add_argument("--keep", action="store_true", help="keep the rows that the results file has of other fits")
    p.add_argument("--limit", type=float, default=300.0, help="core seconds for each fit")
    p.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    args = p.parse_args()
    if args.one:
        print(json.dumps(one(*args.one)))
        return
    columns = ("seconds", "core seconds", "peak GB", "ARI", "clusters")
    known = args.json is not None and args.keep and args.json.exists()
    rows: list[dict[str, Any]] = json.loads(args.json.read_text())["rows"] if known else []
    for name in args.data:
        for method in args.methods:
            found = in_a_process(method, name, args.images, args.limit)
            rows = [row for row in rows if (row["data"], row["method"]) != (name, method)]
            rows.append({"data": name, "method": method, **{column: found.get(column, "–") for column in columns}})
            rows.sort(key=lambda row: (DATA.index(row["data"]), list(METHODS).index(row["method"])))
            print(name, method, *(found.get(column, "–") for column in columns), flush=True)
            store(args.json, rows, images=Path(args.images).name or "stand-in")


if __name__ == "__main__":
    main()
