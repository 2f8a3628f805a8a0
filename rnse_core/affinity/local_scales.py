"""Scales s of the smooth kernels ``K_ij = g(d_ij^2 / (s_i s_j))``.

The self-tuned kernel has a local scale sigma_i, the distance of sample i to its k-th neighbour. For a sample that has
duplicates these count as one: many duplicates would otherwise make its scale almost zero, and K between it and the
samples around it as well. No local scale is below `SCALE_FLOOR` times the median. The Gaussian kernel and the cosine
have the same scale for all samples.
"""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_positive
from rnse_core.affinity.distances import MidrangeScaling
from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.neighbor_order import ROWS_PER_BLOCK

# With unit rows |y_i - y_j|^2 / 2 = 1 - cos(y_i, y_j).
COSINE_SCALE = float(np.sqrt(2.0))
# Smallest local scale, as a fraction of the median of those that are not zero.
SCALE_FLOOR = 1e-3


def local_scale_floor(sigma: FloatArray) -> float:
    """Smallest local scale that a sample may have.

    Parameters
    ----------
    sigma : ndarray of shape (n_samples,)

    Returns
    -------
    float
        A thousandth of the median of those that are not zero; 1 where all are zero.
    """
    positive = sigma[sigma > 0]
    return SCALE_FLOOR * float(np.median(positive)) if len(positive) else 1.0


def local_scales(near: Neighbors, duplicates: Duplicates | None, k: int) -> FloatArray:
    """Local scales from the nearest neighbours of each sample.

    Parameters
    ----------
    near : Neighbors
        At least k of each sample.
    duplicates : Duplicates or None
        Those among the samples; None where all are distinct.
    k : int

    Returns
    -------
    sigma : ndarray of shape (n_samples,)
    """
    sigma = near.distances[:, k - 1].copy()
    if duplicates is not None:
        sigma[duplicates.samples()] = duplicates.distances(k)
    return np.maximum(sigma, local_scale_floor(sigma))


def local_scales_of_pairs(D: FloatArray, k: int) -> FloatArray:
    """Local scales from the distances between all pairs.

    Parameters
    ----------
    D : ndarray of shape (n_samples, n_samples)
        Squared distances.
    k : int
        At most n_samples - 1.

    Returns
    -------
    sigma : ndarray of shape (n_samples,)
    """
    sigma = np.sqrt(_kth_squared_distances(D, k))
    return np.maximum(sigma, local_scale_floor(sigma), out=sigma)


def _kth_squared_distances(D: FloatArray, k: int) -> FloatArray:
    """Squared distance to the k-th other sample; to the k-th distinct one for a sample that has duplicates."""
    squared = np.empty(len(D))
    repeated = np.zeros(len(D), dtype=bool)
    for start in range(0, len(D), ROWS_PER_BLOCK):
        rows = slice(start, start + ROWS_PER_BLOCK)
        # The zero on the diagonal comes first, so position k holds the k-th neighbour.
        block = np.partition(D[rows], k, axis=1)[:, : k + 1]
        squared[rows] = block[:, k]
        repeated[rows] = np.count_nonzero(block == 0, axis=1) > 1
    if repeated.any():
        # The first of identical samples represents all of them.
        distinct = np.ones(len(D), dtype=bool)
        again = np.flatnonzero(repeated)
        distinct[again] = np.argmax(D[again] == 0, axis=1) == again
        k = min(k, int(np.count_nonzero(distinct)) - 1)
        for start in range(0, len(again), ROWS_PER_BLOCK):
            part = again[start : start + ROWS_PER_BLOCK]
            squared[part] = np.partition(D[np.ix_(part, distinct)], k, axis=1)[:, k]
    return squared


def common_scale(Y: FloatArray, affinity: str, scaling: MidrangeScaling | None, gamma: float | None) -> FloatArray:
    """Scales of a kernel that has the same one for all samples.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
        Scaled samples.
    affinity : {"rbf", "cosine"}
    scaling : MidrangeScaling or None
        That of `Y`; None for "cosine".
    gamma : float or None
        For "rbf", in units of 1 / squared distance before the scaling; None means 1 over the sum of the variances of
        the features.

    Returns
    -------
    scale : ndarray of shape (n_samples,)
    """
    if affinity == "cosine" or scaling is None:
        return np.full(len(Y), COSINE_SCALE)
    return np.full(len(Y), gaussian_scale(float(Y.var(axis=0).sum()), scaling.unit, gamma))


def gaussian_scale(variance: float, unit: float, gamma: float | None) -> float:
    """The scale s of the Gaussian kernel, with s^2 = 1 / gamma.

    Parameters
    ----------
    variance : float
        Sum of the variances of the scaled features.
    unit : float
        What the features were divided by.
    gamma : float or None
        As for `common_scale`.

    Returns
    -------
    float
        In the unit of the scaled features.
    """
    if gamma is None:
        return float(np.sqrt(variance)) if variance > 0 else 1.0
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        scale = float(1.0 / (np.sqrt(np.float64(check_positive("gamma", gamma))) * np.float64(unit)))
    # Products of two scales, and quotients by them, must stay in range.
    return float(np.clip(scale, np.finfo(float).tiny ** 0.25, np.finfo(float).max ** 0.25))
