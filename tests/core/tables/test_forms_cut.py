"""Prints that a program has cut, rows that are quoted as a whole, and commas that separate cells and decimals."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from readings import note, notes

from rnse_core.tables import NoteKind, read_table
from rnse_core.tables.quoted_rows import joined_decimals

X = np.random.default_rng(7).normal(size=(120, 4)).round(3)


@pytest.mark.parametrize("max_rows", [10, 20])
@pytest.mark.parametrize("columns", [list("abcd"), ["height", "w", "age", "n_children"]])
@pytest.mark.parametrize("index", [None, [f"s{k}" for k in range(120)]])
def test_a_frame_that_pandas_has_cut(max_rows, columns, index):
    frame = pd.DataFrame(X, columns=columns, index=index)
    text = frame.to_string(max_rows=max_rows, show_dimensions=True)
    table = read_table(text.encode())
    half = max_rows // 2
    np.testing.assert_array_equal(table.X, X[[*range(half), *range(120 - half, 120)]])
    assert table.feature_names == columns
    assert note(table, NoteKind.CUT_PRINT).count == 120 - max_rows


def test_a_frame_cut_both_ways():
    frame = pd.DataFrame(np.tile(X, 8), columns=[f"c{j}" for j in range(32)])
    with pd.option_context("display.max_columns", 6, "display.width", 200, "display.max_rows", 10):
        table = read_table(repr(frame).encode())
    assert table.X.shape == (10, 6) and note(table, NoteKind.CUT_PRINT).count == 110


@pytest.mark.parametrize("shape_is_there", [True, False])
def test_an_array_that_numpy_has_cut(shape_is_there):
    with np.printoptions(threshold=10):
        text = repr(X) if shape_is_there else str(X)
    table = read_table(text.encode())
    np.testing.assert_array_equal(table.X, X[[0, 1, 2, -3, -2, -1]])
    assert note(table, NoteKind.CUT_PRINT).count == (114 if "shape=" in text else 0)


@pytest.mark.parametrize("sign", ["ℹ", "…", "i"])
@pytest.mark.parametrize("words", ["{} more rows", "with {} more rows"])
def test_a_tibble_says_how_many_rows_it_does_not_show(sign, words):
    rows = [f"{k:2} {a:6.3f} {b:6.3f}" for k, (a, b) in enumerate(X[:10, :2], start=1)]
    text = ["# A tibble: 1,120 × 2", "       a      b", "   <dbl>  <dbl>", *rows, f"# {sign} {words.format('1,110')}"]
    table = read_table("\n".join(text).encode())
    np.testing.assert_array_equal(table.X, X[:10, :2])
    assert note(table, NoteKind.CUT_PRINT).count == 1110


@pytest.mark.parametrize("cell", ["...", "..", "…"])
def test_dots_in_other_texts_are_cells(cell):
    rows = [f"{a},{b},{cell if k == 5 else 'w'}" for k, (a, b) in enumerate(X[:, :2])]
    table = read_table("\n".join(["a,b,c", *rows]).encode())
    assert table.n_rows == 120 and not notes(table, NoteKind.CUT_PRINT)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_rows_that_are_quoted_as_a_whole(delimiter, mark):
    inner = io.StringIO()
    csv.writer(inner, delimiter=delimiter, lineterminator="\n").writerows(
        [["name", "a", "b"]] + [[f'n {k}, "{k}"', a, b] for k, (a, b) in enumerate(X[:, :2])]
    )
    outer = io.StringIO()
    csv.writer(outer, quoting=csv.QUOTE_ALL).writerows([row] for row in inner.getvalue().splitlines())
    table = read_table((mark + outer.getvalue()).encode())
    np.testing.assert_array_equal(table.X, X[:, :2])
    assert notes(table, NoteKind.ROWS_IN_QUOTES)


def test_a_column_of_quoted_cells_is_a_column():
    table = read_table(("x\n" + "\n".join(f'"{a}"' for a in X[:, 0])).encode())
    assert table.X.shape == (120, 1) and not notes(table, NoteKind.ROWS_IN_QUOTES)


@pytest.mark.parametrize("n_columns", [2, 3, 4])
def test_commas_that_separate_cells_and_decimals(n_columns):
    values = X[:, :n_columns]
    rows = [",".join(f"{value:.3f}".replace(".", ",") for value in row) for row in values]
    table = read_table("\n".join([",".join("abcd"[:n_columns]), *rows]).encode())
    np.testing.assert_array_equal(table.X, values)
    assert note(table, NoteKind.COMMA_TWICE).count == 120


@pytest.mark.parametrize("row", ["1,2,3,-4", "1,2,3,x", "1,2,3,", "1.5,2,3,4"])
def test_other_rows_with_twice_as_many_cells_as_names_are_not_joined(row):
    text = "\n".join(["a,b", *[f"{k},{k % 7},{k % 5},{k % 3}" for k in range(20)], row])
    assert joined_decimals(text.encode(), "utf-8") is None
