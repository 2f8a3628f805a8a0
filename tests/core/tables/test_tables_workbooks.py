"""Workbooks: sheets of charts, hidden sheets, rows and columns, tables off the corner, and durations."""

from datetime import timedelta
from io import BytesIO
from time import process_time

import numpy as np
import openpyxl
import pytest
from openpyxl.chart import LineChart, Reference
from readings import question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, read_table

RNG = np.random.default_rng(3)
VALUES = RNG.normal(size=(12, 3)).round(3).tolist()


def book(rows, title="data"):
    made = openpyxl.Workbook()
    made.active.title = title
    for row in rows:
        made.active.append(row)
    return made


def saved(made):
    stream = BytesIO()
    made.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("with_chart", [True, False])
@pytest.mark.parametrize("place", [0, 1])
def test_a_sheet_that_holds_a_chart_is_no_table(with_chart, place):
    made = book([["a", "b", "c"], *VALUES])
    sheet = made.create_chartsheet("chart", place)
    if with_chart:
        chart = LineChart()
        chart.add_data(Reference(made["data"], min_col=1, min_row=1, max_row=12))
        sheet.add_chart(chart)
    table = read_table(saved(made))
    assert table.X.tolist() == VALUES and table.choices.sheets == ("data",)
    assert refused(saved(made), sheet="chart").problem is Problem.UNKNOWN_SHEET


def test_a_visible_sheet_is_taken_before_a_hidden_one():
    made = book([["a", "b", "c"], *VALUES], "first")
    made["first"].sheet_state = "hidden"
    for row in (["x", "y"], [1.5, 2], [2.5, 4], [1, 7]):
        made.create_sheet("second") if "second" not in made.sheetnames else None
        made["second"].append(row)
    table = read_table(saved(made))
    assert table.feature_names == ["x", "y"]
    asked = question(table, QuestionKind.SHEET)
    assert [(option.kind, option.keywords["sheet"]) for option in asked.options] == [
        (OptionKind.SHEET, "second"),
        (OptionKind.HIDDEN_SHEET, "first"),
    ]
    assert read_table(saved(made), sheet="first").feature_names == ["a", "b", "c"]


def test_hidden_rows_and_columns_are_asked_about():
    made = book([["a", "b", "c"], *VALUES])
    for row in (3, 4, 9):
        made.active.row_dimensions[row].hidden = True
    made.active.column_dimensions["B"].hidden = True
    table = read_table(saved(made))
    assert table.X.tolist() == VALUES
    asked = question(table, QuestionKind.HIDDEN)
    assert asked.values[1:] == (3, 1)
    read, left_out = (read_table(saved(made), **option.keywords) for option in asked.options)
    assert read.X.tolist() == VALUES and not questions(read, QuestionKind.HIDDEN)
    assert left_out.feature_names == ["a", "c"]
    assert left_out.X.tolist() == [[row[0], row[2]] for k, row in enumerate(VALUES, start=2) if k not in (3, 4, 9)]
    assert [note.shape for note in left_out.report if note.kind is NoteKind.HIDDEN_LEFT_OUT] == [(3, 1)]
    assert not questions(left_out, QuestionKind.HIDDEN)


def test_hidden_rows_and_columns_without_cells_are_not_asked_about():
    made = book([["a", "b", "c"], *VALUES])
    made.active.row_dimensions[40].hidden = True
    made.active.column_dimensions["H"].hidden = True
    assert not questions(read_table(saved(made)), QuestionKind.HIDDEN)


def test_lines_to_skip_are_counted_as_rows_of_the_sheet():
    made = openpyxl.Workbook()
    made.active["M3"] = "a note"
    for k, row in enumerate([["a", "b", "c"], *VALUES], start=5):
        for j, cell in enumerate(row, start=4):
            made.active.cell(k, j, cell)
    table = read_table(saved(made), skip_lines=4)
    assert table.feature_names == ["a", "b", "c"] and table.X.tolist() == VALUES


def test_a_table_off_the_corner_of_the_sheet_is_read():
    made = openpyxl.Workbook()
    for k, row in enumerate([["a", "b", "c"], *VALUES], start=5):
        for j, cell in enumerate(row, start=4):
            made.active.cell(k, j, cell)
    table = read_table(saved(made))
    assert [one.name for one in table.columns] == ["a", "b", "c"] and table.X.tolist() == VALUES


def test_formatting_copied_to_the_end_of_a_sheet_costs_no_time():
    made = book([["a", "b", "c"], *VALUES])
    made.active["XFD1048576"].number_format = "0.00"
    sheet = openpyxl.load_workbook(BytesIO(saved(made)), read_only=True).active
    assert (sheet.max_row, sheet.max_column) == (1_048_576, 16_384)
    data = saved(made)
    start = process_time()
    assert read_table(data).X.tolist() == VALUES
    assert process_time() - start < 5  # to fill all rows up to the stated width takes 12 s


@pytest.mark.parametrize("hours", [2, 31, 130])
def test_durations_can_be_read_as_seconds(hours):
    spans = [timedelta(hours=hours + k % 5, minutes=k * 7, seconds=k) for k in range(12)]
    made = book([["a", "b", "span"], *([*row[:2], span] for row, span in zip(VALUES, spans, strict=True))])
    table = read_table(saved(made), convert={"span": "auto"}, keep=["span"])
    assert table.feature_names == ["a", "b", "span"]
    assert table.X[:, 2].tolist() == [span.total_seconds() for span in spans]
    assert any("span" in asked.columns for asked in read_table(saved(made)).questions)


@pytest.mark.parametrize("place", ["A1", "M3"])
def test_a_cell_alone_above_the_table_is_a_title(place):
    made = openpyxl.Workbook()
    made.active[place] = "Report of 2024"
    for k, row in enumerate([["a", "b", "c"], *VALUES], start=5):
        for j, cell in enumerate(row, start=4):
            made.active.cell(k, j, cell)
    table = read_table(saved(made))
    assert table.feature_names == ["a", "b", "c"] and table.X.tolist() == VALUES
    assert [note.values for note in table.report if note.kind is NoteKind.TITLE_ROWS] == [("Report of 2024",)]
