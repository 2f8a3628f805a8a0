"""Nearest neighbours: against all distances sorted, with ties, duplicates, and an approximate search."""

import os
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from expected import warned
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist

from rnse_core.affinity import neighbors, search_cost
from rnse_core.affinity.neighbors import NeighborSearch, spatial_order
from rnse_core.exceptions import NeighborSearchWarning


def by_hand(Y, points, k):
    D = cdist(Y[points], Y)
    D[np.arange(len(points)), points] = np.inf
    order = np.lexsort((np.broadcast_to(np.arange(len(Y)), D.shape), D))[:, :k]
    return order, np.take_along_axis(D, order, 1)


@pytest.mark.parametrize("method", ["tree", "scan"])
@pytest.mark.parametrize("n_features", [1, 2, 12, 13, 40])
@pytest.mark.parametrize("chunk", [7, 10_000])
def test_all_and_some_points(method, n_features, chunk, monkeypatch):
    monkeypatch.setattr(neighbors, "CHUNK", chunk)
    Y = np.random.default_rng(0).normal(size=(80, n_features))
    search = NeighborSearch(Y, method=method)
    assert search.method == method and search.recall == 1.0
    found = search.neighbors_of_all(9)
    indices, distances = by_hand(Y, np.arange(80), 9)
    assert np.array_equal(found.indices, indices)
    assert_allclose(found.distances, distances, rtol=1e-12)
    points = np.array([70, 3, 41])
    some = search.neighbors_of(points, 5)
    assert np.array_equal(some.indices, indices[points, :5])


@pytest.mark.parametrize("method", ["tree", "scan"])
def test_few_points_at_the_same_distance_come_in_their_order(method):
    Y = np.zeros((5, 2))
    Y[:, 0] = [0, 1, -1, 2, -2]
    found = NeighborSearch(Y, method=method).neighbors_of_all(4)
    assert np.array_equal(found.indices[0], [1, 2, 3, 4])
    assert np.array_equal(found.distances[0], [1, 1, 2, 2])


@pytest.mark.parametrize("method", ["tree", "scan"])
def test_no_point_is_its_own_neighbour_among_many_duplicates(method):
    Y = np.zeros((60, 13))
    Y[50:, 0] = 1.0
    found = NeighborSearch(Y, method=method).neighbors_of_all(5)
    assert not (found.indices == np.arange(60)[:, None]).any()
    assert not found.distances.any()
    assert all(len(set(row)) == 5 for row in found.indices)


def test_all_other_points():
    Y = np.random.default_rng(0).normal(size=(6, 3))
    found = NeighborSearch(Y).neighbors_of_all(5)
    assert all(set(row) == set(range(6)) - {i} for i, row in enumerate(found.indices))


def test_new_points():
    rng = np.random.default_rng(0)
    Y, new = rng.normal(size=(40, 3)), rng.normal(size=(7, 3))
    found = NeighborSearch(Y).query(new, 1)
    assert np.array_equal(found.indices[:, 0], cdist(new, Y).argmin(axis=1))


def test_spatial_order_puts_near_points_together():
    X = np.random.default_rng(0).uniform(size=(4000, 2))
    order = spatial_order(X)
    assert np.array_equal(np.sort(order), np.arange(4000))
    steps = np.linalg.norm(np.diff(X[order], axis=0), axis=1).mean()
    assert steps < 0.3 * np.linalg.norm(np.diff(X, axis=0), axis=1).mean()


class Described:
    """Stands in for pynndescent: exact neighbours of which some are spoiled."""

    spoiled = 0.0
    failed = 0

    def __init__(self, data, n_neighbors, n_jobs, random_state):
        order = np.argsort(cdist(data, data), axis=1, kind="stable")[:, :n_neighbors]
        rng = np.random.default_rng(0)
        wrong = rng.uniform(size=order.shape) < self.spoiled
        order[wrong] = rng.integers(0, len(data), size=wrong.sum())
        order[: self.failed, -1] = -1
        self.neighbor_graph = order, None


class TestApproximate:
    Y = np.random.default_rng(0).normal(size=(300, 20))

    def search(self, monkeypatch, spoiled=0.0, failed=0):
        class Module:
            NNDescent = type("NNDescent", (Described,), {"spoiled": spoiled, "failed": failed})

        monkeypatch.setattr(neighbors, "_pynndescent", lambda: Module)
        return NeighborSearch(self.Y, method="approximate")

    def test_a_good_one_is_taken(self, monkeypatch):
        search = self.search(monkeypatch)
        found = search.neighbors_of_all(10)
        assert np.array_equal(found.indices, by_hand(self.Y, np.arange(300), 10)[0])
        assert search.recall == 1.0

    def test_points_that_it_gave_up_are_searched_exactly(self, monkeypatch):
        found = self.search(monkeypatch, failed=20).neighbors_of_all(10)
        assert np.array_equal(found.indices, by_hand(self.Y, np.arange(300), 10)[0])

    def test_a_poor_one_is_said(self, monkeypatch):
        search = self.search(monkeypatch, spoiled=0.3)
        with warned(NeighborSearchWarning, n_samples=300) as caught:
            found = search.neighbors_of_all(10)
        assert 0.5 < search.recall < 0.85
        assert caught[0].message.recall == search.recall
        assert (np.diff(found.distances, axis=1) >= 0).all()

    @pytest.mark.skipif(find_spec("pynndescent") is None, reason="pynndescent is not installed (the extra [large])")
    def test_the_real_one(self, tmp_path):
        given, found = tmp_path / "Y.npy", tmp_path / "found.npz"
        np.save(given, self.Y)
        command = [sys.executable, "-c", UNCOMPILED, given, found]
        settings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        run = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        with np.load(found) as results:
            indices, distances, recall = (results[name] for name in ("indices", "distances", "recall"))
        assert recall > 0.9
        assert indices.shape == (300, 10)
        assert not (indices == np.arange(300)[:, None]).any()
        assert_allclose(distances, np.take_along_axis(cdist(self.Y, self.Y), indices.astype(int), 1))

    def test_is_chosen_where_pairs_are_too_many(self, monkeypatch):
        assert NeighborSearch(self.Y).method != "approximate"
        monkeypatch.setattr(search_cost, "LONGEST_EXACT", 1e-6)
        monkeypatch.setattr(search_cost, "DESCENT_FIRST", 0.0)
        monkeypatch.setattr(search_cost, "DESCENT_SAMPLE", 1e-9)
        monkeypatch.setattr(search_cost, "DESCENT_SAMPLE_FEATURE", 0.0)
        monkeypatch.setattr(neighbors, "_pynndescent", lambda: object())
        assert NeighborSearch(self.Y).method == "approximate"
        assert NeighborSearch.exact(self.Y).method in ("tree", "scan")

    def test_what_is_not_installed_is_said(self, monkeypatch):
        monkeypatch.setattr(neighbors, "_pynndescent", lambda: None)
        with warned(NeighborSearchWarning, n_samples=300, recall=1.0):
            assert NeighborSearch(self.Y, method="approximate").method in ("tree", "scan")


# pynndescent as Python, which takes seconds for so few points; to compile it takes half a minute. Two functions of it
# have no Python: an integer and the number of the same bits are taken for each other.
UNCOMPILED = """
import sys
import numpy as np
from numba.core.extending import _Intrinsic
from rnse_core.affinity.neighbors import NeighborSearch

SAME_BITS = {
    "int32_bits_as_float32": lambda number: np.int32(number).view(np.float32),
    "float32_bits_as_int32": lambda number: np.float32(number).view(np.int32),
}
_Intrinsic.__call__ = lambda self, number: SAME_BITS[self._name](number)
search = NeighborSearch(np.load(sys.argv[1]), method="approximate")
assert search.method == "approximate"
found = search.neighbors_of_all(10)
np.savez(sys.argv[2], indices=found.indices, distances=found.distances, recall=search.recall)
"""
INTERRUPTED = """
import os, signal, threading, time
import numpy as np
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.stages import watching

signal.signal(signal.SIGINT, signal.default_int_handler)
timers = []

def interrupt_soon(text):
    if text.startswith("Looking for the neighbours") and not timers:
        timers.append(threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)))
        timers[0].start()

try:
    with watching(interrupt_soon):
        NeighborSearch(np.random.default_rng(0).normal(size=(40_000, 2))).neighbors_of_all(30)
        time.sleep(60)  # where the search is over before the interrupt comes
except KeyboardInterrupt:
    print("interrupted")
# Memory that was given back, that of the tree too, is used again.
kept = [np.zeros((40_000, 31)) for _ in range(20)]
del kept
time.sleep(0.5)
print("usable")
"""


def test_an_interrupted_search_leaves_a_usable_process():
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "interrupted\nusable\n"
    assert "Traceback" not in run.stderr
