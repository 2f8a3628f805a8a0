"""The samples that the graphs of a pool are learned on, and what all settings share of them.

Distances and neighbours are computed once. A kernel is computed once for all settings that have it.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from scipy.linalg import eigvalsh
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import SerialExecutor
from rnse_core._base.identical_rows import find_duplicates
from rnse_core.affinity.dense import compute_affinity
from rnse_core.affinity.distances import MidrangeScaling, pairwise_squared_distances
from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.given_graph import BlockKernel, block_kernel, graph_in
from rnse_core.affinity.local_scales import local_scales
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.neighbor_order import nearest_neighbors
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.affinity.precomputed import check_distances, check_similarity
from rnse_core.affinity.sparse import sparse_precomputed
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.auto.pool import (
    DISTANCE_GAPS,
    DISTANCE_POOL,
    FEATURE_GAPS,
    FEATURE_POOL,
    SIMILARITY_GAPS,
    SIMILARITY_POOL,
    PoolSetting,
    fitted_to,
)
from rnse_core.graph.block_coordinates import BlockCoordinates, block_coordinates
from rnse_core.projection.dense_target import RegularizedKernel
from rnse_core.projection.sparse_target import SparseTarget
from rnse_core.projection.target import Target

# A direction with a smaller share of the largest variance is constant up to rounding.
FLAT = 1e-12


class Samples(ABC):
    """Samples that graphs are learned on.

    Parameters
    ----------
    n_samples : int
    pool : sequence of PoolSetting
        The pool for such samples.
    gaps : sequence of PoolSetting
        Settings whose gaps count beside it.
    groups : ndarray of shape (n_samples,) or None
        Number of the distinct row that each sample is; None where all rows differ, or are not known.
    unit : float, default=1.0
        Of alpha.

    Attributes
    ----------
    settings : tuple of PoolSetting
        The pool, fitted to the number of samples.
    counting : tuple of PoolSetting
        Those that the number of clusters is chosen by.
    coordinates : BlockCoordinates or None
        The groups that a given graph of random edges shows.
    block : BlockKernel or None
        What K was made of where a graph of random edges was given.
    """

    def __init__(
        self,
        n_samples: int,
        pool: Sequence[PoolSetting],
        gaps: Sequence[PoolSetting],
        groups: IntArray | None,
        unit: float = 1.0,
    ) -> None:
        self.n_samples = n_samples
        self.settings = fitted_to(pool, n_samples, unit)
        counting = (*(setting for setting in pool if setting.counts), *gaps)
        self.counting = fitted_to(counting, n_samples, unit)
        self.groups = groups
        self.coordinates: BlockCoordinates | None = None
        self.block: BlockKernel | None = None

    @property
    def n_distinct(self) -> int:
        """Number of distinct samples."""
        return self.n_samples if self.groups is None else int(self.groups.max()) + 1

    @abstractmethod
    def kernel(self, setting: PoolSetting) -> FloatArray | NeighborKernel:
        """Return K for a setting, of shape (n_samples, n_samples)."""

    def target(self, setting: PoolSetting) -> Target:
        """Return ``T = K / (2 alpha)``, whose projection is the S of a setting."""
        kernel = self.kernel(setting)
        if isinstance(kernel, NeighborKernel):
            return SparseTarget(kernel, setting.alpha, 0.0, None, SerialExecutor())
        return RegularizedKernel(kernel, setting.alpha, 0.0, None)


class MetricSamples(Samples):
    """Samples between which there are distances."""

    @abstractmethod
    def part(self, rows: IntArray) -> MetricSamples:
        """Return the samples with some numbers."""

    @abstractmethod
    def principal_deviations(self) -> FloatArray:
        """Return the standard deviation in each principal direction that varies, in falling order."""


class FeatureSamples(MetricSamples):
    """Samples given by features.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Finite; at least two rows.

    Attributes
    ----------
    scaling : MidrangeScaling
        A shift and a division by one number, so that no feature is larger than 1.
    Y : ndarray of shape (n_samples, n_features)
        The scaled features.
    """

    def __init__(self, X: FloatArray) -> None:
        groups = find_duplicates(X)
        super().__init__(len(X), FEATURE_POOL, FEATURE_GAPS, groups if int(groups.max()) + 1 < len(groups) else None)
        self.scaling = MidrangeScaling.of(X)
        self.Y = self.scaling.apply(X)
        self._distances = pairwise_squared_distances(self.Y)
        most = max(setting.n_neighbors or 1 for setting in self.settings)
        self._near = _nearest(self.Y, self._distances, most)
        self._duplicates = Duplicates.among(self.Y, self._near)
        self._kernels: dict[tuple[str, int | None], FloatArray] = {}
        self._lock = threading.Lock()

    def kernel(self, setting: PoolSetting) -> FloatArray:
        """Return K for a setting."""
        key = setting.affinity, setting.n_neighbors
        with self._lock:
            if key not in self._kernels:
                self._kernels[key] = self._compute(*key)
            return self._kernels[key]

    def _compute(self, affinity: str, n_neighbors: int | None) -> FloatArray:
        assert n_neighbors is not None
        if affinity == "knn":
            K = np.zeros_like(self._distances)
            np.put_along_axis(K, self._near.indices[:, :n_neighbors], 1.0, axis=1)
            K = 0.5 * (K + K.T)
            np.fill_diagonal(K, 1.0)
            return K
        scale = local_scales(self._near, self._duplicates, n_neighbors)
        K = self._distances / -np.multiply.outer(scale, scale)
        with np.errstate(under="ignore"):
            return np.exp(K, out=K)

    def part(self, rows: IntArray) -> FeatureSamples:
        """Return the samples with some numbers."""
        return FeatureSamples(self.Y[rows])

    def principal_deviations(self) -> FloatArray:
        """Return the standard deviation in each principal direction that varies, in falling order."""
        Z = self.Y - self.Y.mean(axis=0)
        return _deviations(eigvalsh((Z @ Z.T if Z.shape[0] < Z.shape[1] else Z.T @ Z) / len(Z)))


class DistanceSamples(MetricSamples):
    """Samples given by the distances between all pairs.

    Parameters
    ----------
    D : ndarray of shape (n_samples, n_samples)

    Raises
    ------
    InputError
        If `D` is no distance matrix.
    """

    def __init__(self, D: FloatArray) -> None:
        super().__init__(len(D), DISTANCE_POOL, DISTANCE_GAPS, None)
        self.D = check_distances(D)
        self._kernels: dict[int | None, FloatArray] = {}
        self._lock = threading.Lock()

    def kernel(self, setting: PoolSetting) -> FloatArray:
        """Return K for a setting."""
        k = setting.n_neighbors
        with self._lock:
            if k not in self._kernels:
                self._kernels[k] = compute_affinity(self.D, setting.affinity, n_neighbors=k)
            return self._kernels[k]

    def part(self, rows: IntArray) -> DistanceSamples:
        """Return the samples with some numbers."""
        return DistanceSamples(self.D[np.ix_(rows, rows)])

    def principal_deviations(self) -> FloatArray:
        """Return the standard deviation in each principal direction that varies, in falling order.

        The directions are those of classical scaling (Torgerson 1952, https://doi.org/10.1007/BF02288916), which finds
        coordinates with such distances.
        """
        squared = np.square(self.D / max(float(self.D.max()), np.finfo(float).tiny))
        squared -= squared.mean(axis=0)
        squared -= squared.mean(axis=1, keepdims=True)
        return _deviations(eigvalsh(squared / (-2.0 * len(squared))))


class SimilaritySamples(Samples):
    """Samples given by the similarities of all pairs, or of those that a sparse matrix holds.

    Parameters
    ----------
    K : ndarray or csr_array of shape (n_samples, n_samples)

    Raises
    ------
    InputError
        If `K` is no similarity matrix.
    """

    def __init__(self, K: FloatArray | csr_array) -> None:
        self.K = check_similarity(K) if isinstance(K, np.ndarray) else sparse_precomputed(K)
        graph = graph_in(self.K.matrix if isinstance(self.K, NeighborKernel) else self.K)
        coordinates = None if graph is None else block_coordinates(graph)
        block = None if graph is None else block_kernel(graph, coordinates)
        if block is not None:
            K = block.matrix
            self.K = K.toarray() if isinstance(self.K, np.ndarray) else NeighborKernel(K)
        super().__init__(K.shape[0], SIMILARITY_POOL, SIMILARITY_GAPS, None, similarity_unit(K))
        self.coordinates, self.block = coordinates, block

    def kernel(self, setting: PoolSetting) -> FloatArray | NeighborKernel:
        """Return K."""
        return self.K.fork() if isinstance(self.K, NeighborKernel) else self.K


def _nearest(Y: FloatArray, D: FloatArray, k: int) -> Neighbors:
    """The k nearest neighbours; where some are equally near, those that a fit would take, which reads all of D."""
    near = NeighborSearch.exact(Y).neighbors_of_all(min(k + 1, len(Y) - 1))
    if (near.distances[:, 1:] == near.distances[:, :-1]).any():
        order, squared = nearest_neighbors(D, k)
        return Neighbors(order.astype(np.int32), np.sqrt(squared))
    return Neighbors(near.indices[:, :k], near.distances[:, :k])


def _deviations(variances: FloatArray) -> FloatArray:
    """Square roots of the eigenvalues of a covariance, in ascending order; of those above rounding."""
    falling = variances[::-1]
    return np.sqrt(falling[falling > FLAT * max(float(falling[0]), 0.0)])


def similarity_unit(K: FloatArray | csr_array) -> float:
    """How much more similar a sample is to its nearest neighbour than to half of all: the unit of alpha.

    S depends on the differences within the rows of K alone, in relation to alpha. A kernel of distances has a unit near
    1, cosines of samples that are all alike have a small one, counts of common entries a large one.

    Parameters
    ----------
    K : ndarray or csr_array of shape (n_samples, n_samples)

    Returns
    -------
    float
        Median over the samples; 1 where it would be 0.
    """
    if isinstance(K, np.ndarray):
        others = K.copy()
        np.fill_diagonal(others, -np.inf)
        largest = others.max(axis=1)
        np.fill_diagonal(others, K.diagonal())
        middle = np.median(others, axis=1)
    else:
        others = csr_array(K, copy=True)
        others.setdiag(0.0)
        largest = others.max(axis=1).toarray().ravel()
        middle = np.zeros(len(largest))
    unit = float(np.median(largest - middle))
    return unit if unit > 0 else 1.0
