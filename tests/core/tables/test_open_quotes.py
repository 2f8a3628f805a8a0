"""A quotation mark that is never closed: its line, and each line as a row where that is asked."""

import numpy as np
import pytest
from readings import note, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, read_table

N = 12
ROWS = [[f"n{k}", f"{k * 7 % 5}.5", str(k * 3 % 7)] for k in range(N)]
X = np.array([[float(cell) for cell in row[1:]] for row in ROWS])


def text(delimiter, at, column=0, above=()):
    """Rows in which the cell of one row begins with a mark that nothing closes."""
    rows = [list(row) for row in ROWS]
    rows[at][column] = '"' + rows[at][column]
    return "\n".join([*above, *(delimiter.join(row) for row in [["name", "a", "b"], *rows])]) + "\n"


def read_again(data, line, problem=Problem.OPEN_QUOTATION_MARK, **options):
    """Take the only answer; the table that it gives."""
    error = refused(data, **options)
    assert (error.problem, error.line) == (problem, line)
    (way,) = error.options
    assert way.kind is OptionKind.OPEN_QUOTE_AS_TEXT
    table = read_table(data, **way.apply(options))
    found = note(table, NoteKind.STRAY_QUOTES)
    assert (found.count, found.places) == (way.count, (line,))
    return table


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("at", [0, 4, N - 1])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_each_line_is_a_row(delimiter, at, encoding):
    content = text(delimiter, at).replace("n3", "né")
    table = read_again(content.encode(encoding), at + 2)
    np.testing.assert_array_equal(table.X, X)
    assert [row[0] for _, row in table.original.records()][at] == f'"{"né" if at == 3 else f"n{at}"}'


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_a_mark_in_a_last_column_of_words_and_below_others(delimiter):
    rows = [[*row[1:], f"w{k % 3}"] for k, row in enumerate(ROWS)]
    rows[2][2], rows[5][2], rows[7][2] = f'"x{delimiter}y"', '5"', '"open'
    data = "\n".join(delimiter.join(row) for row in [["a", "b", "name"], *rows]).encode()
    table = read_again(data, 9, label_column=None, ignore=("name",))
    np.testing.assert_array_equal(table.X, X)
    cells = [row[2] for _, row in table.original.records()]
    assert (cells[2], cells[5], cells[7]) == (f"x{delimiter}y", '5"', '"open')


def test_a_mark_behind_a_cell_of_several_lines():
    rows = [f'{k * 7 % 5}.5,{k * 3 % 7},"several\nlines",w{k}' for k in range(N)]
    rows[-2] = rows[-2].replace(",w", ',"w')
    rows[-1] = rows[-1].replace("\n", " ").replace(chr(34), "")
    data = "\n".join(["a,b,c,name", *rows]).encode()
    table = read_again(data, 2 * N - 1)
    np.testing.assert_array_equal(table.X, X)
    assert [row[3] for _, row in table.original.records()][-2:] == [f'"w{N - 2}', f"w{N - 1}"]


def test_a_mark_in_the_names_and_where_there_are_none():
    table = read_again(text(",", 3).replace('"', "").replace("name", '"name').encode(), 1)
    np.testing.assert_array_equal(table.X, X)
    body = text(",", 0).partition("\n")[2]
    np.testing.assert_array_equal(read_again(body.encode(), 1, header=False).X, X)


def test_a_mark_that_makes_a_cell_too_long():
    n_rows = 40_000
    rows = [f"n{k % 5},{k % 7}.5,{k % 11}" for k in range(n_rows)]
    rows[8] = '"' + rows[8]
    data = "\n".join(["name,a,b", *rows]).encode()
    table = read_again(data, 10, Problem.CELL_TOO_LONG)
    assert table.X.shape == (n_rows, 2)


def test_no_answer_where_lines_are_no_rows():
    data = text(",", 4).replace("n6,", "n6\nmore,").encode()
    error = refused(data)
    assert (error.problem, error.line, error.options) == (Problem.OPEN_QUOTATION_MARK, 6, ())
    assert refused(data, quotes="text").problem is Problem.ROW_WIDTH


def test_an_answer_keeps_what_was_said_before():
    data = text(";", 2, above=["# a comment"]).encode()
    table = read_again(data, 5, ignore=("b",), sample_rows=6)
    assert table.X.shape == (6, 1)
