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

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from rnse_core._validation import FloatArray, IntArray
from rnse_core.targets import Target

# Entries of one block of rows: half a megabyte of doubles, so that the passes over a block stay in cache.
BLOCK_ENTRIES = 1 << 16
# A support with a larger share of all entries is handled as a dense one: it would need more memory as a sparse one.
DENSE_SHARE = 0.125
# Row-sum error to which an incomplete support is solved before it is looked for missing entries.
ROUND_TOL = 0.1
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

Index = NDArray[np.int32]
StepCallback = Callable[[int, dict[str, float]], bool | None]


@dataclass
class DualResult:
    """Outcome of `solve_dual`.

    Attributes
    ----------
    similarity : csr_array or ndarray of shape (n_samples, n_samples)
        S; sparse when the support was.
    multipliers : ndarray of shape (n_samples,)
        u, a warm start for a similar target.
    residuals : list of float
        Largest row-sum error after each Newton step.
    converged : bool
        Whether the row-sum error is at most the tolerance, or as small as rounding allows.
    """

    similarity: csr_array | FloatArray
    multipliers: FloatArray
    residuals: list[float]
    converged: bool


class Support(Protocol):
    """Entries of S that may be positive, and S on them at the last evaluated u."""

    def evaluate(self, u: FloatArray) -> tuple[FloatArray, float]:
        """Return the row sums of S and the dual value at u."""

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""

    def similarity(self) -> csr_array | FloatArray:
        """Return S at the last u."""

    def mean_nonzeros(self) -> float:
        """Return the mean number of positive entries per row at the last u."""


class SparseSupport:
    """A symmetric pattern with its whole diagonal, in compressed rows.

    Parameters
    ----------
    target : Target
    indptr, cols : ndarray of int32
        The pattern; columns sorted within each row.
    """

    def __init__(self, target: Target, indptr: Index, cols: Index) -> None:
        self.n = target.n_samples
        self.indptr = indptr
        self.cols = cols
        self.rows = np.repeat(np.arange(self.n, dtype=cols.dtype), np.diff(indptr))
        self.values = target.entries(self.rows, cols)
        self.S_values = np.empty_like(self.values)
        self.positive = np.empty(len(cols), dtype=bool)

    def evaluate(self, u: FloatArray) -> tuple[FloatArray, float]:
        """Return the row sums of S and the dual value at u."""
        # u_i + u_j first: the sum then commutes, and S is symmetric to the last bit.
        values = self.S_values
        np.add(u[self.rows], u[self.cols], out=values)
        values += self.values
        np.greater(values, 0.0, out=self.positive)
        np.maximum(values, 0.0, out=values)
        squares = float(np.einsum("i,i->", values, values))
        return np.add.reduceat(values, self.indptr[:-1]), 0.25 * squares - float(u.sum())

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""
        mask = csr_array((self.positive.astype(np.float64), self.cols, self.indptr), shape=(self.n, self.n))
        return mask.__matmul__, np.add.reduceat(mask.data, self.indptr[:-1]), mask.diagonal()

    def similarity(self) -> csr_array:
        """Return S at the last u, without stored zeros."""
        kept = np.add.reduceat(self.positive.astype(np.intp), self.indptr[:-1])
        indptr = np.concatenate([[0], np.cumsum(kept)]).astype(self.indptr.dtype)
        data, cols = self.S_values[self.positive], self.cols[self.positive]
        return csr_array((data, cols, indptr), shape=(self.n, self.n))

    def mean_nonzeros(self) -> float:
        """Return the mean number of positive entries per row at the last u."""
        return np.count_nonzero(self.positive) / self.n


class FullSupport:
    """All entries, visited in blocks of rows; the mask is kept in single precision.

    Parameters
    ----------
    target : Target
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        n = target.n_samples
        self.mask = np.empty((n, n), dtype=np.float32)
        self.u = np.zeros(n)

    def evaluate(self, u: FloatArray) -> tuple[FloatArray, float]:
        """Return the row sums of S and the dual value at u."""
        self.u = u
        row_sums = np.empty(len(u))
        squares = 0.0
        for start, stop, block in shifted_blocks(self.target, u):
            np.greater(block, 0.0, out=self.mask[start:stop], casting="unsafe")
            np.maximum(block, 0.0, out=block)
            block.sum(axis=1, out=row_sums[start:stop])
            # Not by BLAS, which would wake its threads for every block.
            squares += float(np.einsum("ij,ij->", block, block))
        return row_sums, 0.25 * squares - float(u.sum())

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""

        def product(vector: FloatArray) -> FloatArray:
            # Scaled first: single precision ends at 1e38.
            size = float(np.abs(vector).max()) or 1.0
            return (self.mask @ (vector / size).astype(np.float32)).astype(np.float64) * size

        counts = self.mask.sum(axis=1, dtype=np.float64)
        return product, counts, self.mask.diagonal().astype(np.float64)

    def similarity(self) -> FloatArray:
        """Return S at the last u."""
        n = len(self.u)
        S = np.empty((n, n))
        for start, stop, block in shifted_blocks(self.target, self.u):
            np.maximum(block, 0.0, out=S[start:stop])
        return S

    def mean_nonzeros(self) -> float:
        """Return the mean number of positive entries per row at the last u."""
        return float(np.count_nonzero(self.mask)) / len(self.u)


def shifted_blocks(target: Target, u: FloatArray) -> Iterator[tuple[int, int, FloatArray]]:
    """Yield (start, stop, block) with block = rows start:stop of T + u 1' + 1 u', in one reused buffer."""
    n = target.n_samples
    height = max(1, min(n, BLOCK_ENTRIES // n))
    buffer, sums = np.empty((height, n)), np.empty((height, n))
    for start in range(0, n, height):
        stop = min(start + height, n)
        block, pair_sums = buffer[: stop - start], sums[: stop - start]
        target.block(start, stop, block)
        np.add(u[start:stop, None], u, out=pair_sums)
        block += pair_sums
        yield start, stop, block


def grow_support(target: Target, u: FloatArray, old: SparseSupport | None) -> SparseSupport | FullSupport:
    """Return `old` with the positive entries at u added; `old` itself when there is none to add.

    Parameters
    ----------
    target : Target
    u : ndarray of shape (n_samples,)
    old : SparseSupport or None

    Returns
    -------
    Support
        A `FullSupport` when more than `DENSE_SHARE` of all entries would be in it.
    """
    n = target.n_samples
    limit = DENSE_SHARE * n * n
    counts = np.empty(n, dtype=np.intp)
    cols: list[Index] = []
    total = 0
    for start, stop, block in shifted_blocks(target, u):
        inside = block > 0.0
        local = np.arange(stop - start)
        inside[local, start + local] = True
        if old is not None:
            part = slice(old.indptr[start], old.indptr[stop])
            inside[old.rows[part] - start, old.cols[part]] = True
        counts[start:stop] = np.count_nonzero(inside, axis=1)
        found = np.flatnonzero(inside)
        found -= np.repeat(local * n, counts[start:stop])
        total += len(found)
        if total > limit and n > START_ROWS:
            return FullSupport(target)
        cols.append(found.astype(np.int32))
    if old is not None and total == len(old.cols):
        return old
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return SparseSupport(target, indptr, np.concatenate(cols))


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
    maxima = np.empty(n)
    for start, stop, block in shifted_blocks(target, np.zeros(n)):
        block.max(axis=1, out=maxima[start:stop])
    sample = _sample_rows(n)
    rows = _read_rows(target, sample)
    rows -= 0.5 * np.add.outer(maxima[sample], maxima)
    rows.sort(axis=1)
    descending = rows[:, ::-1]
    excess = np.cumsum(descending, axis=1) - 1.0
    thresholds = excess / np.arange(1, n + 1)
    # The threshold of a projection on the simplex: the last position whose entry still exceeds its own threshold.
    last = np.count_nonzero(descending > thresholds, axis=1) - 1
    shift = -float(np.median(thresholds[np.arange(len(sample)), last]))
    return 0.5 * (shift - maxima)


def _sample_rows(n: int) -> IntArray:
    return np.linspace(0, n - 1, min(n, START_ROWS)).astype(np.intp)


def _read_rows(target: Target, sample: IntArray) -> FloatArray:
    rows = np.empty((len(sample), target.n_samples))
    for at, i in enumerate(sample):
        target.block(i, i + 1, rows[at : at + 1])
    return rows


def _newton_direction(support: Support, gradient: FloatArray, error: float) -> FloatArray:
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
        direction = _newton_direction(support, gradient, error)
        slope = float(gradient @ direction)
        step = 1.0
        while True:
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


def _solve(target: Target, u: FloatArray, tol: float, progress: _Progress, cold: bool) -> tuple[Support, FloatArray]:
    """Solve on a growing support; returns it, evaluated at the returned multipliers.

    From a cold start the first support is bound to grow, so it is solved roughly at first.
    """
    support = grow_support(target, u, None)
    if cold and isinstance(support, SparseSupport):
        u = _solve_on_support(support, u, max(tol, ROUND_TOL), progress)
        support = grow_support(target, u, support)
    while True:
        u = _solve_on_support(support, u, tol, progress)
        if isinstance(support, FullSupport):
            return support, u
        grown = grow_support(target, u, support)
        if grown is support:
            return support, u
        support = grown
        if progress.ended:
            support.evaluate(u)
            return support, u


class _ScaledTarget:
    """A fraction of another target, for reading only."""

    def __init__(self, target: Target, factor: float) -> None:
        self.target = target
        self.factor = factor
        self.n_samples = target.n_samples

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        self.target.block(start, stop, out)
        out *= self.factor

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        return self.target.entries(rows, cols) * self.factor


def _solve_by_continuation(target: Target, tol: float, progress: _Progress) -> tuple[Support, FloatArray]:
    """Solve for a growing fraction of the target, each stage started from the multipliers of the one before."""
    rows = _read_rows(target, _sample_rows(target.n_samples))
    spread = float((rows - rows.mean(axis=1, keepdims=True)).std())
    stages = max(1, int(np.ceil(np.log(max(spread, 1.0)) / np.log(STAGE_RATIO))))
    u = starting_multipliers(_ScaledTarget(target, STAGE_RATIO**-stages))
    for k in range(stages, 0, -1):
        if not progress.ended:
            _, u = _solve(_ScaledTarget(target, STAGE_RATIO**-k), u, STAGE_TOL, progress, cold=k == stages)
        u *= STAGE_RATIO
    return _solve(target, u, tol, progress, cold=False)


def solve_dual(
    target: Target,
    start: FloatArray | None = None,
    tol: float = 1e-10,
    max_iter: int = 500,
    callback: StepCallback | None = None,
) -> DualResult:
    """Project `target` on the symmetric doubly stochastic matrices.

    Parameters
    ----------
    target : Target
    start : ndarray of shape (n_samples,) or None
        Multipliers to start from.
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
    u = starting_multipliers(target) if start is None else np.array(start, dtype=np.float64)
    progress = _Progress(min(DIRECT_STEPS, max_iter), callback)
    support, u = _solve(target, u, tol, progress, cold=start is None)
    if progress.ended and not progress.stopped and max_iter > DIRECT_STEPS:
        progress.budget = max_iter
        if _row_sum_error(support, u) <= STAGE_TOL:
            support, u = _solve(target, u, tol, progress, cold=False)
        else:
            support, u = _solve_by_continuation(target, tol, progress)
    error = _row_sum_error(support, u)
    acceptable = max(tol, min(rounding_level(support, u), COARSEST_ROUNDING))
    return DualResult(support.similarity(), u, progress.residuals, error <= acceptable)


def _row_sum_error(support: Support, u: FloatArray) -> float:
    row_sums, _ = support.evaluate(u)
    return float(np.abs(1.0 - row_sums).max())
