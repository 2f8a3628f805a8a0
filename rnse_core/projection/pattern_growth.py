"""Search for pairs of samples outside a pattern of neighbours at which S is positive.

With ``t_ij = (K_ij + beta p_i'p_j) / (2 alpha)`` and multipliers u, a pair outside the pattern is positive in S if and
only if ``t_ij + u_i + u_j > 0``. The bound of K by the reach of the two samples (`rnse_core.affinity.sparse_kernel`)
excludes nearly all pairs by operations on vectors of length n. The samples that it does not exclude are *undecided*.
Most of them are undecided because of outliers, which have a large u. These are few. Their neighbours are looked up,
which extends their reach, until the bound decides all samples; a small rest is compared pair by pair.

With many features the bound excludes little, since the distances of all pairs are alike. The undecided samples are then
scanned (`rnse_core.affinity.pair_scan`). The scan also collects pairs that are nearly positive, so that a small change
of u needs no other scan: what was left out is known to be below zero by a margin.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import local_executor
from rnse_core.affinity.sparse_kernel import NeighborKernel, ScanProof, pattern_places
from rnse_core.projection.low_rank_term import LowRankTerm
from rnse_core.stages import report_stage

# Largest cost, in pairs times features, of a comparison of all undecided samples: seconds.
MAX_PAIR_WORK = 2e9
# Share of the samples from which on a scan of the undecided ones is one of all.
WHOLE_SCAN_SHARE = 0.5
# Entries of one block of such pairs.
PAIR_BLOCK = 1 << 18
# Blocks of pairs that are compared between two reports of progress.
BLOCKS_PER_REPORT = 16
# Rounds in which the set of undecided samples may shrink, and the number of classes by u in which they are bounded.
BOUND_ROUNDS = 20
CLASSES = 16
# Samples that a thread bounds at a time.
BOUND_SAMPLES = 1 << 15
# Smallest set of outliers, and how often the number of their neighbours is doubled.
MIN_OUTLIERS = 64
DOUBLINGS = 6
STAGE = "Looking for pairs that S needs beyond the graph"

# Rows, columns and K of pairs.
_Pairs = tuple[IntArray, IntArray, FloatArray]


class MissingPairs(NamedTuple):
    """Pairs outside a pattern at which S is positive.

    Attributes
    ----------
    rows, cols : ndarray of int of shape (n_pairs,)
        Each pair once, with rows < cols. Empty if the limit of entries was exceeded.
    values : ndarray of shape (n_pairs,)
        K there.
    complete : bool
        Whether no other pair can be positive.
    """

    rows: IntArray
    cols: IntArray
    values: FloatArray
    complete: bool


def missing_pairs(
    kernel: NeighborKernel,
    u: FloatArray,
    scale: float,
    low_rank: LowRankTerm | None,
    max_entries: float,
    slack: float = 0.0,
) -> MissingPairs:
    """Search for the pairs outside the pattern at which S is positive.

    Parameters
    ----------
    kernel : NeighborKernel
        The search may extend the reach of its samples.
    u : ndarray of shape (n_samples,)
    scale : float
        1 / (2 alpha).
    low_rank : LowRankTerm or None
        ``beta / (2 alpha) P'P``.
    max_entries : float
        The search ends without a result if the pattern would get more entries than these.
    slack : float, default=0.0
        That of the supports, see `rnse_core.projection.newton`. A scan also returns pairs slightly below zero.

    Returns
    -------
    MissingPairs
    """
    return _PairSearch(kernel, u, scale, low_rank, max_entries, slack).run()


class _PairSearch:
    """One search for pairs outside a pattern.

    `found` collects them, `room` is how many more there may be, `repeats` is whether some may be there twice.
    """

    def __init__(
        self,
        kernel: NeighborKernel,
        u: FloatArray,
        scale: float,
        low_rank: LowRankTerm | None,
        max_entries: float,
        slack: float,
    ) -> None:
        self.kernel = kernel
        self.u = u
        self.scale = scale
        self.low_rank = low_rank
        self.norms = np.zeros(len(u)) if low_rank is None else low_rank.column_norms()
        self.most = self.room = int((max_entries - kernel.matrix.nnz) / 2)
        self.slack = slack
        self.found: list[_Pairs] = []
        self.repeats = False

    def run(self) -> MissingPairs:
        complete = self.search()
        if self.room < 0:
            # A part of the pairs would be an arbitrary one: it might connect clusters and leave out pairs within them.
            self.found.clear()
        none = np.empty(0, dtype=np.int32)
        parts = zip(*[(none, none, np.empty(0)), *self.found], strict=True)
        rows, cols, values = (np.concatenate(part) for part in parts)
        self.found.clear()
        rows, cols = np.minimum(rows, cols), np.maximum(rows, cols)
        if self.repeats:
            _, first = np.unique(rows.astype(np.int64) * len(self.u) + cols, return_index=True)
            rows, cols, values = rows[first], cols[first], values[first]
        return MissingPairs(rows, cols, values, complete)

    def search(self) -> bool:
        """Collect the pairs; return whether no other pair can be positive."""
        kernel, points = self.kernel, self.kernel.points
        undecided = self.undecided(np.arange(len(self.u)))
        if points is None or kernel.zero_outside:
            return self.compare_sums(undecided)
        if points.search.method == "approximate":
            return False
        if points.search.method == "scan":
            return self.scan()
        n_features = points.Y.shape[1]
        k = max(8, kernel.matrix.nnz // len(self.u))
        for _ in range(DOUBLINGS):
            if len(undecided) < 2:
                return True
            if float(len(undecided)) ** 2 * n_features <= MAX_PAIR_WORK:
                return self.compare_all_pairs(undecided)
            k = min(2 * k, len(self.u) - 1)
            if not self.compare_neighbors(self.outliers(undecided), k):
                return False
            undecided = self.undecided(undecided)
        return len(undecided) < 2

    def undecided(self, samples: IntArray, slack: float = 0.0) -> IntArray:
        """Return the samples for which the bound does not exclude a pair above -slack with another of them."""
        for _ in range(BOUND_ROUNDS):
            kept = samples[self.largest_bound(samples) > -slack]
            if len(kept) == len(samples) or len(kept) < 2:
                return kept
            samples = kept
        return samples

    def largest_bound(self, samples: IntArray) -> FloatArray:
        """Return for each sample an upper bound of its entries with the others, outside the pattern."""
        # Among many duplicates the radius is 0, and a quotient of radii would be undefined.
        reach, radius = self.kernel.reach[samples], np.maximum(self.kernel.radius()[samples], np.finfo(float).tiny)
        u, norms = self.u[samples], self.norms[samples]
        # The partners are divided into classes by u, each with one bound, so that an outlier affects its class only.
        order = np.argsort(u)
        shares = 1.0 - np.geomspace(1.0, 1.0 / max(len(samples), 2), CLASSES)
        cuts = np.unique(np.concatenate([(shares * len(samples)).astype(np.intp), [len(samples)]]))
        classes = [order[first:last] for first, last in pairwise(cuts)]
        extremes = [(reach[c].min(), radius[c].min(), radius[c].max(), norms[c].max(), u[c].max()) for c in classes]

        def visit(start: int) -> FloatArray:
            part = slice(start, start + BOUND_SAMPLES)
            largest = np.full(len(u[part]), -np.inf)
            for least_reach, least_radius, largest_radius, largest_norm, largest_u in extremes:
                product = reach[part] * least_reach
                # d_ij is at least the larger of the two radii, which improves the bound by their quotient.
                product *= np.maximum(1.0, np.maximum(radius[part] / largest_radius, least_radius / radius[part]))
                bound = self.scale * self.kernel.bound(product)
                bound += norms[part] * largest_norm + u[part] + largest_u
                np.maximum(largest, bound, out=largest)
            return largest

        report_stage(f"{STAGE}: {len(samples):,} samples undecided")
        starts = range(0, max(len(samples), 1), BOUND_SAMPLES)
        return np.concatenate(local_executor().gather(visit, starts))

    def outliers(self, samples: IntArray) -> IntArray:
        """Return the samples with the largest u, as many (up to a factor of two) as leave the others decided."""
        by_u = samples[np.argsort(-self.u[samples], kind="stable")]
        count = MIN_OUTLIERS
        while count < len(samples) and (self.largest_bound(by_u[count:]) > 0.0).any():
            count *= 2
        return by_u[:count]

    def scan(self) -> bool:
        """Scan the pairs that neither the bound nor an earlier scan decides; return whether there was room for all."""
        everyone = np.arange(len(self.u))
        proof = self.kernel.proof
        if proof is not None and proof.scale == self.scale:
            left = proof.undecided(self.undecided(everyone), self.u, self.norms)
            if len(left) < WHOLE_SCAN_SHARE * len(self.u):
                return self.scan_pairs(left, 0.0)
        if self.scan_pairs(self.undecided(everyone, self.slack), self.slack):
            self.kernel.proof = ScanProof(self.u, self.scale, self.slack)
            return True
        # Without a margin there may be room.
        self.found.clear()
        self.room = self.most
        return self.scan_pairs(self.undecided(everyone), 0.0)

    def scan_pairs(self, samples: IntArray, slack: float) -> bool:
        """Collect the pairs of some samples that are above -slack; return whether there was room for them."""
        if len(samples) < 2:
            return True
        points = self.kernel.points
        assert points is not None and points.scale is not None
        order: IntArray = samples[np.argsort(-self.u[samples], kind="stable")]
        u, s, norms = self.u[order], points.scale[order], self.norms[order]

        def limits(rows: slice, cols: slice) -> tuple[FloatArray, FloatArray]:
            sums = u[rows] + u[cols][0] + norms[rows] * norms[cols].max() + slack
            return self.kernel.largest_distances(sums / self.scale) * s[rows], s[cols]

        def select(rows: IntArray, cols: IntArray, squared: FloatArray) -> _Pairs:
            # The limit of a block is not that of its pairs.
            bound = self.scale * self.kernel.bound(squared / (s[rows] * s[cols]))
            near = np.flatnonzero(bound + norms[rows] * norms[cols] + u[rows] + u[cols] > -slack)
            first, second = order[rows[near]], order[cols[near]]
            new = np.flatnonzero(~pattern_places(self.kernel.matrix, first, second)[1])
            return self.above(first[new], second[new], slack)

        return all(self.keep(pairs) for pairs in points.search.pairs.below(limits, order, select))

    def compare_sums(self, samples: IntArray) -> bool:
        """Compare the samples by u_i + u_j and P, where K is zero outside the pattern."""
        if len(samples) < 2:
            return True
        by_u = samples[np.argsort(-self.u[samples], kind="stable")]
        u, top = self.u[by_u], float(self.norms.max()) ** 2
        # The number of partners of each sample among those after it. u is descending, so these are consecutive.
        partners = np.searchsorted(-u, u + top, side="left") - np.arange(len(u)) - 1
        partners = np.maximum(partners, 0)
        if partners.sum() > self.room + self.kernel.matrix.nnz:
            return False
        rows = np.repeat(np.arange(len(u)), partners)
        first = np.concatenate([[0], np.cumsum(partners)[:-1]])
        cols = rows + 1 + np.arange(len(rows)) - np.repeat(first, partners)
        return self.keep_positive(by_u[rows], by_u[cols])

    def compare_all_pairs(self, samples: IntArray) -> bool:
        """Compare all pairs of the samples, a block of rows at a time."""
        assert self.kernel.points is not None and self.kernel.points.scale is not None
        Y, s = self.kernel.points.Y[samples], self.kernel.points.scale[samples]
        u, norms = self.u[samples], self.norms[samples]
        limit = self.kernel.largest_distances((u + u.max() + norms * norms.max()) / self.scale)
        squares = np.einsum("ij,ij->i", Y, Y)
        height = max(1, PAIR_BLOCK // len(samples))

        def visit(start: int) -> tuple[IntArray, IntArray]:
            part = slice(start, start + height)
            squared = Y[part] @ Y[start:].T
            squared *= -2.0
            squared += squares[part, None]
            squared += squares[start:]
            # The rounding of the expanded square must not exclude a pair.
            squared -= 1e-12 * (squares[part, None] + squares.max())
            squared /= s[start:]
            rows, cols = np.nonzero(squared <= (limit * s)[part, None])
            later = np.flatnonzero(cols > rows)
            first: IntArray = samples[rows[later] + start]
            second: IntArray = samples[cols[later] + start]
            return first, second

        executor = local_executor()
        starts = range(0, len(samples), height)
        for at in range(0, len(starts), BLOCKS_PER_REPORT):
            report_stage(f"{STAGE}: {len(samples):,} samples undecided, {starts[at]:,} done")
            for pairs in executor.gather(visit, starts[at : at + BLOCKS_PER_REPORT]):
                if not self.keep_positive(*pairs):
                    return False
        return True

    def compare_neighbors(self, samples: IntArray, k: int) -> bool:
        """Compare the samples with their k nearest neighbours."""
        self.repeats = True
        height = max(1, 8 * PAIR_BLOCK // k)
        for start in range(0, len(samples), height):
            part: IntArray = samples[start : start + height]
            found = self.kernel.extend_reach(part, k)
            if not self.keep_positive(part.repeat(k), found.indices.ravel()):
                return False
        return True

    def keep_positive(self, rows: IntArray, cols: IntArray) -> bool:
        """Collect the pairs above 0 that are outside the pattern; return whether there was room for them."""
        rows, cols, kernel = self.above(rows, cols, 0.0)
        new = ~pattern_places(self.kernel.matrix, rows, cols)[1]
        return self.keep((rows[new], cols[new], kernel[new]))

    def above(self, rows: IntArray, cols: IntArray, slack: float) -> _Pairs:
        """Return those of the pairs that are above -slack, with K there."""
        kernel = self.kernel.outside(rows, cols)
        values = self.u[rows] + self.u[cols]
        values += self.scale * kernel
        if self.low_rank is not None:
            self.low_rank.add_entries(rows, cols, values)
        positive = np.flatnonzero(values > -slack)
        return rows[positive], cols[positive], kernel[positive]

    def keep(self, pairs: _Pairs) -> bool:
        """Collect pairs that are outside the pattern; return whether there was room for them."""
        self.room -= len(pairs[0])
        if self.room < 0:
            return False
        rows, cols, kernel = pairs
        self.found.append((rows.astype(np.int32), cols.astype(np.int32), kernel))
        return True
