"""Starts for P: labels from the first S, or from S and the kernel K that it was learned from.

The P step maximises tr(P S P') over non-negative orthogonal P, which is not convex. A multiplicative update spreads
along the edges of S by one edge in each iteration, and a move of single samples ends in a local optimum. Both find one
near their start, so that the start decides whether P shows the clusters of S.

Without the constraint P >= 0, the optimum of tr(P S P') is spanned by the leading eigenvectors of S (Ky Fan's theorem,
Theorem 2). A *spectral* start cuts these. For large S, where eigenvectors are slow to compute and cut long thin
clusters in wrong places, *coarse* graphs of S are cut instead: by landmarks, or by multilevel coarsening.

References
----------
Damle, A., Minden, V. and Ying, L. (2019). Simple, direct and efficient multi-way spectral clustering. Information and
Inference 8(1). https://doi.org/10.1093/imaiai/iay008
Shi, J. and Malik, J. (2000). Normalized cuts and image segmentation. IEEE Trans. Pattern Analysis and Machine
Intelligence 22(8). https://doi.org/10.1109/34.868688
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array
from sklearn.cluster import KMeans
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.threads import one_openmp_thread
from rnse_core.affinity.distances import unit_rows
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import Spectrum, cluster_qr, component_spectra
from rnse_core.graph.subspace import regularized_eigenvectors
from rnse_core.indicator.associations import normalized_associations
from rnse_core.indicator.coarsening import Hierarchy, multilevel_start
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.landmarks import landmark_level
from rnse_core.indicator.local_search import refine_labels
from rnse_core.indicator.split_merge import split_merge_labels
from rnse_core.indicator.updates import trace_objective
from rnse_core.stages import report_stage

KMEANS_STARTS = 3
# Adjusted Rand index from which two spectral starts leave no doubt.
SURE_AGREEMENT = 0.99
# Most samples with which the eigenvectors of a sparse S itself are computed.
MAX_SPECTRAL_SAMPLES = 8000
# Nodes of the coarse graphs with more samples: by coarsening, and by landmarks; at least so many for each cluster.
COARSE_NODES = 2500
LANDMARKS = (500, 1000)
MIN_NODES_PER_CLUSTER = 20
# Largest coarse graph that is cut.
MAX_COARSE_NODES = 10_000
# Nodes for each cluster at which the two multilevel starts end coarsening.
NODES_PER_CLUSTER = (20, 8)


def best_start(
    S: Similarity,
    n_clusters: int,
    K: Similarity,
    random_state: int | np.random.RandomState | None = None,
    points: FloatArray | None = None,
    *,
    spectra: Sequence[Spectrum] | None = None,
) -> IntArray:
    """The best of several spectral and two multilevel starts, each refined by moves.

    Up to 8000 samples the spectral starts are two cuts by the eigenvectors of S. Where moves turn both into the same
    partition they leave no doubt, and the multilevel starts, which would take as long again, are left out: the mean
    adjusted Rand index over a collection of shapes is not smaller for it (benchmarks/starts.py).

    With more samples, coarse graphs of S are cut, and the cuts are improved by `rnse_core.indicator.split_merge`: one
    graph by coarsening, two by landmarks. On three noisy moons of 1e4 to 1e6 samples the landmarks give the labels
    nearest to the true ones. ARPACK and LOBPCG do not find these, and from 1e5 samples on ARPACK takes minutes. A
    similarity that was given has no points for landmarks: its own eigenvectors are cut instead (see `graph_start`).

    Where clusters overlap, the partition with the largest tr(P S P') often has a small, compact cluster, since S
    connects the nearest neighbours only. The starts are therefore compared by the normalised association of the
    kernel, sum_c (K inside c) / (K from c to all) (Shi and Malik 2000), which takes more distant samples into account.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric doubly stochastic.
    n_clusters : int
    K : csr_array or ndarray of shape (n_samples, n_samples)
        Kernel that S was learned from.
    random_state : int, RandomState or None, default=None
        For K-Means within the spectral starts.
    points : ndarray of shape (n_samples, n_features) or None, default=None
        Coordinates of the samples, for landmarks; None does without these.
    spectra : sequence of Spectrum or None, default=None
        At least n_clusters + 1 - n_components leading eigenpairs of each component of S, or all that it has, from
        :func:`rnse_core.graph.spectral.component_spectra`; None computes them if they are needed.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    """
    report_stage("Start for P: components of S")
    components = component_labels(S)
    if int(components.max()) + 1 >= n_clusters:
        return merge_components(components, K, n_clusters)
    random = check_random_state(random_state)
    hierarchy = None if isinstance(S, np.ndarray) else Hierarchy(S, n_clusters)
    starts: list[IntArray | None] = []
    if not isinstance(S, np.ndarray) and hierarchy is not None and S.shape[0] > MAX_SPECTRAL_SAMPLES:
        starts.append(coarse_start(hierarchy))
        if points is None:
            starts.append(graph_start(S, K, n_clusters, random))
        else:
            starts += [landmark_start(S, n_clusters, points, size, random) for size in LANDMARKS]
    if all(labels is None for labels in starts):
        cuts = spectral_cuts(S, components, n_clusters, random, spectra)
        first, second = (refine_labels(S, cut, n_clusters) for cut in cuts)
        starts = [first, second]
        if _agreement(first, second, n_clusters) >= SURE_AGREEMENT:
            hierarchy = None
    if hierarchy is not None:
        starts += [multilevel_start(hierarchy, nodes) for nodes in NODES_PER_CLUSTER]
    found = [labels for labels in starts if labels is not None]
    report_stage(f"Start for P: the best of {len(found)} starts")
    return found[int(np.argmax(normalized_associations(K, found, n_clusters)))]


def _agreement(a: IntArray, b: IntArray, n_clusters: int) -> float:
    """Adjusted Rand index of two partitions; quicker for valid labels than that of `rnse_core.metrics`."""
    table = np.bincount(a * n_clusters + b, minlength=n_clusters**2).reshape(n_clusters, n_clusters).astype(np.float64)
    both, first, second = (float((m * (m - 1.0)).sum()) for m in (table, table.sum(axis=1), table.sum(axis=0)))
    chance = first * second / max(len(a) * (len(a) - 1.0), 1.0)
    most = 0.5 * (first + second)
    return 1.0 if most == chance else (both - chance) / (most - chance)


def landmark_start(
    S: csr_array, n_clusters: int, points: FloatArray, n_landmarks: int, random: np.random.RandomState
) -> IntArray:
    """Labels from the graph between landmarks: a spectral cut, improved by splits and merges, then refined.

    Parameters
    ----------
    S : csr_array of shape (n_samples, n_samples)
    n_clusters : int
    points : ndarray of shape (n_samples, n_features)
    n_landmarks : int
        At least; there are more for many clusters.
    random : RandomState

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    size = min(max(n_landmarks, MIN_NODES_PER_CLUSTER * n_clusters), len(points))
    level = landmark_level(S, points, size, random)
    assert level.coarse_nodes is not None
    return refine_labels(S, split_merge_labels(level, n_clusters)[level.coarse_nodes], n_clusters)


def graph_start(S: csr_array, K: Similarity, n_clusters: int, random: np.random.RandomState) -> IntArray:
    """Labels from the eigenvectors of the kernel, with regularised degrees: as they are, or refined by S or the kernel.

    Coarsening goes wrong on graphs of random edges, such as stochastic block models: the strongest edge of a node says
    little about its block there (benchmarks/graphs.py).

    Parameters
    ----------
    S : csr_array of shape (n_samples, n_samples)
    K : csr_array of shape (n_samples, n_samples)
        Kernel that S was learned from.
    n_clusters : int
    random : RandomState

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    report_stage("Start for P: eigenvectors of the similarity")
    vectors = unit_rows(regularized_eigenvectors(csr_array(K), n_clusters, random))
    kmeans = KMeans(n_clusters, n_init=KMEANS_STARTS, random_state=random.randint(np.iinfo(np.int32).max))
    with one_openmp_thread():
        labels = kmeans.fit_predict(vectors).astype(np.intp)
    found = [labels, *(refine_labels(graph, labels, n_clusters) for graph in (S, K))]
    return found[int(np.argmax(normalized_associations(K, found, n_clusters)))]


def coarse_start(hierarchy: Hierarchy) -> IntArray | None:
    """Labels from a coarse graph of S: a spectral cut, improved by splits and merges, then refined at each level.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    labels : ndarray of shape (n_samples,) or None
        None where the graph cannot be coarsened enough.
    """
    number = hierarchy.coarsen_to(max(COARSE_NODES, MIN_NODES_PER_CLUSTER * hierarchy.n_clusters))
    level = hierarchy.levels[number]
    if len(level.weight) > MAX_COARSE_NODES:
        return None
    return hierarchy.refine(split_merge_labels(level, hierarchy.n_clusters), number)


def spectral_start(
    S: Similarity,
    n_clusters: int,
    K: Similarity | None = None,
    random_state: int | np.random.RandomState | None = None,
    points: FloatArray | None = None,
    *,
    spectra: Sequence[Spectrum] | None = None,
) -> IntArray:
    """Labels from the leading eigenvectors of S, one connected component at a time.

    Each component gets one cluster, and the remaining clusters go to the components with the largest second and further
    eigenvalues. A component with several clusters is divided by cluster_qr (Damle, Minden and Ying 2019) and by K-Means
    on its row-normalised eigenvectors; of the two partitions the one with the larger tr(P S P') is taken. If there are
    at least as many components as clusters, whole components are merged (see `merge_components`).

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric doubly stochastic.
    n_clusters : int
    K : csr_array or ndarray of shape (n_samples, n_samples), or None, default=None
        Kernel that decides which components are merged; None merges them by size.
    random_state : int, RandomState or None, default=None
        For K-Means.
    points : object
        Ignored; for the signature of `best_start`.
    spectra : sequence of Spectrum or None, default=None
        As for `best_start`.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    """
    components = component_labels(S)
    if int(components.max()) + 1 >= n_clusters:
        return merge_components(components, K, n_clusters)
    if not isinstance(S, np.ndarray) and S.shape[0] > MAX_SPECTRAL_SAMPLES:
        labels = coarse_start(Hierarchy(S, n_clusters))
        if labels is not None:
            return labels
    cuts = spectral_cuts(S, components, n_clusters, random_state, spectra)
    return max(cuts, key=lambda labels: trace_objective(S, labels, n_clusters))


def spectral_cuts(
    S: Similarity,
    components: IntArray,
    n_clusters: int,
    random_state: int | np.random.RandomState | None,
    spectra: Sequence[Spectrum] | None = None,
) -> list[IntArray]:
    """Labels by cluster_qr and by K-Means on the eigenvectors of each component that gets several clusters.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    components : ndarray of shape (n_samples,)
        Component of each sample, fewer than `n_clusters`.
    n_clusters : int
    random_state : int, RandomState or None
        For K-Means.
    spectra : sequence of Spectrum or None, default=None
        As for `best_start`.

    Returns
    -------
    list of ndarray of shape (n_samples,)
        The two partitions.
    """
    random = check_random_state(random_state)
    n_components = int(components.max()) + 1
    if spectra is None:
        report_stage("Start for P: eigenvectors of S")
        spectra = component_spectra(S, components, n_clusters - n_components + 1)
    by_qr, by_kmeans = np.empty((2, S.shape[0]), dtype=np.intp)
    first = 0
    for (members, _, vectors), share in zip(spectra, _clusters_per_component(spectra, n_clusters), strict=True):
        if share == 1:
            by_qr[members] = by_kmeans[members] = first
        elif share == len(members):
            by_qr[members] = by_kmeans[members] = first + np.arange(share)
        else:
            seed = random.randint(np.iinfo(np.int32).max)
            kmeans = KMeans(share, n_init=KMEANS_STARTS, random_state=seed)
            report_stage(f"Start for P: {share:,} clusters from the eigenvectors of S")
            by_qr[members] = first + cluster_qr(vectors[:, :share])
            with one_openmp_thread():
                by_kmeans[members] = first + kmeans.fit_predict(unit_rows(vectors[:, :share]))
        first += share
    return [by_qr, by_kmeans]


def _clusters_per_component(spectra: Sequence[Spectrum], n_clusters: int) -> list[int]:
    """Number of clusters of each component: one, and one for each of the largest eigenvalues after the first."""
    further = sorted((-value, g) for g, (_, values, _) in enumerate(spectra) for value in values[1:])
    shares = [1] * len(spectra)
    for _, g in further[: n_clusters - len(spectra)]:
        shares[g] += 1
    return shares
