"""Protocols: the target T of a projection, and the support on which S may be positive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray

# Row-sum error to which the first support of a cold start is solved: it will be enlarged in any case.
ROUGH_TOL = 0.1

# ``callback(iteration, info)`` after each Newton step or sweep; True stops.
Callback = Callable[[int, dict[str, Any]], bool | None]


class Support(Protocol):
    """A symmetric pattern that contains the diagonal, and ``S = [T + u 1' + 1 u']_+`` on it at the last evaluated u.

    M is the 0/1 mask of the positive entries of S.
    """

    def evaluate(self, u: FloatArray) -> tuple[FloatArray, float]:
        """Return the row sums of S and the dual value theta at u."""

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""

    def similarity(self) -> csr_array | FloatArray:
        """Return S at the last u."""

    def mean_nonzeros(self) -> float:
        """Return the mean number of positive entries per row at the last u."""


class Target(Protocol):
    """A symmetric matrix T that is projected."""

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    @property
    def rough_tol(self) -> float:
        """Row-sum error to which the first support of a cold start is solved before it is enlarged."""

    def row_maxima(self) -> FloatArray:
        """Return the largest entry of each row, or an estimate of it; the starting multipliers are made from these."""

    def shifted_rows(self, rows: IntArray, shift: FloatArray) -> FloatArray:
        """Return some rows of T + shift 1' + 1 shift', with -inf where the target has no entry."""

    def enlarge_support(self, u: FloatArray, support: Support | None, slack: float) -> Support:
        """Return a support that contains all positive entries of T + u 1' + 1 u', or all that are looked for.

        Parameters
        ----------
        u : ndarray of shape (n_samples,)
        support : Support or None
            The support so far; None for the first one.
        slack : float
            A new support also contains entries above -slack.

        Returns
        -------
        Support
            `support` itself, if no entry outside it was found to be positive.
        """

    def reuse_support(self, support: Support, u: FloatArray, slack: float) -> Support:
        """Return a first support made from that of a target with the same K, alpha and beta but another P."""

    def scaled(self, factor: float) -> Target:
        """Return the target times a factor."""


class RowSource(Protocol):
    """A symmetric matrix T whose entries can all be computed, in blocks of rows."""

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`, of shape (stop - start, n_samples)."""

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols), with the same bits that `block` writes."""

    def increment_bounds(self) -> FloatArray:
        """Return w of shape (n_samples,) with ``0 <= T_ij - B_ij <= w_i w_j`` for a B that does not depend on P."""
