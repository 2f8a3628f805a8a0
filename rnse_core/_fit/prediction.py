"""Clusters of new samples, by the graph that was learned from others."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._fit.alternation import FitState
from rnse_core._fit.preparation import PreparedData
from rnse_core._fit.settings import Settings
from rnse_core.affinity.given_graph import SCALE_NEIGHBORS
from rnse_core.affinity.prepared_points import PreparedPoints
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.exceptions import ParameterError, Reason
from rnse_core.projection.simplex import project_on_simplex

# A row of S seldom has more positive entries; the projection shows when it has, and takes all samples then.
NEAREST = 64
CHUNK = 20_000
# Distance below which two directions of nodes of a graph are the same up to rounding.
ROUNDED_DIRECTION = 1e-7


class Predictor:
    """Assigns new samples to the clusters that a fit has found.

    It keeps what it needs in arrays of its own, so that neither a parameter nor an array that is changed after the fit
    changes a prediction, and it may be asked from several threads at a time.

    Parameters
    ----------
    settings : Settings
    data : PreparedData
    state : FitState
    """

    def __init__(self, settings: Settings, data: PreparedData, state: FitState) -> None:
        n_samples = data.plan.n_samples
        self.affinity = settings.affinity
        self.gamma = settings.gamma
        self.scale = 0.5 / settings.alpha
        self.k_kernel = min(data.plan.kernel_arguments.get("n_neighbors", 1), max(n_samples - 1, 1))
        self.n_clusters = len(state.indicator)
        # In the order of the samples of the fit, in which a sparse kernel has its points.
        order = np.arange(n_samples) if data.order is None else data.order
        self.labels = state.labels[order]
        self.u = np.zeros(n_samples) if state.multipliers is None else state.multipliers[order]
        self.sizes = np.bincount(self.labels, minlength=self.n_clusters)
        self.inside = state.inside
        self.features = data.features
        self._points = data.kernel.points if isinstance(data.kernel, NeighborKernel) else None
        self.block = data.block
        if self.block is not None:
            self.affinity, self.features = "self_tuning", self.block.directions
            self._points, self.k_kernel = None, min(SCALE_NEIGHBORS, n_samples - 1)
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the lock out, which no copy can share."""
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make a lock of its own."""
        vars(self).update(state)
        self._lock = threading.Lock()

    @property
    def points(self) -> PreparedPoints:
        """The fitted samples: those of the kernel, or prepared once, when they are first needed."""
        with self._lock:
            if self._points is None:
                assert self.features is not None
                self._points = PreparedPoints.of(
                    self.features, self.affinity, n_neighbors=self.k_kernel, gamma=self.gamma
                )
            return self._points

    def predict(self, X: FloatArray | csr_array) -> IntArray:
        """Clusters of the rows of `X`.

        Parameters
        ----------
        X : ndarray of shape (n_queries, n_features), or ndarray or csr_array of shape (n_queries, n_samples) for a \
                precomputed similarity

        Returns
        -------
        labels : ndarray of shape (n_queries,)

        Raises
        ------
        ValueError
            For precomputed distances.
        """
        if self.affinity == "precomputed_distance":
            message = (
                "predict cannot tell the scale of new samples from distances alone; fit features, or a similarity with "
                "affinity='precomputed'."
            )
            raise ParameterError("affinity", "precomputed_distance", Reason.INCOMPATIBLE, message=message)
        if self.block is not None:
            X = self.block.directions_of_new(X)
        elif self.affinity == "precomputed":
            return self._by_similarity(X) if isinstance(X, np.ndarray) else self._by_sparse_similarity(X)
        assert isinstance(X, np.ndarray)
        labels = np.empty(len(X), dtype=self.labels.dtype)
        for start in range(0, len(X), CHUNK):
            labels[start : start + CHUNK] = self._predict(X[start : start + CHUNK])
        return labels

    def _by_similarity(self, X: FloatArray) -> IntArray:
        rows = project_on_simplex(X * self.scale + self.u)
        return self._vote(rows, np.broadcast_to(self.labels, rows.shape))

    def _by_sparse_similarity(self, X: csr_array) -> IntArray:
        """The same for rows most of which is 0: samples that a row leaves out seldom have any part in it."""
        X = csr_array(X, copy=True)
        X.sum_duplicates()
        n_queries, n_samples = X.shape
        labels = np.empty(n_queries, dtype=self.labels.dtype)
        highest = float(self.u.max())
        step = max(1, CHUNK * NEAREST // n_samples)
        for start, stop in _blocks(np.diff(X.indptr), CHUNK * NEAREST):
            part = X[start:stop]
            lengths = np.diff(part.indptr)
            stored = np.arange(int(lengths.max(initial=1))) < lengths[:, None]
            d = np.full(stored.shape, -np.inf)
            d[stored] = part.data * self.scale + self.u[part.indices]
            rows = project_on_simplex(d)
            near = np.zeros(stored.shape, dtype=np.intp)
            near[stored] = part.indices
            labels[start:stop] = self._vote(rows, self.labels[near])
            # What is above this level has a part in the row, be it stored or not; a row of zeros has none yet.
            level = np.where(rows > 0, d - rows, np.inf).min(axis=1)
            incomplete = np.flatnonzero((level < highest) | np.isinf(level))
            for at in range(0, len(incomplete), step):
                some = incomplete[at : at + step]
                labels[start + some] = self._by_similarity(part[some].toarray())
        return labels

    def _predict(self, X: FloatArray) -> IntArray:
        points, n_samples = self.points, len(self.labels)
        Y = points.place(X)
        k = min(max(NEAREST, 2 * self.k_kernel), n_samples)
        near = points.search.query(Y, k)
        rows = project_on_simplex(points.kernel_of_new(near) * self.scale + self.u[near.indices])
        labels = self._vote(rows, self.labels[near.indices])
        # The last of the near ones is still positive: there may be others beyond.
        wide = np.flatnonzero(rows[:, -1] > 0) if k < n_samples else np.empty(0, dtype=np.intp)
        if len(wide):
            step = max(1, CHUNK * NEAREST // n_samples)
            for start in range(0, len(wide), step):
                part = wide[start : start + step]
                everyone = points.search.query(Y[part], n_samples)
                rows = project_on_simplex(points.kernel_of_new(everyone) * self.scale + self.u[everyone.indices])
                labels[part] = self._vote(rows, self.labels[everyone.indices])
        same = near.distances[:, 0] <= (0.0 if self.block is None else ROUNDED_DIRECTION)
        labels[same] = self.labels[near.indices[same, 0]]
        return labels

    def _vote(self, rows: FloatArray, labels: NDArray[np.generic]) -> IntArray:
        """Cluster whose tr(P S P') gains most by a sample that has these similarities.

        With w the similarity to a cluster of n samples with the sum s inside, the gain is (s + 2 w) / (n + 1) - s / n.
        By the largest w alone, the largest cluster would get all samples where S is nearly uniform.
        """
        gains = np.empty((self.n_clusters, len(rows)))
        for c in range(self.n_clusters):
            n, s = self.sizes[c], self.inside[c]
            w = np.where(labels == c, rows, 0.0).sum(axis=1)
            gains[c] = (2.0 * w - s / n) / (n + 1.0) if n else -np.inf
        best: IntArray = np.argmax(gains, axis=0)
        return best


def _blocks(lengths: NDArray[np.integer], most: int) -> Iterator[tuple[int, int]]:
    """Divide rows of some lengths into blocks that take at most so many entries when all are as long as the longest."""
    start, longest = 0, 1
    for row, length in enumerate(lengths.tolist()):
        longest = max(longest, length)
        if row > start and (row + 1 - start) * longest > most:
            yield start, row
            start, longest = row, max(1, length)
    yield start, len(lengths)
