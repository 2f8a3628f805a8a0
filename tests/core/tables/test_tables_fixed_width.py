"""Tables of fixed width, and tables separated by spaces whose last column has spaces in it."""

import numpy as np
import pytest
from readings import note, notes

from rnse_core.tables import NoteKind, read_table

X = np.random.default_rng(1).normal([5, 50], [3, 1], (20, 2)).round(2)
CITIES = ["New York", "Boston", "San Juan"]


def fixed(header, form):
    rows = [form.format(k, f"Name {k}", *X[k], CITIES[k % 3]) for k in range(20)]
    return "\n".join([header, *rows, ""]).encode()


@pytest.mark.parametrize(
    ("header", "form"),
    [
        ("ID    NAME          LEN     WID   CITY", "{0:<6}{1:<12}{2:>7.2f}{3:>8.2f}   {4}"),
        ("   NAME     LEN     WID  CITY", "{1:>10}{2:>6.2f}{3:>8.2f} {4:<10}"),
    ],
)
def test_a_table_of_fixed_width_whose_cells_have_spaces(header, form):
    table = read_table(fixed(header, form))
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["LEN", "WID"] and table.labels.tolist()[:3] == CITIES
    assert note(table, NoteKind.FIXED_WIDTH).count == len(header.split())


def test_the_last_column_takes_the_words_beyond_the_names():
    rows = "\n".join(f"n{k} {a} {b} {CITIES[k % 3]}" for k, (a, b) in enumerate(X))
    table = read_table(f"name len wid city\n{rows}\n".encode())
    np.testing.assert_array_equal(table.X, X)
    assert set(table.labels) == set(CITIES)


def test_other_texts_are_not_cut():
    even = "name len wid\n" + "\n".join(f"n{k} {a} {b}" for k, (a, b) in enumerate(X))
    assert not notes(read_table(even.encode()), NoteKind.FIXED_WIDTH)
    named = "len wid\n" + "\n".join(f"n{k} {a} {b}" for k, (a, b) in enumerate(X))
    table = read_table(named.encode())
    np.testing.assert_array_equal(table.X, X)
    assert not notes(table, NoteKind.FIXED_WIDTH)
