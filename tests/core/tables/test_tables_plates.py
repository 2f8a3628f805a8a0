"""Plates of wells, with settings and notes around them, one and several."""

import numpy as np
import pytest
from blocks_of_text import as_book, as_text
from readings import note, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, read_table

SETTINGS = [
    ["Software Version", "2.09.2"],
    [],
    ["Experiment File Path:", "C:\\plates\\p1.xpt"],
    ["Plate Number", "Plate 1"],
    ["Date", "5/3/2024"],
    ["Reader Type:", "Synergy H1"],
    [],
    ["Results"],
    [],
]
SIZES = [(8, 12), (4, 6), (16, 24), (6, 12), (3, 4)]


def plate(n_rows, n_columns, *, corner="", more=(), decimal=".", seed=0):
    """The rows of a plate, and its values."""
    X = np.random.default_rng(seed).normal(size=(n_rows, n_columns)).round(3)
    letters = [chr(ord("A") + k) for k in range(n_rows)]
    header = [corner, *map(str, range(1, n_columns + 1))]
    return [
        header,
        *([a, *(f"{v:.3f}".replace(".", decimal) for v in row), *more] for a, row in zip(letters, X, strict=True)),
    ], X


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("corner", ["", "<>", "Zeile"])
@pytest.mark.parametrize("more", [(), ("450",)])
@pytest.mark.parametrize("around", [False, True])
@pytest.mark.parametrize(("delimiter", "decimal"), [(",", "."), (";", ","), ("\t", ".")])
def test_a_plate(shape, corner, more, around, delimiter, decimal):
    rows, X = plate(*shape, corner=corner, more=more, decimal=decimal)
    lines = [*SETTINGS, *rows] if around else rows
    data = as_text([lines, [["Measured by: KL"], ["Lamp energy low"]]] if around else [lines], delimiter)
    table = read_table(data, drop_bad_rows=True)
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == [str(k) for k in range(1, shape[1] + 1)]
    assert not notes(table, NoteKind.BAD_ROWS)
    if around:
        assert note(table, NoteKind.TITLE_ROWS).count == 6 and note(table, NoteKind.LINES_BELOW).count == 2
    as_they_are, wells = question(table, QuestionKind.PLATES).options
    np.testing.assert_array_equal(read_table(data, **as_they_are.keywords).X, X)
    assert (wells.kind, wells.count, wells.total) == (OptionKind.WELLS, X.size, 1)
    spread = read_table(data, **wells.keywords)
    np.testing.assert_array_equal(spread.X[:, 0], X.ravel())
    names = [cells[0] for _, cells in spread.original.records()]
    assert names[0] == "A1" and names[shape[1]] == "B1" and len(set(names)) == X.size
    assert note(spread, NoteKind.WELLS).columns == ((f"column {shape[1] + 2}",) if more else ())


@pytest.mark.parametrize("make", [as_text, as_book])
@pytest.mark.parametrize("titles", [["Plate 1", "Plate 2", "Plate 3"], ["450 nm", "595 nm", "650 nm"], None])
def test_several_plates(make, titles):
    plates = [plate(8, 12, seed=k) for k in range(3)]
    blocks = [[*([[titles[k]]] if titles else []), *rows] for k, (rows, _) in enumerate(plates)]
    data = make(blocks)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, np.vstack([X for _, X in plates]))
    for option in question(table, QuestionKind.PART).options[1:]:
        np.testing.assert_array_equal(read_table(data, **option.keywords).X, plates[option.keywords["part"] - 1][1])
    wells = question(table, QuestionKind.PLATES).options[1]
    assert (wells.count, wells.total) == (96, 3)
    spread = read_table(data, **wells.keywords)
    np.testing.assert_array_equal(spread.X, np.column_stack([X.ravel() for _, X in plates]))
    assert spread.feature_names == (titles or ["table 1", "table 2", "table 3"])
    one = read_table(data, **wells.apply({"part": 2}))
    np.testing.assert_array_equal(one.X[:, 0], plates[1][1].ravel())


def test_tables_that_are_no_plates():
    for data in (
        b"g,1,2,3\nA,1,2,4\nC,3,4,1\nD,5,1,9\n",
        b"g,1,2,4\nA,1,2,4\nB,3,4,1\n",
        b"k,1,2,3\n1,5,2,4\n2,3,4,1\n3,9,1,2\n",
    ):
        assert not questions(read_table(data), QuestionKind.PLATES)
        error = refused(data, kind="wells")
        assert error.problem is Problem.NOT_PLATES
        assert read_table(data, **error.options[0].apply({"kind": "wells"})).kind == "features"
