"""Titles above tables side by side, and remarks beside a head of two rows: no name is lost."""

import io

import openpyxl
import pytest
from readings import note, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

HEIGHTS = [[15.0, 11], [10.2, 10], [10.0, 5], [16.2, 4], [16.8, 12]]
NAMES = ["height", "leaves", "height (2)", "leaves (2)"]


def side_by_side(titles, gap=1, n_tables=2, names=("plant", "height", "leaves"), delimiter=","):
    blank = [""] * gap
    rows = [[cell for k in range(n_tables) for cell in [*(blank if k else []), *names]]]
    for i, values in enumerate(HEIGHTS):
        rows.append([c for k in range(n_tables) for c in [*(blank if k else []), f"p{k}{i}", *map(str, values)]])
    for row in reversed(titles):
        cells = [""] * len(rows[0])
        for k, title in enumerate(row):
            cells[k * (3 + gap)] = title
        rows.insert(0, cells)
    return "\n".join(map(delimiter.join, rows)).encode()


@pytest.mark.parametrize(
    "titles",
    [
        [["Site North", "Site South"]],
        [["", "Süd"]],
        [["Plants of 2020"]],
        [["Plants of 2020"], ["Nord", "Süd"]],
    ],
)
@pytest.mark.parametrize(("gap", "delimiter"), [(1, ","), (2, ";"), (3, "\t")])
def test_tables_side_by_side_below_titles_keep_their_names(titles, gap, delimiter):
    table = read_table(side_by_side(titles, gap, delimiter=delimiter))
    assert table.feature_names == NAMES and table.X.shape == (5, 4)
    assert note(table, NoteKind.TITLE_ROWS).count == len(titles)
    assert question(table, QuestionKind.SIDE_BY_SIDE).columns == ("plant", "plant (2)")


def test_three_tables_have_a_title_each():
    table = read_table(side_by_side([["A", "B", "C"]], n_tables=3))
    assert len(question(table, QuestionKind.SIDE_BY_SIDE).options) == 4
    assert table.feature_names[-1] == "leaves (3)"


@pytest.mark.parametrize(
    "data",
    [
        # Groups of one table.
        b"id,Before,,After,\n,BP,HR,BP,HR\na,1,2,3,4\nb,5,6,7,8\nc,2,1,4,9\nd,6,5,3,2\n",
        # Years, which are names of their own.
        b"n,x,y,,n,x,y\n1,2,3,,4,5,6\n7,8,9,,1,2,3\n4,5,6,,7,8,9\n2,2,1,,1,2,3\n5,3,8,,9,2,4\n",
    ],
)
def test_no_titles_are_seen_above_other_tables(data):
    table = read_table(data)
    assert not [one for one in table.report if one.kind is NoteKind.TITLE_ROWS]
    assert table.X.shape[1] in (4, 6)


def sheet(remarks, n_rows=10, gap=1):
    book = openpyxl.Workbook()
    book.active.append(["Patient", "Before", None, "After", None])
    book.active.append([None, "BP", "HR", "BP", "HR"])
    for i in range(n_rows):
        book.active.append([f"P{i}", 70 + i * 7 % 5, 90 + i, 60 + i * 3 % 7, 80 - i])
    for row, remark in remarks.items():
        book.active.cell(row + 3, 6 + gap, remark)
    for cells in ("A1:A2", "B1:C1", "D1:E1"):
        book.active.merge_cells(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("gap", [0, 1, 2])
@pytest.mark.parametrize("remarks", [{}, {2: "check"}, {0: "prüfen", 6: "excluded!"}, {3: "see note", 4: 2}])
def test_remarks_beside_a_head_of_two_rows_do_not_take_its_names(gap, remarks):
    table = read_table(sheet(remarks, gap=gap), name="a.xlsx")
    assert table.feature_names == ["Before BP", "Before HR", "After BP", "After HR"]
    assert note(table, NoteKind.SECOND_HEADER).values == ("Patient", *table.feature_names)
    assert not questions(table, QuestionKind.HEADER)


def test_a_column_of_numbers_without_a_name_is_no_remark():
    table = read_table(sheet({i: i * i for i in range(10)}), name="a.xlsx")
    assert table.X.shape == (10, 5)
