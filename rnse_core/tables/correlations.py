"""Matrices of correlations or covariances: the points are the variables, and two that rise together are near."""

from __future__ import annotations

import numpy as np

from rnse_core._base.rounding import ROUNDING, tolerance
from rnse_core.tables.kinds import ABSOLUTE_CORRELATION, CORRELATION
from rnse_core.tables.marked_diagonal import has_open_diagonal
from rnse_core.tables.model import FloatArray
from rnse_core.tables.rounding import asymmetry, filled_triangle, mirror

CORRELATIONS = (CORRELATION, ABSOLUTE_CORRELATION)
_FEWEST = 3
# Variances and covariances are printed with few digits.
_ROUNDING_OF_COVARIANCES = 0.01


def completed(A: FloatArray) -> FloatArray:
    """Return a square matrix with both halves, and with 1 on a diagonal that is missing.

    Where the other half holds p-values it is that of the correlations.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)

    Returns
    -------
    ndarray of shape (n_samples, n_samples)
        A itself where nothing is missing.
    """
    if half := signed_half(A):
        one = np.tril(A, -1) if half == "lower" else np.triu(A, 1)
        return one + one.T + np.eye(len(A))
    if filled_triangle(A, signed=True):
        return mirror(A, CORRELATION)
    if not has_open_diagonal(A):
        return A
    filled = A.copy()
    np.fill_diagonal(filled, 1.0)
    return filled


def signed_half(A: FloatArray) -> str:
    """Return which half holds correlations, where the other holds their p-values: "lower", "upper" or "".

    The one half has negative entries, and the other has probabilities.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)

    Returns
    -------
    str
    """
    if len(A) < _FEWEST or not np.isfinite(A).all() or not have_unit_diagonal(A) or np.abs(A).max() > 1 + ROUNDING:
        return ""
    if asymmetry(A) <= tolerance(A):
        return ""
    has_sign = {"lower": bool(np.tril(A).min() < 0), "upper": bool(np.triu(A).min() < 0)}
    found = [half for half, is_signed in has_sign.items() if is_signed]
    return found[0] if len(found) == 1 else ""


def are_correlations(A: FloatArray) -> bool:
    """Return whether a symmetric matrix may be one of correlations or covariances, some of which are negative.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)

    Returns
    -------
    bool
    """
    return bool(A.min() < -tolerance(A) and not no_correlations(A).any())


def have_unit_diagonal(A: FloatArray) -> bool:
    """Return whether the diagonal is that of correlations, which is 1 up to rounding."""
    return bool((np.abs(np.diagonal(A) - 1) <= ROUNDING).all())


def no_correlations(A: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which entries can be neither correlations nor covariances, as ``|a_ij| <= sqrt(a_ii a_jj)`` of these.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)
        Finite.

    Returns
    -------
    ndarray of bool of shape (n_samples, n_samples)
    """
    rounding = ROUNDING if have_unit_diagonal(A) else _ROUNDING_OF_COVARIANCES
    deviations = np.sqrt(np.clip(np.diagonal(A), 0, None))
    largest = np.multiply.outer(deviations, deviations)
    wrong = (np.abs(A) > (1 + rounding) * largest) & (largest > 0)
    np.fill_diagonal(wrong, np.diagonal(A) <= 0)
    return wrong


def as_distances(A: FloatArray, kind: str) -> FloatArray:
    """Return the distances of the variables, each standardised to length 1.

    Covariances are divided by the standard deviations. For the correlation r of two variables the distance is
    ``sqrt(2 (1 - r))``; with "absolute_correlation", which takes a variable and its negative for the same, it is
    ``sqrt(2 (1 - |r|))``.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)
    kind : {"correlation", "absolute_correlation"}

    Returns
    -------
    ndarray of shape (n_samples, n_samples)
    """
    r = A
    if not have_unit_diagonal(A):
        deviations = np.sqrt(np.diagonal(A))
        r = A / deviations[:, None] / deviations
    if kind == ABSOLUTE_CORRELATION:
        r = np.abs(r)
    distances: FloatArray = np.sqrt(2 * np.clip(1 - r, 0, None))
    np.fill_diagonal(distances, 0.0)
    return distances
