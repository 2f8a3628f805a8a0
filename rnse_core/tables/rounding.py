"""Square matrices as files have them: off by rounding, or with one triangle only."""

from __future__ import annotations

import numpy as np

from rnse_core._base.rounding import off_zero
from rnse_core.tables.kinds import CORRELATION, NoteKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log

# Share of a triangle of zeros that must be filled on the other side.
_FILLED = 0.5
_FEWEST = 3


def round_to_zero(A: FloatArray, kind: str, log: Log) -> FloatArray:
    """Set what rounding left off zero to zero: negative entries, and the diagonal of distances."""
    off = off_zero(A, are_distances=kind == "distance")
    if not off.any():
        return A
    log.note(NoteKind.ROUNDED_TO_ZERO, count=int(off.sum()), values=[float(np.abs(A[off]).max())])
    return np.where(off, 0.0, A)


def filled_triangle(A: FloatArray, *, signed: bool = False) -> str:
    """Return which triangle of a square matrix alone is filled: "lower", "upper" or "".

    The other one is missing or zero. The diagonal is there, missing or zero as a whole. Negative entries are none of
    similarities and distances; those of `signed` matrices may be.
    """
    n_rows = len(A)
    if A.shape != (n_rows, n_rows) or n_rows < _FEWEST:
        return ""
    diagonal = np.isnan(np.diagonal(A))
    if diagonal.any() and not diagonal.all():
        return ""
    low, high = np.tril_indices(n_rows, -1), np.triu_indices(n_rows, 1)
    for name, filled, other in (("lower", A[low], A[high]), ("upper", A[high], A[low])):
        if not np.isfinite(filled).all() or (filled.min() < 0 and not signed):
            continue
        if np.isnan(other).all() or (not other.any() and np.count_nonzero(filled) > _FILLED * len(filled)):
            return name
    return ""


def mirror(A: FloatArray, kind: str) -> FloatArray:
    """Return a matrix whose other triangle is that of :func:`filled_triangle`; a missing diagonal is filled in.

    A point has distance zero to itself, the correlation 1, and the largest similarity.
    """
    triangle = filled_triangle(A, signed=kind == CORRELATION)
    half = np.tril(A, -1) if triangle == "lower" else np.triu(A, 1)
    result = half + half.T
    diagonal = np.diagonal(A)
    if np.isnan(diagonal).any():
        of_itself = {"distance": 0.0, CORRELATION: 1.0}
        diagonal = np.full(len(A), of_itself.get(kind, half.max()))
    np.fill_diagonal(result, diagonal)
    return result


def asymmetry(A: FloatArray) -> float:
    """Return the largest difference between an entry and its mirror image."""
    with np.errstate(over="ignore"):  # huge entries of opposite sign: infinitely asymmetric
        return float(np.abs(A - A.T).max(initial=0.0))
