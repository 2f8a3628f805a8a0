"""The search that CAN and CLR share: a graph with exactly C connected components.

A graph has C components where the C smallest eigenvalues of its Laplacian are 0 and the next one is not. Both methods
learn a graph from the eigenvectors F of the last one, under a multiplier lambda that pulls neighbours in F together:

    minimise over S  (distance of S to the data)  +  lambda sum_ij S_ij ||f_i - f_j||^2

and change lambda until the number is right.
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
    """Rounds of learning a graph and correcting lambda, from a given graph on.

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
        F, the eigenvectors of its Laplacian that belong to the smallest eigenvalues.
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
        """Whether the graph has exactly as many components as clusters."""
        return self.enough and not self.too_many

    def search(
        self,
        learn: Callable[[FloatArray, float], csr_array],
        lam: float,
        max_iter: int,
        rounds: Rounds,
        unit: float = 1.0,
    ) -> None:
        """Learn graphs until one has the right number of components.

        Too few components double lambda. Too many halve it, and the eigenvectors go back to those that led there.

        Parameters
        ----------
        learn : callable
            ``learn(F, lam)`` returns the next graph.
        lam : float
            The first multiplier.
        max_iter : int
        rounds : Rounds
        unit : float, default=1.0
            What a multiplier of 1 is called in `lambdas` and in the history.
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
        """Let the given graph stand; it is what lambda = 0 leads to."""
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

    Where there are more of them than clusters, whole components are joined by their affinity. Where there are fewer,
    they are all the clusters there are, as in the authors' codes; only as many clusters as samples need no graph.

    Parameters
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        Any non-zero entry, in either direction, is an edge.
    duplicate_ids : ndarray of shape (n_samples,)
        Samples with the same id share a cluster.
    kernel : callable
        Returns the affinity to join components by, of shape (n_samples, n_samples).
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
    """Affinity to join components by; the graph itself has none between them."""
    return self_tuning_kernel(data, min(KERNEL_NEIGHBORS, len(data) - 1))
