"""The term ``beta / (2 alpha) P'P`` of the target of the S step (Eq. 12), which has the rank of P at most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class LowRankTerm:
    """The matrix ``F'F`` with F a multiple of P. Its rows and its single entries are computed with the same bits.

    Attributes
    ----------
    factor : ndarray of shape (n_clusters, n_samples)
        F.
    cluster : ndarray of shape (n_samples,) or None
        Row of the non-zero entry of each column of F, where no column has more than one; else None. Each row of F'F is
        then a multiple of one row of F.
    weight : ndarray of shape (n_samples,) or None
        That entry.
    """

    factor: FloatArray
    cluster: IntArray | None
    weight: FloatArray | None

    @classmethod
    def of(cls, P: FloatArray | None, scale: float) -> Self | None:
        """Return the term ``scale P'P``.

        Parameters
        ----------
        P : ndarray of shape (n_clusters, n_samples) or None
        scale : float
            beta / (2 alpha).

        Returns
        -------
        LowRankTerm or None
            None where the term is zero.
        """
        if P is None or scale == 0:
            return None
        factor = np.sqrt(scale) * P
        if np.count_nonzero(P, axis=0).max() > 1:
            return cls(factor, None, None)
        return cls(factor, P.argmax(axis=0), factor.max(axis=0))

    def restricted_to(self, samples: IntArray | slice) -> LowRankTerm:
        """Return the single entries between some samples: what `add_entries` needs."""
        if self.cluster is None or self.weight is None:
            return LowRankTerm(self.factor[:, samples], None, None)
        # Single entries need no more, and this may be sent to another machine.
        return LowRankTerm(self.factor[:, :0], self.cluster[samples], self.weight[samples])

    def column_norms(self) -> FloatArray:
        """Return the Euclidean norms w of the columns of F: entry (i, j) of F'F is at most w_i w_j."""
        norms: FloatArray = np.sqrt(np.einsum("cj,cj->j", self.factor, self.factor))
        return norms

    def add_rows(self, start: int, stop: int, out: FloatArray) -> None:
        """Add rows start:stop to `out`, of shape (stop - start, n_samples)."""
        if self.cluster is None or self.weight is None:
            for f in self.factor:
                out += np.multiply.outer(f[start:stop], f)
            return
        products = self.factor[self.cluster[start:stop]]
        products *= self.weight[start:stop, None]
        out += products

    def add_entries(self, rows: IntArray, cols: IntArray, values: FloatArray) -> None:
        """Add the entries at (rows, cols) to `values`."""
        # The products of `add_rows`, summed in the same order, so that both have the same bits.
        if self.cluster is None or self.weight is None:
            for f in self.factor:
                values += f[rows] * f[cols]
            return
        inside = np.flatnonzero(self.cluster[rows] == self.cluster[cols])
        values[inside] += self.weight[rows[inside]] * self.weight[cols[inside]]
