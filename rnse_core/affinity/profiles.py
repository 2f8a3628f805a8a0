"""Profiles g of the smooth kernels ``K_ij = g(d_ij^2 / (s_i s_j))``: decreasing functions with a known inverse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray


@dataclass(frozen=True)
class Profile:
    """A decreasing function g with g(0) = 1, for arrays.

    Attributes
    ----------
    value : callable
        g.
    inverse : callable
        g^-1, for values of at least 0; infinite at 0 where g never vanishes, else the first zero of g.
    """

    value: Callable[[FloatArray], FloatArray]
    inverse: Callable[[FloatArray], FloatArray]


def _gaussian(t: FloatArray) -> FloatArray:
    with np.errstate(under="ignore"):
        return np.exp(-t)


def _gaussian_inverse(y: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        return -np.log(y)


def _cosine(t: FloatArray) -> FloatArray:
    return np.maximum(1.0 - t, 0.0)


def _cosine_inverse(y: FloatArray) -> FloatArray:
    return 1.0 - y


GAUSSIAN = Profile(_gaussian, _gaussian_inverse)
# With unit rows |y_i - y_j|^2 / 2 = 1 - cos(y_i, y_j): the cosine kernel has the scale s = sqrt(2).
COSINE = Profile(_cosine, _cosine_inverse)


def smooth_profile(affinity: str) -> Profile:
    """Return the profile of a smooth kernel.

    Parameters
    ----------
    affinity : {"self_tuning", "rbf", "cosine"}

    Returns
    -------
    Profile
    """
    return COSINE if affinity == "cosine" else GAUSSIAN
