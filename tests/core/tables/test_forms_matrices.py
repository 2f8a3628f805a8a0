"""Matrices with marks on their diagonal, names of rows without a header, grids of cells, and frames of atoms."""

import numpy as np
import pytest
from readings import note, notes, question

from rnse_core.tables import NoteKind, QuestionKind, read_table

NAMES = ["Bern", "Genf", "Lyon", "Oslo", "Rome", "Wien", "Prag"]
PLACES = np.random.default_rng(9).uniform(0, 999, (7, 2))
D = np.sqrt(((PLACES[:, None] - PLACES) ** 2).sum(axis=2)).round() + 1 - np.eye(7)


def distances(mark, part="all", *, corner="km", sep=","):
    rows = [[corner, *NAMES]]
    for i, name in enumerate(NAMES):
        cells = [mark if i == j else f"{D[i, j]:.0f}" for j in range(7)]
        kept = {"all": cells, "upper": [""] * i + cells[i:], "lower": cells[: i + 1] + [""] * (6 - i)}[part]
        rows.append([name, *kept])
    return "\n".join(sep.join(row) for row in rows).encode()


@pytest.mark.parametrize("mark", ["-", "", "x", "X", "—", "–", "*", ".", "n/a", "\\", "0"])
@pytest.mark.parametrize("part", ["all", "upper", "lower"])
@pytest.mark.parametrize("corner", ["km", ""])
def test_a_matrix_of_road_distances(mark, part, corner):
    table = read_table(distances(mark, part, corner=corner, sep=";"))
    assert table.kind == "distance" and table.feature_names == NAMES
    np.testing.assert_array_equal(table.X, D)
    kinds = (QuestionKind.SYMMETRIC_MATRIX, QuestionKind.TRIANGLE)
    assert [one for one in table.questions if one.kind in kinds]


def test_an_open_diagonal_of_similarities_is_the_largest():
    data = distances("-")
    table = read_table(data, kind="similarity")
    np.testing.assert_array_equal(np.diagonal(table.X), D.max())
    assert note(table, NoteKind.OPEN_DIAGONAL).values == (D.max(),)
    assert not notes(read_table(distances("0")), NoteKind.OPEN_DIAGONAL)


@pytest.mark.parametrize("numbered", [True, False])
def test_a_matrix_without_a_header_takes_its_names_from_the_rows(numbered):
    S = (100 - D / 20).round(2)
    lines = ["# Percent identity", ""]
    for i, name in enumerate(NAMES):
        lines.append((f"{i + 1}: " if numbered else "") + f"{name:10}" + " ".join(f"{one:7.2f}" for one in S[i]))
    table = read_table("\n".join(lines).encode())
    assert table.kind == "similarity" and table.feature_names == NAMES
    np.testing.assert_array_equal(table.X, S)


@pytest.mark.parametrize("header", ["corner", "center"])
def test_a_grid_is_a_table_of_its_cells(header):
    Z = np.random.default_rng(3).uniform(100, 300, (4, 5)).round(1)
    Z[0, 1] = Z[3, 4] = -9999
    lines = ["ncols 5", "nrows 4", f"xll{header} 10.0", f"yll{header} 50.0", "cellsize 2", "NODATA_value -9999"]
    table = read_table("\n".join([*lines, *(" ".join(map(str, row)) for row in Z.tolist())]).encode())
    assert table.feature_names == ["x", "y", "value"] and table.n_rows == 18
    half = header == "corner"
    assert table.X[0].tolist() == [10 + half, 56 + half, Z[0, 0]]
    assert table.X[-1].tolist() == [16 + half, 50 + half, Z[3, 3]]
    assert note(table, NoteKind.GRID).count == 2 and note(table, NoteKind.GRID).shape == (4, 5)


@pytest.mark.parametrize("n_frames", [1, 3])
def test_frames_of_lammps(n_frames):
    X = np.random.default_rng(2).uniform(0, 10, (n_frames, 6, 3)).round(3)
    text = ""
    for k in range(n_frames):
        text += f"ITEM: TIMESTEP\n{100 * k}\nITEM: NUMBER OF ATOMS\n6\nITEM: BOX BOUNDS pp pp pp\n" + "0 10\n" * 3
        text += "ITEM: ATOMS id type x y z\n"
        text += "".join(f"{i + 1} {i % 2} {x} {y} {z}\n" for i, (x, y, z) in enumerate(X[k].tolist()))
    table = read_table(text.encode())
    names = [column.name for column in table.columns]
    assert names == ["timestep"] * (n_frames > 1) + ["id", "type", "x", "y", "z"]
    np.testing.assert_array_equal(table.X[:, -3:], X.reshape(-1, 3))
    assert note(table, NoteKind.FRAMES).count == n_frames


def test_matrices_with_other_gaps_are_no_distances():
    rows = distances("-").decode().splitlines()
    rows[2] = rows[2].replace("Genf", "Geneva")
    del rows[-1]
    table = read_table("\n".join(rows).encode(), missing="median")
    assert table.kind == "features" and not [q for q in table.questions if q.kind is QuestionKind.SYMMETRIC_MATRIX]
    assert question(read_table(distances("-")), QuestionKind.SYMMETRIC_MATRIX)
