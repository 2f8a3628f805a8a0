"""Zero bytes in a text are left out, and the lines are named; files of other kinds are still refused."""

import pytest
from lines import rows
from readings import note, notes, refused

from rnse_core.tables import NoteKind, Problem, read_table

LINES = [f"{k}.5,{k * 7 % 13},{k % 2}1" for k in range(30)]
WHOLE = rows("a,b,c", *LINES)


def with_zeros(*places):
    lines = list(WHOLE.split(b"\n"))
    for line, count in places:
        lines[line - 1] += bytes(count)
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("places", "lines"),
    [([(5, 1)], (5,)), ([(2, 3)], (2,)), ([(4, 1), (9, 2)], (4, 9)), ([(7, 60)], (7,)), ([(1, 1)], (1,))],
)
def test_zero_bytes_in_lines(places, lines):
    table = read_table(with_zeros(*places))
    assert table.X.tolist() == read_table(WHOLE).X.tolist()
    found = note(table, NoteKind.ZERO_BYTES)
    assert (found.count, found.places) == (sum(count for _, count in places), lines)


def test_zero_bytes_at_the_end_and_in_a_line():
    table = read_table(with_zeros((6, 1)) + bytes(40))
    assert [(one.count, one.places) for one in notes(table, NoteKind.ZERO_BYTES)] == [(40, ()), (1, (6,))]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_zeros_of_wide_letters_stay(encoding):
    table = read_table(WHOLE.decode().encode(encoding))
    assert table.X.shape == read_table(WHOLE).X.shape and not notes(table, NoteKind.ZERO_BYTES)


@pytest.mark.parametrize(
    "data", [b"\x03\x01" + WHOLE + b"\0" + WHOLE, WHOLE.replace(b",", b"\0\0\0,")], ids=["control", "many"]
)
def test_other_files_are_refused(data):
    assert refused(data).problem is Problem.ZERO_BYTE
