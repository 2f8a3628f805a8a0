"""A dense K stored in single precision, which takes half the memory; sums are in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray
from rnse_core.exceptions import ParameterError, Reason

STORAGES = ("float64", "float32")
# Entries that are converted at a time.
CHUNK = 1 << 17


def to_float32(A: FloatArray) -> NDArray[np.float32]:
    """Round a matrix to single precision, in its own memory, half of which is released.

    Parameters
    ----------
    A : ndarray of shape (n, n)
        Overwritten where it owns its memory.

    Returns
    -------
    ndarray of float32 of shape (n, n)

    Raises
    ------
    ValueError
        If its entries are too large or all too small for single precision.
    """
    largest = float(A.max())
    limits = np.finfo(np.float32)
    if largest > float(limits.max) or 0.0 < largest < float(limits.tiny):
        message = (
            f"storage='float32' holds affinities from {limits.tiny:.0e} to {limits.max:.0e}, and the largest one here "
            f"is {largest:.0e}; use storage='float64'."
        )
        raise ParameterError("storage", "float32", Reason.INCOMPATIBLE, bound=largest, message=message)
    shape, size = A.shape, A.size
    if not (A.flags.owndata and A.flags.c_contiguous):
        return A.astype(np.float32)
    A.resize(size, refcheck=False)
    narrow = A.view(np.float32)[:size]
    with np.errstate(under="ignore"):
        for start in range(0, size, CHUNK):
            # An entry is written to memory that was read before.
            narrow[start : start + CHUNK] = A[start : start + CHUNK]
    del narrow
    A.resize((size + 1) // 2, refcheck=False)
    return A.view(np.float32)[:size].reshape(shape)


def product(K: Any, B: Any) -> Any:
    """Compute ``K @ B`` in double precision, without a copy of all of K.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n, n)
    B : ndarray or csr_array of shape (n, m)

    Returns
    -------
    ndarray or csr_array of shape (n, m)
    """
    if not isinstance(K, np.ndarray) or K.dtype == np.float64:
        return K @ B
    step = max(1, CHUNK // len(K))
    return np.concatenate([K[at : at + step].astype(np.float64) @ B for at in range(0, len(K), step)])


def inner_product(S: FloatArray, K: FloatArray) -> float:
    """Compute ``sum_ij S_ij K_ij`` in double precision, without a copy of all of K.

    Parameters
    ----------
    S, K : ndarray of shape (n, n)

    Returns
    -------
    float
    """
    if K.dtype == np.float64:
        return float(np.vdot(S, K))
    step = max(1, CHUNK // len(K))
    return float(sum(np.vdot(S[at : at + step], K[at : at + step]) for at in range(0, len(K), step)))
