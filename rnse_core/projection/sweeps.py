"""Alternating projections: Dykstra's method, which is the paper's Algorithm 2, and that of von Neumann.

Each sweep projects on two sets, with a closed form for each::

    C1 = {S = S', S 1 = 1}, affine:      P(S) = S + a 1' + 1 a',  a = ((n + 1'S 1) / (2n) 1 - S 1) / n    (Theorem 6)
    C2 = {S >= 0}, a convex cone:        P(S) = [S]_+                                                     (Theorem 7)

Dykstra's method (Theorem 4) subtracts from the argument of a projection the increment that the same projection made in
the sweep before. A slip of the print: the projection lines of Algorithm 2 leave these subtractions out. Without the one
for C2 the iteration converges to a doubly stochastic matrix that is not the nearest one. It is therefore included here,
as in the authors' code. The one for C1 has no effect, since the increment is orthogonal to the affine set.

References
----------
Boyle, J. P. and Dykstra, R. L. (1986). A method for finding projections onto the intersection of convex sets in
Hilbert spaces. https://doi.org/10.1007/978-1-4613-9940-7_3
Zass, R. and Shashua, A. (2006). Doubly stochastic normalization for spectral clustering. NIPS 19.
"""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray, read_only
from rnse_core.projection.dense_support import PASS_ENTRIES
from rnse_core.projection.dense_target import DenseTarget, RowTarget
from rnse_core.projection.target import Callback
from rnse_core.stages import report_stage


def alternate(
    target: RowTarget, tol: float, max_iter: int, *, increments: bool, callback: Callback | None = None
) -> tuple[FloatArray, list[float], bool]:
    """Project a target by sweeps, each of which is one pass over the rows.

    Parameters
    ----------
    target : RowTarget
        The matrix of a `DenseTarget` is overwritten.
    tol : float
        Stop when no entry changes by more than `tol` in a sweep and the row-sum error is at most ``n_samples * tol``.
    max_iter : int
        Largest number of sweeps.
    increments : bool
        True for Dykstra's method; False for von Neumann's, which DSN uses.
    callback : callable or None, default=None
        ``callback(sweep, {"residual": row-sum error, "similarity": S})`` after each sweep but the one that converges; S
        is a read-only view that the next sweep overwrites. True stops.

    Returns
    -------
    S : ndarray of shape (n_samples, n_samples)
    history : list of float
        Largest row-sum error after each sweep.
    converged : bool
    """
    n = target.n_samples
    if isinstance(target, DenseTarget):
        S = target.T
    else:
        S = np.empty((n, n))
        target.block(0, n, S)
    increment = np.zeros((n, n)) if increments else None
    height = max(1, min(n, PASS_ENTRIES // n))
    history: list[float] = []
    converged = False
    row_sums = S.sum(axis=1)
    for sweep in range(1, max_iter + 1):
        # The vector a of Theorem 6. Since a_i + a_j = a_j + a_i to the last bit, S stays symmetric.
        correction = (0.5 * (n + row_sums.sum()) / n - row_sums) / n
        change = 0.0
        stage = f"S step: sweep {sweep:,} of at most {max_iter:,}"
        for start in range(0, n, height):
            report_stage(stage)
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
        # S may be the same for some sweeps while the increments still change; its row sums are then not 1.
        converged = change <= tol and history[-1] <= n * tol
        if converged or (
            callback is not None and callback(sweep, {"residual": history[-1], "similarity": read_only(S)})
        ):
            break
    return S, history, converged
