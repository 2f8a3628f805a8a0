"""Starts for P on a large sparse S: time, tr(P S P') and agreement with the truth, each refined by single moves.

With a folder of labelled sets, also what it costs to leave the multilevel starts out where two cuts by eigenvectors
agree: mean adjusted Rand index over the sets and three kernels, and the core seconds of both kinds of starts.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from _common import labelled_sets, parser, print_table, store
from _moons import moons
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import ArpackNoConvergence, eigsh, lobpcg
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import cluster_qr, leading_eigenvectors
from rnse_core.indicator import trace_objective
from rnse_core.indicator.associations import normalized_associations
from rnse_core.indicator.coarsening import Hierarchy, multilevel_start
from rnse_core.indicator.initialization import (
    COARSE_NODES,
    LANDMARKS,
    NODES_PER_CLUSTER,
    coarse_start,
    landmark_start,
    spectral_cuts,
)
from rnse_core.indicator.local_search import refine_labels

CLUSTERS = 3


def by_eigsh(S: csr_array, _X: np.ndarray) -> np.ndarray | None:
    """ARPACK on S, with as many restarts as a minute or two allows."""
    start = np.random.default_rng(0).uniform(0.5, 1.5, S.shape[0])
    try:
        _, vectors = eigsh(S, CLUSTERS, which="LA", v0=start, tol=1e-6, maxiter=int(2e8 / S.nnz) + 20)
    except ArpackNoConvergence:
        return None
    return refine_labels(S, cluster_qr(vectors), CLUSTERS)


def by_lobpcg(S: csr_array, _X: np.ndarray) -> np.ndarray:
    """LOBPCG on S from the eigenvectors of a coarse graph, with a diagonal preconditioner."""
    hierarchy = Hierarchy(S, CLUSTERS)
    number = hierarchy.coarsen_to(COARSE_NODES)
    level = hierarchy.levels[number]
    scale = diags_array(1.0 / np.sqrt(level.weight))
    _, vectors = leading_eigenvectors(csr_array(scale @ level.graph @ scale), CLUSTERS)
    vectors = vectors / np.sqrt(level.weight)[:, None]
    for finer in reversed(hierarchy.levels[1 : number + 1]):
        vectors = vectors[finer.coarse_nodes]
    preconditioner = diags_array(1.0 / (1.0 - 0.9 * S.diagonal()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, vectors = lobpcg(S, vectors, M=preconditioner, largest=True, tol=1e-6, maxiter=60)
    return refine_labels(S, cluster_qr(np.linalg.qr(vectors)[0]), CLUSTERS)


def by_landmarks(S: csr_array, X: np.ndarray) -> np.ndarray:
    """A graph between landmarks, cut, split and joined."""
    return landmark_start(S, CLUSTERS, X, LANDMARKS[0], np.random.RandomState(0))


def by_greedy_joins(S: csr_array, _X: np.ndarray) -> np.ndarray | None:
    """Coarsening and greedy joins."""
    return multilevel_start(Hierarchy(S, CLUSTERS), NODES_PER_CLUSTER[0])


def by_coarse_cut(S: csr_array, _X: np.ndarray) -> np.ndarray | None:
    """Coarsening, a cut, splitting and joining."""
    return coarse_start(Hierarchy(S, CLUSTERS))


STARTS: dict[str, Callable[[csr_array, np.ndarray], np.ndarray | None]] = {
    "ARPACK": by_eigsh,
    "LOBPCG from a coarse graph": by_lobpcg,
    "landmarks, split and joined": by_landmarks,
    "multilevel, greedy joins": by_greedy_joins,
    "multilevel, split and joined": by_coarse_cut,
}


KERNELS: tuple[dict[str, Any], ...] = ({}, {"affinity_neighbors": 30, "alpha": 0.5}, {"affinity": "knn"})
# Adjusted Rand indices of two spectral starts from which on the others are left out; above 1 they never are.
AGREEMENTS = (1.01, 0.999, 0.99, 0.95, -1.0)


def small_starts(folder: Path, limit: int) -> list[dict[str, Any]]:
    """For each set and kernel, what the starts found, how good the kernel says they are, and what they took."""
    found = []
    for name, X, y in labelled_sets(folder, limit):
        C = int(y.max()) + 1
        for kernel in KERNELS:
            model = RNSE(C, init=np.eye(C)[y].T, max_iter=1, beta=0.0, graph="dense", **kernel).fit(X)
            S, K = csr_array(model.similarity_), model.affinity_matrix_
            components = component_labels(S)
            if int(components.max()) + 1 >= C:
                continue
            started = time.process_time()
            starts = [refine_labels(S, cut, C) for cut in spectral_cuts(S, components, C, 0)]
            between = time.process_time()
            hierarchy = Hierarchy(S, C)
            starts += [
                labels for nodes in NODES_PER_CLUSTER if (labels := multilevel_start(hierarchy, nodes)) is not None
            ]
            ended = time.process_time()
            row = {"data": name, "agreement": adjusted_rand_score(starts[0], starts[1])}
            row |= {"values": normalized_associations(K, starts, C), "ARI": [adjusted_rand_score(y, z) for z in starts]}
            found.append({**row, "spectral s": between - started, "multilevel s": ended - between})
    return found


def doubts(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mean results of the starts that would be made, for each agreement that leaves no doubt."""
    rows = []
    for agreement in AGREEMENTS:
        sure = [one["agreement"] >= agreement for one in found]
        chosen = [
            one["ARI"][int(np.argmax(one["values"][: 2 if alone else None]))]
            for one, alone in zip(found, sure, strict=True)
        ]
        seconds = [
            one["spectral s"] + (0.0 if alone else one["multilevel s"]) for one, alone in zip(found, sure, strict=True)
        ]
        row = {"no doubt from": agreement, "left out in": float(np.mean(sure)), "mean ARI": float(np.mean(chosen))}
        rows.append({**row, "core ms": 1e3 * float(np.mean(seconds)), "cases": len(found)})
    return rows


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--data", type=Path, help="folder of .npz files, for the starts of small sets")
    p.add_argument("--limit", type=int, default=700, help="samples per set, larger ones are thinned at random")
    p.add_argument("--sizes", type=float, nargs="*", default=[1e4, 1e5, 1e6])
    p.add_argument("--noise", type=float, default=0.08)
    args = p.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for n in map(int, args.sizes):
        X, y = moons(n, noise=args.noise)
        S = RNSE(CLUSTERS, graph="knn", init=np.eye(CLUSTERS)[y].T, max_iter=1, beta=0.0).fit(X).similarity_
        best = trace_objective(S, refine_labels(S, y, CLUSTERS), CLUSTERS)
        for name, start in STARTS.items():
            started = time.perf_counter()
            labels = start(S, X)
            seconds = time.perf_counter() - started
            row: dict[str, object] = {"n": n, "start": name, "seconds": seconds}
            found = labels is not None
            # tr(P S P') is near C for all; its distance from C is what tells them apart.
            row["C - tr(P S P')"] = CLUSTERS - trace_objective(S, labels, CLUSTERS) if found else "not converged"
            row["of the truth, refined"] = CLUSTERS - best
            row["ARI"] = float(adjusted_rand_score(y, labels)) if found else "–"
            rows.append(row)
            print_table(rows[-1:])
    small = doubts(small_starts(args.data, args.limit)) if args.data else []
    if small:
        print_table(small)
    store(args.json, rows, noise=args.noise, doubts=small)


if __name__ == "__main__":
    main()
