"""What agreement with P adds to the target of the S step: a multiple of P'P."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray


@dataclass(frozen=True)
class Agreement:
    """``F'F`` with F a multiple of P, given by rows and by entries with the same bits.

    Attributes
    ----------
    factor : ndarray of shape (n_clusters, n_samples)
        F.
    cluster : ndarray of shape (n_samples,) or None
        Where each column of F has one non-zero entry at most: the row of that entry.
    weight : ndarray of shape (n_samples,) or None
        And the entry. Each row of F'F is then a multiple of one row of F.
    """

    factor: FloatArray
    cluster: IntArray | None
    weight: FloatArray | None

    @classmethod
    def of(cls, P: FloatArray | None, scale: float) -> Self | None:
        """Return the agreement ``scale P'P``, or None where that is nothing.

        Parameters
        ----------
        P : ndarray of shape (n_clusters, n_samples) or None
        scale : float

        Returns
        -------
        Agreement or None
        """
        if P is None or scale == 0:
            return None
        factor = np.sqrt(scale) * P
        if np.count_nonzero(P, axis=0).max() > 1:
            return cls(factor, None, None)
        return cls(factor, P.argmax(axis=0), factor.max(axis=0))

    def of_samples(self, numbers: IntArray) -> Agreement:
        """Return the agreement among some samples."""
        if self.cluster is None or self.weight is None:
            return Agreement(self.factor[:, numbers], None, None)
        return Agreement(self.factor[:, numbers], self.cluster[numbers], self.weight[numbers])

    def lengths(self) -> FloatArray:
        """Return the length of each column of F; the entry (i, j) is at most the product of two of them."""
        lengths: FloatArray = np.sqrt(np.einsum("cj,cj->j", self.factor, self.factor))
        return lengths

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
        # Same products, added in the same order as in `add_rows`, so both give the same bits.
        if self.cluster is None or self.weight is None:
            for f in self.factor:
                values += f[rows] * f[cols]
            return
        inside = np.flatnonzero(self.cluster[rows] == self.cluster[cols])
        values[inside] += self.weight[rows[inside]] * self.weight[cols[inside]]
