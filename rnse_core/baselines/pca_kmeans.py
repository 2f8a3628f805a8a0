"""K-Means on principal components, both with scikit-learn's solvers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.decomposition import PCA
from sklearn.utils import check_random_state

from rnse_core.affinity.distances import center_and_scale
from rnse_core.baselines._common import check_samples, set_labels
from rnse_core.baselines._embedding import embedding_size, kmeans_labels


class PCAKMeans(ClusterMixin, BaseEstimator):
    """K-Means in the leading principal components.

    The `n_clusters` - 1 leading components solve the continuous relaxation of K-Means [1]_, hence the default.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    n_components : int or None, default=None
        Principal components kept, at most min(n_samples, n_features). None means `n_clusters` - 1, at least 1.
    random_state : int, RandomState instance or None, default=None
        Starts of K-Means, and of the randomised solver that scikit-learn's PCA uses for large data.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    embedding_ : ndarray of shape (n_samples, `n_components_`)
        Principal coordinates, divided by a power of two that is common to all of X.
    components_ : ndarray of shape (`n_components_`, n_features)
        Principal directions.
    n_components_ : int
        Number of components kept.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] C. Ding and X. He, "K-means clustering via principal component analysis", ICML 2004.
       https://doi.org/10.1145/1015330.1015408
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        n_components: int | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> PCAKMeans:
        """Project X on its principal components and cluster it there.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.

        Returns
        -------
        self : PCAKMeans
            The fitted estimator.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse or a count is not a whole number.
        """
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        self.n_components_ = embedding_size(self.n_components, n_clusters, min(data.shape))
        random_state = check_random_state(self.random_state)
        scaled, _ = center_and_scale(data)
        if scaled.any():
            pca = PCA(self.n_components_, random_state=random_state)
            self.embedding_ = pca.fit_transform(scaled)
            self.components_ = pca.components_
        else:
            # All samples are equal: scikit-learn would divide a variance of zero by zero.
            self.embedding_ = np.zeros((len(data), self.n_components_))
            self.components_ = np.eye(self.n_components_, data.shape[1])
        set_labels(
            self, kmeans_labels(self.embedding_, n_clusters, duplicate_ids, random_state), duplicate_ids, n_clusters
        )
        return self
