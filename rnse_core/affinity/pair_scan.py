"""A scan of all pairs of samples, in blocks and single precision, for pairs that are nearer than some limit.

With many features no tree excludes pairs, so all of them have to be looked at. A product of matrices in single
precision is the quickest look there is: with the rows ``(y_i, |y_i|^2, 1, -a_i)`` and ``(-2 y_j, 1, |y_j|^2, b_j)`` it
gives ``|y_i - y_j|^2 - a_i b_j`` for a block of pairs, so that a pair below its limit a_i b_j has a value of at most 0.

Rounding excludes no pair. A sum of m products in single precision is off by at most ``m 2^-24`` times the sum of their
magnitudes (Higham 2002, Section 3.1), which here is at most ``2 (|y_i|^2 + |y_j|^2) + a_i b_j``. The squares that enter
are made smaller, and the limits larger, by as much. The few pairs that pass are for the caller to look at again, in
double precision.

References
----------
Higham, N. J. (2002). Accuracy and Stability of Numerical Algorithms. https://doi.org/10.1137/1.9780898718027
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import local_executor
from rnse_core._base.threads import one_blas_thread
from rnse_core.stages import report_stage

Single = NDArray[np.float32]

# Samples in the rows and in the columns of a block: two megabytes, which stay in cache.
ROWS, COLUMNS = 512, 1024
# Blocks that are computed between two reports of progress.
BLOCKS_PER_REPORT = 64
# Limits beyond this are cut off: with coordinates of at most 1 no distance comes near, and single precision holds it.
LARGEST_LIMIT = 1e15
# Products in a sum beyond one for each feature: squares, the limit, and the rounding of what enters.
EXTRA_TERMS = 16
# Groups, for each of k, whose minima the k-th smallest distance is estimated from.
GROUPS_PER_NEIGHBOR = 16

# (rows, columns) of a block -> a of its rows, b of its columns; or the one limit of all its pairs.
ProductLimits = Callable[[slice, slice], tuple[FloatArray, FloatArray]]
BlockLimit = Callable[[slice, slice], float]
# (rows, columns, first, second) -> values of the pairs of a block, limit of these values.
_Values = Callable[[slice, slice, Single, Single], tuple[Single, float]]
# (rows, columns, i, j, values) -> what is made of the pairs of a block within its limit.
_Result = TypeVar("_Result")
_Select = Callable[[slice, slice, IntArray, IntArray, Single], _Result]


class PairScan:
    """Samples in single precision, whose pairs are compared with limits in blocks.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
        Coordinates of at most about 1.

    Attributes
    ----------
    error : float
        A squared distance in single precision is off by at most this times the sum of `squares` of the two samples.
    squares : ndarray of shape (n_samples,)
        Squared distances from the mean.
    """

    def __init__(self, Y: FloatArray) -> None:
        n_samples, n_features = Y.shape
        self.n_samples = n_samples
        self.error = 2.0 * (n_features + EXTRA_TERMS) * 2.0**-24
        mean = Y.mean(axis=0)
        self._left: Single = np.ones((n_samples, n_features + 3), dtype=np.float32)
        self.squares = np.empty(n_samples)
        for start in range(0, n_samples, ROWS):
            part = slice(start, start + ROWS)
            centered = Y[part] - mean
            self.squares[part] = np.einsum("ij,ij->i", centered, centered)
            self._left[part, :n_features] = centered
        self._left[:, n_features] = self.squares

    def below(
        self, limits: ProductLimits, order: IntArray, select: Callable[[IntArray, IntArray, FloatArray], _Result]
    ) -> Iterator[_Result]:
        """Look for the pairs whose squared distance may be at most a_i b_j, of all pairs of some samples.

        Parameters
        ----------
        limits : callable
            ``limits(rows, columns)`` returns a and b, not negative, for two ranges of places in `order`.
        order : ndarray of int of shape (n,)
            The samples. Blocks are made of samples that follow each other.
        select : callable
            ``select(rows, cols, distances)`` is called for each block, in several threads. The pairs are places in
            `order`, each once and with rows < cols, and a lower bound of each squared distance.

        Yields
        ------
        object
            What `select` returns.
        """

        def cut_limits(rows: slice, cols: slice) -> tuple[FloatArray, FloatArray]:
            a, b = limits(rows, cols)
            return np.minimum(a, LARGEST_LIMIT), np.minimum(b, LARGEST_LIMIT)

        def values(rows: slice, cols: slice, first: Single, second: Single) -> tuple[Single, float]:
            a, b = cut_limits(rows, cols)
            first[:, -1] = a * (-1.0 - self.error)
            second[:, -1] = b
            return first @ second.T, 0.0

        def distances(rows: slice, cols: slice, i: IntArray, j: IntArray, found: Single) -> _Result:
            a, b = cut_limits(rows, cols)
            return select(i, j, np.maximum(found + a[i - rows.start] * b[j - cols.start], 0.0))

        return self._visit(order, values, distances)

    def nearer(self, limit: BlockLimit, order: IntArray) -> Iterator[tuple[IntArray, IntArray, Single]]:
        """Yield the pairs whose squared distance may be at most the limit of their block, of all pairs of some samples.

        Parameters
        ----------
        limit : callable
            ``limit(rows, columns)`` returns a number for two ranges of places in `order`.
        order : ndarray of int of shape (n,)
            As for `below`.

        Yields
        ------
        rows, cols : ndarray of int
            Places in `order`, each pair once and with rows < cols.
        distances : ndarray of float32
            A lower bound of each squared distance, at most 2 `error` (|y_i|^2 + |y_j|^2) below it.
        """

        def values(rows: slice, cols: slice, first: Single, second: Single) -> tuple[Single, float]:
            first[:, -1] = 0.0
            return first @ second.T, limit(rows, cols)

        return self._visit(order, values, lambda _rows, _cols, i, j, distances: (i, j, distances))

    def _visit(self, order: IntArray, values: _Values, select: _Select[_Result]) -> Iterator[_Result]:
        """Yield for each block what is made of its pairs whose value is at most the limit, in threads."""
        left, right = self._sides(order, -self.error)

        def visit(block: tuple[int, int]) -> _Result:
            rows, cols = slice(block[0], block[0] + ROWS), slice(block[1], block[1] + COLUMNS)
            found, limit = values(rows, cols, left[rows].copy(), right[cols].copy())
            places = np.flatnonzero(found <= limit)
            i, j = np.divmod(places, found.shape[1])
            i += block[0]
            j += block[1]
            later = np.flatnonzero(j > i)
            return select(rows, cols, i[later], j[later], found.ravel()[places[later]])

        n = len(order)
        blocks = [(row, col) for row in range(0, n, ROWS) for col in range(row - row % COLUMNS, n, COLUMNS)]
        for at in range(0, len(blocks), BLOCKS_PER_REPORT):
            report_stage(f"Looking at all pairs of {n:,} samples: {at / len(blocks):.0%} done")
            with one_blas_thread():
                found = local_executor().gather(visit, blocks[at : at + BLOCKS_PER_REPORT])
            yield from found

    def kth_smallest(self, k: int, sample: IntArray) -> FloatArray:
        """Return for each sample an upper bound of its k-th smallest squared distance to those of a part.

        The part is divided into groups. The k-th smallest of the minima of the groups is the distance of k samples at
        least. With many more groups than k it is seldom larger than the k-th smallest distance, and found in a fraction
        of the time.

        Parameters
        ----------
        k : int
            At most the size of the part.
        sample : ndarray of int of shape (n,)
            The part, in random order; a sample that is in it counts with its distance 0.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        left, _ = self._sides(np.arange(self.n_samples), self.error)
        size = max(1, len(sample) // (GROUPS_PER_NEIGHBOR * k))
        n_groups = len(sample) // size
        # Samples that are n_groups apart are a group; the few that remain are left out.
        _, right = self._sides(sample, self.error)
        bounds = np.empty(self.n_samples)

        def visit(start: int) -> None:
            part = slice(start, start + ROWS)
            first = left[part].copy()
            first[:, -1] = 0.0
            values = first @ right[:n_groups].T
            for at in range(n_groups, size * n_groups, n_groups):
                np.minimum(values, first @ right[at : at + n_groups].T, out=values)
            values.partition(k - 1, axis=1)
            bounds[part] = values[:, k - 1]

        with one_blas_thread():
            local_executor().gather(visit, range(0, self.n_samples, ROWS))
        return bounds

    def _sides(self, order: IntArray, shift: float) -> tuple[Single, Single]:
        """The two factors of a product of all pairs, with squares that are larger by a share; limits are not in yet."""
        whole = len(order) == self.n_samples and bool((order[1:] > order[:-1]).all())
        left = self._left.copy() if whole else self._left[order]
        squares = self.squares[order] * (1.0 + shift)
        left[:, -3] = squares
        right: Any = left * np.float32(-2.0)
        right[:, -3] = 1.0
        right[:, -2] = squares
        return left, right
