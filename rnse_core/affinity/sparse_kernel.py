"""The kernel K on a symmetric pattern of neighbours, which can be widened.

The smooth kernels are functions of the scaled squared distance, ``K_ij = g(d_ij^2 / (s_i s_j))``: the self-tuned one
with the local scales s, the Gaussian one with the same scale for all samples, the cosine with unit rows. Let r_i be
the radius of sample i, the distance up to which its neighbours are in the pattern, and rho = r / s its *reach*. For a
pair outside the pattern d_ij is at least max(r_i, r_j), hence ::

    K_ij <= g(rho_i rho_j max(r_i / r_j, r_j / r_i)).

This bounds all entries outside the pattern by vectors of length n.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from rnse_core._base.arrays import FloatArray, Index, IntArray, sorted_unique
from rnse_core._base.executors import Block, Executor, local_executor
from rnse_core._base.row_blocks import REMOTE_ENTRIES, RowBlock, row_blocks, self_contained
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.prepared_points import PreparedPoints

# Relative rounding of distances and kernels: a pair this close to a bound is not excluded by it.
ROUNDING_MARGIN = 1e-9
# Reach of a sample whose neighbours are all the others.
UNBOUNDED_REACH = 1e100
# Rows of the pattern that a thread widens at a time.
WIDENED_ROWS = 5_000


@dataclass(frozen=True, eq=False)
class ScanProof:
    """All pairs outside the pattern have ``scale K_ij + u_i + u_j <= -slack``.

    Attributes
    ----------
    u : ndarray of shape (n_samples,)
    scale : float
        1 / (2 alpha).
    slack : float
    """

    u: FloatArray
    scale: float
    slack: float

    def undecided(self, samples: IntArray, u: FloatArray, norms: FloatArray) -> IntArray:
        """Return the samples of which two may have ``scale K_ij + w_i w_j + u_i + u_j > 0`` at another u.

        Parameters
        ----------
        samples : ndarray of int of shape (n,)
        u : ndarray of shape (n_samples,)
        norms : ndarray of shape (n_samples,)
            w.

        Returns
        -------
        ndarray of int
            Some of `samples`.
        """
        while len(samples):
            change, w = (u - self.u)[samples], norms[samples]
            kept = samples[change + change.max() + w * w.max() > self.slack]
            if len(kept) == len(samples):
                break
            samples = kept
        return samples


class NeighborKernel:
    """K on a symmetric pattern with the whole diagonal.

    Parameters
    ----------
    matrix : csr_array of shape (n_samples, n_samples)
        K on the pattern, zeros stored where the pattern has them; indices sorted.
    points : PreparedPoints or None, default=None
        The samples; None for a precomputed similarity.
    reach : ndarray of shape (n_samples,) or None, default=None
        rho of a smooth kernel, whose entries outside the pattern are computed from `points`; None stands for a kernel
        that is zero outside the pattern.
    entries_among_duplicates : int, default=0
        Number of entries of K between identical samples.

    Attributes
    ----------
    zero_outside : bool
        Whether K is zero outside the pattern.
    first_size : int
        Number of entries of the pattern before it was widened.
    complete : bool
        Whether the last search found all pairs that S needs, so that S is the exact projection.
    proof : ScanProof or None
        What a scan of all pairs has shown of those outside the pattern.
    """

    def __init__(
        self,
        matrix: csr_array,
        points: PreparedPoints | None = None,
        reach: FloatArray | None = None,
        *,
        entries_among_duplicates: int = 0,
    ) -> None:
        self.matrix = matrix
        self.points = points
        self.zero_outside = reach is None
        self.reach: FloatArray = np.zeros(matrix.shape[0]) if reach is None else reach
        self.entries_among_duplicates = entries_among_duplicates
        self.first_size = matrix.nnz
        self.complete = False
        self.proof: ScanProof | None = None
        self._blocks: tuple[Executor, list[Block], list[Index] | None] | None = None

    def fork(self) -> NeighborKernel:
        """Return a kernel with the same entries, which can be widened without changing this one."""
        reach = None if self.zero_outside else self.reach.copy()
        return NeighborKernel(self.matrix, self.points, reach, entries_among_duplicates=self.entries_among_duplicates)

    def blocks(self, executor: Executor) -> tuple[list[Block], list[Index] | None]:
        """Return the rows of K as `RowBlock` objects, kept by the executor. They are made once for each pattern.

        Parameters
        ----------
        executor : Executor

        Returns
        -------
        blocks : list
        needed : list of ndarray of int, or None
            For each block the sorted numbers of the rows and columns that it contains, where the blocks are numbered
            within these; None where they are numbered within all samples.
        """
        if self._blocks is None or self._blocks[0] is not executor:
            K = self.matrix
            if executor.local:
                self._blocks = executor, list(row_blocks(K.indptr, K.indices, K.data)), None
            else:
                parts = [self_contained(part) for part in row_blocks(K.indptr, K.indices, K.data, REMOTE_ENTRIES)]
                blocks = executor.keep(_unchanged, [block for block, _ in parts])
                self._blocks = executor, blocks, [needed for _, needed in parts]
        return self._blocks[1], self._blocks[2]

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.matrix.shape[0])

    @property
    def coordinates(self) -> FloatArray | None:
        """The scaled samples of a smooth kernel, of shape (n_samples, n_features); None for other kernels."""
        return None if self.zero_outside or self.points is None else self.points.Y

    def bound(self, product: FloatArray) -> FloatArray:
        """Return an upper bound for K at pairs outside the pattern.

        Parameters
        ----------
        product : ndarray
            Lower bounds of ``d_ij^2 / (s_i s_j)``.

        Returns
        -------
        ndarray of the same shape
        """
        if self.zero_outside or self.points is None:
            return np.zeros_like(product)
        return self.points.profile.value(product * (1.0 - ROUNDING_MARGIN))

    def largest_distances(self, sums: FloatArray) -> FloatArray:
        """Return the largest ``t = d_ij^2 / (s_i s_j)`` with ``g(t) + sum > 0``, for each sum; infinite if all t have.

        Parameters
        ----------
        sums : ndarray

        Returns
        -------
        ndarray of the same shape
        """
        assert self.points is not None
        t = np.where(sums < 0, self.points.profile.inverse(np.maximum(-sums, 0.0)), np.inf)
        return t * (1.0 + ROUNDING_MARGIN) + ROUNDING_MARGIN

    def radius(self) -> FloatArray:
        """Return r: the distance up to which the neighbours of each sample are in the pattern."""
        if self.points is None or self.points.scale is None:
            return np.ones(self.n_samples)
        return self.reach * self.points.scale

    def outside(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return K at pairs that are not in the pattern."""
        return np.zeros(len(rows)) if self.zero_outside or self.points is None else self.points.kernel(rows, cols)

    def extend_reach(self, samples: IntArray, k: int) -> Neighbors:
        """Look up the k nearest neighbours of some samples; their reach becomes that of the farthest of these.

        Parameters
        ----------
        samples : ndarray of int of shape (n,)
        k : int

        Returns
        -------
        Neighbors
        """
        assert self.points is not None and self.points.scale is not None
        near = self.points.search.neighbors_of(samples, k)
        self.reach[samples] = near.distances[:, -1] / self.points.scale[samples]
        if k == self.n_samples - 1:
            self.reach[samples] = UNBOUNDED_REACH
        return near

    def widen(self, rows: IntArray, cols: IntArray, values: FloatArray) -> None:
        """Add the pairs (rows, cols), none of which is in the pattern, and their mirror images.

        Parameters
        ----------
        rows, cols : ndarray of int of shape (n_pairs,)
            Each pair once.
        values : ndarray of shape (n_pairs,)
            K there.
        """
        n, K = self.n_samples, self.matrix
        both = np.concatenate([rows, cols]), np.concatenate([cols, rows])
        added = coo_array((np.tile(values, 2), both), shape=(n, n)).tocsr()
        added.sort_indices()
        indptr = K.indptr + added.indptr
        data, indices = np.empty(indptr[-1]), np.empty(indptr[-1], dtype=np.int32)

        def fill(start: int) -> None:
            stop = min(start + WIDENED_ROWS, n)
            old, new, whole = (slice(ends[start], ends[stop]) for ends in (K.indptr, added.indptr, indptr))
            rows = np.repeat(np.arange(start, stop), np.diff(added.indptr[start : stop + 1]))
            places = pattern_places(K, rows, added.indices[new])[0] - old.start
            data[whole] = np.insert(K.data[old], places, added.data[new])
            indices[whole] = np.insert(K.indices[old], places, added.indices[new])

        local_executor().gather(fill, range(0, n, WIDENED_ROWS))
        self.matrix = csr_array((data, indices, indptr), shape=(n, n))
        self.matrix.has_sorted_indices = True
        self._blocks = None


def _unchanged(block: RowBlock) -> RowBlock:
    return block


def pattern_places(K: csr_array, rows: IntArray, cols: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """Find the positions of pairs among the stored entries of a pattern.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Indices sorted, no row empty.
    rows, cols : ndarray of int of shape (n_pairs,)

    Returns
    -------
    places : ndarray of int of shape (n_pairs,)
        Position of the entry, or of the one that it would be inserted before.
    inside : ndarray of bool of shape (n_pairs,)
        Whether the pair is in the pattern.
    """
    n = K.shape[0]
    # One key for each stored entry of the rows in question, in ascending order, for a binary search.
    asked = sorted_unique(rows).astype(np.int64)
    counts = np.diff(K.indptr)[asked]
    before = np.concatenate([[0], np.cumsum(counts)])
    shift = K.indptr[asked] - before[:-1]
    stored = np.repeat(asked, counts) * n + K.indices[np.arange(before[-1]) + np.repeat(shift, counts)]
    keys = rows.astype(np.int64) * n + cols
    at = np.searchsorted(stored, keys)
    inside = np.zeros(len(keys), dtype=bool)
    within = at < len(stored)
    inside[within] = stored[at[within]] == keys[within]
    return at + shift[np.searchsorted(asked, rows)], inside
