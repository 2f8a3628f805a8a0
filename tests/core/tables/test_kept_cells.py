"""The cells of a file are kept as they stand from its one reading."""

import csv

import pytest

from rnse_core.exports import labels_csv
from rnse_core.tables import read_table
from rnse_core.tables.kept_cells import ROWS_PER_BLOCK, KeptCells
from rnse_core.tables.layout import Layout
from rnse_core.tables.records import Rows

ODD = b'a,b,c\n1,"2,5",x\n\n,,\n4,5\n7,8,9,10\n"3\n1",6,y\n1,2,\n'
EVERY_ROW = [
    ["1", "2,5", "x"],
    ["", "", ""],
    ["4", "5", ""],
    ["7", "8", "9"],
    ["3\n1", "6", "y"],
    ["1", "2", ""],
]


def cells_of(table):
    return [cells for _, cells in table.original.records()]


def test_rows_that_the_table_leaves_out_are_kept_too():
    table = read_table(ODD, drop_bad_rows=True, delimiter=",", header=True)
    assert cells_of(table) == EVERY_ROW
    assert [number for number, _ in table.original.records()] == [1, 2, 3, 4, 5, 6]
    assert table.n_rows < len(EVERY_ROW)


def test_a_sample_keeps_every_row():
    lines = [f"{k}.5,{k % 7}" for k in range(50)]
    table = read_table("\n".join(["a,b", *lines]).encode(), sample_rows=10)
    assert table.n_rows == 10
    assert cells_of(table) == [line.split(",") for line in lines]


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte-order mark"])
@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("delimiter", [",", "\t", ""])
def test_cells_come_back_as_they_stand(delimiter, quoted, mark):
    """More rows than one block has, read at once and, with quotation marks in the file, one by one."""
    width = 1 if delimiter == "" else 3
    rows = [[f"{k}.{j}0" if k % 9 else f"\x01é{k}\x02" for j in range(width)] for k in range(3 * ROWS_PER_BLOCK + 5)]
    if quoted:
        rows[2000][0] = '"the ""first"""'
    text = mark + "\r\n".join(delimiter.join(row) for row in rows) + "\r\n"
    data, layout = text.encode(), Layout("utf-8", delimiter, header=False, width=width)
    kept = KeptCells(data, layout)
    for _ in Rows(data, layout).columns(64, kept):
        pass
    assert list(kept) == list(csv.reader(text.removeprefix("\ufeff").splitlines(), delimiter=delimiter or "\x1f"))


@pytest.mark.parametrize("quote", ["", '"'])
def test_the_file_of_labels_needs_no_second_reading(monkeypatch, quote):
    lines = "".join(f"{k}.5,{quote}name {k % 5}{quote}\n" for k in range(2 * ROWS_PER_BLOCK))
    table = read_table(f"a,b\n{lines}".encode())
    monkeypatch.setattr(Rows, "_begin", lambda _: pytest.fail("the file was read again"))
    written = labels_csv(table, [0] * table.n_rows, original_columns=True, left_out_rows=True)
    assert written.count(b"\n") == 1 + 2 * ROWS_PER_BLOCK
    assert table.head(2)[1] == [["0.5", "name 0"], ["1.5", "name 1"]]
