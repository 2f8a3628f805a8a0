"""Published clustering methods for comparison with RNSE, one module per estimator.

Learned graphs: `can`, `clr`, `dsn`, `sds`, `lrr`. Fixed graphs: `ncuts`, `self_tuning`. Embeddings, then K-Means:
`pca_kmeans`, `laplacian_eigenmaps`, `lpp`, `spectral_regression`. Factorisations: `nmf`, `gnmf`, `nm3f`.

Shared parts: `_common` (validation, labels, rounds), `_rounds` (solvers as iterators), `_scaling` (unit of the data),
`_neighbor_graph`, `_laplacian` (smallest eigenpairs), `_cuts` (cuts of disconnected graphs), `_rank_constraint` (search
for a number of components), `_spectral_step` (K-Means on eigenvectors), `_embedding` (labels from coordinates),
`_alignment` (rotation of eigenvectors), `_nonnegative` (helpers of factorisations).
"""

from rnse_core.baselines.can import CAN
from rnse_core.baselines.clr import CLR
from rnse_core.baselines.dsn import DSN
from rnse_core.baselines.gnmf import GNMF
from rnse_core.baselines.laplacian_eigenmaps import LaplacianEigenmaps
from rnse_core.baselines.lpp import LPP
from rnse_core.baselines.lrr import LRR
from rnse_core.baselines.ncuts import NCuts
from rnse_core.baselines.nm3f import NM3F
from rnse_core.baselines.nmf import NMFClustering
from rnse_core.baselines.pca_kmeans import PCAKMeans
from rnse_core.baselines.sds import SDS
from rnse_core.baselines.self_tuning import SelfTuningSpectral
from rnse_core.baselines.spectral_regression import SpectralRegression

__all__ = [
    "CAN",
    "CLR",
    "DSN",
    "GNMF",
    "LPP",
    "LRR",
    "NM3F",
    "SDS",
    "LaplacianEigenmaps",
    "NCuts",
    "NMFClustering",
    "PCAKMeans",
    "SelfTuningSpectral",
    "SpectralRegression",
]
