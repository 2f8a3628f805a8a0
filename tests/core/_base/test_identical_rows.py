"""Identical rows get one id, others different ones, whatever the sums of their bits are."""

import numpy as np
import pytest

from rnse_core._base import identical_rows
from rnse_core._base.identical_rows import find_duplicates


def by_hand(X):
    seen = {}
    return [seen.setdefault(tuple((row + 0.0).tolist()), len(seen)) for row in X]


RANDOM = np.random.default_rng(0)
DATA = {
    "all different": RANDOM.normal(size=(500, 3)),
    "copies": RANDOM.normal(size=(50, 3))[RANDOM.integers(0, 50, 500)],
    "small numbers": RANDOM.integers(-2, 3, size=(500, 4)).astype(float),
    "permuted rows": np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 2.0], [2.0, 2.0], [1.0, 1.0]]),
    "zeros of both signs": np.array([[0.0, -0.0], [-0.0, 0.0], [0.0, 1.0], [-0.0, 1.0]]),
    "all the same": np.ones((20, 2)),
    "one row": np.ones((1, 5)),
    "one column": RANDOM.integers(0, 9, size=(100, 1)).astype(float),
    "powers of two": np.ldexp(1.0, RANDOM.integers(-300, 300, size=(500, 2))),
    "a view": RANDOM.integers(0, 2, size=(4, 200)).astype(float).T,
}


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("name", DATA)
def test_ids_of_rows_in_the_order_of_first_appearance(name, chance, monkeypatch):
    X = DATA[name]
    if chance:
        # All rows have the same sum.
        monkeypatch.setattr(identical_rows, "_row_sums", lambda X: np.zeros(len(X), dtype=np.uint64))
    monkeypatch.setattr(identical_rows, "CHUNK_ENTRIES", 64)
    before = X.copy()
    assert find_duplicates(X).tolist() == by_hand(X)
    assert np.array_equal(X, before)


def test_sums_of_integers_differ():
    """Numbers with few bits, which a product alone would leave alike."""
    X = np.stack(np.meshgrid(*[np.arange(40.0)] * 3), -1).reshape(-1, 3)
    assert len(np.unique(identical_rows._row_sums(X))) == len(X)
