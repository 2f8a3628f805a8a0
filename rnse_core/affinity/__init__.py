"""Kernels and similarity graphs: the matrix K of the model.

K_ij is the similarity of samples i and j, the inner product <phi(x_i), phi(x_j)> of the paper.

- `dense` computes K over all pairs of samples, `sparse` on a pattern of nearest neighbours that can be widened.
- `kinds` lists the affinities by name, `precomputed` checks matrices that the user gives.
- `distances` scales the samples and computes distances, `neighbors` searches for nearest neighbours, `neighbor_order`
  reads them from a matrix of distances.
- `gower` compares rows of numbers and words.
- `local_scales`, `profiles` and `pkn` are the formulas of the kernels.
- `neighborhood_graphs` has the unweighted graphs of neighbours of the textbooks.
- `duplicates` handles identical samples.
- `prepared_points` holds what a kernel was computed from, for the prediction of new samples.
- `float32` stores a dense K in single precision.
"""

from rnse_core.affinity.dense import (
    authors_affinity,
    compute_affinity,
    cosine_affinity,
    knn_graph,
    probabilistic_knn_graph,
    rbf_kernel,
    self_tuning_kernel,
)
from rnse_core.affinity.distances import unit_rows
from rnse_core.affinity.gower import GOWER_KINDS, gower_distances
from rnse_core.affinity.kinds import AFFINITIES, PRECOMPUTED
from rnse_core.affinity.local_scales import local_scale_floor
from rnse_core.affinity.neighbor_order import nearest_neighbors
from rnse_core.affinity.pkn import pkn_row_weights, pkn_weights
from rnse_core.affinity.precomputed import check_distances, check_similarity

__all__ = [
    "AFFINITIES",
    "GOWER_KINDS",
    "PRECOMPUTED",
    "authors_affinity",
    "check_distances",
    "check_similarity",
    "compute_affinity",
    "cosine_affinity",
    "gower_distances",
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
