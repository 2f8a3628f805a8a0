"""Spectral regression: a spectral embedding made linear by ridge regression, then K-Means."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.linear_model import Ridge
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_positive
from rnse_core.affinity.distances import center_and_scale
from rnse_core.baselines._common import check_samples, set_labels
from rnse_core.baselines._embedding import embedding_size, kmeans_labels
from rnse_core.baselines._neighbor_graph import neighbor_graph
from rnse_core.baselines._scaling import unit_mean_length
from rnse_core.baselines.laplacian_eigenmaps import laplacian_coordinates
from rnse_core.baselines.ncuts import NCuts
from rnse_core.exceptions import ComponentsEffect, ComponentsWarning
from rnse_core.graph.components import component_labels


def regress_responses(X: FloatArray, Y: FloatArray, alpha: float) -> FloatArray:
    """Directions a that minimise ``sum_i (a' x_i - y_i)^2 + alpha ||a||^2`` for each column y of Y.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Centred inside, as Y is.
    Y : ndarray of shape (n_samples, n_components)
    alpha : float
        At least 0.

    Returns
    -------
    components : ndarray of shape (n_features, n_components)
        Columns of unit length; zero if all coefficients are zero.
    """
    # The solver by singular values also works for alpha = 0 and data of lower rank.
    components: FloatArray = Ridge(alpha=alpha, solver="svd").fit(X, Y).coef_.reshape(Y.shape[1], -1).T
    lengths = np.linalg.norm(components, axis=0)
    return components / np.where(lengths > 0, lengths, 1.0)


class SpectralRegression(ClusterMixin, BaseEstimator):
    """K-Means in the projections that spectral regression finds.

    Two steps [1]_ [2]_: the responses y are the spectral coordinates of the nearest-neighbour graph, the solutions of
    ``W y = mu D y`` after the constant one; ridge regression then finds the linear functions of the features closest to
    them. On a disconnected graph the responses are the coordinates of :class:`NCuts`, which never mix components.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    alpha : float, default=0.01
        Weight of the ridge, at least 0. The centred samples are first divided by their root mean square length, so
        that it does not depend on the unit of X.
    n_neighbors : int, default=5
        Neighbours per sample; clipped to n_samples - 1 with a warning.
    weights : {"heat", "binary"}, default="heat"
        Weights of the edges: the heat kernel ``exp(-d_ij^2 / (2 t^2))``, or 1.
    t : float or None, default=None
        Width of the heat kernel in the unit of X. None means the mean distance.
    n_components : int or None, default=None
        Responses, at most n_samples - 1. None means `n_clusters` - 1, at least 1.
    random_state : int, RandomState instance or None, default=None
        Starts of the eigensolver and of K-Means.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        The graph W.
    responses_ : ndarray of shape (n_samples, n_components)
        Spectral coordinates; one more than asked for on a disconnected graph.
    components_ : ndarray of shape (n_features, n_components)
        Directions of unit length.
    embedding_ : ndarray of shape (n_samples, n_components)
        Projections of the centred and rescaled samples.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] D. Cai, X. He and J. Han, "Spectral regression: a unified approach for sparse subspace learning", ICDM 2007.
       https://doi.org/10.1109/ICDM.2007.89
    .. [2] D. Cai, X. He and J. Han, "Spectral regression for efficient regularized subspace learning", ICCV 2007.
       https://doi.org/10.1109/ICCV.2007.4408855
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        alpha: float = 0.01,
        n_neighbors: int = 5,
        weights: str = "heat",
        t: float | None = None,
        n_components: int | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.t = t
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> SpectralRegression:
        """Regress the spectral coordinates of the graph of X on its features, and cluster the projections.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.

        Returns
        -------
        self : SpectralRegression
            The fitted estimator.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse or a count is not a whole number.
        """
        alpha = check_positive("alpha", self.alpha, allow_zero=True)
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        self.affinity_matrix_ = neighbor_graph(data, self.n_neighbors, self.weights, self.t)
        size = embedding_size(self.n_components, n_clusters, max(len(data) - 1, 1))
        random_state = check_random_state(self.random_state)
        self.responses_ = _responses(self.affinity_matrix_, n_clusters, size, random_state)
        centred, _ = center_and_scale(data)
        scaled, _ = unit_mean_length(centred - centred.mean(axis=0))
        self.components_ = regress_responses(scaled, self.responses_, alpha)
        self.embedding_ = scaled @ self.components_
        set_labels(
            self, kmeans_labels(self.embedding_, n_clusters, duplicate_ids, random_state), duplicate_ids, n_clusters
        )
        return self


def _responses(W: FloatArray, n_clusters: int, n_components: int, random_state: np.random.RandomState) -> FloatArray:
    if len(W) == 1:
        return np.zeros((1, n_components))
    sizes = np.bincount(component_labels(W))
    if len(sizes) == 1:
        return laplacian_coordinates(W, n_components, random_state)
    with warnings.catch_warnings():
        # The warning of NCuts is about its own labels, which are not used.
        warnings.simplefilter("ignore", UserWarning)
        cut = NCuts(n_components + 1, affinity="precomputed", random_state=random_state).fit(W)
    effect = ComponentsEffect.SEPARATE_RESPONSES
    warnings.warn(ComponentsWarning(tuple(sizes.tolist()), n_clusters, effect), stacklevel=3)
    return cut.embedding_
