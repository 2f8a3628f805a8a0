"""The search for pairs of samples that a pattern of neighbours leaves out although S is positive there.

With ``t_ij = (K_ij + beta p_i'p_j) / (2 alpha)`` and multipliers u, a pair outside the pattern is positive in S only
if ``t_ij + u_i + u_j > 0``. The bound g(rho_i rho_j) of `rnse_core.affinity.sparse` rules nearly all pairs out by
vectors of length n. Of what is left, outliers with a large u are the cause: they are few, so they are given more
neighbours, which makes their reach wider, until the bound clears all pairs; a small rest is compared pair by pair.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray, sorted_unique
from rnse_core._base.executors import local_executor
from rnse_core.affinity.sparse import NeighborKernel, pattern_places
from rnse_core.projection.low_rank_term import Agreement
from rnse_core.stages import tell

# Pairs, times features, that are compared one by one: seconds.
PAIRS_AT_ONCE = 2e9
# The same where neighbours are found by comparing all pairs in any case, which no tree makes cheaper.
PAIRS_WITHOUT_TREE = 2e11
# Entries of one block of such pairs.
PAIR_BLOCK = 1 << 18
# Rounds in which the set of doubtful points may shrink, and the number of classes by u that they are judged by.
BOUND_ROUNDS = 20
CLASSES = 16
# How often the neighbours of the outliers are doubled.
DOUBLINGS = 6
STAGE = "Looking for pairs that S needs beyond the graph"


class MissingPairs(NamedTuple):
    """What a pattern leaves out.

    Attributes
    ----------
    rows, cols : ndarray of int
        Pairs outside the pattern at which S is positive, each once; none where there is no room for those found.
    complete : bool
        Whether these are all: nothing had to be left unsearched.
    """

    rows: IntArray
    cols: IntArray
    complete: bool


def missing_pairs(
    kernel: NeighborKernel, u: FloatArray, scale: float, agreement: Agreement | None, most_entries: float
) -> MissingPairs:
    """Pairs outside the pattern at which S is positive.

    Parameters
    ----------
    kernel : NeighborKernel
        The reach of its points grows by the search.
    u : ndarray of shape (n_samples,)
    scale : float
        1 / (2 alpha).
    agreement : Agreement or None
        beta P'P / (2 alpha).
    most_entries : float
        The search ends, without any pairs, where the pattern would get more entries than these.

    Returns
    -------
    MissingPairs
    """
    return _PairSearch(kernel, u, scale, agreement, most_entries).run()


class _PairSearch:
    """One search for pairs that a pattern leaves out."""

    def __init__(
        self, kernel: NeighborKernel, u: FloatArray, scale: float, agreement: Agreement | None, most_entries: float
    ) -> None:
        self.kernel = kernel
        self.u = u
        self.scale = scale
        self.agreement = agreement
        self.lengths = np.zeros(len(u)) if agreement is None else agreement.lengths()
        self.room = int((most_entries - kernel.matrix.nnz) / 2)
        self.found: list[tuple[IntArray, IntArray]] = []

    def run(self) -> MissingPairs:
        complete = self.search()
        if self.room < 0:
            # Those that came first would be arbitrary ones: ties between clusters, where ties within them are left out.
            self.found.clear()
        rows = np.concatenate([np.empty(0, dtype=np.int64), *(rows for rows, _ in self.found)])
        cols = np.concatenate([np.empty(0, dtype=np.int64), *(cols for _, cols in self.found)])
        n = len(self.u)
        keys = sorted_unique(np.minimum(rows, cols) * n + np.maximum(rows, cols))
        return MissingPairs(keys // n, keys % n, complete)

    def search(self) -> bool:
        """Collect the pairs; return whether none can have been missed."""
        kernel, points = self.kernel, self.kernel.points
        doubtful = self.doubtful(np.arange(len(self.u)))
        if points is None or kernel.zero_outside:
            return self.look_at_sums(doubtful)
        if points.search.approximate:
            return False
        n_features = points.Y.shape[1]
        k = max(8, kernel.matrix.nnz // len(self.u))
        for _ in range(DOUBLINGS):
            if len(doubtful) < 2:
                return True
            affordable = PAIRS_AT_ONCE if points.search.tree else PAIRS_WITHOUT_TREE
            if float(len(doubtful)) ** 2 * n_features <= affordable:
                return self.look_at_all_pairs(doubtful)
            k = min(2 * k, len(self.u) - 1)
            if not points.search.tree or not self.look_at_neighbors(self.outliers(doubtful), k):
                return False
            doubtful = self.doubtful(doubtful)
        return len(doubtful) < 2

    def doubtful(self, points: IntArray) -> IntArray:
        """Points that may have a positive pair outside the pattern with another one of them."""
        for _ in range(BOUND_ROUNDS):
            kept = points[self.worst_bound(points) > 0.0]
            if len(kept) == len(points) or len(kept) < 2:
                return kept
            points = kept
        return points

    def worst_bound(self, points: IntArray) -> FloatArray:
        """For each point the largest value that an entry with another one, outside the pattern, can have."""
        # Among many copies of a point the radius is 0, where a quotient would be undefined.
        reach, radius = self.kernel.reach[points], np.maximum(self.kernel.radius()[points], np.finfo(float).tiny)
        u, length = self.u[points], self.lengths[points]
        worst = np.full(len(points), -np.inf)
        # Partners by classes of u, of which each is judged by its best: an outlier taints its own class only.
        order = np.argsort(u)
        shares = 1.0 - np.geomspace(1.0, 1.0 / max(len(points), 2), CLASSES)
        cuts = np.unique(np.concatenate([(shares * len(points)).astype(np.intp), [len(points)]]))
        for first, last in pairwise(cuts):
            tell(f"{STAGE}: {len(points):,} points in doubt")
            members = order[first:last]
            product = reach * reach[members].min()
            # d_ij is at least the larger radius: by as much as the two differ the bound is better.
            product *= np.maximum(1.0, np.maximum(radius / radius[members].max(), radius[members].min() / radius))
            bound = self.scale * self.kernel.bound(product)
            bound += length * length[members].max() + u + u[members].max()
            np.maximum(worst, bound, out=worst)
        return worst

    def outliers(self, points: IntArray) -> IntArray:
        """Points with the largest u, so many (up to a factor of two) that the others clear each other."""
        by_u = points[np.argsort(-self.u[points], kind="stable")]
        many = 64
        while many < len(points) and (self.worst_bound(by_u[many:]) > 0.0).any():
            many *= 2
        return by_u[:many]

    def look_at_sums(self, points: IntArray) -> bool:
        """Compare the points where the kernel is zero outside its pattern: sums of u decide, and P."""
        if len(points) < 2:
            return True
        by_u = points[np.argsort(-self.u[points], kind="stable")]
        u, top = self.u[by_u], float(self.lengths.max()) ** 2
        # Partners of the point at each place among those after it: u falls, so they lie together.
        partners = np.searchsorted(-u, u + top, side="left") - np.arange(len(u)) - 1
        partners = np.maximum(partners, 0)
        if partners.sum() > self.room + self.kernel.matrix.nnz:
            return False
        rows = np.repeat(np.arange(len(u)), partners)
        first = np.concatenate([[0], np.cumsum(partners)[:-1]])
        cols = rows + 1 + np.arange(len(rows)) - np.repeat(first, partners)
        return self.keep_positive(by_u[rows], by_u[cols])

    def look_at_all_pairs(self, points: IntArray) -> bool:
        """Compare the points among themselves, a block of rows at a time."""
        assert self.kernel.points is not None and self.kernel.points.scale is not None
        Y, s = self.kernel.points.Y[points], self.kernel.points.scale[points]
        u, lengths = self.u[points], self.lengths[points]
        limit = self.kernel.largest_distances((u + u.max() + lengths * lengths.max()) / self.scale)
        norms = np.einsum("ij,ij->i", Y, Y)
        height = max(1, PAIR_BLOCK // len(points))

        def visit(start: int) -> tuple[IntArray, IntArray]:
            part = slice(start, start + height)
            squared = Y[part] @ Y[start:].T
            squared *= -2.0
            squared += norms[part, None]
            squared += norms[start:]
            # The expanded square is off by some rounding of the norms, which must not rule a pair out.
            squared -= 1e-12 * (norms[part, None] + norms.max())
            squared /= s[start:]
            rows, cols = np.nonzero(squared <= (limit * s)[part, None])
            later = np.flatnonzero(cols > rows)
            first: IntArray = points[rows[later] + start]
            second: IntArray = points[cols[later] + start]
            return first, second

        executor = local_executor()
        starts = range(0, len(points), height)
        for at in range(0, len(starts), 16):
            tell(f"{STAGE}: {len(points):,} points in doubt, {starts[at]:,} done")
            for pairs in executor.gather(visit, starts[at : at + 16]):
                if not self.keep_positive(*pairs):
                    return False
        return True

    def look_at_neighbors(self, points: IntArray, k: int) -> bool:
        """Compare the points with their k nearest neighbours."""
        height = max(1, 8 * PAIR_BLOCK // k)
        for start in range(0, len(points), height):
            part: IntArray = points[start : start + height]
            found = self.kernel.extend_reach(part, k)
            if not self.keep_positive(part.repeat(k), found.indices.ravel()):
                return False
        return True

    def keep_positive(self, rows: IntArray, cols: IntArray) -> bool:
        """Keep the pairs that are positive and outside the pattern; return whether there is room for them."""
        values = self.u[rows] + self.u[cols]
        values += self.scale * self.kernel.outside(rows, cols)
        if self.agreement is not None:
            self.agreement.add_entries(rows, cols, values)
        positive = np.flatnonzero(values > 0.0)
        rows, cols = rows[positive].astype(np.int64), cols[positive].astype(np.int64)
        new = ~pattern_places(self.kernel.matrix, rows, cols)[1]
        self.room -= int(np.count_nonzero(new))
        if self.room < 0:
            return False
        self.found.append((rows[new], cols[new]))
        return True
