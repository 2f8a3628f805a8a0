"""Clustering by non-negative matrix factorisation (NMF), with scikit-learn's solver."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.decomposition import NMF
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags, check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_choice, check_count, check_positive
from rnse_core.baselines._common import check_samples, set_labels
from rnse_core.baselines._embedding import kmeans_labels, largest_memberships
from rnse_core.baselines._nonnegative import check_non_negative, unit_basis
from rnse_core.baselines._scaling import unit_mean_length
from rnse_core.exceptions import NotConvergedWarning

ASSIGN_LABELS = ("largest", "kmeans")


class NMFClustering(ClusterMixin, BaseEstimator):
    """Clusters of non-negative data from a factorisation ``X ~ V U'`` with non-negative U and V.

    Column c of U is the prototype of cluster c, scaled to unit length; sample i belongs to the cluster of its largest
    weight V_ic [2]_. The factorisation [1]_ is scikit-learn's, by coordinate descent from a start by singular
    vectors, or a random one when there are more clusters than features.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    assign_labels : {"largest", "kmeans"}, default="largest"
        The largest entry of each row of V, as published, or K-Means of the rows of V.
    max_iter : int, default=1000
        Limit on the rounds of coordinate descent.
    tol : float, default=1e-4
        Relative change at which scikit-learn stops.
    random_state : int, RandomState instance or None, default=None
        Start of the factorisation and of K-Means.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        V, for X divided by the root mean square length of its rows.
    components_ : ndarray of shape (n_features, n_clusters)
        U, with columns of unit length.
    n_iter_ : int
        Rounds of coordinate descent.
    converged_ : bool
        Whether fewer than `max_iter` rounds were enough.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    See Also
    --------
    sklearn.decomposition.NMF : The solver underneath.

    References
    ----------
    .. [1] D. D. Lee and H. S. Seung, "Learning the parts of objects by non-negative matrix factorization", Nature 401,
       1999. https://doi.org/10.1038/44565
    .. [2] W. Xu, X. Liu and Y. Gong, "Document clustering based on non-negative matrix factorization", SIGIR 2003.
       https://doi.org/10.1145/860435.860485
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        assign_labels: str = "largest",
        max_iter: int = 1000,
        tol: float = 1e-4,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.assign_labels = assign_labels
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> NMFClustering:
        """Factorise X and find the clusters from the factors.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            At least 0 everywhere.
        y : None
            Ignored.

        Returns
        -------
        self : NMFClustering
            The fitted estimator.

        Raises
        ------
        ValueError
            If X holds negative numbers, NaN or infinity, has fewer distinct rows than clusters, or a parameter is out
            of range.
        TypeError
            If X is sparse or a count is not a whole number.
        """
        check_choice("assign_labels", self.assign_labels, ASSIGN_LABELS)
        max_iter, tol = check_count("max_iter", self.max_iter), check_positive("tol", self.tol, allow_zero=True)
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        check_non_negative(self, data)
        random_state = check_random_state(self.random_state)
        solver = NMF(n_clusters, max_iter=max_iter, tol=tol, random_state=random_state)
        scaled, _ = unit_mean_length(data)
        V = _fit_transform(solver, scaled)
        self.components_, self.embedding_ = unit_basis(solver.components_.T, V)
        self.n_iter_ = solver.n_iter_
        self.converged_ = solver.n_iter_ < max_iter
        if not self.converged_:
            warnings.warn(NotConvergedWarning("NMFClustering", max_iter), stacklevel=2)
        if self.assign_labels == "kmeans":
            labels = kmeans_labels(self.embedding_, n_clusters, duplicate_ids, random_state)
        else:
            labels = largest_memberships(self.embedding_, n_clusters, duplicate_ids)
        set_labels(self, labels, duplicate_ids, n_clusters)
        return self

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; X must be non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


def _fit_transform(solver: NMF, X: FloatArray) -> FloatArray:
    with warnings.catch_warnings():
        # The estimator warns in the same way as the other methods.
        warnings.simplefilter("ignore", ConvergenceWarning)
        try:
            with np.errstate(divide="raise", invalid="raise"):
                V: FloatArray = solver.fit_transform(X)
        except FloatingPointError:
            # The start by singular vectors divides by zero if the rank of X is below the number of clusters.
            V = solver.set_params(init="random").fit_transform(X)
    return V
