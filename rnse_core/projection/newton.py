"""Exact projection on the symmetric doubly stochastic matrices, by a semismooth Newton method on the dual.

The dual has one unknown u_i per sample. It is minimised in three nested loops.

1. The Newton iteration on a fixed *support*, the entries of S that may be positive (`newton_iteration`).
2. S is usually sparse, so the support is as well. After a solve, positive entries of T + u 1' + 1 u' outside the
   support are looked for and added, and the solve is repeated. It ends when there are none, so that S is exact. If more
   than one entry in eight is positive, the support is all of T.
3. If T is so large that S is nearly a permutation matrix, the iteration may fail from the usual start. Then the targets
   T/4^k, ..., T/4, T are projected one after the other, each from four times the multipliers of the one before.

About ten Newton steps of a few conjugate gradient steps each reach rounding error, whatever n is.

References
----------
Lorenz, D. A., Manns, P. and Meyer, C. (2021). Quadratically regularized optimal transport. Applied Mathematics and
Optimization 83. https://doi.org/10.1007/s00245-019-09614-w
Zhang, S., Mordant, G., Matsumoto, T. and Schiebinger, G. (2023). Manifold learning with sparse regularised optimal
transport. https://doi.org/10.48550/arXiv.2307.09816
Pang, J.-S. and Qi, L. (1995). A globally convergent Newton method for convex SC1 minimization problems. Journal of
Optimization Theory and Applications 85. https://doi.org/10.1007/BF02193060
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.projection.dense_support import FullSupport
from rnse_core.projection.newton_iteration import Progress, minimize_on_support, rounding_level
from rnse_core.projection.sparse_support import SparseSupport
from rnse_core.projection.target import Callback, Support, Target
from rnse_core.stages import report_stage

# Entries of T + u 1' + 1 u' above minus this fraction of a mean entry of S are added to a support, so that the next
# change of u seldom needs another pass over T.
SLACK = 0.3
# Newton steps before the continuation, the ratio of its targets, and the error to which the smaller ones are solved.
DIRECT_STEPS = 40
STAGE_RATIO = 4.0
STAGE_TOL = 1e-3
# Rows of T that the starting multipliers are computed from.
SAMPLED_ROWS = 64
# Largest row-sum error that rounding may excuse; beyond it, S is not doubly stochastic in a useful sense.
MAX_ROUNDING_ERROR = 1e-6


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
        The last support, evaluated at the multipliers.
    """

    multipliers: FloatArray
    residuals: list[float]
    converged: bool
    support: Support

    def similarity(self) -> csr_array | FloatArray:
        """Compute S, of shape (n_samples, n_samples); sparse if the support is."""
        return self.support.similarity()


def solve_dual(
    target: Target,
    start: DualResult | FloatArray | None = None,
    tol: float = 1e-10,
    max_iter: int = 500,
    callback: Callback | None = None,
) -> DualResult:
    """Project a target on the symmetric doubly stochastic matrices.

    Parameters
    ----------
    target : Target
    start : DualResult, ndarray of shape (n_samples,) or None, default=None
        Multipliers to start from; or the result for the same K, alpha and beta with another P, whose support is used
        as well.
    tol : float, default=1e-10
        Largest row-sum error at which to stop.
    max_iter : int, default=500
        Largest number of Newton steps, over all supports and stages.
    callback : callable or None, default=None
        ``callback(step, {"residual": ..., "nonzeros_per_row": ..., "similarity": S})`` after each step; True stops.

    Returns
    -------
    DualResult
    """
    report_stage("S step: multipliers to start from")
    first: Support | None = None
    if isinstance(start, DualResult):
        u = start.multipliers
        if isinstance(start.support, SparseSupport):
            first = target.reuse_support(start.support, u, _slack(start.support))
    else:
        u = starting_multipliers(target) if start is None else np.array(start, dtype=np.float64)
    progress = Progress(min(DIRECT_STEPS, max_iter), callback)
    support, u = _solve(target, u, tol, progress, first, cold=start is None)
    if progress.ended and not progress.stopped and max_iter > DIRECT_STEPS:
        progress.budget = max_iter
        if _row_sum_error(support, u) <= STAGE_TOL:
            support, u = _solve(target, u, tol, progress, support, cold=False)
        else:
            support, u = _solve_by_continuation(target, tol, progress)
    error = _row_sum_error(support, u)
    acceptable = max(tol, min(rounding_level(support, u), MAX_ROUNDING_ERROR))
    return DualResult(u, progress.residuals, error <= acceptable, support)


def starting_multipliers(target: Target) -> FloatArray:
    """Estimate the multipliers from the row maxima and a sample of rows.

    With m_i the maximum of row i, ``T_ij - (m_i + m_j) / 2`` is at most 0. A constant added to all of these decides how
    many are positive. Taken is the median, over the sampled rows, of the constant that makes the row sum 1.

    Parameters
    ----------
    target : Target

    Returns
    -------
    u : ndarray of shape (n_samples,)
    """
    maxima = target.row_maxima()
    rows = target.shifted_rows(_sampled_rows(target.n_samples), -0.5 * maxima)
    rows.sort(axis=1)
    descending = rows[:, ::-1]
    with np.errstate(invalid="ignore"):
        excess = np.cumsum(descending, axis=1) - 1.0
        thresholds = excess / np.arange(1, descending.shape[1] + 1)
        # The threshold of the projection on the simplex: that of the last entry which exceeds its own.
        last = np.count_nonzero(descending > thresholds, axis=1) - 1
    shift = -float(np.median(thresholds[np.arange(len(rows)), last]))
    return 0.5 * (shift - maxima)


def _sampled_rows(n: int) -> IntArray:
    return np.linspace(0, n - 1, min(n, SAMPLED_ROWS)).astype(np.intp)


def _solve(
    target: Target, u: FloatArray, tol: float, progress: Progress, support: Support | None, cold: bool
) -> tuple[Support, FloatArray]:
    """Minimise the dual on supports that are enlarged until no positive entry is outside.

    Parameters
    ----------
    target : Target
    u : ndarray of shape (n_samples,)
        Start.
    tol : float
    progress : Progress
    support : Support or None
        The first support, if there is one already.
    cold : bool
        Whether u is an estimate. The first support is then solved roughly.

    Returns
    -------
    support : Support
        Evaluated at the returned multipliers.
    u : ndarray of shape (n_samples,)
    """
    if support is None:
        report_stage("S step: blocks of rows")
        support = target.enlarge_support(u, None, 0.0)
    if cold and not isinstance(support, FullSupport):
        u = minimize_on_support(support, u, max(tol, target.rough_tol), progress)
        support = target.enlarge_support(u, support, _slack(support))
    while True:
        u = minimize_on_support(support, u, tol, progress)
        if isinstance(support, FullSupport):
            return support, u
        enlarged = target.enlarge_support(u, support, _slack(support))
        if enlarged is support:
            return support, u
        support = enlarged
        if progress.ended:
            support.evaluate(u)
            return support, u


def _slack(support: Support) -> float:
    # A row of S sums to 1, so this is a fraction of a mean entry.
    return SLACK / max(1.0, support.mean_nonzeros())


def _solve_by_continuation(target: Target, tol: float, progress: Progress) -> tuple[Support, FloatArray]:
    """Project growing fractions of the target, each from the scaled multipliers of the one before."""
    rows = target.shifted_rows(_sampled_rows(target.n_samples), np.zeros(target.n_samples))
    stored = np.isfinite(rows)
    rows = np.where(stored, rows, 0.0)
    means = rows.sum(axis=1, keepdims=True) / stored.sum(axis=1, keepdims=True)
    spread = float((rows - means)[stored].std())
    stages = max(1, int(np.ceil(np.log(max(spread, 1.0)) / np.log(STAGE_RATIO))))
    u = starting_multipliers(target.scaled(STAGE_RATIO**-stages))
    for k in range(stages, 0, -1):
        if not progress.ended:
            _, u = _solve(target.scaled(STAGE_RATIO**-k), u, STAGE_TOL, progress, None, cold=k == stages)
        u *= STAGE_RATIO
    return _solve(target, u, tol, progress, None, cold=False)


def _row_sum_error(support: Support, u: FloatArray) -> float:
    row_sums, _ = support.evaluate(u)
    return float(np.abs(1.0 - row_sums).max())
