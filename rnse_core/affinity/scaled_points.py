"""Points with a scale of their own, and the smooth kernels of them: g(d_ij^2 / (s_i s_j))."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.checks import check_positive
from rnse_core.affinity.dense import local_scale_floor
from rnse_core.affinity.duplicates import Copies
from rnse_core.affinity.neighbors import Neighbors, NeighborSearch

SMOOTH_KERNELS = ("self_tuning", "rbf", "cosine")
# Entries whose distances are computed at a time, divided by the number of features.
CHUNK_ENTRIES = 1 << 18
# Rounding of distances and kernels, relative: a pair this close to the bound counts as within reach.
SAFETY = 1e-9
# Reach of a point whose neighbours are all the others.
EVERYTHING = 1e100


class ScaledPoints:
    """Points, their scales, and how far around each the pattern reaches.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
    scale : ndarray of shape (n_samples,)
        s, positive.
    profile : callable
        g, falling, for arrays.
    search : NeighborSearch
        On `Y`.
    distances : ndarray of shape (n_samples,)
        Distance of the farthest neighbour in the pattern, for each point.
    """

    def __init__(
        self,
        Y: FloatArray,
        scale: FloatArray,
        profile: Callable[[FloatArray], FloatArray],
        search: NeighborSearch,
        distances: FloatArray,
    ) -> None:
        self.Y = Y
        self.scale = scale
        self.profile = profile
        self.search = search
        self.reach = distances / scale

    def fork(self) -> ScaledPoints:
        """Return the same points with a reach of their own, which alone ever changes."""
        twin = copy(self)
        twin.reach = self.reach.copy()
        return twin

    def kernel(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """K at the pairs (rows, cols)."""
        values = np.empty(len(rows))
        step = max(1, CHUNK_ENTRIES // self.Y.shape[1])
        for start in range(0, len(rows), step):
            i, j = rows[start : start + step], cols[start : start + step]
            difference = self.Y[i]
            difference -= self.Y[j]
            squared = np.einsum("ij,ij->i", difference, difference)
            squared /= self.scale[i] * self.scale[j]
            values[start : start + step] = self.profile(squared)
        return values

    def farthest(self, sums: FloatArray) -> FloatArray:
        """Largest scaled squared distance t at which ``g(t) + sum > 0`` is possible; infinite where it always is."""
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.profile is cosine_profile:
                t = np.where(sums < 0, 1.0 + sums, np.inf)
            else:
                t = np.where(sums < 0, -np.log(-sums), np.inf)
        return t * (1.0 + SAFETY) + SAFETY

    def extend(self, points: IntArray, k: int) -> Neighbors:
        """Look at the k nearest neighbours of some points; their reach grows to the farthest of them."""
        found = self.search.neighbors_of(points, k)
        self.reach[points] = found.distances[:, -1] / self.scale[points]
        if k == len(self.Y) - 1:
            self.reach[points] = EVERYTHING
        return found


def gaussian_profile(squared: FloatArray) -> FloatArray:
    """exp(-t)."""
    with np.errstate(under="ignore"):
        return np.exp(-squared)


def cosine_profile(squared: FloatArray) -> FloatArray:
    """1 - t, at least 0."""
    return np.maximum(1.0 - squared, 0.0)


def smooth_profile(affinity: str) -> Callable[[FloatArray], FloatArray]:
    """Return g of a smooth kernel."""
    return cosine_profile if affinity == "cosine" else gaussian_profile


def kernel_scale(
    Y: FloatArray, near: Neighbors, copies: Copies | None, affinity: str, k: int, unit: float, gamma: float | None
) -> FloatArray:
    """Scales s of a smooth kernel.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
        Centred and divided by `unit`.
    near : Neighbors
        At least k of each point.
    copies : Copies or None
        Those among the points.
    affinity : {"self_tuning", "rbf", "cosine"}
    k : int
        Neighbour that sets the local scale.
    unit : float
    gamma : float or None
        In units of 1 / squared distance before the division; for "rbf".

    Returns
    -------
    scale : ndarray of shape (n_samples,)
    """
    if affinity == "self_tuning":
        return _local_scale(near, copies, k)
    return np.full(len(Y), np.sqrt(2.0) if affinity == "cosine" else _gaussian_scale(Y, unit, gamma))


def _local_scale(near: Neighbors, copies: Copies | None, k: int) -> FloatArray:
    """Distance to the k-th neighbour; to the k-th distinct one for a point that has identical ones."""
    sigma = near.distances[:, k - 1].copy()
    if copies is not None:
        sigma[copies.points()] = copies.distances(k)
    return np.maximum(sigma, local_scale_floor(sigma))


def _gaussian_scale(Y: FloatArray, unit: float, gamma: float | None) -> float:
    if gamma is None:
        variance = float(Y.var(axis=0).sum())
        return float(np.sqrt(variance)) if variance > 0 else 1.0
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        scale = float(1.0 / (np.sqrt(np.float64(check_positive("gamma", gamma))) * np.float64(unit)))
    return float(np.clip(scale, np.finfo(float).tiny ** 0.25, np.finfo(float).max ** 0.25))
