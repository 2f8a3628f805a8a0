"""Semismooth Newton iteration for the dual of the projection, on a fixed support.

The dual theta(u) has the gradient S 1 - 1 and the generalised Hessian ``diag(M 1) + M``, M being the 0/1 mask of the
positive entries of S. This matrix H is positive semidefinite: ``v'H v = 1/2 sum_ij M_ij (v_i + v_j)^2``. Each step
solves ::

    (diag(M 1) + epsilon I + M) d = 1 - S 1

by conjugate gradients with the diagonal as preconditioner, and goes along d as far as Armijo's rule allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rnse_core._base.arrays import FloatArray, read_only
from rnse_core.projection.target import Callback, Support
from rnse_core.stages import report_stage

MAX_CG_STEPS = 300
# The Hessian is singular where a connected component of the mask is bipartite. epsilon is this multiple of the row-sum
# error, the error counting as 1 at most: small beside the diagonal, which is at least 1, and vanishing with the error.
HESSIAN_SHIFT = 1e-3
# Fraction of the decrease predicted by the slope that a step must achieve.
ARMIJO = 1e-4
MIN_STEP_LENGTH = 1e-12
# Changes of the dual value below this fraction of it are rounding.
VALUE_ROUNDING = 1e-14
# Rounding of one row sum, in units in the last place, beside that of its positive entries.
ROUNDING_ULPS = 8.0


@dataclass
class Progress:
    """Counter of the Newton steps over all supports and stages of a solve.

    Attributes
    ----------
    budget : int
        Largest number of steps.
    callback : callable or None
        Called after each step; it returns True to stop.
    residuals : list of float
        Row-sum error after each step.
    stopped : bool
        Whether the callback has stopped the solve.
    """

    budget: int
    callback: Callback | None
    residuals: list[float] = field(default_factory=list)
    stopped: bool = False

    def record(self, residual: float, support: Support, u: FloatArray) -> None:
        """Count a step that ended with this row-sum error, at these multipliers."""
        self.residuals.append(residual)
        if self.callback is not None:
            measured = {"residual": residual, "nonzeros_per_row": support.mean_nonzeros()}
            info = {**measured, "similarity": read_only(support.similarity())}
            # S may have taken the memory of the mask, which the next step needs.
            support.evaluate(u)
            self.stopped = bool(self.callback(len(self.residuals), info))

    @property
    def ended(self) -> bool:
        """Whether no further step may be made."""
        return self.stopped or len(self.residuals) >= self.budget


def minimize_on_support(support: Support, u: FloatArray, tol: float, progress: Progress) -> FloatArray:
    """Minimise the dual on a fixed support.

    Parameters
    ----------
    support : Support
        It is left evaluated at the returned multipliers.
    u : ndarray of shape (n_samples,)
        Start.
    tol : float
        Largest row-sum error at which to stop; a smaller one than `rounding_level` is not asked for.
    progress : Progress

    Returns
    -------
    u : ndarray of shape (n_samples,)
    """
    row_sums, value = support.evaluate(u)
    error = float(np.abs(1.0 - row_sums).max())
    while error > max(tol, rounding_level(support, u)) and not progress.ended:
        descent = 1.0 - row_sums
        stage = f"S step: row sums off by {error:.1e}"
        direction = _newton_direction(support, descent, error, stage)
        slope = float(descent @ direction)
        step = 1.0
        while True:
            report_stage(stage)
            candidate = u + step * direction
            row_sums, candidate_value = support.evaluate(candidate)
            candidate_error = float(np.abs(1.0 - row_sums).max())
            # Near the solution the change of the dual value is rounding; there the row-sum error must decrease.
            if step * slope > VALUE_ROUNDING * abs(value):
                accepted = candidate_value <= value - ARMIJO * step * slope
            else:
                accepted = candidate_error < error
            if accepted or candidate_error <= 0.5 * error:
                break
            step *= 0.5
            if step < MIN_STEP_LENGTH:
                support.evaluate(u)
                return u
        u, value, error = candidate, candidate_value, candidate_error
        progress.record(error, support, u)
    return u


def rounding_level(support: Support, u: FloatArray) -> float:
    """Row-sum error that the rounding of T + u 1' + 1 u' alone may cause.

    Parameters
    ----------
    support : Support
        Evaluated at u.
    u : ndarray of shape (n_samples,)

    Returns
    -------
    float
    """
    # At the positive entries T is of the size of u, and each of them adds its own rounding.
    terms = ROUNDING_ULPS + 2.0 * support.mean_nonzeros()
    return terms * float(np.finfo(np.float64).eps * np.abs(u).max())


def _newton_direction(support: Support, descent: FloatArray, error: float, stage: str) -> FloatArray:
    """Solve the Newton system for the right-hand side 1 - S 1 by preconditioned conjugate gradients."""
    product, counts, diagonal = support.hessian()
    # Where a row has no positive entry the dual is flat; 1 is its curvature as soon as there is one.
    counts = np.maximum(counts, 1.0) + HESSIAN_SHIFT * min(1.0, error)
    preconditioner = 1.0 / (counts + diagonal)
    solution = np.zeros_like(descent)
    residual = descent.copy()
    z = preconditioner * residual
    p = z.copy()
    rz = float(residual @ z)
    goal = min(0.01, 0.1 * error) * float(np.linalg.norm(descent))
    for _ in range(MAX_CG_STEPS):
        report_stage(stage)
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
