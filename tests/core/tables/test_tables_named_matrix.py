"""Distances and similarities with means or totals beside them: the names of the rows tell which columns are meant."""

import pytest
from readings import column, question, questions

from rnse_core.tables import QuestionKind, RoleReason, read_table

NAMES = ["Ulm", "Köln", "Bonn", "Trier", "Kiel"]
D = [[0, 5, 6, 7, 3], [5, 0, 3, 4, 9], [6, 3, 0, 2, 8], [7, 4, 2, 0, 1], [3, 9, 8, 1, 0]]


def written(rows, names=NAMES, beside=("mean",), below=(), first=False, corner="city", delimiter=","):
    """Return a matrix with statistics of its rows beside it, and of its columns below it."""
    beside_of = {"mean": lambda row: sum(row) / len(row), "total": sum, "n": len, "Summe": sum, "max": max}
    lines = [[corner, *beside, *names] if first else [corner, *names, *beside]]
    for name, row in zip(names, rows, strict=True):
        extra = [f"{beside_of[kind](row):g}" for kind in beside]
        cells = [f"{cell:g}" for cell in row]
        lines.append([name, *extra, *cells] if first else [name, *cells, *extra])
    for kind in below:
        statistics = [f"{beside_of[kind](column):g}" for column in zip(*rows, strict=True)]
        lines.append([kind, *statistics, *[""] * len(beside)])
    return "\n".join(map(delimiter.join, lines)).encode()


@pytest.mark.parametrize("beside", [("mean",), ("total",), ("Summe",), ("mean", "max")])
@pytest.mark.parametrize("below", [(), ("total",), ("mean",)])
@pytest.mark.parametrize(("corner", "first", "delimiter"), [("city", False, ","), ("", True, ";")])
def test_what_is_called_as_the_rows_is_the_matrix(beside, below, corner, first, delimiter):
    data = written(D, beside=beside, below=below, corner=corner, first=first, delimiter=delimiter)
    table = read_table(data)
    assert table.kind == "distance" and table.feature_names == NAMES and table.X.tolist() == D
    assert all(column(table, name).reason is RoleReason.OUTSIDE_MATRIX for name in beside)
    options = question(table, QuestionKind.SYMMETRIC_MATRIX).options
    kinds = {option.keywords["kind"]: read_table(data, **option.keywords) for option in options}
    assert {*kinds} == {"distance", "similarity", "features"}
    assert kinds["similarity"].X.shape == (5, 5) and {*beside} & {*kinds["features"].feature_names}


def test_numbers_are_names_too():
    table = read_table(written(D, names=["1", "2", "3", "4", "5"], corner=""))
    assert table.kind == "distance" and table.X.tolist() == D


def test_half_a_matrix_is_asked_about():
    half = [[D[i][j] if j < i else None for j in range(5)] for i in range(5)]
    lines = [["city", *NAMES, "height"]]
    lines += [[name, *["" if d is None else str(d) for d in row], "7"] for name, row in zip(NAMES, half, strict=True)]
    table = read_table("\n".join(map(",".join, lines)).encode())
    assert table.kind == "distance" and table.X.tolist() == D
    assert questions(table, QuestionKind.TRIANGLE)


def test_a_column_that_the_user_keeps_is_a_feature():
    assert read_table(written(D), keep=["mean"]).feature_names == [*NAMES, "mean"]


@pytest.mark.parametrize(
    "data",
    [
        written([[1, 5, 6, 7, 3], *D[1:4], [3, 9, 8, 4, 0]]),  # not symmetric
        written(D, names=NAMES).replace(b"\nUlm", b"\nMainz"),  # a row of another name
    ],
)
def test_other_columns_stay_features(data):
    table = read_table(data)
    assert table.kind == "features" and not questions(table, QuestionKind.SYMMETRIC_MATRIX)
