"""Half a matrix whose rows grow by one number each."""

import numpy as np
import pytest
from readings import note, question, refused

from rnse_core.tables import NoteKind, Problem, QuestionKind, read_table
from rnse_core.tables.growing_rows import growing_rows, shrinking_rows

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


@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.parametrize("header", [",a,b,c,d", "a,b,c,d"])
def test_below_the_names_of_all_points(header, diagonal):
    numbers = [[0], [1.5, 0], [3, 2.5, 0], [4, 2, 1.25, 0]]
    rows = [
        ",".join([name, *map(str, row if diagonal else row[:-1])]) for name, row in zip("abcd", numbers, strict=True)
    ]
    table = read_table("\n".join([header, *rows, ""]).encode())
    assert table.kind == "distance" and table.feature_names == list("abcd")
    assert table.X[3].tolist() == [4, 2, 1.25, 0]


def test_below_the_names_of_the_columns_alone():
    table = read_table(b"a,b,c\n0\n1.5,0\n3,2.5,0\n")
    assert table.kind == "distance" and table.X[2].tolist() == [3, 2.5, 0]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_with_decimal_commas(delimiter):
    rows = [["a", "0"], ["b", "1,5", "0"], ["c", "3", "2,5", "0"]]
    table = read_table("".join(delimiter.join(row) + "\n" for row in rows).encode())
    assert table.kind == "distance" and table.X[2].tolist() == [3, 2.5, 0]


@pytest.mark.parametrize("delimiter", [";", "\t", " "])
@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize("names", [TOWNS[1:], []])
def test_distances_of_the_second_point_on(delimiter, decimal, names):
    """The first point has no row, and the last numbers of the rows can be no diagonal."""
    lines = [[*names[i - 1 : i], *(f"{d:.4f}".replace(".", decimal) for d in D[i, :i])] for i in range(1, 6)]
    table = read_table("".join(delimiter.join(line) + "\n" for line in lines).encode())
    assert table.kind == "distance"
    np.testing.assert_array_equal(table.X, D)
    assert table.feature_names == ["1", *(names or [str(k) for k in range(2, 7)])]


def test_covariances_have_a_diagonal():
    A = np.cov(POINTS @ np.random.default_rng(1).normal(size=(2, 6)), rowvar=False).round(4) + np.eye(6)
    lines = "".join(" ".join(map(str, A[i, : i + 1])) + "\n" for i in range(6))
    assert read_table(lines.encode()).X.shape == (6, 6)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_rows_grow_below_the_names_of_all_but_the_last(delimiter):
    lines = [["", *TOWNS[:-1]], *([TOWNS[i], *map(str, D[i, :i])] for i in range(1, 6))]
    table = read_table("".join(delimiter.join(line) + "\n" for line in lines).encode())
    assert (table.kind, table.feature_names) == ("distance", TOWNS)
    np.testing.assert_array_equal(table.X, D)


def test_below_a_comment_and_with_small_numbers():
    table = read_table(b"# computed by a program\n;a;b;c\na;2,2e-16\nb;1,5;0\nc;3;2,5;0\n")
    assert table.kind == "distance" and table.X[2].tolist() == [3, 2.5, 0]


LOWER, UPPER = ",,,\n1,,,\n2,3,,\n4,5,6,\n", ",1,2,4\n,,3,5\n,,,6\n,,,\n"


@pytest.mark.parametrize("data", [LOWER, f"a,b,c,d\n{LOWER}", f"a,b,c,d\n{UPPER}"])
def test_an_empty_row_of_a_triangle_is_not_lost(data):
    """Without the row and the column that are empty, the numbers would be a triangle of one point fewer."""
    error = refused(data.encode())
    assert error.problem is Problem.SHIFTED_TRIANGLE and error.options


def on_the_diagonal(delimiter, upper, padded, n_points=6):
    lines = []
    for i in range(n_points):
        numbers = [f"{value:.4f}" for value in (D[i, i + 1 : n_points] if upper else D[i, :i])]
        cells = (
            [*[""] * i, TOWNS[i], *numbers] if upper else [*numbers, TOWNS[i], *[""] * (padded * (n_points - i - 1))]
        )
        lines.append(delimiter.join(cells))
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(("upper", "padded"), [(False, True), (False, False), (True, True)])
@pytest.mark.parametrize("n_points", [3, 5, 6])
def test_names_on_the_diagonal(delimiter, upper, padded, n_points):
    table = read_table(on_the_diagonal(delimiter, upper, padded, n_points))
    np.testing.assert_array_equal(table.X, D[:n_points, :n_points])
    assert (table.kind, table.feature_names) == ("distance", TOWNS[:n_points])
    assert note(table, NoteKind.SHRINKING_ROWS if upper else NoteKind.GROWING_ROWS)


@pytest.mark.parametrize("text", ["a,1,2\n,b,\n,,c\n", "a\n1,b\n2,x,c\n", "a,1,2\n,b,3\n,,4\n", "a,1,2\n,b,3\nd,,c\n"])
def test_other_texts_with_names_on_the_diagonal(text):
    assert growing_rows(text.encode(), "utf-8") is shrinking_rows(text.encode(), "utf-8") is None
