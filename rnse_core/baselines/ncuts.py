"""Normalized cuts: spectral clustering on a fixed affinity graph, with scikit-learn's solver."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import SpectralClustering
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.checks import check_choice, clip_neighbors
from rnse_core._base.threads import one_openmp_thread
from rnse_core._fit.plan import DENSE_SAMPLES
from rnse_core.affinity.dense import compute_affinity
from rnse_core.affinity.kinds import GRAPH_KERNELS, PRECOMPUTED
from rnse_core.affinity.precomputed import check_sparse_similarity
from rnse_core.affinity.sparse import neighbor_kernel
from rnse_core.baselines._common import check_samples, set_labels
from rnse_core.baselines._cuts import normalized_graph, plan_cuts
from rnse_core.baselines._embedding import kmeans_labels
from rnse_core.graph.spectral import leading_eigenvectors

# Default of the graphs of neighbours, as in `rnse_core.affinity`.
DEFAULT_NEIGHBORS = 10
ASSIGN_LABELS = ("kmeans", "cluster_qr", "discretize")


class NCuts(ClusterMixin, BaseEstimator):
    """Normalized cuts (NCuts), the two-stage method: first a fixed affinity graph, then its spectral partition.

    The cut is that of scikit-learn's ``SpectralClustering``: the leading eigenvectors u of
    ``D^-1/2 K D^-1/2``, rescaled to ``D^-1/2 u``, are the coordinates in which the samples are clustered [1]_ [2]_.
    The affinity of a sample to itself is ignored.

    A graph of neighbours of more than 5000 samples is kept sparse. Its eigenvectors are then found without a
    factorisation where possible, since the factors of such a graph can be dense when there are many features.

    On a disconnected graph these eigenvectors are arbitrary mixtures, so it is cut component by component. With at
    least as many components as clusters, whole components are merged, smallest first. With fewer, each component gets
    as many clusters as it has eigenvalues among the `n_clusters` largest ones of the whole graph.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    affinity : {"self_tuning", "rbf", "knn", "probabilistic_knn", "authors", "cosine", "precomputed", \
            "precomputed_distance"}, default="self_tuning"
        Graph, as in :func:`rnse_core.affinity.compute_affinity`.
    affinity_neighbors : int or None, default=None
        Neighbours for the affinities that use them. None means the default of the affinity.
    gamma : float or None, default=None
        Width for ``affinity="rbf"``.
    assign_labels : {"kmeans", "cluster_qr", "discretize"}, default="kmeans"
        How labels are found from the spectral coordinates.
    random_state : int, RandomState instance or None, default=None
        Starts of the eigensolver and of the label assignment.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray or csr_array of shape (n_samples, n_samples)
        The graph that was cut; sparse where it was given so, or the affinity is "knn", "probabilistic_knn" or "authors"
        and there are more than 5000 samples.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        Spectral coordinates, computed on first access. On a disconnected graph every column is zero outside its
        component.
    n_components_ : int
        Connected components of the graph.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    See Also
    --------
    sklearn.cluster.SpectralClustering : The solver underneath.

    References
    ----------
    .. [1] J. Shi and J. Malik, "Normalized cuts and image segmentation", IEEE TPAMI 22(8), 2000.
       https://doi.org/10.1109/34.868688
    .. [2] A. Y. Ng, M. I. Jordan and Y. Weiss, "On spectral clustering: analysis and an algorithm", NIPS 14, 2002.

    Examples
    --------
    >>> from rnse_core.baselines import NCuts
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(random_state=0)
    >>> labels = NCuts(n_clusters=2, random_state=0).fit_predict(X)
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        affinity: str = "self_tuning",
        affinity_neighbors: int | None = None,
        gamma: float | None = None,
        assign_labels: str = "kmeans",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.affinity_neighbors = affinity_neighbors
        self.gamma = gamma
        self.assign_labels = assign_labels
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> NCuts:
        """Build the affinity graph of X and cut it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or similarities or distances for the two precomputed affinities. Similarities may be sparse.
        y : None
            Ignored.

        Returns
        -------
        self : NCuts
            The fitted estimator.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse and no similarity, or `n_clusters` is not a whole number.
        """
        check_choice("assign_labels", self.assign_labels, ASSIGN_LABELS)
        given = self.affinity == "precomputed"
        data, n_clusters, row_groups = check_samples(self, X, self.n_clusters, precomputed=given)
        if issparse(data):
            self.affinity_matrix_: Similarity = check_sparse_similarity(data)
        elif self.keeps_sparse(len(data)):
            k = clip_neighbors(self.neighbors_in_graph(), len(data))
            self.affinity_matrix_ = neighbor_kernel(data, self.affinity, k, affinity_neighbors=k).matrix
        else:
            self.affinity_matrix_ = compute_affinity(
                data, self.affinity, n_neighbors=self.affinity_neighbors, gamma=self.gamma
            )
        graph = _without_loops(self.affinity_matrix_)
        self._parts, self._clusters_per_part, self.n_components_ = plan_cuts(graph, n_clusters)
        self._embedding: FloatArray | None = None
        labels = self._cut(graph)
        set_labels(self, labels, row_groups, n_clusters)
        return self

    def keeps_sparse(self, n_samples: int) -> bool:
        """Return whether a fit with the present parameters to `n_samples` samples keeps its graph sparse."""
        return self.affinity in GRAPH_KERNELS and n_samples > DENSE_SAMPLES

    def neighbors_in_graph(self) -> int:
        """Return the number of neighbours, with the present parameters, in a graph that is kept sparse."""
        return DEFAULT_NEIGHBORS if self.affinity_neighbors is None else self.affinity_neighbors

    @property
    def embedding_(self) -> FloatArray:
        """Spectral coordinates of shape (n_samples, n_clusters)."""
        check_is_fitted(self)
        if self._embedding is None:
            graph = _without_loops(self.affinity_matrix_)
            self._embedding = _spectral_coordinates(graph, self._parts, self._clusters_per_part)
        return self._embedding

    def _cut(self, graph: Similarity) -> IntArray:
        """Cut every part into its number of clusters; different parts get different labels."""
        random_state = check_random_state(self.random_state)
        labels = np.empty(graph.shape[0], dtype=np.intp)
        first_label = 0
        for part, n_clusters in enumerate(self._clusters_per_part):
            members = np.flatnonzero(self._parts == part)
            if n_clusters == 1:
                labels[members] = first_label
            elif n_clusters == len(members):
                labels[members] = first_label + np.arange(n_clusters)
            elif self.assign_labels == "kmeans" and not isinstance(graph, np.ndarray):
                columns = slice(first_label, first_label + n_clusters)
                coordinates = self.embedding_[members, columns]
                labels[members] = first_label + kmeans_labels(
                    coordinates, n_clusters, np.arange(len(members)), random_state
                )
            else:
                model = SpectralClustering(
                    n_clusters, affinity="precomputed", assign_labels=self.assign_labels, random_state=random_state
                )
                with one_openmp_thread():
                    labels[members] = first_label + model.fit_predict(_block(graph, members))
            first_label += n_clusters
        return labels

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; a precomputed affinity is pairwise and non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity in PRECOMPUTED
        tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        tags.input_tags.sparse = self.affinity == "precomputed"
        return tags


def _without_loops(K: Similarity) -> Similarity:
    graph = K.copy()
    if isinstance(graph, np.ndarray):
        np.fill_diagonal(graph, 0.0)
    else:
        graph.setdiag(0.0)
        graph.eliminate_zeros()
    return graph


def _block(graph: Similarity, members: IntArray) -> Similarity:
    return graph if len(members) == graph.shape[0] else graph[members][:, members]


def _spectral_coordinates(graph: Similarity, parts: IntArray, clusters_per_part: IntArray) -> FloatArray:
    embedding = np.zeros((graph.shape[0], int(clusters_per_part.sum())))
    normalized, scale = normalized_graph(graph)
    column = 0
    for part, n_clusters in enumerate(clusters_per_part):
        members = np.flatnonzero(parts == part)
        columns = slice(column, column + n_clusters)
        if n_clusters == 1:
            embedding[members, column] = 1.0 / np.linalg.norm(1.0 / scale[members])
        else:
            _, vectors = leading_eigenvectors(_block(normalized, members), n_clusters)
            embedding[members, columns] = vectors * scale[members, None]
        column += n_clusters
    return embedding
