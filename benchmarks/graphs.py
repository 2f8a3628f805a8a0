"""RNSE and AutoRNSE on stochastic block models given as sparse similarities, beside scikit-learn's spectral clustering.

Two kinds of graphs: one where all nodes have about the same number of edges, and one where that number has a heavy
tail (a degree-corrected model). The blocks are equally likely.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from _common import parser, print_table, store
from scipy.sparse import coo_array, csr_array
from sklearn.cluster import SpectralClustering
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE, AutoRNSE

# Nodes, blocks, edges of a node, share of these inside its block, and whether the degrees have a heavy tail.
GRAPHS = (
    (1_000, 8, 15, 0.8, False),
    (3_000, 12, 8, 0.75, True),
    (3_000, 6, 9, 0.6, False),
    (3_000, 2, 8, 0.75, True),
    (10_000, 10, 15, 0.8, False),
    (10_000, 20, 10, 0.6, False),
    (10_000, 8, 10, 0.8, True),
    (100_000, 20, 15, 0.8, False),
)
# Nodes up to which scikit-learn's ways are run: at 10,000 the eigenvectors take from one to several minutes.
MOST_FOR_SPECTRAL = 3_000


def block_model(
    n_nodes: int, n_blocks: int, degree: float, inside: float, heavy: bool, seed: int = 0
) -> tuple[csr_array, np.ndarray]:
    """Return the adjacency matrix of a graph without loops, and the block of each node that has an edge."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_blocks, n_nodes)
    weight = np.minimum(rng.pareto(1.5, n_nodes) + 1, 3 * np.sqrt(n_nodes)) if heavy else np.ones(n_nodes)
    n_edges = int(n_nodes * degree / 2)
    first, second = rng.choice(n_nodes, (2, n_edges), p=weight / weight.sum())
    kept = rng.random(n_edges) < inside
    for block in range(n_blocks):
        members = np.flatnonzero(y == block)
        of_block = kept & (y[first] == block)
        second[of_block] = rng.choice(members, of_block.sum(), p=weight[members] / weight[members].sum())
    off = first != second
    A = csr_array(coo_array((np.ones(off.sum()), (first[off], second[off])), shape=(n_nodes, n_nodes)))
    A = csr_array(A + A.T)
    A.data[:] = 1
    joined = np.diff(A.indptr) > 0
    A = csr_array(A[joined][:, joined])
    return csr_array((A.data, A.indices.astype(np.int32), A.indptr.astype(np.int32)), shape=A.shape), y[joined]


def ways(n_blocks: int, n_nodes: int) -> dict[str, Callable[[], Any]]:
    """Return the estimators, each with the number of blocks or without."""
    found: dict[str, Callable[[], Any]] = {
        "RNSE": lambda: RNSE(n_blocks, affinity="precomputed", random_state=0),
        "RNSE, as given": lambda: RNSE(n_blocks, affinity="precomputed", graph_kernel=None, random_state=0),
        "AutoRNSE, number unknown": lambda: AutoRNSE(affinity="precomputed", random_state=0),
    }
    if n_nodes <= MOST_FOR_SPECTRAL:
        for assign in ("kmeans", "cluster_qr"):
            found[f"SpectralClustering, {assign}"] = lambda assign=assign: SpectralClustering(
                n_blocks, affinity="precomputed", assign_labels=assign, random_state=0
            )
    return found


def main() -> None:
    args = parser(__doc__).parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for number, (n_nodes, n_blocks, degree, inside, heavy) in enumerate(GRAPHS, start=1):
        A, y = block_model(n_nodes, n_blocks, degree, inside, heavy)
        about = {
            "nodes": n_nodes,
            "blocks": n_blocks,
            "edges of a node": degree,
            "inside": inside,
            "degrees": "heavy tail" if heavy else "alike",
        }
        for name, make in ways(n_blocks, n_nodes).items():
            started = time.process_time()
            labels = make().fit_predict(A)
            seconds = time.process_time() - started
            score = float(adjusted_rand_score(y, labels))
            rows.append({**about, "method": name, "clusters": len(np.unique(labels)), "ARI": score, "core s": seconds})
            print(rows[-1], flush=True)
        rows.append({**about, "method": "one cluster", "clusters": 1, "ARI": 0.0, "core s": 0.0})
        # After each graph: the large ones take minutes.
        store(args.json, rows, complete=number == len(GRAPHS))
    print_table(rows)


if __name__ == "__main__":
    main()
