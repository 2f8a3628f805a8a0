"""A coarse graph by landmarks: a node contains the samples that have the same nearest centre of K-Means.

Of many features the leading principal components are taken, by a randomised decomposition (Halko, Martinsson and Tropp
2011): K-Means in hundreds of dimensions takes longer than the rest of a fit, and the landmarks only have to lie among
the samples.

References
----------
Halko, N., Martinsson, P.-G. and Tropp, J. A. (2011). Finding structure with randomness. SIAM Review 53(2).
https://doi.org/10.1137/090771806
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import cKDTree
from sklearn.cluster import MiniBatchKMeans
from sklearn.metrics import pairwise_distances_argmin
from sklearn.utils.extmath import randomized_svd

from rnse_core._base.arrays import FloatArray, IntArray, membership
from rnse_core._base.executors import local_executor
from rnse_core._base.threads import one_openmp_thread
from rnse_core.indicator.coarsening import Level
from rnse_core.stages import report_stage

# Samples that the centres are computed from.
MAX_SAMPLES = 50_000
BATCH_SIZE = 4096
MAX_ITER = 5
# Samples for each landmark that the first centres are chosen from.
INIT_SAMPLES = 5
# Most dimensions that K-Means works in, and samples that the directions of more features are computed from.
COMPONENTS = 12
# Most features with which a tree finds the nearest landmark sooner than a comparison with all, and how many samples a
# thread assigns at a time, and how often between two reports of progress.
TREE_FEATURES = 4
CHUNK, CHUNKS_PER_REPORT = 10_000, 32
DIRECTION_SAMPLES = 5000


def landmark_level(S: csr_array, points: FloatArray, n_landmarks: int, random: np.random.RandomState) -> Level:
    """Sum S between the sets of samples that have the same nearest landmark.

    Parameters
    ----------
    S : csr_array of shape (n_samples, n_samples)
    points : ndarray of shape (n_samples, n_features)
    n_landmarks : int
        At most n_samples.
    random : RandomState

    Returns
    -------
    Level
        A landmark that is nearest to no sample has no node.
    """
    n_samples = len(points)
    report_stage(f"Start for P: {n_landmarks:,} landmarks")
    points = leading_components(points, random)
    sample = random.choice(n_samples, min(n_samples, MAX_SAMPLES), replace=False)
    centers = landmark_centers(points[sample], n_landmarks, random)
    _, coarse_nodes = np.unique(nearest_landmarks(points, centers), return_inverse=True)
    report_stage(f"Start for P: sums of S between {n_landmarks:,} landmarks")
    member = membership(coarse_nodes)
    return Level(csr_array(member @ S @ member.T), np.bincount(coarse_nodes).astype(np.float64), coarse_nodes)


def landmark_centers(sample: FloatArray, n_landmarks: int, random: np.random.RandomState) -> FloatArray:
    """Find landmarks among some samples.

    Parameters
    ----------
    sample : ndarray of shape (n, n_components)
    n_landmarks : int
        At most n.
    random : RandomState

    Returns
    -------
    ndarray of shape (n_landmarks, n_components)
    """
    kmeans = MiniBatchKMeans(
        n_landmarks,
        n_init=1,
        init_size=INIT_SAMPLES * n_landmarks,
        max_iter=MAX_ITER,
        batch_size=BATCH_SIZE,
        random_state=random.randint(np.iinfo(np.int32).max),
    )
    with one_openmp_thread():
        centers: FloatArray = kmeans.fit(sample).cluster_centers_
    return centers


def nearest_landmarks(points: FloatArray, centers: FloatArray) -> IntArray:
    """Find the nearest landmark of each sample.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_components)
    centers : ndarray of shape (n_landmarks, n_components)

    Returns
    -------
    ndarray of int of shape (n_samples,)
    """
    tree = cKDTree(centers) if points.shape[1] <= TREE_FEATURES else None
    nearest = np.empty(len(points), dtype=np.intp)

    def fill(start: int) -> None:
        part = slice(start, start + CHUNK)
        nearest[part] = (
            pairwise_distances_argmin(points[part], centers) if tree is None else tree.query(points[part])[1]
        )

    starts = range(0, len(points), CHUNK)
    with one_openmp_thread():
        for at in range(0, len(starts), CHUNKS_PER_REPORT):
            report_stage(f"Start for P: nearest of {len(centers):,} landmarks")
            local_executor().gather(fill, starts[at : at + CHUNKS_PER_REPORT])
    return nearest


def leading_components(points: FloatArray, random: np.random.RandomState) -> FloatArray:
    """Coordinates of samples in their `COMPONENTS` leading principal components; all features where there are no more.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
    random : RandomState

    Returns
    -------
    ndarray of shape (n_samples, n_components)
    """
    n_samples, n_features = points.shape
    if n_features <= COMPONENTS:
        return points
    part = points[random.choice(n_samples, min(n_samples, DIRECTION_SAMPLES), replace=False)]
    components: FloatArray = points @ leading_directions(part, random).T
    return components


def leading_directions(sample: FloatArray, random: np.random.RandomState) -> FloatArray:
    """Directions of the leading principal components of some samples.

    Parameters
    ----------
    sample : ndarray of shape (n, n_features)
    random : RandomState

    Returns
    -------
    ndarray of shape (n_components, n_features)
    """
    _, _, directions = randomized_svd(sample - sample.mean(axis=0), min(COMPONENTS, len(sample)), random_state=random)
    found: FloatArray = directions
    return found
