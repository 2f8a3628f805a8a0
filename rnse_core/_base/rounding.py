"""What rounding leaves in matrices of similarities and distances."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray

#: Relative difference of mirrored entries that printing, summation and single precision leave.
ROUNDING = 1e-6
# Roots of rounded squares leave more on the diagonal, if all other entries are far larger.
_ROOT_OF_ROUNDING = 1e-3
_FAR = 0.1


def tolerance(A: FloatArray) -> float:
    """Return the difference that rounding explains in a matrix."""
    return ROUNDING * float(np.abs(A).max(initial=0.0))


def has_zero_diagonal(A: FloatArray) -> bool:
    """Return whether the diagonal is zero up to rounding."""
    largest = float(np.abs(np.diagonal(A)).max(initial=0.0))
    if largest <= tolerance(A):
        return True
    off = np.abs(A[~np.eye(len(A), dtype=bool)])
    return largest <= _ROOT_OF_ROUNDING * float(off.max(initial=0.0)) and largest < _FAR * float(
        off.min(initial=np.inf)
    )


def off_zero(A: FloatArray, *, are_distances: bool) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which entries rounding left off zero: negative ones, and the diagonal of distances.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)
    are_distances : bool

    Returns
    -------
    ndarray of bool of shape (n_samples, n_samples)
    """
    off = (A < 0) & (-tolerance(A) <= A)
    if are_distances and A.diagonal().any() and has_zero_diagonal(A):
        off |= (A != 0) & np.eye(len(A), dtype=bool)
    return off
