"""Exact projection on the doubly stochastic matrices by a semismooth Newton method on the dual.

The projection of a symmetric T is ``S = [T + u 1' + 1 u']_+`` with the vector u of n multipliers for which S 1 = 1.
u minimises the convex, once differentiable dual

    theta(u) = 1/4 ||[T + u 1' + 1 u']_+||_F^2 - 1'u,   gradient S 1 - 1,

(up to a factor 1/2) whose generalised Hessian is diag(M 1) + M, M being the 0/1 mask of the positive entries. A
handful of Newton steps, each a few conjugate gradient steps, reaches rounding error whatever n is. It is the
symmetric case of quadratically regularised optimal transport (Lorenz, Manns and Meyer 2021,
https://doi.org/10.1007/s00245-019-09614-w).

S is usually sparse, so the work is done on a *support*: the entries that may be positive. A support is solved, then
all of T is looked through for positive entries outside it; these are added and the solve is repeated until there are
none, so the result is exact. Where more than one entry in eight is positive, the support is all of T.

Where T is so large that S is nearly a matching, a plain start may fail; then a sequence of targets T/4^k, ..., T/4, T
is solved, each from four times the multipliers of the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.projection.dense_support import FullSupport
from rnse_core.projection.sparse_support import SparseSupport
from rnse_core.projection.target import Support, Target
from rnse_core.stages import tell

# Row-sum error to which an incomplete support is solved before it is looked for missing entries.
ROUND_TOL = 0.1
# A support takes in entries that this fraction of a mean entry of S would make positive, so that the next change of u
# seldom needs another look at everything.
SLACK = 0.3
# Error to which the smaller targets of a continuation are solved, their ratio, and the steps tried without one.
STAGE_TOL = 1e-3
STAGE_RATIO = 4.0
DIRECT_STEPS = 40
START_ROWS = 64
MAX_CG_STEPS = 300
# The Newton system is singular where a component of the mask is bipartite. This multiple of the error (at most 1) is
# added to its diagonal, whose entries are at least 1: large enough far out, and vanishing with the error.
HESSIAN_SHIFT = 1e-3
ARMIJO = 1e-4
ROUNDING_ULPS = 8.0
# Changes of the dual value below this fraction of it are not trusted.
VALUE_ROUNDING = 1e-14
# An error that rounding explains is accepted up to here; beyond, S is not doubly stochastic in any useful sense.
COARSEST_ROUNDING = 1e-6
SMALLEST_STEP = 1e-12

StepCallback = Callable[[int, dict[str, float]], bool | None]


@dataclass
class DualResult:
    """Outcome of `solve_dual`.

    Attributes
    ----------
    multipliers : ndarray of shape (n_samples,)
        u, a warm start for a similar target.
    residuals : list of float
        Largest row-sum error after each Newton step.
    converged : bool
        Whether the row-sum error is at most the tolerance, or as small as rounding allows.
    support : Support
        Where S was looked for, evaluated at the multipliers.
    """

    multipliers: FloatArray
    residuals: list[float]
    converged: bool
    support: Support

    def similarity(self) -> csr_array | FloatArray:
        """Make S, of shape (n_samples, n_samples); sparse when the support is."""
        return self.support.similarity()


def starting_multipliers(target: Target) -> FloatArray:
    """Return a u near the solution: half of each row's maximum, shifted by a threshold found on a sample of rows.

    With m_i the maximum of row i, T_ij - (m_i + m_j)/2 is at most 0, so the shift alone decides how many entries are
    positive; the median over sampled rows of the shift that gives a row sum of 1 is taken.

    Parameters
    ----------
    target : Target

    Returns
    -------
    u : ndarray of shape (n_samples,)
    """
    n = target.n_samples
    maxima = target.maxima()
    rows = target.shifted_rows(_sample_rows(n), -0.5 * maxima)
    rows.sort(axis=1)
    descending = rows[:, ::-1]
    with np.errstate(invalid="ignore"):
        excess = np.cumsum(descending, axis=1) - 1.0
        thresholds = excess / np.arange(1, descending.shape[1] + 1)
        # The threshold of a projection on the simplex: the last position whose entry still exceeds its own threshold.
        last = np.count_nonzero(descending > thresholds, axis=1) - 1
    shift = -float(np.median(thresholds[np.arange(len(rows)), last]))
    return 0.5 * (shift - maxima)


def _sample_rows(n: int) -> IntArray:
    return np.linspace(0, n - 1, min(n, START_ROWS)).astype(np.intp)


def _newton_direction(support: Support, gradient: FloatArray, error: float, stage: str) -> FloatArray:
    """Solve (diag(M 1) + M) d = gradient by conjugate gradients with a diagonal preconditioner."""
    product, counts, diagonal = support.hessian()
    # A row without positive entries has a flat dual; 1 is the curvature it gets with its first entry.
    counts = np.maximum(counts, 1.0) + HESSIAN_SHIFT * min(1.0, error)
    preconditioner = 1.0 / (counts + diagonal)
    solution = np.zeros_like(gradient)
    residual = gradient.copy()
    z = preconditioner * residual
    p = z.copy()
    rz = float(residual @ z)
    goal = min(0.01, 0.1 * error) * float(np.linalg.norm(gradient))
    for _ in range(MAX_CG_STEPS):
        tell(stage)
        Hp = counts * p + product(p)
        length = rz / float(p @ Hp)
        solution += length * p
        residual -= length * Hp
        if float(np.linalg.norm(residual)) <= goal:
            break
        z = preconditioner * residual
        rz, rz_old = float(residual @ z), rz
        p = z + (rz / rz_old) * p
    return solution


@dataclass
class _Progress:
    """Counts Newton steps over all supports and stages, and carries the user's wish to stop."""

    budget: int
    callback: StepCallback | None
    residuals: list[float] = field(default_factory=list)
    stopped: bool = False

    def record(self, residual: float, support: Support) -> None:
        self.residuals.append(residual)
        if self.callback is not None:
            info = {"residual": residual, "nonzeros_per_row": support.mean_nonzeros()}
            self.stopped = bool(self.callback(len(self.residuals), info))

    @property
    def ended(self) -> bool:
        return self.stopped or len(self.residuals) >= self.budget


def _solve_on_support(support: Support, u: FloatArray, tol: float, progress: _Progress) -> FloatArray:
    """Newton with Armijo's rule on a fixed support; the support is left evaluated at the returned u."""
    row_sums, value = support.evaluate(u)
    error = float(np.abs(1.0 - row_sums).max())
    while error > max(tol, rounding_level(support, u)) and not progress.ended:
        gradient = 1.0 - row_sums
        stage = f"S step: row sums off by {error:.1e}"
        direction = _newton_direction(support, gradient, error, stage)
        slope = float(gradient @ direction)
        step = 1.0
        while True:
            tell(stage)
            candidate = u + step * direction
            row_sums, candidate_value = support.evaluate(candidate)
            candidate_error = float(np.abs(1.0 - row_sums).max())
            # Near the solution the dual value is all rounding; a smaller error is then the sign of progress.
            if step * slope > VALUE_ROUNDING * abs(value):
                progressed = candidate_value <= value - ARMIJO * step * slope
            else:
                progressed = candidate_error < error
            if progressed or candidate_error <= 0.5 * error:
                break
            step *= 0.5
            if step < SMALLEST_STEP:
                support.evaluate(u)
                return u
        u, value, error = candidate, candidate_value, candidate_error
        progress.record(error, support)
    return u


def rounding_level(support: Support, u: FloatArray) -> float:
    """Row-sum error that the rounding of T + u 1' + 1 u' causes: below it no step can be told from noise."""
    # T is of the size of u, and each positive entry of a row adds its own rounding.
    terms = ROUNDING_ULPS + 2.0 * support.mean_nonzeros()
    return terms * float(np.finfo(np.float64).eps * np.abs(u).max())


def _solve(
    target: Target, u: FloatArray, tol: float, progress: _Progress, support: Support | None, cold: bool
) -> tuple[Support, FloatArray]:
    """Solve on a growing support; returns it, evaluated at the returned multipliers.

    From a cold start the first support is bound to grow, so it is solved roughly at first.
    """
    if support is None:
        tell("S step: blocks of rows")
        support = target.grow(u, None, 0.0)
    if cold and not isinstance(support, FullSupport):
        u = _solve_on_support(support, u, max(tol, ROUND_TOL), progress)
        support = target.grow(u, support, _slack(support))
    while True:
        u = _solve_on_support(support, u, tol, progress)
        if isinstance(support, FullSupport):
            return support, u
        grown = target.grow(u, support, _slack(support))
        if grown is support:
            return support, u
        support = grown
        if progress.ended:
            support.evaluate(u)
            return support, u


def _slack(support: Support) -> float:
    # A row of S sums to 1, so this is a fraction of a mean entry.
    return SLACK / max(1.0, support.mean_nonzeros())


def _solve_by_continuation(target: Target, tol: float, progress: _Progress) -> tuple[Support, FloatArray]:
    """Solve for a growing fraction of the target, each stage started from the multipliers of the one before."""
    rows = target.shifted_rows(_sample_rows(target.n_samples), np.zeros(target.n_samples))
    kept = np.isfinite(rows)
    rows = np.where(kept, rows, 0.0)
    means = rows.sum(axis=1, keepdims=True) / kept.sum(axis=1, keepdims=True)
    spread = float((rows - means)[kept].std())
    stages = max(1, int(np.ceil(np.log(max(spread, 1.0)) / np.log(STAGE_RATIO))))
    u = starting_multipliers(target.scaled(STAGE_RATIO**-stages))
    for k in range(stages, 0, -1):
        if not progress.ended:
            _, u = _solve(target.scaled(STAGE_RATIO**-k), u, STAGE_TOL, progress, None, cold=k == stages)
        u *= STAGE_RATIO
    return _solve(target, u, tol, progress, None, cold=False)


def solve_dual(
    target: Target,
    start: DualResult | FloatArray | None = None,
    tol: float = 1e-10,
    max_iter: int = 500,
    callback: StepCallback | None = None,
) -> DualResult:
    """Project `target` on the symmetric doubly stochastic matrices.

    Parameters
    ----------
    target : Target
    start : DualResult, ndarray of shape (n_samples,) or None
        Multipliers to start from, or the result for the same K and weights with another P, whose support is the first.
    tol : float, default=1e-10
        Largest row-sum error at which to stop.
    max_iter : int, default=500
        Newton steps in all.
    callback : callable or None
        ``callback(step, {"residual": ..., "nonzeros_per_row": ...})``; True stops.

    Returns
    -------
    DualResult
    """
    tell("S step: multipliers to start from")
    first: Support | None = None
    if isinstance(start, DualResult):
        u = start.multipliers
        if isinstance(start.support, SparseSupport):
            first = target.adopt(start.support, u, _slack(start.support))
    else:
        u = starting_multipliers(target) if start is None else np.array(start, dtype=np.float64)
    progress = _Progress(min(DIRECT_STEPS, max_iter), callback)
    support, u = _solve(target, u, tol, progress, first, cold=start is None)
    if progress.ended and not progress.stopped and max_iter > DIRECT_STEPS:
        progress.budget = max_iter
        if _row_sum_error(support, u) <= STAGE_TOL:
            support, u = _solve(target, u, tol, progress, support, cold=False)
        else:
            support, u = _solve_by_continuation(target, tol, progress)
    error = _row_sum_error(support, u)
    acceptable = max(tol, min(rounding_level(support, u), COARSEST_ROUNDING))
    return DualResult(u, progress.residuals, error <= acceptable, support)


def _row_sum_error(support: Support, u: FloatArray) -> float:
    row_sums, _ = support.evaluate(u)
    return float(np.abs(1.0 - row_sums).max())
