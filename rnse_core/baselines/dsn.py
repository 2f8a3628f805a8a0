"""Doubly stochastic normalization (DSN): spectral clustering of a projection of the affinity."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import Tags, check_random_state

from rnse_core._base.checks import LARGEST_ENTRY, check_count, check_positive
from rnse_core.affinity.dense import compute_affinity
from rnse_core.affinity.kinds import PRECOMPUTED
from rnse_core.baselines._common import Callback, Rounds, check_samples, set_labels
from rnse_core.baselines._cuts import plan_cuts
from rnse_core.baselines._spectral_step import edges, spectral_clusters
from rnse_core.exceptions import InputError, Reason
from rnse_core.projection.dense_target import DenseTarget
from rnse_core.projection.doubly_stochastic import project_target


class DSN(ClusterMixin, BaseEstimator):
    """Spectral clustering after doubly stochastic normalization (DSN) of the affinity.

    Stage one replaces the affinity K by a doubly stochastic matrix near it in Frobenius norm [1]_::

        minimise over S   ||K - S||_F^2   subject to   S 1 = 1, S = S', S >= 0

    by alternating projections, as published: on the matrices with row sums 1 (in closed form), then on the
    non-negative ones. They end at a feasible matrix that need not be the nearest one: entries that the first steps give
    to distant pairs of outliers are not removed by later ones. Dykstra's increments, which would lead to the nearest
    matrix, are not part of the method. Stage two clusters the leading eigenvectors of S by K-Means.

    On a disconnected S these eigenvectors are arbitrary mixtures. So with at least as many components as clusters,
    whole components are merged; with fewer, each component is cut separately.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    affinity : {"self_tuning", "rbf", "knn", "probabilistic_knn", "authors", "cosine", "precomputed", \
            "precomputed_distance"}, default="self_tuning"
        K, as in :func:`rnse_core.affinity.compute_affinity`.
    affinity_neighbors : int or None, default=None
        Neighbours for the affinities that use them. None means the default of the affinity.
    gamma : float or None, default=None
        Width for ``affinity="rbf"``.
    max_iter : int, default=1000
        Limit on the pairs of projections.
    tol : float, default=1e-6
        The projections end if no entry of S changes by more, and no row sum differs from 1 by n_samples times this.
    random_state : int, RandomState instance or None, default=None
        Starts of K-Means.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each pair of projections; returning True stops. `info` is the record kept in
        `history_`.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        S.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        Leading eigenvectors of S, component by component.
    n_components_ : int
        Connected components of S without entries below 1e-9.
    n_clusters_found_ : int
        Clusters that are not empty.
    history_ : list of dict
        One record per pair of projections: iteration and residual, the largest error of a row sum.
    n_iter_ : int
        Number of pairs of projections.
    converged_ : bool
        Whether they converged within `max_iter`.
    n_features_in_ : int
        Number of columns of X.

    See Also
    --------
    rnse_core.RNSE : Projects exactly, and alternates between the two stages.

    References
    ----------
    .. [1] R. Zass and A. Shashua, "Doubly stochastic normalization for spectral clustering", NIPS 19, 2006.

    Examples
    --------
    >>> from rnse_core.baselines.dsn import DSN
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(random_state=0)
    >>> labels = DSN(n_clusters=2, random_state=0).fit_predict(X)
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        affinity: str = "self_tuning",
        affinity_neighbors: int | None = None,
        gamma: float | None = None,
        max_iter: int = 1000,
        tol: float = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        callback: Callback | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.affinity_neighbors = affinity_neighbors
        self.gamma = gamma
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.callback = callback

    def fit(self, X: ArrayLike, y: Any = None) -> DSN:
        """Normalise the affinity of X and cut it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or similarities or distances for the two precomputed affinities.
        y : None
            Ignored.

        Returns
        -------
        self : DSN
            The fitted estimator. After an exception it holds the result of the last projection.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse or a parameter is of the wrong kind.

        Warns
        -----
        ConvergenceWarning
            If the projections have not converged after `max_iter` pairs.
        UserWarning
            If S is disconnected, or some clusters have no sample.
        """
        max_iter = check_count("max_iter", self.max_iter)
        tol = check_positive("tol", self.tol, allow_zero=True)
        data, n_clusters, duplicate_ids = check_samples(
            self, X, self.n_clusters, precomputed=self.affinity == "precomputed"
        )
        S = compute_affinity(data, self.affinity, n_neighbors=self.affinity_neighbors, gamma=self.gamma)
        if S.max() > LARGEST_ENTRY:
            raise InputError("affinity", Reason.TOO_LARGE, float(S.max()), bound=LARGEST_ENTRY)
        rounds = Rounds(self.callback)
        converged = False
        try:
            # The sweeps overwrite the given matrix, so S holds their result after an interruption too.
            _, info = project_target(
                DenseTarget(S),
                "alternating",
                tol,
                max_iter,
                callback=lambda _, record: rounds.record(residual=record["residual"]),
            )
            converged = info.converged
            if converged:
                # The projection does not call back after its last sweep.
                rounds.record(residual=info.row_sum_error)
        except BaseException:
            rounds.stopped = True
            raise
        finally:
            if rounds.history:
                # S is symmetric unless a sweep was interrupted.
                self.affinity_matrix_ = 0.5 * (S + S.T)
                parts, clusters_per_part, self.n_components_ = plan_cuts(edges(self.affinity_matrix_), n_clusters)
                labels, self.embedding_ = spectral_clusters(
                    self.affinity_matrix_, parts, clusters_per_part, check_random_state(self.random_state)
                )
                set_labels(self, labels, duplicate_ids, n_clusters)
                rounds.store(self, converged)
        return self

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; a precomputed affinity is pairwise and non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        return tags
