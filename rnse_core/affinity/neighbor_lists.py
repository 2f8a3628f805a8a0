"""Lists of nearest neighbours, as a search returns them."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core._base.arrays import FloatArray, Index


@dataclass(frozen=True)
class Neighbors:
    """Nearest other points of some points.

    Attributes
    ----------
    indices : ndarray of int32 of shape (n_points, k)
        Nearest first.
    distances : ndarray of shape (n_points, k)
        Euclidean.
    """

    indices: Index
    distances: FloatArray
