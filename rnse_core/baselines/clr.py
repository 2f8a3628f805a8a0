"""Constrained Laplacian rank (CLR): the graph nearest to a given one among those with exactly C components."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import Tags

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import (
    LARGEST_ENTRY,
    check_choice,
    check_count,
    check_entries,
    check_positive,
    clip_neighbors,
)
from rnse_core.affinity.distances import center_and_scale, pairwise_squared_distances
from rnse_core.affinity.pkn import pkn_weights
from rnse_core.baselines._common import Callback, Rounds, check_samples, set_labels
from rnse_core.baselines._laplacian import pair_distances, symmetrized
from rnse_core.baselines._rank_constraint import RankConstraint, clusters_of_components, joining_kernel
from rnse_core.exceptions import InputError, Reason
from rnse_core.projection.simplex import project_on_simplex

AFFINITIES = ("probabilistic_knn", "precomputed")
NORMS = ("l1", "l2")
FIRST_LAMBDA = 0.1
# Keeps the weights of the L1 norm finite where an entry equals that of A.
EPSILON = float(np.finfo(float).eps)


class CLR(ClusterMixin, BaseEstimator):
    """Clustering by the constrained Laplacian rank (CLR).

    Learns the graph S nearest to a given graph A among those with exactly C connected components [1]_. Its rows are
    distributions, and all its edges are edges of A::

        minimise over S, F   ||S - A||_1  or  ||S - A||_F^2,   plus  2 lambda tr(F' L_S F)
        subject to           S 1 = 1, S >= 0, F' F = I

    F (n_samples x C) are the eigenvectors of the C smallest eigenvalues of the Laplacian of (S + S') / 2. For a given F
    and ``d_ij = ||f_i - f_j||^2``, row i of S under the L2 norm is the projection of ``a_i - lambda d_i / 2`` on the
    simplex. Under the L1 norm it minimises ``s' diag(u) s / 2 - s' (u * a_i - lambda d_i / 2)`` there, after which the
    weights become ``u = 1 / (2 sqrt((s - a_i)^2 + eps))``: one reweighting per round, from u = 1 on. Lambda starts at
    0.1, doubles while there are too few components, and is halved, with F going back to the last one, when there are
    too many.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters C, from 1 to the number of distinct samples.
    n_neighbors : int, default=10
        Neighbours in the probabilistic k-nearest-neighbour graph A. Clipped to n_samples - 1 with a warning.
    norm : {"l1", "l2"}, default="l1"
        Measure of the distance to A.
    affinity : {"probabilistic_knn", "precomputed"}, default="probabilistic_knn"
        Source of A; "precomputed" takes the matrix given to `fit`.
    max_iter : int, default=30
        Limit on the rounds.
    tol : float, default=1e-10
        A sum of Laplacian eigenvalues up to this counts as 0.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; returning True stops. `info` is the record kept in `history_`.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Connected components of the learned graph, from 0 without gaps. With more components than clusters, whole
        components are merged by their affinity. With fewer, there are fewer clusters, and a warning. Identical rows of
        features share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        S, not symmetrised.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        F.
    lambdas_ : ndarray of shape (`n_iter_`,)
        Multiplier of each round.
    n_components_ : int
        Connected components of the learned graph.
    n_clusters_found_ : int
        Clusters that are not empty.
    history_ : list of dict
        One record per round: iteration, lambda, eigenvalue_sum (of the C smallest) and n_components.
    n_iter_ : int
        Number of rounds. If A has C or more components, S is A, recorded as one round with lambda = 0.
    converged_ : bool
        Whether the eigenvalues show exactly C components, or more already in A.
    n_features_in_ : int
        Number of columns of X.

    Notes
    -----
    Rounding limits the agreement of two programs under the L1 norm. An entry that stays close to A has a weight of up
    to 1 / (2 sqrt(eps)) = 3e7, computed from a difference of some 1e-8 with nine significant digits. On the wine data
    a change of A in its last bit changes S by up to 1e-9, and by 4e-8 in some of the rounds before the last; on other
    data the result itself may change by 1e-7. Runs agree with the authors' code to 1e-9 on wine, to 7e-12 on two
    moons, and under the L2 norm to 4e-14.

    References
    ----------
    .. [1] F. Nie, X. Wang, M. I. Jordan and H. Huang, "The constrained Laplacian rank algorithm for graph-based
       clustering", AAAI 2016. https://doi.org/10.1609/aaai.v30i1.10302

    Examples
    --------
    >>> from rnse_core.baselines.clr import CLR
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(random_state=0)
    >>> CLR(n_clusters=2).fit(X).n_components_
    2
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        n_neighbors: int = 10,
        norm: str = "l1",
        affinity: str = "probabilistic_knn",
        max_iter: int = 30,
        tol: float = 1e-10,
        callback: Callback | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.norm = norm
        self.affinity = affinity
        self.max_iter = max_iter
        self.tol = tol
        self.callback = callback

    def fit(self, X: ArrayLike, y: Any = None) -> CLR:
        """Learn the graph and take its components for clusters.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or the graph A: non-negative, not necessarily symmetric; its diagonal is ignored.
        y : None
            Ignored.

        Returns
        -------
        self : CLR
            The fitted estimator. After an exception it holds the result of the last complete round.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, is no graph where one is expected, or a
            parameter is out of range.
        TypeError
            If X is sparse or a parameter is of the wrong kind.

        Warns
        -----
        ConvergenceWarning
            If `max_iter` rounds did not lead to C components.
        UserWarning
            If there are fewer clusters than asked for, or components were merged.
        """
        check_choice("norm", self.norm, NORMS)
        check_choice("affinity", self.affinity, AFFINITIES)
        max_iter = check_count("max_iter", self.max_iter)
        tol = check_positive("tol", self.tol, allow_zero=True)
        precomputed = self.affinity == "precomputed"
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters, precomputed=precomputed)
        if precomputed:
            A = _check_graph(data)
        else:
            D = pairwise_squared_distances(center_and_scale(data)[0])
            A = csr_array(pkn_weights(D, clip_neighbors(self.n_neighbors, len(data))))
        rounds = Rounds(self.callback)
        search = RankConstraint(A, n_clusters, tol)
        accepted = search.enough
        try:
            if accepted:
                search.accept_start(rounds)
            else:
                search.search(_NearestGraph(A, self.norm).learn, FIRST_LAMBDA, max_iter, rounds)
        finally:
            if rounds.history:
                self.affinity_matrix_ = search.graph.toarray()
                self.embedding_ = search.embedding
                self.lambdas_ = np.array(search.lambdas)
                labels, self.n_components_ = clusters_of_components(
                    search.graph,
                    duplicate_ids,
                    lambda: symmetrized(A).toarray() if precomputed else joining_kernel(data),
                    n_clusters,
                )
                set_labels(self, labels, duplicate_ids, n_clusters)
                rounds.store(self, search.converged or accepted)
        return self

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; a precomputed graph is pairwise and non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.affinity == "precomputed"
        return tags


class _NearestGraph:
    """The row-wise problem: the distribution on the edges of a row of A that is nearest to it, given F and lambda.

    Parameters
    ----------
    A : csr_array of shape (n_samples, n_samples)
        All stored entries are positive.
    norm : {"l1", "l2"}
    """

    def __init__(self, A: csr_array, norm: str) -> None:
        self.A = A
        counts = np.diff(A.indptr)
        self.rows = np.repeat(np.arange(len(counts)), counts)
        self.slots = np.arange(A.nnz) - np.repeat(A.indptr[:-1], counts)
        self.shape = (len(counts), int(counts.max(initial=0)))
        self.weights = np.ones(A.nnz) if norm == "l1" else None

    def learn(self, F: FloatArray, lam: float) -> csr_array:
        """Return S for the given F and lambda; under the L1 norm, reweight."""
        a, u = self.A.data, self.weights
        pull = 0.5 * lam * pair_distances(F, self.rows, self.A.indices)
        if u is None:
            s = self._project(a - pull)
        else:
            s = self._project(u * a - pull, u)
            self.weights = 1.0 / (2.0 * np.sqrt((s - a) ** 2 + EPSILON))
        return csr_array((s, self.A.indices, self.A.indptr), self.A.shape)

    def _project(self, d: FloatArray, u: FloatArray | None = None) -> FloatArray:
        s = project_on_simplex(self._padded(d, -np.inf), None if u is None else self._padded(u, 1.0))
        on_edges: FloatArray = s[self.rows, self.slots]
        return on_edges

    def _padded(self, values: FloatArray, filling: float) -> FloatArray:
        """Return an array with one row per sample; shorter rows are padded with `filling`."""
        table = np.full(self.shape, filling)
        table[self.rows, self.slots] = values
        return table


def _check_graph(A: FloatArray) -> csr_array:
    if A.shape[0] != A.shape[1]:
        raise InputError("graph", Reason.NOT_SQUARE, A.shape)
    check_entries("graph", A, LARGEST_ENTRY)
    graph = A.copy()
    np.fill_diagonal(graph, 0.0)
    return csr_array(graph)
