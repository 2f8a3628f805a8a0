"""A coarse graph by landmarks: samples grouped by the nearest of some centres of K-Means."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from sklearn.cluster import MiniBatchKMeans
from sklearn.metrics import pairwise_distances_argmin

from rnse_core._base.arrays import FloatArray
from rnse_core._base.threads import one_openmp_thread
from rnse_core.indicator.coarsening import Level
from rnse_core.stages import report_stage

# Samples that the centres are found from, or that are assigned at a time, and how many of them a batch has.
MOST_SAMPLES = 50_000
BATCH = 4096
ROUNDS = 20


def landmark_level(S: csr_array, points: FloatArray, n_landmarks: int, random: np.random.RandomState) -> Level:
    """Graph between the groups of samples that have the same nearest landmark.

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
        Without empty groups.
    """
    n_samples = len(points)
    report_stage(f"Start for P: {n_landmarks:,} landmarks")
    sample = random.choice(n_samples, min(n_samples, MOST_SAMPLES), replace=False)
    kmeans = MiniBatchKMeans(
        n_landmarks, n_init=1, max_iter=ROUNDS, batch_size=BATCH, random_state=random.randint(np.iinfo(np.int32).max)
    )
    with one_openmp_thread():
        centers = kmeans.fit(points[sample]).cluster_centers_
    nearest = np.empty(n_samples, dtype=np.intp)
    for start in range(0, n_samples, MOST_SAMPLES):
        report_stage(f"Start for P: nearest of {n_landmarks:,} landmarks")
        part = slice(start, start + MOST_SAMPLES)
        nearest[part] = pairwise_distances_argmin(points[part], centers)
    _, groups = np.unique(nearest, return_inverse=True)
    report_stage(f"Start for P: sums of S between {n_landmarks:,} landmarks")
    member = csr_array((np.ones(n_samples), (groups, np.arange(n_samples))))
    return Level(csr_array(member @ S @ member.T), np.bincount(groups).astype(np.float64), groups)
