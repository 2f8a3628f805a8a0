"""Titles above the names, rows of units below them, names that stand again, and tables one below the other."""

import numpy as np
import pandas as pd
import pytest
from readings import note, notes

from rnse_core.tables import NoteKind, read_table

X = np.random.default_rng(2).normal(size=(24, 3)).round(2)
ROWS = [",".join(map(str, row)) for row in X]


def of(*lines):
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    "above",
    [["Report of the year,,"], ["Report,,", "Printed 2024-05-03,,", ",,"], ["2024,,", ",,"], ['"A, B and C",,']],
)
def test_titles_padded_with_delimiters(above):
    table = read_table(of(*above, "a,b,c", *ROWS))
    assert table.feature_names == ["a", "b", "c"]
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.TITLE_ROWS).count == sum(line != ",," for line in above)
    named = read_table(of(*(f"{line}," for line in above), "name,a,b,c", *(f"n{k},{r}" for k, r in enumerate(ROWS))))
    np.testing.assert_array_equal(named.X, X)


def test_rows_that_are_no_titles():
    frame = pd.DataFrame({"g": ["x", "y"] * 6, "v": [None, *range(11)], "w": [None, *range(5, 16)]})
    assert not notes(read_table(frame.to_csv(index=False).encode()), NoteKind.TITLE_ROWS)
    two = read_table(b"name,\na,5\nb,7\nc,9\nd,8\n")
    assert not notes(two, NoteKind.TITLE_ROWS) and two.n_rows == 4
    assert read_table(of("Report,,", "a,b,c", *ROWS), skip_lines=1).feature_names == ["a", "b", "c"]


@pytest.mark.parametrize(
    "below",
    [["[mm],[kg],[%]"], ["Length,Width,Height", '"{""id"":1}","{""id"":2}","{""id"":3}"'], ["a.u.,,cm"]],
)
def test_words_below_the_names_of_numbers(below):
    data = of("a,b,c", *below, *ROWS)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.SUBHEADER_ROWS).count == len(below)
    assert table.row_numbers.tolist() == list(range(1, 25))


def test_a_first_row_with_a_number_is_a_row():
    table = read_table(of("a,b,c", "low,1.5,high", *ROWS), convert=["a", "c"])
    assert not notes(table, NoteKind.SUBHEADER_ROWS) and table.n_rows_read == 25


def test_names_that_stand_again():
    lines = [line for k, row in enumerate(ROWS) for line in (["a,b,c", row] if k % 8 == 0 else [row])]
    table = read_table(of(*lines))
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.REPEATED_HEADER).count == 2
    assert 9 not in table.row_numbers and table.n_rows_read == 26


@pytest.mark.parametrize("first", [["Men,,"], []])
def test_tables_one_below_the_other(first):
    lines = [*first, "a,b,c", *ROWS[:10], ",,", "Women,,", "a,b,c", *ROWS[10:]]
    table = read_table(of(*lines))
    np.testing.assert_array_equal(table.X, X)
    assert table.label_name == "table"
    assert table.labels.tolist() == ["Men" if first else "table 1"] * 10 + ["Women"] * 14
    records = dict(table.original.records())
    assert [records[k][-1] for k in table.row_numbers] == table.labels.tolist()
    assert len(table.original.header) == 4 == len(records[1])
    assert read_table(of(*lines), label_column=None, one_hot=["table"]).n_features == 5


@pytest.mark.parametrize(("header", "line"), [(",a,b,c", "{k},{row}"), ("a,b,c,", "{row},"), (",a,b,c", "n{k},{row}")])
def test_names_that_stand_again_beside_an_empty_one(header, line):
    rows = [line.format(k=k, row=row) for k, row in enumerate(ROWS)]
    table = read_table(of(header, *rows[:8], header, *rows[8:16], header, *rows[16:]))
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.REPEATED_HEADER).count == 2
