"""A scan of all pairs in single precision leaves out no pair below its limit, and finds the true neighbours."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from rnse_core.affinity import pair_scan
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.affinity.pair_scan import PairScan
from rnse_core.affinity.scanned_neighbors import scanned_neighbors

RANDOM = np.random.default_rng(0)
DATA = {
    "noise": RANDOM.uniform(-1, 1, size=(300, 50)),
    "far groups": RANDOM.normal(size=(300, 20)) * 1e-6 + RANDOM.choice([-1.0, 1.0], size=(300, 1)),
    "pixels": RANDOM.integers(0, 3, size=(300, 30)) / 2.0,
    "few values": RANDOM.integers(0, 2, size=(300, 3)).astype(float),
    "an outlier": np.r_[RANDOM.normal(size=(299, 5)) * 1e-5, np.ones((1, 5))],
}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(pair_scan, "ROWS", 16)
    monkeypatch.setattr(pair_scan, "COLUMNS", 32)


@pytest.mark.parametrize("name", DATA)
def test_every_pair_below_its_limit_is_found_once(name):
    Y = DATA[name]
    squared = cdist(Y, Y, "sqeuclidean")
    order = np.random.default_rng(1).permutation(len(Y))[:250]
    # Limits that are the distance of some pair to the last digit.
    a = np.sort(squared[order], axis=1)[:, 20]
    found = list(PairScan(Y).below(lambda rows, cols: (a[rows], np.ones(250)[cols]), order, lambda *pairs: pairs))
    pairs = [(i, j) for rows, cols, _ in found for i, j in zip(rows.tolist(), cols.tolist(), strict=True)]
    assert len(set(pairs)) == len(pairs) and all(i < j for i, j in pairs)
    near = {(i, j) for i, j in np.argwhere(squared[np.ix_(order, order)] <= a[:, None]).tolist() if i < j}
    assert near <= set(pairs)
    for rows, cols, lower in found:
        assert (lower <= squared[order[rows], order[cols]] * (1 + 1e-12)).all()


def test_limits_keep_most_pairs_out():
    Y = DATA["noise"]
    squared = cdist(Y, Y, "sqeuclidean")
    limit = np.quantile(squared, 0.05)
    found = list(PairScan(Y).nearer(lambda rows, cols: limit, np.arange(300)))
    count = sum(len(rows) for rows, _, _ in found)
    exact = np.count_nonzero(squared[np.triu_indices(300, 1)] <= limit)
    assert exact <= count <= 1.1 * exact


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("k", [1, 7, 299])
def test_the_true_neighbours(name, k):
    Y = DATA[name]
    found = scanned_neighbors(PairScan(Y), Y, k)
    if found is None:  # too many are equally far in single precision: another search takes over
        assert name != "noise"
        found = NeighborSearch(Y, method="scan").neighbors_of_all(k)
    D = cdist(Y, Y)
    np.fill_diagonal(D, np.inf)
    np.testing.assert_allclose(found.distances, np.sort(D, axis=1)[:, :k], rtol=1e-9, atol=1e-15)
    assert all(len(set(row)) == k for row in found.indices.tolist())


def test_ties_go_to_the_lower_numbers():
    Y = DATA["pixels"]
    found = scanned_neighbors(PairScan(Y), Y, 5)
    D = np.round(cdist(Y, Y, "sqeuclidean") * 4)
    np.fill_diagonal(D, np.inf)
    order = np.lexsort((np.broadcast_to(np.arange(300), D.shape), D))[:, :5]
    assert found is not None and np.array_equal(found.indices, order)


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("k", [1, 4, 40])
def test_the_bound_of_the_kth_smallest_distance_is_never_below_it(name, k):
    Y = DATA[name]
    part = np.random.default_rng(2).permutation(300)[:200]
    bounds = PairScan(Y).kth_smallest(k, part)
    kth = np.sort(cdist(Y, Y[part], "sqeuclidean"), axis=1)[:, k - 1]
    assert (bounds >= kth * (1 - 1e-12)).all()
    if name == "noise":
        others = np.setdiff1d(np.arange(300), part)
        assert np.median(bounds[others] / kth[others]) < 1.02
