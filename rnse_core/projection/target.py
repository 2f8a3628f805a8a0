"""What a projection reads: the matrix T in rows, and the entries of S that may be positive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray


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


class Target(Protocol):
    """A symmetric matrix T, and where its projection may be positive."""

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    def maxima(self) -> FloatArray:
        """Return the largest entry of each row, or an estimate: a start is made from it."""

    def shifted_rows(self, rows: IntArray, shift: FloatArray) -> FloatArray:
        """Return some rows of T + shift 1' + 1 shift', -inf where the target has no entry."""

    def grow(self, u: FloatArray, old: Support | None, slack: float) -> Support:
        """Return `old` with the entries of T + u 1' + 1 u' above -slack added; `old` itself if none outside is > 0."""

    def adopt(self, support: Support, u: FloatArray, slack: float) -> Support:
        """Return a first support like that of a target with the same K and weights but another P."""

    def scaled(self, factor: float) -> Target:
        """Return the target times a factor."""


class RowSource(Protocol):
    """A symmetric matrix T all of whose entries can be computed, in blocks of rows."""

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`, of shape (stop - start, n_samples)."""

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols), bitwise equal to those that `block` writes."""

    def increment_bounds(self) -> FloatArray:
        """Return w such that w_i w_j bounds the increment of T_ij over a part that is the same for all P."""
