"""Projection on the symmetric doubly stochastic matrices {S >= 0, S = S', S 1 = 1}, in Frobenius norm.

Three methods share one function: the exact dual Newton (`rnse_core.projection.newton`), Dykstra's alternating
projections (the paper's Algorithm 2 with Theorems 4, 6 and 7), and plain alternating projections (von Neumann; used
by DSN).

Algorithm 2 as printed leaves out the increments "- I" that Theorem 4 has. Without the one for the cone S >= 0 the
iteration stops at a doubly stochastic matrix that is not the nearest one, so they are included here, as in the
authors' code; the affine set needs none, which changes nothing but memory.

References
----------
Boyle, J. P. and Dykstra, R. L. (1986). A method for finding projections onto the intersection of convex sets in
Hilbert spaces. https://doi.org/10.1007/978-1-4613-9940-7_3
Zass, R. and Shashua, A. (2006). Doubly stochastic normalization for spectral clustering. NIPS 19.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import LARGEST_ENTRY, check_count, check_positive
from rnse_core.affinity.precomputed import symmetrize
from rnse_core.exceptions import ConvergenceAdvice, InputError, NotConvergedWarning, ParameterError, Reason
from rnse_core.projection.dense_support import PASS_ENTRIES
from rnse_core.projection.dense_target import DenseTarget, RowTarget
from rnse_core.projection.newton import DualResult, solve_dual
from rnse_core.projection.target import Target
from rnse_core.stages import tell

# A shift is taken out of T where that makes its largest entry smaller by this factor.
WORTH_CENTRING = 0.1
# Entries of T beyond this leave less than six correct digits to row sums of 1.
MOST_ACCURATE = 1e9
METHODS = ("newton", "dykstra", "alternating")
# Steps allowed when the caller names no limit: Newton's are dear and few, sweeps are cheap and many.
DEFAULT_MAX_ITER = {"newton": 500, "dykstra": 1000, "alternating": 1000}

Callback = Callable[[int, dict[str, float]], bool | None]


@dataclass(frozen=True)
class ProjectionInfo:
    """How a projection went.

    Attributes
    ----------
    method : str
    n_iter : int
        Newton steps or sweeps.
    converged : bool
    row_sum_error : float
        Largest ``|S 1 - 1|`` of the returned S.
    history : list of float
        Largest row-sum error after each iteration; empty where the start was the solution.
    multipliers : ndarray of shape (n_samples,) or None
        Newton's u, to be given as `start` for a similar T; None for the other methods.
    warm_start : object or None
        The same with what is known of the support, for `project_target`.
    """

    method: str
    n_iter: int
    converged: bool
    row_sum_error: float
    history: list[float]
    multipliers: FloatArray | None
    warm_start: DualResult | None = field(default=None, repr=False)


@overload
def project_doubly_stochastic(
    T: ArrayLike,
    method: str = ...,
    *,
    tol: float = ...,
    max_iter: int | None = ...,
    start: ArrayLike | None = ...,
    callback: Callback | None = ...,
    return_info: Literal[False] = ...,
) -> FloatArray: ...


@overload
def project_doubly_stochastic(
    T: ArrayLike,
    method: str = ...,
    *,
    tol: float = ...,
    max_iter: int | None = ...,
    start: ArrayLike | None = ...,
    callback: Callback | None = ...,
    return_info: Literal[True],
) -> tuple[FloatArray, ProjectionInfo]: ...


def project_doubly_stochastic(
    T: ArrayLike,
    method: str = "newton",
    *,
    tol: float = 1e-10,
    max_iter: int | None = None,
    start: ArrayLike | None = None,
    callback: Callback | None = None,
    return_info: bool = False,
) -> FloatArray | tuple[FloatArray, ProjectionInfo]:
    """Nearest symmetric doubly stochastic matrix to `T`, as in equation 12 of the paper.

    Adding ``a 1' + 1 a'`` to `T` for any vector a does not change the result, nor does replacing `T` by its symmetric
    part ``(T + T') / 2``, which is what happens first (Theorem 6).

    Parameters
    ----------
    T : array-like of shape (n_samples, n_samples)
        Any finite square matrix.
    method : {"newton", "dykstra", "alternating"}, default="newton"
        - "newton": exact to rounding in a few steps.
        - "dykstra": the paper's Algorithm 2; converges to the same S, slowly.
        - "alternating": no increments; ends at some doubly stochastic matrix, in general not the nearest.
    tol : float, default=1e-10
        Newton stops when the largest row-sum error is at most `tol`, the others when no entry changes by more
        than `tol` in a sweep and no row sum is off by more than ``n_samples * tol``. Rounding keeps the error near
        ``1e-16 * max |T|`` in any case.
    max_iter : int or None, default=None
        Newton steps or sweeps; None means 500 or 1000.
    start : array-like of shape (n_samples,) or None, default=None
        Newton only: multipliers of a similar projection (``info.multipliers``).
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each iteration, with the row-sum error in ``info["residual"]``. Returning
        True stops; the current S is returned.
    return_info : bool, default=False

    Returns
    -------
    S : ndarray of shape (n_samples, n_samples)
        Non-negative and symmetric to the last bit.
    info : ProjectionInfo
        Only with `return_info`.

    Raises
    ------
    ValueError
        If `T` is not square, not finite or beyond 1e100, or an argument is out of range.

    Warns
    -----
    NotConvergedWarning
        If the limit was reached first.

    Examples
    --------
    >>> import numpy as np
    >>> from rnse_core.projection import project_doubly_stochastic
    >>> project_doubly_stochastic(np.array([[2.0, 1.0], [1.0, 0.0]])).round(3)
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    symmetric = _symmetric_part(T)
    stopped = False

    def watch(iteration: int, info: dict[str, float]) -> bool:
        nonlocal stopped
        stopped = callback is not None and bool(callback(iteration, info))
        return stopped

    limit = DEFAULT_MAX_ITER.get(method, 1) if max_iter is None else check_count("max_iter", max_iter)
    tol = check_positive("tol", tol, allow_zero=True)
    multipliers = None if start is None else _check_start(start, len(symmetric))
    S, info = project_target(DenseTarget(symmetric), method, tol, limit, multipliers, watch)
    if not info.converged and not stopped:
        if _largest(symmetric) > MOST_ACCURATE:
            advice = ConvergenceAdvice.DIVIDE
        else:
            advice = ConvergenceAdvice.RAISE_LIMIT if method == "newton" else ConvergenceAdvice.USE_NEWTON
        warnings.warn(NotConvergedWarning(method, info.n_iter, info.row_sum_error, advice=advice), stacklevel=2)
    dense = S if isinstance(S, np.ndarray) else S.toarray()
    return (dense, info) if return_info else dense


def project_target(
    target: Target,
    method: str,
    tol: float,
    max_iter: int,
    start: DualResult | FloatArray | None = None,
    callback: Callback | None = None,
) -> tuple[csr_array | FloatArray, ProjectionInfo]:
    """Project a target read by rows; S stays sparse where Newton found it sparse.

    Parameters
    ----------
    target : Target
    method : {"newton", "dykstra", "alternating"}
    tol : float
    max_iter : int
    start : ndarray of shape (n_samples,), `ProjectionInfo.warm_start` or None
    callback : callable or None

    Returns
    -------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    info : ProjectionInfo

    Raises
    ------
    ValueError
        If `method` is none of the three.
    """
    if method == "newton":
        result = solve_dual(target, start, tol, max_iter, callback)
        S = result.similarity()
        error = float(np.abs(S.sum(axis=1) - 1.0).max())
        residuals = result.residuals
        n_iter = len(residuals)
        return S, ProjectionInfo(method, n_iter, result.converged, error, residuals, result.multipliers, result)
    if method in METHODS:
        assert isinstance(target, RowTarget)
        return _alternate(target, method, tol, max_iter, callback)
    raise ParameterError("method", method, Reason.UNKNOWN_CHOICE, choices=METHODS)


def _alternate(
    target: RowTarget, method: str, tol: float, max_iter: int, callback: Callback | None
) -> tuple[FloatArray, ProjectionInfo]:
    """Alternate between the affine set (Theorem 6) and the cone (Theorem 7), one pass over the rows per sweep."""
    n = target.n_samples
    if isinstance(target, DenseTarget):
        S = target.T
    else:
        S = np.empty((n, n))
        target.block(0, n, S)
    increment = np.zeros((n, n)) if method == "dykstra" else None
    height = max(1, min(n, PASS_ENTRIES // n))
    history: list[float] = []
    converged = False
    row_sums = S.sum(axis=1)
    for sweep in range(1, max_iter + 1):
        # Theorem 6 for symmetric S, written as a correction a_i + a_j: a sum that commutes keeps S symmetric.
        correction = (0.5 * (n + row_sums.sum()) / n - row_sums) / n
        change = 0.0
        stage = f"S step: sweep {sweep:,} of at most {max_iter:,}"
        for start in range(0, n, height):
            tell(stage)
            rows = slice(start, min(start + height, n))
            step = np.add.outer(correction[rows], correction)
            step += S[rows]
            if increment is not None:
                step -= increment[rows]
            new = np.maximum(step, 0.0)
            if increment is not None:
                np.subtract(new, step, out=increment[rows])
            change = max(change, float(np.abs(new - S[rows]).max()))
            S[rows] = new
        row_sums = S.sum(axis=1)
        history.append(float(np.abs(row_sums - 1.0).max()))
        # The iterate may stand still for some sweeps while the increments go on changing; its row sums show that.
        converged = change <= tol and history[-1] <= n * tol
        if converged or (callback is not None and callback(sweep, {"residual": history[-1]})):
            break
    return S, ProjectionInfo(method, len(history), converged, history[-1], history, None)


def _symmetric_part(T: ArrayLike) -> FloatArray:
    # The check for finite values adds them all up, which may overflow.
    with np.errstate(over="ignore", invalid="ignore"):
        A = check_array(T, dtype=np.float64, copy=True)
    if A.shape[0] != A.shape[1]:
        raise InputError("T", Reason.NOT_SQUARE, A.shape)
    symmetric = symmetrize(A)
    largest = _largest(symmetric)
    if largest > LARGEST_ENTRY:
        raise InputError("T", Reason.TOO_LARGE, largest, bound=LARGEST_ENTRY)
    _take_out_shift(symmetric)
    return symmetric


def _largest(T: FloatArray) -> float:
    return float(max(T.max(), -T.min()))


def _take_out_shift(T: FloatArray) -> None:
    """Remove, in place, a large shift a 1' + 1 a', which the projection ignores but which would cost T its digits."""
    largest = _largest(T)
    height = max(1, PASS_ENTRIES // len(T))
    while largest > 1.0:
        means = T.mean(axis=1)
        means -= 0.5 * means.mean()
        blocks = [slice(start, start + height) for start in range(0, len(T), height)]
        remaining = max(_largest(T[rows] - np.add.outer(means[rows], means)) for rows in blocks)
        if remaining > WORTH_CENTRING * largest:
            return
        for rows in blocks:
            T[rows] -= np.add.outer(means[rows], means)
        largest = remaining


def _check_start(start: ArrayLike, n_samples: int) -> FloatArray:
    u = np.asarray(start, dtype=np.float64)
    if u.shape != (n_samples,):
        raise InputError("start", Reason.WRONG_SHAPE, u.shape, bound=(n_samples,))
    if not np.isfinite(u).all():
        raise InputError("start", Reason.NOT_FINITE)
    return u
