"""Search of CAN and CLR for a graph with exactly C connected components.

A graph has C components if the C smallest eigenvalues of its Laplacian are 0 and the next one is not. Both methods
learn a graph from the eigenvectors F of the previous one; a multiplier lambda weights the distances in F:

    minimise over S  (distance of S to the data)  +  lambda sum_ij S_ij ||f_i - f_j||^2

and adapt lambda until the graph has C components.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.affinity.dense import self_tuning_kernel
from rnse_core.baselines._common import Rounds
from rnse_core.baselines._cuts import warn_disconnected
from rnse_core.baselines._laplacian import smallest_eigenpairs, symmetrized
from rnse_core.exceptions import ComponentsEffect
from rnse_core.graph.components import component_labels, join_duplicates
from rnse_core.indicator.component_merging import merge_components

KERNEL_NEIGHBORS = 7


class RankConstraint:
    """Rounds that learn a graph and adapt lambda, starting from a given graph.

    Parameters
    ----------
    start : csr_array of shape (n_samples, n_samples)
        Non-negative; need not be symmetric.
    n_clusters : int
    tol : float
        A sum of eigenvalues up to this counts as 0.

    Attributes
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        The last graph that was learned, at first `start`.
    embedding : ndarray of shape (n_samples, n_clusters)
        F, eigenvectors of its Laplacian for the smallest eigenvalues.
    enough, too_many : bool
        Whether it has at least, and more than, `n_clusters` components.
    lambdas : list of float
        Multiplier of each round.
    """

    def __init__(self, start: csr_array, n_clusters: int, tol: float) -> None:
        self.n_clusters = n_clusters
        self.tol = tol
        self.lambdas: list[float] = []
        self.embedding = np.empty((0, 0))
        self._take(start)

    @property
    def converged(self) -> bool:
        """Whether the graph has exactly `n_clusters` components."""
        return self.enough and not self.too_many

    def search(
        self,
        learn: Callable[[FloatArray, float], csr_array],
        lam: float,
        max_iter: int,
        rounds: Rounds,
        unit: float = 1.0,
    ) -> None:
        """Learn graphs until one has `n_clusters` components.

        With too few components lambda is doubled. With too many it is halved, and the previous eigenvectors are kept.

        Parameters
        ----------
        learn : callable
            ``learn(F, lam)`` returns the next graph.
        lam : float
            The first multiplier.
        max_iter : int
        rounds : Rounds
        unit : float, default=1.0
            Factor of the multipliers in `lambdas` and in the history.
        """
        try:
            for _ in range(max_iter):
                self._take(learn(self.embedding, lam))
                if self._record(lam * unit, rounds) or self.converged:
                    return
                lam = 0.5 * lam if self.enough else 2.0 * lam
        except BaseException:
            rounds.stopped = True
            raise

    def accept_start(self, rounds: Rounds) -> None:
        """Record the given graph as the result, with lambda = 0."""
        self._record(0.0, rounds)

    def _take(self, graph: csr_array) -> None:
        values, vectors = smallest_eigenpairs(symmetrized(graph), self.n_clusters + 1)
        self.graph = graph
        self.eigenvalue_sum = float(values[: self.n_clusters].sum())
        self.enough = self.eigenvalue_sum <= self.tol
        self.too_many = len(values) > self.n_clusters and float(values.sum()) < self.tol
        if not self.too_many or not len(self.embedding):
            self.embedding = vectors[:, : self.n_clusters]

    def _record(self, lam: float, rounds: Rounds) -> bool:
        self.lambdas.append(lam)
        n_components = int(component_labels(symmetrized(self.graph)).max()) + 1
        return rounds.record(**{"lambda": lam, "eigenvalue_sum": self.eigenvalue_sum, "n_components": n_components})


def clusters_of_components(
    graph: csr_array, duplicate_ids: IntArray, kernel: Callable[[], FloatArray], n_clusters: int
) -> tuple[IntArray, int]:
    """Labels that are the connected components of a learned graph.

    With more components than clusters, whole components are merged by their affinity. With fewer, every component is a
    cluster and there are fewer clusters, as in the authors' programs. If there are as many clusters as samples, the
    graph is not used.

    Parameters
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        Any non-zero entry, in either direction, is an edge.
    duplicate_ids : ndarray of shape (n_samples,)
        Samples with the same id share a cluster.
    kernel : callable
        Returns the affinity by which components are merged, of shape (n_samples, n_samples).
    n_clusters : int

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    n_components : int
        Components of the graph.

    Warns
    -----
    UserWarning
        If there are more components than clusters.
    """
    components = component_labels(symmetrized(graph))
    n_components = int(components.max()) + 1
    if n_clusters == len(components):
        return np.arange(n_clusters), n_components
    joined = join_duplicates(components, duplicate_ids)
    sizes = np.bincount(joined)
    if len(sizes) <= n_clusters:
        return joined, n_components
    warn_disconnected(sizes, n_clusters, ComponentsEffect.WHOLE_COMPONENTS)
    return merge_components(joined, kernel(), n_clusters), n_components


def joining_kernel(data: FloatArray) -> FloatArray:
    """Affinity by which components are merged; the learned graph has no edges between them."""
    return self_tuning_kernel(data, min(KERNEL_NEIGHBORS, len(data) - 1))
