"""Tables of fixed width, and tables separated by spaces whose last column has spaces in it."""

import numpy as np
import pytest
from readings import note, notes, refused

from rnse_core.tables import NoteKind, Problem, read_table

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


@pytest.mark.parametrize("names", [("1990", "1995"), ("0", "1"), ("1", "2"), ("2019", "2020")], ids=str)
@pytest.mark.parametrize("gaps", [True, False])
def test_names_that_are_whole_numbers(names, gaps):
    cells = [
        ["" if gaps and k % 9 == 4 and j == 1 else f"{value}" for j, value in enumerate(row)] for k, row in enumerate(X)
    ]
    rows = [f"Name {k:<4}{row[0]:>9}{row[1]:>9}" for k, row in enumerate(cells)]
    table = read_table("\n".join([f"{'who':<9}{names[0]:>9}{names[1]:>9}", *rows, ""]).encode(), missing="zero")
    assert table.feature_names == list(names)
    expected = X.copy()
    if gaps:
        expected[4::9, 1] = 0
    np.testing.assert_array_equal(table.X, expected)


@pytest.mark.parametrize("mark", ["'", " "], ids=["apostrophe", "none"])
def test_quoted_names_of_one_field_fewer_are_no_fixed_width(mark):
    rows = (f'"x{k}" {3 + k}{mark if mark != " " else ""}{100 + 7 * k} {301 + k * k % 17} "n"' for k in range(20))
    table = read_table("\n".join(['"a" "b" "c"', *rows, ""]).encode(), delimiter=None)
    assert not notes(table, NoteKind.FIXED_WIDTH)
    assert not any('"' in column.name for column in table.columns)


def test_quotation_marks_around_cells_of_fixed_width_are_taken_off():
    rows = [f'"Name {k:<3}" {a:>8} {b:>8}' for k, (a, b) in enumerate(X)]
    head = '"who"      {:>8} {:>8}'.format('"len"', '"wid"')
    table = read_table("\n".join([head, *rows, ""]).encode())
    assert table.feature_names == ["len", "wid"]
    np.testing.assert_array_equal(table.X, X)


@pytest.mark.parametrize("widths", [(4, 3, 3, 3), (3, 5), (2, 2, 2, 1), (2, 2)], ids=str)
@pytest.mark.parametrize("end", ["", "\r"], ids=["lines", "windows"])
def test_digits_without_blanks_need_widths(widths, end):
    cells = np.random.default_rng(2).integers(0, [10**width for width in widths], (30, len(widths)))
    cells[3, 0] = 1
    lines = ("".join(f"{cell:0{width}}" for cell, width in zip(row, widths, strict=True)) + end for row in cells)
    data = "\n".join([*lines, ""]).encode()
    if sum(widths) >= 6:
        error = refused(data)
        assert (error.problem, error.value) == (Problem.TIGHT_COLUMNS, sum(widths))
    table = read_table(data, widths=",".join(map(str, widths)))
    np.testing.assert_array_equal(table.X, cells)
    assert note(table, NoteKind.FIXED_WIDTH).count == len(widths)


@pytest.mark.parametrize("widths", ["", "4;3", "a", "4,0", "-1,2", "9999999"])
def test_widths_that_are_none(widths):
    assert refused(b"12345\n67890\n12121\n", widths=widths).problem is Problem.UNUSABLE_VALUE
