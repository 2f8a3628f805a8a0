"""Clustering with adaptive neighbours (CAN): a graph of neighbour probabilities with exactly C components."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, vstack
from sklearn.base import BaseEstimator, ClusterMixin

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_count, check_positive, clip_neighbors
from rnse_core.affinity.distances import center_and_scale, pairwise_squared_distances
from rnse_core.affinity.neighbor_order import ROWS_PER_BLOCK, nearest_neighbors
from rnse_core.baselines._common import Callback, Rounds, check_samples, set_labels
from rnse_core.baselines._laplacian import pair_distances, symmetrized
from rnse_core.baselines._rank_constraint import RankConstraint, clusters_of_components, joining_kernel
from rnse_core.projection.simplex import project_on_simplex


class CAN(ClusterMixin, BaseEstimator):
    """Clustering with adaptive neighbours (CAN).

    Learns a graph S with exactly C connected components, whose rows are probabilities of being neighbours [1]_::

        minimise over S, F   sum_ij ( ||x_i - x_j||^2 S_ij + r S_ij^2 ) + 2 lambda tr(F' L_S F)
        subject to           S 1 = 1, S >= 0, F' F = I

    For a given F (n_samples x C), row i of S is the projection on the simplex of
    ``-(||x_i - x_j||^2 + lambda ||f_i - f_j||^2) / (2 r)``. S is then symmetrised, and F are the eigenvectors of the C
    smallest eigenvalues of its Laplacian. Both alternate: lambda doubles while there are too few components, and is
    halved, with F going back to the last one, when there are too many. The first F is that of the probabilistic
    k-nearest-neighbour graph.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters C, from 1 to the number of distinct samples.
    n_neighbors : int, default=15
        Largest number k of neighbours of a sample, without itself. Clipped to n_samples - 1 with a warning.
    r : float or None, default=None
        Weight of the term that spreads a row over many neighbours, in squared units of X. None means the mean of
        ``r_i = (k d_{i,k+1} - d_{i,1} - ... - d_{i,k}) / 2`` over the samples, d_{i,j} being the squared distance of
        sample i to its j-th neighbour: with r_i, row i would have k entries (Eq. 33 of [1]_).
    local : bool, default=True
        Whether only the k nearest samples can be neighbours; False admits all samples, including the sample itself.
    max_iter : int, default=30
        Limit on the rounds.
    tol : float, default=1e-11
        A sum of Laplacian eigenvalues up to this counts as 0.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; returning True stops. `info` is the record kept in `history_`.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Connected components of the learned graph, from 0 without gaps. With more components than clusters, whole
        components are merged by their affinity. With fewer, there are fewer clusters, and a warning. Identical rows of
        X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        S, symmetrised.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        F.
    lambdas_ : ndarray of shape (`n_iter_`,)
        Multiplier of each round, in squared units of X; the first is the mean r_i. Infinite or 0 if it is out of the
        range of floats.
    r_ : float
        The r that was used, in squared units of X.
    n_components_ : int
        Connected components of the learned graph.
    n_clusters_found_ : int
        Clusters that are not empty.
    history_ : list of dict
        One record per round: iteration, lambda, eigenvalue_sum (of the C smallest) and n_components.
    n_iter_ : int
        Number of rounds. If the first graph has more than C components, it is the result, recorded as one round with
        lambda = 0.
    converged_ : bool
        Whether the eigenvalues show exactly C components, or more already in the first graph.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] F. Nie, X. Wang and H. Huang, "Clustering and projected clustering with adaptive neighbors", KDD 2014.
       https://doi.org/10.1145/2623330.2623726

    Examples
    --------
    >>> from rnse_core.baselines.can import CAN
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(random_state=0)
    >>> CAN(n_clusters=2).fit(X).n_components_
    2
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        n_neighbors: int = 15,
        r: float | None = None,
        local: bool = True,
        max_iter: int = 30,
        tol: float = 1e-11,
        callback: Callback | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.r = r
        self.local = local
        self.max_iter = max_iter
        self.tol = tol
        self.callback = callback

    def fit(self, X: ArrayLike, y: Any = None) -> CAN:
        """Learn the graph of X and take its components for clusters.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Features.
        y : None
            Ignored.

        Returns
        -------
        self : CAN
            The fitted estimator. After an exception it holds the result of the last complete round.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse or a parameter is of the wrong kind.

        Warns
        -----
        ConvergenceWarning
            If `max_iter` rounds did not lead to C components.
        UserWarning
            If there are fewer clusters than asked for, or components were merged.
        """
        max_iter = check_count("max_iter", self.max_iter)
        tol = check_positive("tol", self.tol, allow_zero=True)
        r = None if self.r is None else check_positive("r", self.r)
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        centred, scale = center_and_scale(data)
        problem = _Neighbourhoods(pairwise_squared_distances(centred), clip_neighbors(self.n_neighbors, len(data)))
        # All computations use a unit in which distances are moderate.
        with np.errstate(over="ignore", under="ignore"):
            unit = float(np.float64(scale) * np.float64(scale))
            if r is not None:
                problem.set_r(float(np.float64(r) / scale / scale))
        self.r_ = problem.r * unit if r is None else r
        learn = problem.learn_local if self.local else problem.learn_among_all
        rounds = Rounds(self.callback)
        search = RankConstraint(problem.first_graph(), n_clusters, tol)
        accepted = search.too_many
        try:
            if accepted:
                search.accept_start(rounds)
            else:
                search.search(learn, problem.mean_r, max_iter, rounds, unit)
        finally:
            if rounds.history:
                self.affinity_matrix_ = symmetrized(search.graph).toarray()
                self.embedding_ = search.embedding
                self.lambdas_ = np.array(search.lambdas)
                labels, self.n_components_ = clusters_of_components(
                    search.graph, duplicate_ids, lambda: joining_kernel(data), n_clusters
                )
                set_labels(self, labels, duplicate_ids, n_clusters)
                rounds.store(self, search.converged or accepted)
        return self


class _Neighbourhoods:
    """The row-wise problem: the probabilities with which samples are neighbours of one sample.

    Parameters
    ----------
    D : ndarray of shape (n_samples, n_samples)
        Squared distances.
    k : int
        Neighbours per sample.

    Attributes
    ----------
    neighbors, near : ndarray of shape (n_samples, k)
        Indices of the nearest others, and their squared distances.
    row_r : ndarray of shape (n_samples,)
        r_i.
    mean_r, r : float
    """

    def __init__(self, D: FloatArray, k: int) -> None:
        self.D = D
        n = len(D)
        # The sample itself is excluded by its index: among duplicates it need not be the first.
        order, distances = (
            nearest_neighbors(D, min(k + 1, n - 1)) if n > 1 else (np.empty((1, 0), np.intp), np.empty((1, 0)))
        )
        self.neighbors, self.near = order[:, :k], distances[:, :k]
        # If all other samples are neighbours, the farthest one replaces the (k+1)-th.
        reach = k * distances[:, -1:].sum(axis=1)
        row_r = 0.5 * (reach - self.near.sum(axis=1))
        self.row_r = np.where(row_r > np.finfo(float).eps * reach, row_r, 0.0)
        mean = float(self.row_r.mean())
        # All r_i are 0 if the k + 1 neighbours of each sample are at one distance; the rows are then uniform for any r.
        self.mean_r = mean if mean > 0 else 1.0
        self.r = self.mean_r

    def set_r(self, r: float) -> None:
        """Set r, clipped to the range of floats in the unit of this problem."""
        limits = np.finfo(float)
        self.r = float(np.clip(r, limits.tiny, limits.max))

    def first_graph(self) -> csr_array:
        """Return the probabilistic k-nearest-neighbour graph: lambda = 0, and r_i for row i."""
        own = np.where(self.row_r > 0, self.row_r, 1.0)[:, None]
        return self._graph(project_on_simplex(-0.5 * self.near / own))

    def learn_local(self, F: FloatArray, lam: float) -> csr_array:
        """Return the graph in which only the nearest neighbours have positive probability."""
        apart = pair_distances(F, np.arange(len(F))[:, None], self.neighbors)
        return self._graph(project_on_simplex(self._pull(self.near, apart, lam)))

    def learn_among_all(self, F: FloatArray, lam: float) -> csr_array:
        """Return the graph in which all samples, including the sample itself, can have positive probability."""
        apart = pairwise_squared_distances(F)
        blocks = []
        for start in range(0, len(F), ROWS_PER_BLOCK):
            rows = slice(start, start + ROWS_PER_BLOCK)
            blocks.append(csr_array(project_on_simplex(self._pull(self.D[rows], apart[rows], lam))))
        return symmetrized(vstack(blocks, format="csr"))

    def _pull(self, distances: FloatArray, apart: FloatArray, lam: float) -> FloatArray:
        cost = distances + lam * apart
        # The projection does not depend on a shift of the row. For a tiny r all but the smallest cost become -inf.
        cost -= cost.min(axis=1, keepdims=True, initial=np.inf)
        with np.errstate(over="ignore"):
            return -0.5 * cost / self.r

    def _graph(self, weights: FloatArray) -> csr_array:
        n, k = weights.shape
        rows = csr_array((weights.ravel(), self.neighbors.ravel(), k * np.arange(n + 1)), (n, n))
        return symmetrized(rows)
