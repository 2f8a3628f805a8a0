"""What each way to learn S takes, from which the constants of the cost model are fitted, and whether all find one S.

Core seconds of the kernel and the S step (one round from a given P, K-Means and moves left out), beside what the model
(rnse_core/_fit/cost.py, rnse_core/affinity/search_cost.py) says, and the way that it would choose.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
from _common import parser, print_table, store
from scipy.optimize import nnls
from sklearn.datasets import make_blobs

from rnse_core import RNSE
from rnse_core._fit import cost, plan
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.affinity.prepared_points import scaled_samples

CLUSTERS = 10
NEIGHBORS = 30
DIRECTIONS = 8


def seconds_of(run: Any) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


def learn(X: np.ndarray, way: str) -> RNSE:
    """One round of a fit that goes a given way."""
    start = {
        "init": np.eye(CLUSTERS)[np.arange(len(X)) % CLUSTERS].T,
        "indicator": "strategic",
        "indicator_max_iter": 1,
    }
    graph = "dense" if way == cost.ALL_PAIRS else "knn"
    usual = plan.ways
    plan.ways = lambda *sizes, **options: {cost.ALL_PAIRS: 1.0, way: 0.5}
    try:
        return RNSE(CLUSTERS, graph=graph, beta=0.0, max_iter=1, **start).fit(X)
    finally:
        plan.ways = usual


def measured(n: int, p: int, ways: list[str]) -> list[dict[str, Any]]:
    # Data with many features have few directions in which they vary much.
    Z = make_blobs(n, min(p, DIRECTIONS), centers=CLUSTERS, cluster_std=4.0, random_state=0)[0]
    random = np.random.default_rng(0)
    X = Z @ random.standard_normal((Z.shape[1], p)) + 0.5 * random.standard_normal((n, p))
    Y = scaled_samples(X, "self_tuning")[0]
    rows, found = [], {}
    for way in ways:
        search = 0.0
        if way != cost.ALL_PAIRS:
            search = seconds_of(lambda way=way: NeighborSearch(Y, method=way).neighbors_of_all(NEIGHBORS))
        started = time.process_time()
        found[way] = learn(X, way).similarity_
        seconds = time.process_time() - started
        S = found[way] if isinstance(found[way], np.ndarray) else found[way].toarray()
        first = found[ways[0]]
        model = cost.ways(n, p)
        said = cost.dense_seconds(n, p) if way == cost.ALL_PAIRS else cost.sparse_seconds(n, p, way)
        row = {"n": n, "features": p, "way": way, "search s": search, "seconds": seconds, "model s": said}
        row["chosen"] = way == min(model, key=lambda name: model[name])
        row["differs by"] = float(abs(S - (first if isinstance(first, np.ndarray) else first.toarray())).max())
        rows.append(row)
    return rows


def fitted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Constants of the model by least squares of relative errors."""

    def solve(part: list[dict[str, Any]], value: str, terms: Any) -> list[float]:
        seconds = np.array([max(row[value], 1e-3) for row in part])
        A = np.array([terms(float(row["n"]), float(row["features"])) for row in part])
        return [float(x) for x in nnls(A / seconds[:, None], np.ones(len(part)))[0]]

    by_way = {way: [row for row in rows if row["way"] == way] for way in {row["way"] for row in rows}}
    for row in rows:
        scans = 1.0 + cost.GROWTH_SCANS if row["way"] == "scan" else 1.0
        row["rest"] = row["seconds"] - scans * row["search s"]
    dense = solve(by_way[cost.ALL_PAIRS], "seconds", lambda n, p: (n * n, n * n * p))
    scan = solve(by_way["scan"], "search s", lambda n, p: (n, n * n, n * n * p))
    rest = solve(by_way["scan"] + by_way.get("tree", []), "rest", lambda n, p: (n, n * p))
    names = ("DENSE_PAIR", "DENSE_PAIR_FEATURE", "SCAN_SAMPLE", "SCAN_PAIR", "SCAN_PAIR_FEATURE", "SPARSE_SAMPLE")
    values = [*dense, *scan, *rest]
    return [{"constant": n, "fitted": v} for n, v in zip((*names, "SPARSE_SAMPLE_FEATURE"), values, strict=True)]


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--sizes", type=int, nargs="+", default=[1000, 2000, 4000, 8000])
    p.add_argument("--features", type=int, nargs="+", default=[2, 10, 50, 784])
    p.add_argument("--tree-features", type=int, default=16, help="most features for which a tree is tried")
    args = p.parse_args()
    warnings.simplefilter("ignore")
    rows: list[dict[str, Any]] = []
    for n in args.sizes:
        for features in args.features:
            ways = [cost.ALL_PAIRS, "scan", *(["tree"] if features <= args.tree_features else [])]
            found = measured(n, features, ways)
            print_table(found)
            rows += found
    constants = fitted(rows)
    print_table(constants)
    store(args.json, rows, constants=constants)


if __name__ == "__main__":
    main()
