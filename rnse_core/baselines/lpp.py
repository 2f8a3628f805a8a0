"""Locality preserving projections, then K-Means."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh, svd
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core.affinity.distances import center_and_scale
from rnse_core.baselines._common import check_samples, set_labels
from rnse_core.baselines._embedding import embedding_size, kmeans_labels
from rnse_core.baselines._neighbor_graph import neighbor_graph


def locality_preserving_projections(
    X: FloatArray, W: FloatArray, n_components: int | None = None
) -> tuple[FloatArray, FloatArray]:
    """Directions a that maximise ``a' X' W X a / a' X' D X a``, D being the diagonal of row sums of W.

    With the largest mu of ``X' W X a = mu X' D X a`` these are the smallest ``lambda = 1 - mu`` of the published
    ``X' L X a = lambda X' D X a`` [1]_ (there, columns are samples). X is centred first, and the problem is solved in
    its principal coordinates, as published, since ``X' D X`` is singular for data of lower rank.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Moderate in size.
    W : ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    n_components : int or None, default=None
        None means all. At most the rank of the centred X, which is 0 if all rows are equal.

    Returns
    -------
    components : ndarray of shape (n_features, n_components)
        Columns of unit length, each with its largest entry positive.
    eigenvalues : ndarray of shape (n_components,)
        The values mu, in descending order.

    References
    ----------
    .. [1] X. He and P. Niyogi, "Locality preserving projections", NIPS 16, 2003.
    """
    left, values, right = svd(X - X.mean(axis=0), full_matrices=False)
    kept = values > values[0] * max(X.shape) * np.finfo(np.float64).eps
    left, values, right = left[:, kept], values[kept], right[kept]
    size = len(values) if n_components is None else min(n_components, len(values))
    if size == 0:
        return np.zeros((X.shape[1], 0)), np.zeros(0)
    degrees = W.sum(axis=1)
    # A sample whose weights all underflow would make left' D left singular.
    degrees = np.maximum(degrees, np.finfo(np.float64).eps * degrees.max())
    eigenvalues, vectors = eigh(left.T @ W @ left, left.T @ (degrees[:, None] * left))
    components = right.T @ (vectors[:, ::-1][:, :size] / values[:, None])
    components /= np.linalg.norm(components, axis=0)
    largest = np.argmax(np.abs(components), axis=0)
    components *= np.sign(components[largest, np.arange(size)])
    return components, eigenvalues[::-1][:size]


class LPP(ClusterMixin, BaseEstimator):
    """K-Means in the locality preserving projections: the linear version of Laplacian eigenmaps.

    The method is that of He and Niyogi [1]_. Compared with a run of the authors' code on two moons and on the wine data
    (5 neighbours, heat kernel): the width, the mean distance, differs by 1e-15, the graph by 2e-15, eigenvalues and
    directions by less than 1e-13.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    n_neighbors : int, default=5
        Neighbours per sample; clipped to n_samples - 1 with a warning.
    weights : {"heat", "binary"}, default="heat"
        Weights of the edges: the heat kernel ``exp(-d_ij^2 / (2 t^2))``, or 1.
    t : float or None, default=None
        Width of the heat kernel in the unit of X. None means the mean distance.
    n_components : int or None, default=None
        Directions, at most the rank of the centred X. None means `n_clusters` - 1, at least 1.
    random_state : int, RandomState instance or None, default=None
        Starts of K-Means.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        The graph W.
    components_ : ndarray of shape (n_features, n_components)
        Directions of unit length; none if all rows of X are equal.
    eigenvalues_ : ndarray of shape (n_components,)
        In descending order; the value 1 belongs to a projection that is constant on every connected component.
    embedding_ : ndarray of shape (n_samples, n_components)
        Projections of the centred samples, divided by a power of two that is common to all of X.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] X. He and P. Niyogi, "Locality preserving projections", NIPS 16, 2003.
       https://proceedings.neurips.cc/paper/2003/hash/d69116f8b0140cdeb1f99a4d5096ffe4-Abstract.html
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        n_neighbors: int = 5,
        weights: str = "heat",
        t: float | None = None,
        n_components: int | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.t = t
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> LPP:
        """Find the directions of X that keep neighbours together, and cluster the projections.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.

        Returns
        -------
        self : LPP
            The fitted estimator.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse or a count is not a whole number.
        """
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        self.affinity_matrix_ = neighbor_graph(data, self.n_neighbors, self.weights, self.t)
        size = embedding_size(self.n_components, n_clusters, min(data.shape))
        scaled, _ = center_and_scale(data)
        self.components_, self.eigenvalues_ = locality_preserving_projections(scaled, self.affinity_matrix_, size)
        self.embedding_ = (scaled - scaled.mean(axis=0)) @ self.components_
        labels = kmeans_labels(self.embedding_, n_clusters, duplicate_ids, check_random_state(self.random_state))
        set_labels(self, labels, duplicate_ids, n_clusters)
        return self
