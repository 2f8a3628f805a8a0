"""Samples prepared for a kernel: scaled, with a search for neighbours and the kernel's scale of each sample.

A kernel on a graph of neighbours makes these once; the prediction for new samples uses the same ones. A dense kernel
needs neither a search nor scales, so `PreparedPoints.of` makes them when new samples are first asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.affinity.distances import MidrangeScaling, unit_rows
from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.kinds import GRAPH_KERNELS, UNIT_KERNELS
from rnse_core.affinity.local_scales import common_scale, local_scales
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.affinity.pkn import pkn_row_weights
from rnse_core.affinity.profiles import Profile, smooth_profile

# Entries whose distances are computed at a time, divided by the number of features.
CHUNK_ENTRIES = 1 << 18
# Largest coordinate of a new sample, where the prepared ones have at most 1. Beyond, rounding makes all prepared
# samples equally far.
MAX_COORDINATE = 1e6
# Length that a row of zeros gets for the cosine kernel: all unit rows are then so far that its profile is 0.
ZERO_ROW_LENGTH = 3.0


@dataclass(frozen=True, eq=False)
class PreparedPoints:
    """Samples as a kernel compares them. Nothing of them changes, so kernels and threads can share them.

    Attributes
    ----------
    affinity : str
        A smooth kernel or a graph kernel.
    n_neighbors : int
        k: the neighbour that sets the local scale, or the neighbours of each sample in a graph kernel.
    scaling : MidrangeScaling or None
        What was done to the features; None where the samples were scaled to unit length.
    search : NeighborSearch, or another one with its `query`, `method` and `n_features`
        On the scaled samples.
    scale : ndarray of shape (n_samples,) or None
        s, positive, for a smooth kernel; None for a graph kernel.
    """

    affinity: str
    n_neighbors: int
    scaling: MidrangeScaling | None
    search: Any
    scale: FloatArray | None

    @classmethod
    def of(cls, X: FloatArray, affinity: str, *, n_neighbors: int | None = None, gamma: float | None = None) -> Self:
        """Prepare samples for the evaluation of a kernel at new ones.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
        affinity : {"self_tuning", "rbf", "cosine", "knn", "probabilistic_knn", "authors"}
        n_neighbors : int or None, default=None
            Neighbours that the kernel is made from; at most n_samples - 1 are used.
        gamma : float or None, default=None
            For "rbf".

        Returns
        -------
        PreparedPoints
        """
        Y, scaling = scaled_samples(X, affinity)
        k = min(n_neighbors or 1, max(len(Y) - 1, 1))
        search = NeighborSearch.exact(Y)
        scale = None
        if affinity == "self_tuning":
            scale = np.ones(1)
            if len(Y) > 1:
                near = search.neighbors_of_all(k)
                scale = local_scales(near, Duplicates.among(Y, near), k)
        elif affinity not in GRAPH_KERNELS:
            scale = common_scale(Y, affinity, scaling, gamma)
        return cls(affinity, k, scaling, search, scale)

    @property
    def Y(self) -> FloatArray:
        """The scaled samples, of shape (n_samples, n_features)."""
        Y: FloatArray = self.search.Y
        return Y

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.search.n_features)

    @property
    def profile(self) -> Profile:
        """The profile g of a smooth kernel."""
        return smooth_profile(self.affinity)

    def place(self, X: FloatArray) -> FloatArray:
        """Scale new samples as these were.

        Parameters
        ----------
        X : ndarray of shape (n_queries, n_features)

        Returns
        -------
        ndarray of shape (n_queries, n_features)
            A sample beyond `MAX_COORDINATE` is moved to it along the line to the centre.
        """
        if self.scaling is None:
            return unit_samples(X, self.affinity)
        placed = self.scaling.apply(X)
        placed /= np.maximum(np.abs(placed).max(axis=1, keepdims=True, initial=0.0) / MAX_COORDINATE, 1.0)
        return placed

    def kernel(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return a smooth kernel at pairs of these samples.

        Parameters
        ----------
        rows, cols : ndarray of int of shape (n_pairs,)

        Returns
        -------
        ndarray of shape (n_pairs,)
        """
        assert self.scale is not None
        values = np.empty(len(rows))
        step = max(1, CHUNK_ENTRIES // self.Y.shape[1])
        for start in range(0, len(rows), step):
            i, j = rows[start : start + step], cols[start : start + step]
            difference = self.Y[i]
            difference -= self.Y[j]
            squared = np.einsum("ij,ij->i", difference, difference)
            squared /= self.scale[i] * self.scale[j]
            values[start : start + step] = self.profile.value(squared)
        return values

    def kernel_of_new(self, near: Neighbors) -> FloatArray:
        """Return the kernel between new samples and the nearest of these.

        The local scale of a new sample is its distance to the k-th nearest of these, but at least the smallest scale
        that one of these has. In a graph kernel a new sample has its own k neighbours; whether it would be a neighbour
        of these in turn is not considered.

        Parameters
        ----------
        near : Neighbors
            At least k + 1 nearest of each new sample, or all there are.

        Returns
        -------
        ndarray of the shape of ``near.indices``
        """
        k, distances = self.n_neighbors, near.distances
        if self.scale is None:
            K = np.zeros(distances.shape)
            if self.affinity == "knn":
                K[:, :k] = 1.0
            else:
                K[:, :k] = pkn_row_weights(distances[:, : k + 1] ** 2, min(k, distances.shape[1]))
            return np.where(K > 0, np.exp(-K), 0.0) if self.affinity == "authors" else K
        scale = self.scale[near.indices]
        if self.affinity == "self_tuning":
            own = distances[:, min(k, distances.shape[1]) - 1]
            squared = distances**2 / (np.maximum(own, self.scale.min())[:, None] * scale)
        else:
            squared = distances**2 / scale**2
        return self.profile.value(squared)


def scaled_samples(X: FloatArray, affinity: str) -> tuple[FloatArray, MidrangeScaling | None]:
    """Scale samples as an affinity compares them.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    affinity : str

    Returns
    -------
    Y : ndarray of shape (n_samples, n_features)
    scaling : MidrangeScaling or None
        None where the samples are scaled to unit length.
    """
    if affinity in UNIT_KERNELS:
        return unit_samples(X, affinity), None
    scaling = MidrangeScaling.of(X)
    return scaling.apply(X), scaling


def unit_samples(X: FloatArray, affinity: str) -> FloatArray:
    """Scale samples to unit length, as the cosine and the authors' kernel compare them.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    affinity : {"cosine", "authors"}

    Returns
    -------
    ndarray of shape (n_samples, n_features)
    """
    rows = unit_rows(X)
    if affinity == "cosine":
        rows[~rows.any(axis=1), 0] = ZERO_ROW_LENGTH
    return rows
