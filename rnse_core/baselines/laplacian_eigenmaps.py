"""Laplacian eigenmaps, with scikit-learn's solver, then K-Means."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.manifold import spectral_embedding
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core.baselines._common import check_samples, set_labels
from rnse_core.baselines._embedding import embedding_size, has_one_partition, kmeans_labels
from rnse_core.baselines._neighbor_graph import neighbor_graph
from rnse_core.baselines.ncuts import NCuts
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import leading_eigenvectors


def laplacian_coordinates(W: FloatArray, n_components: int, random_state: np.random.RandomState) -> FloatArray:
    """Solutions y of ``L y = lambda D y``, L = D - W, with the smallest eigenvalues above 0.

    Parameters
    ----------
    W : ndarray of shape (n_samples, n_samples)
        Affinities of a connected graph.
    n_components : int
        At most n_samples - 1.
    random_state : RandomState instance
        Start of the eigensolver.

    Returns
    -------
    Y : ndarray of shape (n_samples, n_components)
    """
    if n_components + 1 >= len(W):
        # ARPACK, which scikit-learn uses, cannot compute all eigenvectors.
        roots = np.sqrt(W.sum(axis=1))
        _, vectors = leading_eigenvectors(W / np.multiply.outer(roots, roots), n_components + 1)
        return vectors[:, 1:] / roots[:, None]
    Y: FloatArray = spectral_embedding(W, n_components=n_components, random_state=random_state)
    return Y


class LaplacianEigenmaps(ClusterMixin, BaseEstimator):
    """K-Means in the Laplacian eigenmap of the nearest-neighbour graph.

    The coordinates minimise ``sum_ij W_ij ||y_i - y_j||^2`` subject to ``Y' D Y = I`` [1]_: neighbours get similar
    coordinates. The constant solution is left out.

    On a disconnected graph the first solutions are arbitrary mixtures within the components, so the graph is cut as
    :class:`NCuts` does, component by component, and the coordinates are those of `NCuts`.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    n_neighbors : int, default=5
        Neighbours per sample; clipped to n_samples - 1 with a warning.
    weights : {"heat", "binary"}, default="heat"
        Weights of the edges, as in `neighbor_graph`: the heat kernel ``exp(-d_ij^2 / (2 t^2))``, or 1.
    t : float or None, default=None
        Width of the heat kernel in the unit of X. None means the mean distance.
    n_components : int or None, default=None
        Coordinates, at most n_samples - 1. None means `n_clusters` - 1, at least 1.
    random_state : int, RandomState instance or None, default=None
        Starts of the eigensolver and of K-Means.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        The graph W.
    embedding_ : ndarray of shape (n_samples, n_components)
        Coordinates; `n_clusters` of them on a disconnected graph, and zeros for a single sample.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] M. Belkin and P. Niyogi, "Laplacian eigenmaps and spectral techniques for embedding and clustering",
       NIPS 14, 2001; "Laplacian eigenmaps for dimensionality reduction and data representation", Neural Computation
       15(6), 2003. https://doi.org/10.1162/089976603321780317
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

    def fit(self, X: ArrayLike, y: Any = None) -> LaplacianEigenmaps:
        """Embed the graph of X and cluster its samples there.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.

        Returns
        -------
        self : LaplacianEigenmaps
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
        size = embedding_size(self.n_components, n_clusters, max(len(data) - 1, 1))
        random_state = check_random_state(self.random_state)
        if len(data) == 1:
            self.embedding_, labels = np.zeros((1, 1)), duplicate_ids
        elif component_labels(self.affinity_matrix_).any():
            cut = NCuts(n_clusters, affinity="precomputed", random_state=random_state).fit(self.affinity_matrix_)
            self.embedding_ = cut.embedding_
            labels = duplicate_ids if has_one_partition(duplicate_ids, n_clusters) else cut.labels_
        else:
            self.embedding_ = laplacian_coordinates(self.affinity_matrix_, size, random_state)
            labels = kmeans_labels(self.embedding_, n_clusters, duplicate_ids, random_state)
        set_labels(self, labels, duplicate_ids, n_clusters)
        return self
