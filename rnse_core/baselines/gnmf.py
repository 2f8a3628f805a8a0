"""Graph regularised non-negative matrix factorisation (GNMF), then K-Means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import Tags, check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_count, check_positive
from rnse_core.baselines._common import Callback, check_samples, set_labels
from rnse_core.baselines._embedding import kmeans_labels
from rnse_core.baselines._neighbor_graph import neighbor_graph
from rnse_core.baselines._nonnegative import TINY, check_non_negative, unit_basis
from rnse_core.baselines._rounds import SolverRounds, Step
from rnse_core.baselines._scaling import unit_mean_length

# Rounds after which the random starts are compared.
TRIAL_ROUNDS = 30

Factors = tuple[FloatArray, FloatArray]


def gnmf_factors(
    X: FloatArray,
    W: FloatArray,
    U0: FloatArray,
    V0: FloatArray,
    *,
    lam: float = 100.0,
    max_iter: int = 500,
    tol: float = 0.0,
    callback: Callback | None = None,
) -> tuple[FloatArray, FloatArray, list[dict[str, Any]]]:
    """Decrease ``||X' - U V'||^2 + lam tr(V' L V)`` over non-negative U and V by multiplicative updates [1]_.

    L = D - W is the Laplacian of the graph. Each round updates V (Eq. 15 of the paper), then U (Eq. 14); neither raises
    the objective (Theorem 1). Before the first and after the last round the columns of U are scaled to unit length, and
    those of V inversely.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        At least 0; samples in rows, the transpose of the paper's X.
    W : ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    U0 : ndarray of shape (n_features, n_clusters)
    V0 : ndarray of shape (n_samples, n_clusters)
        Positive starts.
    lam : float, default=100
        Weight of the graph, at least 0.
    max_iter : int, default=500
    tol : float, default=0
        Decrease of the objective, relative to ``||X||^2``, at which the rounds end.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; True stops.

    Returns
    -------
    U : ndarray of shape (n_features, n_clusters)
        Columns of unit length.
    V : ndarray of shape (n_samples, n_clusters)
    history : list of dict
        "objective" and its part "smoothness", tr(V' L V), per round, before the last scaling.

    Notes
    -----
    Scaling U up and V down leaves the product U V' unchanged but decreases the second term, so the objective has no
    minimum. The updates move in that direction, in the limit to plain NMF, and the result depends on the number of
    rounds. From the same start, 100 rounds on iris agree with the authors' code to 4e-15.

    References
    ----------
    .. [1] D. Cai, X. He, J. Han and T. S. Huang, "Graph regularized nonnegative matrix factorization for data
       representation", IEEE TPAMI 33(8), 2011. https://doi.org/10.1109/TPAMI.2010.231
    """
    rounds: SolverRounds[Factors] = SolverRounds(callback)
    U, V = unit_basis(*rounds.run(_gnmf_steps(X, W, U0, V0, lam, tol), max_iter))
    return U, V, rounds.history


def _gnmf_steps(
    X: FloatArray, W: FloatArray, U: FloatArray, V: FloatArray, lam: float, tol: float
) -> Iterator[Step[Factors]]:
    U, V = unit_basis(U, V)
    graph = csr_array(W)
    degrees = W.sum(axis=1)[:, None]
    squared_norm = float(np.vdot(X, X))
    pulled, held = graph @ V, degrees * V
    previous = np.inf
    while True:
        V = V * (X @ U + lam * pulled) / np.maximum(V @ (U.T @ U) + lam * held, TINY)
        loads, gram = X.T @ V, V.T @ V
        U = U * loads / np.maximum(U @ gram, TINY)
        pulled, held = graph @ V, degrees * V
        smoothness = np.vdot(V, held - pulled)
        fit = squared_norm - 2.0 * np.vdot(U, loads) + np.vdot(U.T @ U, gram)
        objective = float(fit + lam * smoothness)
        yield (
            (U, V),
            previous - objective <= tol * squared_norm,
            {"objective": objective, "smoothness": float(smoothness)},
        )
        previous = objective


class GNMF(ClusterMixin, BaseEstimator):
    """Graph regularised NMF: non-negative factors of X, smooth along its nearest-neighbour graph, then K-Means.

    ``min ||X' - U V'||^2 + lam tr(V' L V)`` over U, V >= 0 [1]_, see :func:`gnmf_factors`; the rows of V are
    clustered. Of several random starts the one with the lowest objective after 30 rounds is run to the end.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples, and of columns of U and V.
    lam : float, default=100
        Weight of the graph, at least 0.
    n_neighbors : int, default=5
        Neighbours per sample; clipped to n_samples - 1 with a warning.
    weights : {"binary", "heat"}, default="binary"
        Weights of the edges: 1, or the heat kernel with the mean distance as its width.
    n_init : int, default=10
        Random starts.
    max_iter : int, default=500
        Limit on the rounds.
    tol : float, default=1e-4
        Decrease of the objective in a round, relative to ``||X||^2``, that ends the rounds. The objective has no
        minimum (see :func:`gnmf_factors`): with a much smaller value the graph has no effect.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; True stops.
    random_state : int, RandomState instance or None, default=None
        Starts of the factorisation and of K-Means.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        The graph W.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        V, for X divided by the root mean square length of its rows.
    components_ : ndarray of shape (n_features, n_clusters)
        U, with columns of unit length.
    history_ : list of dict
        "iteration", "objective" and its part "smoothness" per round.
    n_iter_ : int
        Rounds.
    converged_ : bool
        Whether the decrease fell below `tol`.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] D. Cai, X. He, J. Han and T. S. Huang, "Graph regularized nonnegative matrix factorization for data
       representation", IEEE TPAMI 33(8), 2011. https://doi.org/10.1109/TPAMI.2010.231
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        lam: float = 100.0,
        n_neighbors: int = 5,
        weights: str = "binary",
        n_init: int = 10,
        max_iter: int = 500,
        tol: float = 1e-4,
        callback: Callback | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.lam = lam
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.callback = callback
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> GNMF:
        """Factorise X along its graph and cluster the weights.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            At least 0 everywhere.
        y : None
            Ignored.

        Returns
        -------
        self : GNMF
            The fitted estimator. After an interruption it holds the result of the last complete round.

        Raises
        ------
        ValueError
            If X holds negative numbers, NaN or infinity, has fewer distinct rows than clusters, or a parameter is out
            of range.
        TypeError
            If X is sparse or a parameter is no number.
        """
        lam = check_positive("lam", self.lam, allow_zero=True)
        tol = check_positive("tol", self.tol, allow_zero=True)
        n_init, max_iter = check_count("n_init", self.n_init), check_count("max_iter", self.max_iter)
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        check_non_negative(self, data)
        W = self.affinity_matrix_ = neighbor_graph(data, self.n_neighbors, self.weights)
        # V has the unit of X, so both terms scale alike and lam has no unit; the random starts assume a unit.
        scaled, _ = unit_mean_length(data)
        random_state = check_random_state(self.random_state)
        U0, V0 = _best_start(scaled, W, n_clusters, lam, n_init, random_state)
        rounds: SolverRounds[Factors] = SolverRounds(self.callback)
        try:
            rounds.run(_gnmf_steps(scaled, W, U0, V0, lam, tol), max_iter)
        finally:
            if rounds.state is not None:
                self.components_, self.embedding_ = unit_basis(*rounds.state)
                labels = kmeans_labels(self.embedding_, n_clusters, duplicate_ids, random_state)
                set_labels(self, labels, duplicate_ids, n_clusters)
                rounds.store(self, rounds.settled)
        return self

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; X must be non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


def _best_start(
    X: FloatArray, W: FloatArray, n_clusters: int, lam: float, n_init: int, random_state: np.random.RandomState
) -> Factors:
    """The random start, uniform on [0, 1), with the lowest objective after a few rounds."""
    n_samples, n_features = X.shape
    starts = [
        (random_state.uniform(size=(n_features, n_clusters)), random_state.uniform(size=(n_samples, n_clusters)))
        for _ in range(n_init)
    ]

    def reached(start: Factors) -> float:
        _, _, history = gnmf_factors(X, W, *start, lam=lam, max_iter=TRIAL_ROUNDS)
        return float(history[-1]["objective"])

    return min(starts, key=reached)
