"""Half a matrix whose rows grow by one number each."""

import numpy as np
import pytest
from readings import note, question, refused

from rnse_core.tables import NoteKind, Problem, QuestionKind, read_table
from rnse_core.tables.growing_rows import growing_rows

POINTS = np.random.default_rng(0).normal(size=(6, 2))
D = np.linalg.norm(POINTS[:, None] - POINTS[None], axis=2).round(4)
TOWNS = ["Aachen", "Bonn", "Celle", "Dresden", "Essen", "Fulda"]


def as_r_prints(names):
    width = 10
    lines = [" " * width + "".join(name.rjust(width) for name in names[:-1])]
    for i in range(1, 6):
        cells = [f"{D[i, j]:.4f}" if j < i else "" for j in range(5)]
        lines.append(names[i].ljust(width) + "".join(cell.rjust(width) for cell in cells))
    return "\n".join(lines) + "\n"


def rows_of(delimiter, names, diagonal, first=""):
    lines = []
    for i in range(6):
        cells = [f"{value:.4f}" for value in D[i, : i + diagonal]]
        lines.append(delimiter.join([names[i], *cells] if names else cells))
    return first + "\n".join(lines) + "\n"


TEXTS = {
    "R": as_r_prints(TOWNS),
    "R with numbers": as_r_prints([str(k) for k in range(1, 7)]),
    "names and tabs": rows_of("\t", TOWNS, 0),
    "names, commas and the diagonal": rows_of(",", TOWNS, 1),
    "PHYLIP": rows_of("  ", TOWNS, 0, "    6\n"),
    "numbers alone": rows_of(" ", [], 1),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_it_is_read_as_a_matrix_and_asked_about(text):
    table = read_table(text.encode())
    assert table.kind == "distance"
    np.testing.assert_allclose(table.X, D)
    assert note(table, NoteKind.GROWING_ROWS)
    for option in question(table, QuestionKind.TRIANGLE).options:
        assert read_table(text.encode(), **option.keywords).n_rows >= 2


@pytest.mark.parametrize(
    "text",
    ["a b\n1 2\n3 4\n", "1\n1 2\n1 2\n", "a\nb 1\nc 1 x\n", "x,y\n1,2,3\n4,5,6\n", "1 2\n3\n", "a\n", "", "1,2\n"],
)
def test_other_texts_are_left_alone(text):
    assert growing_rows(text.encode(), "utf-8") is None


def test_a_file_of_delimiters_alone_has_no_rows():
    assert refused((b"," * 99 + b"\n") * 300).problem is Problem.NO_ROWS
    assert refused(b'"",""\n;;\n').problem is Problem.NO_ROWS
