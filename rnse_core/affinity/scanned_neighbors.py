"""Nearest neighbours by a scan of all pairs in single precision; the exact ones, whatever is rounded in between.

1. Every sample is compared with a random quarter of all. The k-th smallest distance there bounds that of its k-th
   neighbour, and about 4 k samples are within the bound.
2. All pairs are scanned for those within the bound of one of their samples. Each pair is looked at once: the samples
   are sorted by their bounds, so that one limit does for a block of pairs.
3. Of these candidates those are compared in double precision that rounding leaves in doubt.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import local_executor
from rnse_core.affinity.distances import pair_distances
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.pair_scan import PairScan, Single

# Samples of which one is taken to bound the distances.
SAMPLES_PER_PROBE = 4
# The scan is given up when it finds more candidates than this times those expected: then most pairs are equally far.
MAX_CANDIDATES = 4
# Candidates that a thread chooses from at a time.
CHUNK = 1 << 20


def scanned_neighbors(scan: PairScan, Y: FloatArray, k: int) -> Neighbors | None:
    """Find the k nearest other samples of each sample.

    Parameters
    ----------
    scan : PairScan
        Of `Y`.
    Y : ndarray of shape (n_samples, n_features)
        Coordinates of at most about 1.
    k : int
        At most n_samples - 1.

    Returns
    -------
    Neighbors or None
        Of samples at the same distance those with the lower numbers. None where too many are equally far, so that a
        scan is no help.
    """
    n = len(Y)
    probe = np.random.default_rng(0).permutation(n)[: max(k + 1, n // SAMPLES_PER_PROBE)]
    # One more than k: a sample may be in the probe itself.
    bounds = scan.kth_smallest(k + 1, probe)
    candidates = _candidates(scan, bounds, int(MAX_CANDIDATES * SAMPLES_PER_PROBE * (k + 1) * n))
    if candidates is None:
        return None
    lower, cols, indptr = candidates
    indices, distances = np.empty((n, k), dtype=np.int32), np.empty((n, k))
    largest = np.diff(indptr).max()
    step = max(1, int(CHUNK // largest))

    def choose(start: int) -> None:
        rows = np.arange(start, min(start + step, n))
        indices[rows], distances[rows] = _nearest(scan, Y, rows, lower, cols, indptr, k)

    local_executor().gather(choose, range(0, n, step))
    return Neighbors(indices, distances)


def _candidates(scan: PairScan, bounds: FloatArray, most: int) -> tuple[Single, IntArray, IntArray] | None:
    """Lower bounds and numbers of the samples within the bound of each sample, in compressed rows."""
    n = len(bounds)
    order = np.argsort(bounds, kind="stable")
    b = bounds[order]
    found: list[tuple[IntArray, IntArray, Single]] = []
    count = 0
    # Sorted: the last bound of a range is its largest.
    for i, j, lower in scan.nearer(lambda rows, cols: float(max(b[rows][-1], b[cols][-1])), order):
        for first, second in ((i, j), (j, i)):
            near = np.flatnonzero(lower <= b[first])
            found.append((order[first[near]].astype(np.int32), order[second[near]].astype(np.int32), lower[near]))
            count += len(near)
        if count > most:
            return None
    rows, cols, lower = (np.concatenate(parts) for parts in zip(*found, strict=True))
    A = coo_array((lower, (rows, cols)), shape=(n, n)).tocsr()
    return A.data, A.indices, A.indptr


def _nearest(
    scan: PairScan, Y: FloatArray, rows: IntArray, lower: Single, cols: IntArray, indptr: IntArray, k: int
) -> tuple[IntArray, FloatArray]:
    """The k nearest among the candidates of some samples, and their distances."""
    lengths = np.diff(indptr[rows[0] : rows[-1] + 2])
    part = slice(indptr[rows[0]], indptr[rows[-1] + 1])
    stored = np.arange(lengths.max()) < lengths[:, None]
    near = np.zeros(stored.shape, dtype=np.int32)
    near[stored] = cols[part]
    low = np.full(stored.shape, np.inf)
    low[stored] = lower[part]
    # At least k samples are within the k-th smallest upper bound, and so are the k nearest.
    high = low + 2.0 * scan.error * (scan.squares[rows, None] + scan.squares[near])
    high.partition(k - 1, axis=1)
    at, place = np.nonzero(low <= high[:, k - 1 : k])
    others = near[at, place]
    exact = pair_distances(Y, rows[at], others)
    order = np.lexsort((others, exact, at))
    first = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=len(rows)))[:-1]])
    chosen = order[first[:, None] + np.arange(k)]
    return others[chosen], exact[chosen]
