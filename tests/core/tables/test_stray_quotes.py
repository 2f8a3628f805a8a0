"""Quotation marks in the text swallow no rows; those around cells of several lines stay what they are."""

import numpy as np
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st

from rnse_core.tables import NoteKind, Problem, QuestionKind, TableError, read_table

N = 40
ROWS = [[f"x{k}", f"{k * 37 % 11}.5", f"{k * 0.31:.2f}"] for k in range(N)]


def text_of(rows, delimiter=",", line_end="\n"):
    return line_end.join(delimiter.join(row) for row in (["name", "a", "b"], *rows)) + line_end


def with_marks(*places):
    """Put a quotation mark before the name, or behind it, in some rows."""
    rows = [row.copy() for row in ROWS]
    for place, before in places:
        rows[place][0] = '"' + rows[place][0] if before else rows[place][0] + '"'
    return rows


def quotes_asked(table):
    return [question for question in table.questions if question.kind is QuestionKind.QUOTES]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_cell_of_lines_like_rows_is_rows_and_asked_about(delimiter, line_end):
    data = text_of(with_marks((3, True), (20, False)), delimiter, line_end).encode()
    table = read_table(data)
    np.testing.assert_array_equal(table.X, np.array([row[1:] for row in ROWS], dtype=float))
    assert table.row_numbers.tolist() == list(range(1, N + 1))
    (question,) = quotes_asked(table)
    assert [note.count for note in table.report if note.kind is NoteKind.STRAY_QUOTES] == [18]
    as_text, around = (read_table(data, **option.keywords) for option in question.options)
    assert np.array_equal(as_text.X, table.X) and not quotes_asked(as_text)
    assert around.n_rows == N - 17 and not quotes_asked(around)


def test_inches_in_quoted_cells():
    rows = [[name, f'"{k % 9}""', b] for k, (name, _, b) in enumerate(ROWS)]
    table = read_table(text_of(rows).encode())
    np.testing.assert_array_equal(table.X[:, 0], [float(row[2]) for row in ROWS])


@given(st.data())
def test_every_row_is_there_wherever_two_marks_stand(data):
    first = data.draw(st.integers(0, N - 2))
    last = data.draw(st.integers(first + 1, N - 1))
    table = read_table(text_of(with_marks((first, True), (last, False))).encode())
    assert table.X.shape == (N, 2)


@pytest.mark.parametrize(
    "cell",
    ["12 Main Street\nSpringfield, IL, USA", "first\nsecond, with, commas", "a\n\nb", "one, two\nthree", "x\n1,2,3\ny"],
)
def test_cells_of_several_lines_stay(cell):
    rows = [[str(k), f"{k * 0.37:.2f}", f'"{cell} {k}"'] for k in range(N)]
    table = read_table(text_of(rows).encode())
    assert table.n_rows == N and not quotes_asked(table)


def test_marks_around_other_cells_stay():
    rows = with_marks((3, True), (20, False))
    rows[8][0] = '"Doe, Jane"'
    table = read_table(text_of(rows).encode())
    assert table.X.shape == (N, 2)
    assert [cells[0] for _, cells in table.original.records()][8] == "Doe, Jane"


def test_a_mark_that_is_never_closed_is_an_error():
    with raised(TableError, problem=Problem.OPEN_QUOTATION_MARK, line=5):
        read_table(text_of(with_marks((3, True))).encode())


def test_other_values_of_the_keyword():
    with raised(TableError, problem=Problem.UNUSABLE_VALUE, keyword="quotes", value="no"):
        read_table(text_of(ROWS).encode(), quotes="no")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig", "utf-16"])
def test_letters_of_other_encodings_stay(encoding):
    rows = with_marks((3, True), (20, False))
    for row in rows:
        row[0] = row[0].replace("x", "Größe ")
    table = read_table(text_of(rows).encode(encoding))
    assert table.X.shape == (N, 2)
    assert [cells[0] for _, cells in table.original.records()][5] == "Größe 5"
