"""Names of the affinities, and the kinds that they fall into."""

# K_ij = g(d_ij^2 / (s_i s_j)): positive for all pairs but those of the cosine beyond a right angle.
SMOOTH_KERNELS = ("self_tuning", "rbf", "cosine")
# K_ij = 0 unless one of the two samples is a nearest neighbour of the other.
GRAPH_KERNELS = ("knn", "probabilistic_knn", "authors")
# Kernels of samples scaled to unit length.
UNIT_KERNELS = ("cosine", "authors")
# The user gives a matrix over pairs of samples.
PRECOMPUTED = ("precomputed", "precomputed_distance")
AFFINITIES = (
    "self_tuning",
    "rbf",
    "knn",
    "probabilistic_knn",
    "authors",
    "cosine",
    "precomputed",
    "precomputed_distance",
)
