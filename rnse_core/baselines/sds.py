"""Structured doubly stochastic matrix (SDS): a doubly stochastic graph whose Laplacian has low rank."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import Tags, check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import LARGEST_ENTRY, check_count, check_positive
from rnse_core.affinity.dense import compute_affinity
from rnse_core.affinity.kinds import PRECOMPUTED
from rnse_core.baselines._common import Callback, Rounds, check_samples, set_labels
from rnse_core.baselines._cuts import plan_cuts
from rnse_core.baselines._spectral_step import edges, spectral_clusters
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.projection.simplex import project_on_simplex

# Passes over the constraints of S in each round.
PASSES = 10
LARGEST_MU = 1e10
# Changes up to this size are rounding errors, and further rounds have no effect.
ROUNDING = 1e-13


class SDS(ClusterMixin, BaseEstimator):
    """Clustering by a structured doubly stochastic matrix (SDS).

    Learns the doubly stochastic S near a graph A whose Laplacian I - S has low rank, so that S tends to fall into C
    blocks [1]_::

        minimise over S   ||S - A||_F^2 + r ||S||_F^2 + gamma ||I - S||_*
        subject to        S 1 = 1, S = S', S >= 0, tr S = C

    by the method of multipliers: L replaces I - S in the nuclear norm, and a multiplier Lambda and a penalty mu, which
    grows by `rho`, enforce their equality. With ``gamma = 0`` the rank of L is limited to n - C instead: its C smallest
    singular values are set to 0. The clusters are found by K-Means on the eigenvectors of the C smallest eigenvalues of
    L.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters C, from 1 to the number of distinct samples.
    gamma : float, default=1.0
        Weight of the nuclear norm; 0 limits the rank instead.
    r : float, default=1.0
        Weight of the squared norm of S: a larger one spreads S over more neighbours.
    mu : float, default=0.1
        First penalty.
    rho : float, default=1.05
        Factor by which the penalty grows each round, at least 1.
    n_neighbors : int, default=10
        Neighbours for the affinities that use them. Clipped to n_samples - 1 with a warning.
    affinity : {"probabilistic_knn", "self_tuning", "rbf", "knn", "authors", "cosine", "precomputed", \
            "precomputed_distance"}, default="probabilistic_knn"
        A, as in :func:`rnse_core.affinity.compute_affinity`.
    max_iter : int, default=200
        Number of rounds; fewer if the remaining changes are rounding errors.
    tol : float, default=1e-6
        Largest entry of I - S - L of a converged run. Rounds after that point still change S.
    random_state : int, RandomState instance or None, default=None
        Starts of K-Means.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; returning True stops. `info` is the record kept in `history_`.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        I - L, the learned graph. Doubly stochastic up to the residual, so small negative entries are possible. While L
        is 0, as in the first rounds with a small penalty, it is S.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        The eigenvectors that were clustered, component by component.
    n_components_ : int
        Connected components of the learned graph without entries below 1e-9.
    n_clusters_found_ : int
        Clusters that are not empty.
    history_ : list of dict
        One record per round: iteration, residual (largest entry of I - S - L), change (of S) and mu.
    n_iter_ : int
        Number of rounds.
    converged_ : bool
        Whether the last residual is at most `tol`.
    n_features_in_ : int
        Number of columns of X.

    Notes
    -----
    For a feasible S, I - S is positive semidefinite, so its nuclear norm is its trace, n - C, for every S. So the exact
    optimum does not depend on `gamma` > 0; only the iterates do.

    No defaults are published. The authors round F to labels, which seldom gives C clusters; here K-Means is used
    instead. With ``gamma = 0`` a difference in the last bit may decide which singular values next to the C-th smallest
    are set to 0: on two moons, such a difference in A grows to 0.05 within 200 rounds.

    References
    ----------
    .. [1] X. Wang, F. Nie and H. Huang, "Structured doubly stochastic matrix for graph based clustering", KDD 2016.
       https://doi.org/10.1145/2939672.2939805

    Examples
    --------
    >>> from rnse_core.baselines.sds import SDS
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(100, random_state=0)
    >>> labels = SDS(n_clusters=2, random_state=0).fit_predict(X)
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        gamma: float = 1.0,
        r: float = 1.0,
        mu: float = 0.1,
        rho: float = 1.05,
        n_neighbors: int = 10,
        affinity: str = "probabilistic_knn",
        max_iter: int = 200,
        tol: float = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        callback: Callback | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.gamma = gamma
        self.r = r
        self.mu = mu
        self.rho = rho
        self.n_neighbors = n_neighbors
        self.affinity = affinity
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.callback = callback

    def fit(self, X: ArrayLike, y: Any = None) -> SDS:
        """Learn the graph of X and cut it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or similarities or distances for the two precomputed affinities.
        y : None
            Ignored.

        Returns
        -------
        self : SDS
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
            If the residual after `max_iter` rounds is above `tol`.
        UserWarning
            If the learned graph is disconnected, or some clusters have no sample.
        """
        max_iter = check_count("max_iter", self.max_iter)
        tol = check_positive("tol", self.tol, allow_zero=True)
        rho = check_positive("rho", self.rho)
        if rho < 1:
            raise ParameterError("rho", rho, Reason.TOO_SMALL, bound=1)
        gamma, r = (check_positive(name, getattr(self, name), allow_zero=True) for name in ("gamma", "r"))
        mu = check_positive("mu", self.mu)
        data, n_clusters, duplicate_ids = check_samples(
            self, X, self.n_clusters, precomputed=self.affinity == "precomputed"
        )
        A = compute_affinity(data, self.affinity, n_neighbors=self.n_neighbors)
        if A.max() > LARGEST_ENTRY:
            raise InputError("affinity", Reason.TOO_LARGE, float(A.max()), bound=LARGEST_ENTRY)
        rounds = Rounds(self.callback)
        solver = _Multipliers(A, n_clusters, gamma, r, min(mu, LARGEST_MU))
        try:
            for _ in range(max_iter):
                solver.round(rho)
                if rounds.record(residual=solver.residual, change=solver.change, mu=solver.mu):
                    break
                if max(solver.residual, solver.change) <= ROUNDING:
                    break
        except BaseException:
            rounds.stopped = True
            raise
        finally:
            if rounds.history:
                self.affinity_matrix_ = solver.learned()
                parts, clusters_per_part, self.n_components_ = plan_cuts(edges(self.affinity_matrix_), n_clusters)
                labels, self.embedding_ = spectral_clusters(
                    self.affinity_matrix_, parts, clusters_per_part, check_random_state(self.random_state)
                )
                set_labels(self, labels, duplicate_ids, n_clusters)
                rounds.store(self, solver.residual <= tol)
        return self

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; a precomputed affinity is pairwise and non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        return tags


class _Multipliers:
    """The state of the method of multipliers; all matrices are symmetric.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)
    n_clusters : int
    gamma, r : float
    mu : float
        First penalty.

    Attributes
    ----------
    residual, change : float
        Largest entry of I - S - L, and of the last step of S.
    """

    def __init__(self, A: FloatArray, n_clusters: int, gamma: float, r: float, mu: float) -> None:
        self.A, self.n_clusters, self.gamma, self.r, self.mu = A, n_clusters, gamma, r, mu
        self.identity = np.eye(len(A))
        self.S = A
        self.L = self.identity - A
        self.Lambda = np.zeros_like(A)
        self.residual = self.change = np.inf

    def round(self, rho: float) -> None:
        """Update L, S, the multiplier and the penalty."""
        mu = self.mu
        L = self._low_rank(self.identity - self.S + self.Lambda / mu)
        target = (self.A + 0.5 * mu * (self.identity - L) + 0.5 * self.Lambda) / (self.r + 0.5 * mu + 1.0)
        S = self._constrained(target)
        gap = self.identity - S - L
        self.residual = float(np.abs(gap).max())
        self.change = float(np.abs(S - self.S).max())
        self.Lambda = self.Lambda + mu * gap
        self.L, self.S, self.mu = L, S, min(LARGEST_MU, rho * mu)

    def learned(self) -> FloatArray:
        """Return I - L; while L is 0, as in the first rounds with a small penalty, return S."""
        graph = self.identity - self.L if self.L.any() else self.S
        return 0.5 * (graph + graph.T)

    def _low_rank(self, M: FloatArray) -> FloatArray:
        """Shrink the singular values; for a symmetric matrix these are the magnitudes of the eigenvalues."""
        values, vectors = eigh(M, driver="evd")
        if self.gamma > 0:
            values = np.sign(values) * np.maximum(np.abs(values) - self.gamma / self.mu, 0.0)
        else:
            values[np.argsort(np.abs(values), kind="stable")[: self.n_clusters]] = 0.0
        L: FloatArray = (vectors * values) @ vectors.T
        return 0.5 * (L + L.T)

    def _constrained(self, S: FloatArray) -> FloatArray:
        """Pass over the constraints: S >= 0, the trace, and the row sums (Theorem 6 of the RNSE paper)."""
        n = len(S)
        for _ in range(PASSES):
            S = np.maximum(S, 0.0)
            np.fill_diagonal(S, project_on_simplex(S.diagonal()[None], total=self.n_clusters)[0])
            row_sums = S.sum(axis=1)
            correction = (0.5 * (n + row_sums.sum()) / n - row_sums) / n
            S += np.add.outer(correction, correction)
        return S
