"""Kernels and similarity graphs: the matrix K that the S step starts from.

`dense` holds K over all pairs of samples, `sparse` the same kernels on a graph of neighbours. `precomputed` checks
matrices that the user brings. The other modules are what both forms share: distances, neighbours, local scales, and
the handling of identical rows.
"""

from rnse_core.affinity.dense import (
    authors_affinity,
    compute_affinity,
    cosine_affinity,
    knn_graph,
    local_scale_floor,
    nearest_neighbors,
    pkn_row_weights,
    pkn_weights,
    probabilistic_knn_graph,
    rbf_kernel,
    self_tuning_kernel,
    unit_rows,
)
from rnse_core.affinity.kinds import AFFINITIES, PRECOMPUTED
from rnse_core.affinity.precomputed import check_distances, check_similarity

__all__ = [
    "AFFINITIES",
    "PRECOMPUTED",
    "authors_affinity",
    "check_distances",
    "check_similarity",
    "compute_affinity",
    "cosine_affinity",
    "knn_graph",
    "local_scale_floor",
    "nearest_neighbors",
    "pkn_row_weights",
    "pkn_weights",
    "probabilistic_knn_graph",
    "rbf_kernel",
    "self_tuning_kernel",
    "unit_rows",
]
