"""Dates that are not written year-month-day, times and durations as numbers; rows of names and of totals."""

import numpy as np
import pytest
from readings import note, question, refused

from rnse_core.tables import ConversionKind, NoteKind, OptionKind, Problem, QuestionKind, read_table
from rnse_core.tables.conversions import read_numeric_date, read_time


def of(cells, **keywords):
    rows = "".join(f"{k * 7 % 11}.5;{cell}\n" for k, cell in enumerate(cells))
    return read_table(f"a;when\n{rows}".encode(), label_column=None, **keywords)


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (["20.10.2024", "28.04.2024", "1.2.2024"], [20016, 19841, 19754]),
        (["15/07/2020", "01/08/2020", "2/8/2020"], [18458, 18475, 18476]),
        (["10/20/2024", "04/28/2024", "2/1/2024"], [20016, 19841, 19754]),
        (["20.10.2024 12:00:00", "28.04.2024 06:00:00", "1.2.2024 00:00:00"], [20016.5, 19841.25, 19754]),
    ],
)
def test_the_column_shows_the_order_of_its_dates(cells, days):
    table = of(cells, convert={"when": "auto"})
    assert table.X[:, 1].tolist() == days
    kinds = [option.kind for option in question(of(cells), QuestionKind.CONVERSION).options]
    ambiguous = cells[0].startswith("never")
    assert (OptionKind.MONTH_FIRST in kinds) == ambiguous


def test_dates_that_show_no_order_are_asked_about():
    cells = ["4/3/2024", "5/11/2024", "6/1/2023"]
    leave, day_first, month_first = question(of(cells), QuestionKind.CONVERSION).options
    assert (leave.kind, month_first.kind) == (OptionKind.LEAVE_OUT, OptionKind.MONTH_FIRST)
    assert of(cells, **day_first.keywords).X[0, 1] == np.datetime64("2024-03-04").astype(int)
    assert of(cells, **month_first.keywords).X[0, 1] == np.datetime64("2024-04-03").astype(int)


def test_durations_become_seconds():
    table = of(["21:30", "45:09.5", "1:05:20", "61:25"], convert={"when": "auto"})
    assert table.X[:, 1].tolist() == [1290, 2709.5, 3920, 3685]
    assert note(table, NoteKind.CONVERTED).values[0].kind is ConversionKind.TIME


@pytest.mark.parametrize("token", ["1:2", "12:60", "1:2:3", "a:10", "12", "", "10:99:10"])
def test_other_texts_are_no_times(token):
    assert read_time(token) is None


@pytest.mark.parametrize("token", ["32.1.2024", "31.2.2024", "1.1.24", "1.13/2024", "2024-01-01", "1/2/2024 99"])
def test_other_texts_are_no_dates(token):
    assert read_numeric_date(token, day_first=True) is None


def test_merged_cells_above_the_names():
    rows = "".join(f"P{k},{k * 3 % 7},{k * 5 % 8},{k * 2 % 9}\n" for k in range(10))
    table = read_table(f"Patient,Pressure,,Age\n,Low,Total,\n{rows}".encode())
    assert table.feature_names == ["Pressure Low", "Pressure Total", "Age"]
    assert table.n_rows == 10 and note(table, NoteKind.SECOND_HEADER)
    units = f"Patient,Low,High,Age\n,mmHg,mmHg,a\n{rows}".encode()
    assert refused(units, label_column=None).problem is Problem.NO_FEATURES  # not joined to the names


def test_types_are_decided_without_the_rows_that_are_left_out():
    rows = "".join(f"n{k},{k * 3 % 7},{k * 5 % 8}\n" for k in range(8))
    table = read_table(f"name,a,b\n{rows}Total,21 in all,28\n".encode())
    assert table.feature_names == ["a", "b"] and table.n_rows == 8
