"""Starts for P: labels found from a learned S alone, or from S and the kernel K behind it.

A multiplicative update or a move of single samples finds a local optimum of tr(P S P') near its start, so the start
decides whether P finds what S shows.
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
from rnse_core.affinity.float32 import product
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import Spectrum, cluster_qr, component_spectra
from rnse_core.indicator.coarsening import Hierarchy, multilevel_start
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.landmarks import landmark_level
from rnse_core.indicator.local_search import refine_labels
from rnse_core.indicator.split_merge import split_merge_labels
from rnse_core.indicator.updates import trace_objective
from rnse_core.stages import report_stage

KMEANS_STARTS = 3
# Samples up to which the eigenvectors of S itself are computed, and the groups of the coarse graphs taken beyond:
# by coarsening, and by landmarks.
SPECTRAL_SAMPLES = 8000
COARSE_GROUPS = 2500
LANDMARKS = (500, 1000)
FEWEST_PER_CLUSTER = 20
MOST_COARSE_GROUPS = 10_000
# Sizes at which the two multilevel starts stop coarsening.
GROUPS_PER_CLUSTER = (20, 8)


def best_start(
    S: Similarity,
    n_clusters: int,
    K: Similarity,
    random_state: int | np.random.RandomState | None = None,
    points: FloatArray | None = None,
    *,
    spectra: Sequence[Spectrum] | None = None,
) -> IntArray:
    """The best of several spectral and two multilevel starts, each refined by single moves.

    Up to 8000 samples the spectral starts are cuts by the eigenvectors of S. Beyond, these take too long where
    clusters are long and thin, and cut such clusters in the wrong place besides; then coarse graphs of S are cut, and
    the cuts improved by `rnse_core.indicator.split_merge`: one graph from S alone, two by landmarks, whose groups are
    rounder. On three noisy moons of 1e4 to 1e6 samples landmarks come nearest to the truth; ARPACK and LOBPCG do not
    find it, and the former takes minutes from 1e5 samples on (benchmarks/starts.py).

    Where clusters overlap, the partition with the largest tr(P S P') is often one with a small, tight cluster, since
    S keeps only the nearest neighbours. The starts are therefore compared by the normalised association of the kernel,
    sum_c (K inside c) / (K from c to all) [Shi and Malik 2000, https://doi.org/10.1109/34.868688], which sees the
    wider surroundings.

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
        Where the samples are, for landmarks.
    spectra : sequence of Spectrum or None, default=None
        At least n_clusters + 1 - n_components leading eigenpairs of each component of S, or all that it has, from
        :func:`rnse_core.graph.spectral.component_spectra`; None computes them where they are needed.

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
    if not isinstance(S, np.ndarray) and hierarchy is not None and S.shape[0] > SPECTRAL_SAMPLES:
        starts.append(coarse_start(hierarchy))
        if points is not None:
            starts += [landmark_start(S, n_clusters, points, size, random) for size in LANDMARKS]
    if all(labels is None for labels in starts):
        cuts = spectral_cuts(S, components, n_clusters, random, spectra)
        starts = [refine_labels(S, cut, n_clusters) for cut in cuts]
    if hierarchy is not None:
        starts += [multilevel_start(hierarchy, groups) for groups in GROUPS_PER_CLUSTER]
    found = [labels for labels in starts if labels is not None]
    report_stage(f"Start for P: the best of {len(found)} starts")
    return found[int(np.argmax(normalized_associations(K, found, n_clusters)))]


def landmark_start(
    S: csr_array, n_clusters: int, points: FloatArray, n_landmarks: int, random: np.random.RandomState
) -> IntArray:
    """Labels from the graph between landmarks: a spectral cut improved by splitting and joining, then refined.

    Parameters
    ----------
    S : csr_array of shape (n_samples, n_samples)
    n_clusters : int
    points : ndarray of shape (n_samples, n_features)
    n_landmarks : int
        More are taken for many clusters.
    random : RandomState

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    size = min(max(n_landmarks, FEWEST_PER_CLUSTER * n_clusters), len(points))
    level = landmark_level(S, points, size, random)
    assert level.groups is not None
    return refine_labels(S, split_merge_labels(level, n_clusters)[level.groups], n_clusters)


def coarse_start(hierarchy: Hierarchy) -> IntArray | None:
    """Labels from a coarse graph of S: a spectral cut improved by splitting and joining, then refined level by level.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    labels : ndarray of shape (n_samples,) or None
        None where the graph cannot be coarsened enough.
    """
    number = hierarchy.coarsened_to(max(COARSE_GROUPS, FEWEST_PER_CLUSTER * hierarchy.n_clusters))
    level = hierarchy.levels[number]
    if len(level.weight) > MOST_COARSE_GROUPS:
        return None
    return hierarchy.refined(split_merge_labels(level, hierarchy.n_clusters), number)


def normalized_associations(K: Similarity, partitions: Sequence[IntArray], n_clusters: int) -> FloatArray:
    """Sum over clusters of (K inside the cluster) / (K from the cluster to all), for each of several partitions.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    partitions : sequence of ndarray of shape (n_samples,)
        Labels from 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_partitions,)
        The number of clusters minus the normalised cut, with empty clusters counting as 0.
    """
    samples = np.arange(K.shape[0])
    # One product for all partitions: K is read once, and a wide product is far quicker than several narrow ones.
    indicator = np.zeros((K.shape[0], len(partitions) * n_clusters))
    for p, labels in enumerate(partitions):
        indicator[samples, p * n_clusters + labels] = 1.0
    to_clusters = product(K, indicator)
    associations = np.empty(len(partitions))
    for p, labels in enumerate(partitions):
        part = to_clusters[:, p * n_clusters : (p + 1) * n_clusters]
        volume = np.bincount(labels, weights=part.sum(axis=1), minlength=n_clusters)
        inside = np.bincount(labels, weights=part[samples, labels], minlength=n_clusters)
        associations[p] = np.divide(inside, volume, out=np.zeros(n_clusters), where=volume > 0).sum()
    return associations


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

    The clusters are shared out among the components by the size of their eigenvalues, at least one each; a component
    that gets several is divided by cluster_qr [Damle et al.] and by K-Means on its row-normalised eigenvectors, and
    of the two the one with the larger tr(P S P') is taken. Components that are more in number than the clusters are
    joined whole, by their affinity in K (see `merge_components`).

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric doubly stochastic.
    n_clusters : int
    K : csr_array or ndarray of shape (n_samples, n_samples), or None, default=None
        Affinity that decides which components belong together; None leaves only their sizes.
    random_state : int, RandomState or None, default=None
        For K-Means.
    points : object
        Not used: eigenvectors know of S alone.
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
    if not isinstance(S, np.ndarray) and S.shape[0] > SPECTRAL_SAMPLES:
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
    """Labels by cluster_qr and by K-Means on the eigenvectors of each component that is to be divided."""
    random = check_random_state(random_state)
    n_components = int(components.max()) + 1
    if spectra is None:
        report_stage("Start for P: eigenvectors of S")
        spectra = component_spectra(S, components, n_clusters - n_components + 1)
    by_qr, by_kmeans = np.empty((2, S.shape[0]), dtype=np.intp)
    first = 0
    for (members, _, vectors), share in zip(spectra, _share_clusters(spectra, n_clusters), strict=True):
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


def _share_clusters(spectra: Sequence[Spectrum], n_clusters: int) -> list[int]:
    """Clusters per component: one each, the others to the largest remaining eigenvalues."""
    rest = [(-value, g) for g, (_, values, _) in enumerate(spectra) for value in values[1:]]
    rest.sort()
    shares = [1] * len(spectra)
    for _, g in rest[: n_clusters - len(spectra)]:
        shares[g] += 1
    return shares
