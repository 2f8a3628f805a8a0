"""Search for pairs outside the pattern at which S is positive, on the workers.

What vectors decide is decided by :class:`rnse_core.projection.pattern_growth.PairSearch`. The pairs themselves are
compared where the samples are, and stay there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rnse_core._base.arrays import FloatArray, Index, IntArray, sorted_unique
from rnse_core._base.executors import Block, PerBlock
from rnse_core._base.row_blocks import RowBlock
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.profiles import smooth_profile
from rnse_core.affinity.sparse_kernel import ROUNDING_MARGIN, largest_distances
from rnse_core.distributed.kernel import DistributedKernel
from rnse_core.distributed.pattern import Entries
from rnse_core.projection.low_rank_term import LowRankTerm
from rnse_core.projection.pattern_growth import PAIR_BLOCK, STAGE, PairSearch
from rnse_core.stages import report_stage

# Rounding of an expanded square, relative to the squares in it.
EXPANDED_SQUARE = 1e-12


@dataclass(frozen=True, eq=False)
class _Some:
    """Some samples with what decides their entries: `rows` of their block, or the numbers of all in these vectors."""

    rows: IntArray
    numbers: IntArray
    u: FloatArray
    scale: FloatArray
    norms: FloatArray
    low_rank: LowRankTerm | None


@dataclass(frozen=True)
class _Level:
    """What an entry is compared with: g by name, 1 / (2 alpha), and the slack."""

    affinity: str
    scale: float
    slack: float


class BlockPairSearch(PairSearch):
    """A search for pairs outside the pattern of a `DistributedKernel`.

    Parameters
    ----------
    kernel, u, scale, low_rank, max_entries, slack
        As for :func:`rnse_core.projection.pattern_growth.missing_pairs`.
    """

    kernel: DistributedKernel

    def add_missing(self) -> bool:
        """Add the pairs to the pattern of the kernel; return whether there were any.

        The kernel is complete afterwards if no other pair can be positive.
        """
        self.lists: list[list[Block]] = [[] for _ in self.kernel.rows.blocks]
        self.n_pairs = 0
        self.kernel.complete = self.search()
        if self.room < 0 or self.n_pairs == 0:
            return False
        self.kernel.add_entries(self.kernel.executor.keep(_as_list, self.lists))
        return True

    def forget(self) -> None:
        """Give up the pairs that were found."""
        super().forget()
        self.lists = [[] for _ in self.lists]
        self.n_pairs = 0

    def compare_all_pairs(self, samples: IntArray) -> bool:
        """Compare all pairs of the samples."""
        return self.scan_pairs(samples, 0.0)

    def scan_pairs(self, samples: IntArray, slack: float) -> bool:
        """Collect the pairs of some samples that are above -slack; return whether there was room for them."""
        if len(samples) < 2:
            return True
        kernel, rows = self.kernel, self.kernel.search.rows
        ascending = sorted_unique(samples)
        some = self._of_each(ascending)
        level = _Level(kernel.points.affinity, self.scale, slack)
        filled = [number for number, part in enumerate(some) if len(part.rows)]
        for first in filled:
            report_stage(f"{STAGE}: {len(samples):,} samples undecided")
            others = [number for number in filled if number >= first]
            found = kernel.executor.keep(
                _pairs_between,
                [kernel.rows.blocks[first]] * len(others),
                kernel.rows.needed[first],
                PerBlock([rows.blocks[first]] * len(others)),
                PerBlock(rows.blocks[number] for number in others),
                PerBlock([some[first]] * len(others)),
                PerBlock(some[number] for number in others),
                level,
                max(self.room, 0),
            )
            if not self._keep([first] * len(others), found):
                return False
        return True

    def compare_neighbors(self, samples: IntArray, k: int) -> bool:
        """Compare the samples with their k nearest neighbours."""
        kernel = self.kernel
        ascending = sorted_unique(samples)
        near = kernel.near_lists(ascending, k)
        everyone = kernel.executor.share(self._everyone())
        found = kernel.executor.keep(
            _pairs_with_near,
            kernel.rows.blocks,
            PerBlock(kernel.rows.needed),
            PerBlock(kernel.search.rows.of_each(ascending)),
            PerBlock(near),
            everyone,
            _Level(kernel.points.affinity, self.scale, 0.0),
            max(self.room, 0),
        )
        return self._keep(range(len(found)), found)

    def compare_sums(self, samples: IntArray) -> bool:
        """Compare the samples by u_i + u_j and P, where K is zero outside the pattern."""
        if len(samples) < 2:
            return True
        kernel = self.kernel
        by_u = samples[np.argsort(-self.u[samples], kind="stable")]
        partners = self.partners(self.u[by_u])
        if partners.sum() > self.room + kernel.matrix.nnz:
            return False
        ascending = np.argsort(by_u)
        lists = kernel.search.rows.of_each(by_u[ascending])
        cuts = np.cumsum([0, *(len(rows) for rows in lists)])
        places = PerBlock(ascending[a:b] for a, b in pairwise(cuts))
        found = kernel.executor.keep(
            _pairs_by_sums,
            kernel.rows.blocks,
            PerBlock(kernel.rows.needed),
            PerBlock(lists),
            places,
            kernel.executor.share(self._some(by_u, by_u)),
            kernel.executor.share(partners),
            max(self.room, 0),
        )
        return self._keep(range(len(found)), found)

    @property
    def n_samples(self) -> int:
        """Number of samples."""
        return len(self.u)

    def _keep(self, blocks: list[int] | range, found: list[Block]) -> bool:
        """Collect what was found in some blocks; return whether there was room for it."""
        counts = self.kernel.executor.gather(_count, found)
        for number, one in zip(blocks, self.kernel.executor.keep(_entries, found), strict=True):
            self.lists[number].append(one)
        self.room -= sum(counts)
        self.n_pairs += sum(counts)
        return self.room >= 0

    def _of_each(self, samples: IntArray) -> list[_Some]:
        source = self.kernel.search.rows
        parts = source.of_each(samples)
        return [self._some(rows, rows + start) for rows, start in zip(parts, source.bounds[:-1], strict=True)]

    def _everyone(self) -> _Some:
        return self._some(np.arange(0), slice(None))

    def _some(self, rows: IntArray, numbers: IntArray | slice) -> _Some:
        scale = self.kernel.points.scale
        return _Some(
            rows,
            np.arange(self.n_samples)[numbers],
            self.u[numbers],
            np.ones(self.n_samples)[numbers] if scale is None else scale[numbers],
            self.norms[numbers],
            None if self.low_rank is None else self.low_rank.restricted_to(numbers),
        )


# Entries that were found, and how many pairs these are; no entries where there was no room.
_Pairs = tuple[Entries, int]


def _pairs_between(
    block: RowBlock,
    needed: Index | slice,
    Y: FloatArray,
    other_Y: FloatArray,
    first: _Some,
    second: _Some,
    level: _Level,
    room: int,
) -> _Pairs:
    """Pairs above -slack of some samples of a block and some of another, or of the same one."""
    same = first.numbers[0] == second.numbers[0]
    profile = smooth_profile(level.affinity)
    A, B = Y[first.rows], other_Y[second.rows]
    a, b = np.einsum("ij,ij->i", A, A), np.einsum("ij,ij->i", B, B)
    sums = first.u + second.u.max() + first.norms * second.norms.max() + level.slack
    limits = largest_distances(profile, sums / level.scale) * first.scale
    height = max(1, PAIR_BLOCK // len(B))
    lists: list[Entries] = []
    count = 0
    for start in range(0, len(A), height):
        part = slice(start, start + height)
        squared = A[part] @ B.T
        squared *= -2.0
        squared += a[part, None] + b
        squared -= EXPANDED_SQUARE * (a[part, None] + b.max())
        rows, cols = np.nonzero(squared <= limits[part, None] * second.scale)
        if same:
            rows, cols = (one[cols > rows + start] for one in (rows, cols))
        t = np.maximum(squared[rows, cols], 0.0) / (first.scale[rows + start] * second.scale[cols])
        rows += start
        bound = level.scale * profile.value(t * (1.0 - ROUNDING_MARGIN)) + first.norms[rows] * second.norms[cols]
        near = np.flatnonzero(bound + (first.u[rows] + second.u[cols]) > -level.slack)
        rows, cols = rows[near], cols[near]
        difference = A[rows] - B[cols]
        squares = np.einsum("ij,ij->i", difference, difference)
        kernel = profile.value(squares / (first.scale[rows] * second.scale[cols]))
        values = first.u[rows] + second.u[cols] + level.scale * kernel
        if first.low_rank is not None and second.low_rank is not None:
            values += _low_rank_between(first.low_rank, second.low_rank, rows, cols)
        positive = np.flatnonzero(values > -level.slack)
        found = Entries(first.numbers[rows[positive]], second.numbers[cols[positive]], kernel[positive])
        lists.append(_outside(block, needed, first.rows[rows[positive]], found))
        count += len(lists[-1].rows)
        if count > room:
            return Entries.joined([]), count
    return Entries.joined(lists), count


def _pairs_with_near(
    block: RowBlock,
    needed: Index | slice,
    rows: IntArray,
    near: Neighbors,
    everyone: _Some,
    level: _Level,
    room: int,
) -> _Pairs:
    """Positive pairs of some samples of a block with their neighbours."""
    if len(rows) == 0:
        return Entries.joined([]), 0
    n = len(everyone.u)
    start = int(np.arange(n)[needed][block.start])
    k = near.indices.shape[1]
    rows, cols = rows.repeat(k), near.indices.ravel().astype(np.intp)
    numbers = rows + start
    t = near.distances.ravel() ** 2 / (everyone.scale[numbers] * everyone.scale[cols])
    kernel = smooth_profile(level.affinity).value(t)
    values = everyone.u[numbers] + everyone.u[cols] + level.scale * kernel
    if everyone.low_rank is not None:
        everyone.low_rank.add_entries(numbers, cols, values)
    positive = np.flatnonzero(values > 0)
    found = Entries(numbers[positive], cols[positive], kernel[positive])
    return _limited(_outside(block, needed, rows[positive], found), room)


def _pairs_by_sums(
    block: RowBlock,
    needed: Index | slice,
    rows: IntArray,
    places: IntArray,
    by_u: _Some,
    partners: IntArray,
    room: int,
) -> _Pairs:
    """Positive pairs of some samples of a block with those after them in descending order of u; K is zero there."""
    lists, count = [Entries.joined([])], 0
    cuts = np.searchsorted(np.cumsum(partners[places]), np.arange(PAIR_BLOCK, int(partners[places].sum()), PAIR_BLOCK))
    for part in np.split(np.arange(len(places)), cuts):
        counts = partners[places[part]]
        at = places[part].repeat(counts)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts
        after = at + 1 + np.arange(len(at)) - np.repeat(first, counts)
        values = by_u.u[at] + by_u.u[after]
        if by_u.low_rank is not None:
            by_u.low_rank.add_entries(at, after, values)
        positive = np.flatnonzero(values > 0)
        numbers, cols = by_u.numbers[at[positive]], by_u.numbers[after[positive]]
        found = Entries(numbers, cols, np.zeros(len(positive)))
        lists.append(_outside(block, needed, rows[part].repeat(counts)[positive], found))
        count += len(lists[-1].rows)
        if count > room:
            return Entries.joined([]), count
    return Entries.joined(lists), count


def _low_rank_between(first: LowRankTerm, second: LowRankTerm, rows: IntArray, cols: IntArray) -> FloatArray:
    """Entries of the low-rank term between samples of two sets."""
    values = np.zeros(len(rows))
    if first.cluster is None or first.weight is None or second.cluster is None or second.weight is None:
        for f, g in zip(first.factor, second.factor, strict=True):
            values += f[rows] * g[cols]
        return values
    inside = np.flatnonzero(first.cluster[rows] == second.cluster[cols])
    values[inside] = first.weight[rows[inside]] * second.weight[cols[inside]]
    return values


def _outside(block: RowBlock, needed: Index | slice, rows: IntArray, found: Entries) -> Entries:
    """Those of some entries in rows of a block that are not in its pattern."""
    if len(rows) == 0:
        return found
    n = int(max(found.cols.max(), found.rows.max())) + 1
    asked = np.unique(rows)
    counts = np.diff(block.indptr)[asked]
    before = np.concatenate([[0], np.cumsum(counts)])
    places = np.arange(before[-1]) + np.repeat(block.indptr[asked] - before[:-1], counts)
    cols = block.cols[places] if isinstance(needed, slice) else needed[block.cols[places]]
    n = max(n, int(cols.max()) + 1)
    stored = np.repeat(asked.astype(np.int64), counts) * n + cols
    new = np.flatnonzero(~np.isin(rows.astype(np.int64) * n + found.cols, stored))
    return found.at(new)


def _limited(entries: Entries, room: int) -> _Pairs:
    count = len(entries.rows)
    return (Entries.joined([]) if count > room else entries), count


def _entries(pairs: _Pairs) -> Entries:
    return pairs[0]


def _count(pairs: _Pairs) -> int:
    return pairs[1]


def _as_list(entries: list[Entries]) -> list[Entries]:
    return entries
