"""Projection on the symmetric doubly stochastic matrices {S >= 0, S = S', S 1 = 1}, in the Frobenius norm.

One function offers three methods: Newton's method on the dual (`newton`), Dykstra's alternating projections, which are
the paper's Algorithm 2, and alternating projections without increments (both in `sweeps`).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray, symmetrize
from rnse_core._base.checks import LARGEST_ENTRY, check_count, check_positive, check_unmasked
from rnse_core.exceptions import ConvergenceAdvice, InputError, NotConvergedWarning, ParameterError, Reason
from rnse_core.projection.dense_support import PASS_ENTRIES
from rnse_core.projection.dense_target import DenseTarget, RowTarget
from rnse_core.projection.newton import DualResult, solve_dual
from rnse_core.projection.sweeps import alternate
from rnse_core.projection.target import Callback, Target

# A shift a 1' + 1 a' is removed from T if its largest entry becomes smaller by at least this factor.
SHIFT_REDUCTION = 0.1
# Largest entry of T that leaves six correct digits to row sums of 1.
MAX_ACCURATE_ENTRY = 1e9
METHODS = ("newton", "dykstra", "alternating")
# Default limits: Newton steps, and sweeps.
DEFAULT_MAX_ITER = {"newton": 500, "dykstra": 1000, "alternating": 1000}


@dataclass(frozen=True)
class ProjectionInfo:
    """Report on a projection.

    Attributes
    ----------
    method : str
    n_iter : int
        Newton steps or sweeps.
    converged : bool
    row_sum_error : float
        Largest ``|S 1 - 1|`` of the returned S.
    history : list of float
        Largest row-sum error after each iteration; empty if the start was the solution.
    multipliers : ndarray of shape (n_samples,) or None
        u, which can be given as `start` for a similar T; None for other methods than Newton's.
    warm_start : object or None
        u together with the support of S, for `project_target`.
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
    """Nearest symmetric doubly stochastic matrix to T in the Frobenius norm (Eq. 12).

    Solves ::

        minimise   1/2 ||S - T||_F^2   subject to   S >= 0,  S = S',  S 1 = 1.

    The solution exists and is unique (Theorems 3 and 5). It depends on the symmetric part ``(T + T') / 2`` only, which
    is taken first (as in Theorem 6), and is the same for ``T + a 1' + 1 a'`` with any vector a.

    Parameters
    ----------
    T : array-like of shape (n_samples, n_samples)
        A finite square matrix.
    method : {"newton", "dykstra", "alternating"}, default="newton"
        - "newton": semismooth Newton method on the dual; exact to rounding.
        - "dykstra": the paper's Algorithm 2, with the increments of Theorem 4; converges to the same S, slowly.
        - "alternating": without increments; converges to a doubly stochastic matrix that is in general not the nearest.
    tol : float, default=1e-10
        Newton's method stops when the largest row-sum error is at most `tol`, the others when no entry changes by more
        than `tol` in a sweep and the largest row-sum error is at most ``n_samples * tol``. Rounding errors are about
        ``1e-16 * max |T|`` in any case.
    max_iter : int or None, default=None
        Newton steps or sweeps; None means 500 or 1000.
    start : array-like of shape (n_samples,) or None, default=None
        For "newton": multipliers of a similar projection (``info.multipliers``).
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each iteration that another may follow, with the row-sum error in
        ``info["residual"]`` and S in ``info["similarity"]``: sparse, or an array that is valid during the call.
        Returning True stops; the current S is returned.
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
        If `max_iter` was reached first.

    Notes
    -----
    *Lagrangian.* With multipliers 2u for the row sums, and T symmetric, ::

        L(S, u) = 1/2 ||S - T||_F^2 - <S, u 1' + 1 u'> + 2 1'u.

    *Primal solution.* For a given u, L is minimal over S >= 0 at ``S = [T + u 1' + 1 u']_+``, the positive part.

    *Dual.* Up to a constant and the factor -2, the dual function is ::

        theta(u) = 1/4 ||[T + u 1' + 1 u']_+||_F^2 - 1'u,

    which is to be minimised over u without constraints. It is convex and once continuously differentiable, with the
    gradient S 1 - 1.

    *Optimality conditions.* S is the solution if and only if it is feasible and there are u and V with ::

        S = T + u 1' + 1 u' + V,   V = V' >= 0,   S_ij V_ij = 0,

    or equivalently, if ``S = [T + u 1' + 1 u']_+`` has the row sums S 1 = 1.

    *Generalised Hessian.* ``diag(M 1) + M`` with M_ij = 1 where S_ij > 0, else 0. It is positive semidefinite, and
    singular if and only if some connected component of the graph of M is bipartite.

    The problem is the symmetric case of quadratically regularised optimal transport with the cost -T and uniform
    marginals; u is the potential. `rnse_core.projection.newton` describes the solver and its references.

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

    def record_stop(iteration: int, info: dict[str, Any]) -> bool:
        nonlocal stopped
        assert callback is not None
        stopped = bool(callback(iteration, info))
        return stopped

    limit = DEFAULT_MAX_ITER.get(method, 1) if max_iter is None else check_count("max_iter", max_iter)
    tol = check_positive("tol", tol, allow_zero=True)
    multipliers = None if start is None else _check_start(start, len(symmetric))
    watcher = None if callback is None else record_stop
    S, info = project_target(DenseTarget(symmetric), method, tol, limit, multipliers, watcher)
    if not info.converged and not stopped:
        if _largest(symmetric) > MAX_ACCURATE_ENTRY:
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
    """Project a target that is read by rows; S is sparse if the support of Newton's method is.

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
        swept, history, converged = alternate(target, tol, max_iter, increments=method == "dykstra", callback=callback)
        return swept, ProjectionInfo(method, len(history), converged, history[-1], history, None)
    raise ParameterError("method", method, Reason.UNKNOWN_CHOICE, choices=METHODS)


def _symmetric_part(T: ArrayLike) -> FloatArray:
    # The check for finite values computes their sum, which may overflow.
    with np.errstate(over="ignore", invalid="ignore"):
        check_unmasked("T", T)
        A = check_array(T, dtype=np.float64, copy=True)
    if A.shape[0] != A.shape[1]:
        raise InputError("T", Reason.NOT_SQUARE, A.shape)
    symmetric = symmetrize(A)
    largest = _largest(symmetric)
    if largest > LARGEST_ENTRY:
        raise InputError("T", Reason.TOO_LARGE, largest, bound=LARGEST_ENTRY)
    _remove_shift(symmetric)
    return symmetric


def _largest(T: FloatArray) -> float:
    return float(max(T.max(), -T.min()))


def _remove_shift(T: FloatArray) -> None:
    """Remove, in place, a large shift a 1' + 1 a', which does not change the projection but its rounding errors."""
    largest = _largest(T)
    height = max(1, PASS_ENTRIES // len(T))
    while largest > 1.0:
        means = T.mean(axis=1)
        means -= 0.5 * means.mean()
        blocks = [slice(start, start + height) for start in range(0, len(T), height)]
        remaining = max(_largest(T[rows] - np.add.outer(means[rows], means)) for rows in blocks)
        if remaining > SHIFT_REDUCTION * largest:
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
