"""A line break in a cell ends no row in what is written, whichever it is, and a cell begins with no formula."""

import io

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.exports import labels_csv, neutralised_csv
from rnse_core.tables import read_table

BREAKS = ["\r", "\n", "\r\n"]


def cells_of_spreadsheet(text):
    """Split as a spreadsheet does: each line break outside of quotation marks ends a row."""
    rows, row, cell, is_quoted = [], [], "", False
    for letter in text.replace("\r\n", "\n"):
        if letter == '"':
            is_quoted = not is_quoted
        elif letter in ",\r\n" and not is_quoted:
            row.append(cell)
            cell = ""
            if letter != ",":
                rows.append(row)
                row = []
        else:
            cell += letter
    return rows


@pytest.mark.parametrize("line_break", BREAKS)
def test_a_break_in_a_cell_of_the_users_file_stays_in_its_cell(line_break):
    rows = [f"n{k},{k * k % 5},{k}" for k in range(6)]
    data = "\n".join(["name,a,b", f'"x{line_break}=1+1",1,2', *rows]) + "\n"
    table = read_table(data.encode(), label_column=None)
    written = labels_csv(table, np.zeros(len(table.X), dtype=int), original_columns=True).decode("utf-8-sig")
    found = cells_of_spreadsheet(written)
    assert [len(row) for row in found] == [5] * 8
    assert found[1][1] == f"x{line_break}=1+1".replace("\r\n", "\n")


@given(cells=st.lists(st.text(alphabet="a=,\r\n'"), min_size=1, max_size=4))
def test_a_frame_has_as_many_rows_as_it_had(cells):
    found = cells_of_spreadsheet(neutralised_csv(pd.DataFrame({"a": cells, "b": "c"})))
    assert [len(row) for row in found] == [2] * (len(cells) + 1)
    assert not any(row[0].startswith("=") for row in found)


@given(rows=st.lists(st.lists(st.text(alphabet="a,\r\n"), min_size=2, max_size=2), min_size=1, max_size=3))
def test_rows_come_back(rows):
    text = CsvText()
    row_writer(text).writerows(rows)
    expected = [[cell.replace("\r\n", "\n") for cell in row] for row in rows]
    assert cells_of_spreadsheet(text.getvalue()) == expected


@pytest.mark.parametrize("line_break", BREAKS)
def test_a_break_in_a_cell_of_a_sheet_ends_no_row(line_break):
    book = openpyxl.Workbook()
    for row in (["name", "a", "b"], [f"x{line_break}y", 1, 2], *([f"n{k}", k * k % 5, k] for k in range(6))):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    # The writer turns a bare carriage return into a line feed; other programs write it as an entity.
    table = read_table(stream.getvalue(), label_column=None)
    assert table.X.shape == (7, 2)
