"""Stretches of plain numbers that are read at once give the same table as rows that are read one by one."""

import math
import string
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rnse_core.tables import (
    Limits,
    TableError,
    column_buffers,
    line_blocks,
    note_sentence,
    plain_numbers,
    read_table,
    records,
)
from rnse_core.tables.cell_blocks import find_cells
from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.layout import MAX_CELL_LENGTH, Layout

relaxed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
PLAIN = st.floats(allow_nan=False, allow_infinity=False).map(repr)
DIGITS = st.from_regex(r"[+-]?[0-9]{1,25}(\.[0-9]{0,25})?([eE][+-]?[0-9]{1,3})?", fullmatch=True)
ODD = st.sampled_from(
    ["", " ", "NA", "nan", "inf", "1e400", "-999", " 1.5", "1.5 ", "1 5", "1e 5", "1e\t5", "- 1", "1_0", "0x1A", "1d5",
     "1,5", "1,5,2", "1,234.5", "1.234,5", ",5", "5,", "TRUE", "word", "1.5.2", "\u0663", "+", ".", "1e", "\u22121",
     "1\x005", "1\u00a05", "''", "?", "?", "-", "", "n/a", 'a "b"', "c, d", "e\nf", "g\r\nh", "\x1f", "- 1 -"]
)  # fmt: skip
CELLS = st.one_of(PLAIN, DIGITS, DIGITS, ODD)


def read_plain(block, layout, decimal=".", text=()):
    """Read lines as a plain block; None where they are none."""
    cells = find_cells(block, layout, at_top=False, parsed=not text)
    plain = plain_numbers.Plain(decimal, [STANDARD_MISSING] * layout.width, set(text))
    return None if cells is None else plain_numbers.read_plain_cells(cells, plain)


def written(cell, column, quoted):
    """Write a cell with quotation marks around all, those of one column, or where there is more than a number."""
    wanted = {"all": True, "b": column == 1, "words": not cell.isalnum()}.get(quoted, False)
    return '"' + cell.replace('"', '""') + '"' if wanted else cell


def outcome(data, **keywords):
    try:
        table = read_table(data, **keywords)
    except TableError as error:
        return type(error), error.problem, error.line, error.column, str(error)
    records_of = [(number, tuple(cells)) for number, cells in table.original.records()]
    return (
        table.X.tobytes(), table.X.shape, table.kind, table.feature_names, table.columns, table.choices,
        [note_sentence(note) for note in table.report], table.questions, table.row_numbers.tolist(), records_of,
        None if table.labels is None else table.labels.tolist(),
    )  # fmt: skip


@relaxed
@given(
    rows=st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=12),
    width=st.integers(1, 3),
    delimiter=st.sampled_from([",", ";", "\t", "|", " "]),
    line_end=st.sampled_from(["\n", "\r\n"]),
    header=st.booleans(),
    last_line_ends=st.booleans(),
    n_bytes=st.sampled_from([1, 30, 200, 1 << 20]),
    quoted=st.sampled_from(["", "all", "b", "words"]),
)
@example([["1", "2", "3"], ["4", "5,6", "7"]], 3, ",", "\n", True, True, 1, "")
@example([["1", "w", "3"]] * 8 + [["4", "", "7"], ["", "v", "7"], ["4", "8", "7"]], 3, ",", "\n", True, True, 12, "")
@example(
    [["1", "NA", ""], ["", "2", "3"], ["4", "", "-"], ["", "", ""], ["5", "?", "6"]] * 9,
    3,
    ",",
    "\n",
    True,
    True,
    30,
    "",
)
@example([["1", 'a "b",\n', "3"], ["4", '"', ""]] * 9, 3, ",", "\r\n", True, False, 30, "words")
def test_the_table_is_the_same(monkeypatch, rows, width, delimiter, line_end, header, last_line_ends, n_bytes, quoted):
    lines = [
        delimiter.join(written(cell, j, quoted) for j, cell in enumerate(row[:width]))
        for row in [["a", "b", "c"], *rows]
    ][not header :]
    data = (line_end.join(lines) + line_end * last_line_ends).encode()
    options = {"kind": "features", "label_column": None, "delimiter": delimiter}
    for decimal in (None, ".", ","):
        for keywords in ({}, options, options | {"missing_values": ["-999", "5"]}):
            with monkeypatch.context() as small:
                if decimal is not None:  # where it is found, the marks of text count as they are written
                    keywords = keywords | {"decimal": decimal}
                    small.setattr(plain_numbers, "PLAIN_BYTES", n_bytes)
                    small.setattr(plain_numbers, "_FEWEST_LINES", 1)
                    small.setattr(column_buffers, "_FEWEST_ROWS", 2)
                    small.setattr(column_buffers, "_BLOCK_CELLS", 1)
                with monkeypatch.context() as slow:
                    slow.setattr(line_blocks, "ENCODINGS", {})
                    expected = outcome(data, **keywords)
                assert outcome(data, **keywords) == expected


@relaxed
@given(st.lists(DIGITS, min_size=1, max_size=30))
def test_each_number_is_that_of_float(tokens):
    values = read_plain("\n".join(tokens).encode(), Layout("utf-8", "", False, 1))
    expected = [float(token) for token in tokens]
    numbers, missing = values[0]
    assert numbers.tolist() == pytest.approx(
        [x if math.isfinite(x) else math.nan for x in expected], rel=0, nan_ok=True
    )
    assert missing == Counter(token for token, x in zip(tokens, expected, strict=True) if not math.isfinite(x))


@relaxed
@given(st.lists(DIGITS, min_size=1, max_size=30))
def test_each_number_with_a_comma_is_that_of_float(tokens):
    block = "\n".join(token.replace(".", ",") for token in tokens).encode()
    values = read_plain(block, Layout("utf-8", ";", False, 1), ",")
    expected = [float(token) for token in tokens]
    np.testing.assert_array_equal(values[0].values, [x if math.isfinite(x) else math.nan for x in expected])


@relaxed
@given(st.lists(st.text(string.digits + "+-.,eEdDxX_ \tinfa", min_size=1, max_size=8), min_size=1, max_size=4))
def test_no_cell_is_a_number_that_float_does_not_take(tokens):
    for decimal in ".,":
        block = "\n".join(tokens).encode()
        values = read_plain(block, Layout("utf-8", "", False, 1), decimal)
        if values is not None:
            expected = [STANDARD_MISSING.read(token, decimal) for token in tokens]
            np.testing.assert_array_equal(values[0].values, np.array(expected, dtype=float))


@pytest.mark.parametrize("block", [b"1,2\n3\n4,5,6\n", b"1,2,3\n4,5\n", b"1,2\n\n3,4\n", b"1,2\n3,\n", b"1,2\n,3\n"])
def test_rows_of_another_width_are_not_plain(block):
    assert read_plain(block, Layout("utf-8", ",", False, 2)) is None


@given(widths=st.lists(st.integers(1, 4), min_size=2, max_size=6))
@example([2, 1, 3])
@example([3, 1, 2])
@example([1, 2, 3])
def test_only_rows_of_one_width_are_plain_however_many_cells_there_are_in_all(widths):
    block = b"".join(b",".join([b"1"] * width) + b"\n" for width in widths)
    for width in range(1, 5):
        found = read_plain(block, Layout("utf-8", ",", False, width))
        assert (found is not None) == (set(widths) == {width})


@pytest.mark.parametrize("digits", [MAX_CELL_LENGTH // 2 - 1, MAX_CELL_LENGTH, 3 * MAX_CELL_LENGTH])
def test_a_number_longer_than_a_cell_may_be_is_not_plain(digits):
    found = read_plain(b"1,2\n" * 10 + b"3,0." + b"4" * digits + b"\n", Layout("utf-8", ",", False, 2))
    assert (found is not None) == (digits < MAX_CELL_LENGTH - 2)


def test_the_limit_on_rows_holds(monkeypatch):
    data = b"a,b\n" + b"1.5,2\n3.5,4\n" * 100
    monkeypatch.setattr(plain_numbers, "PLAIN_BYTES", 100)
    monkeypatch.setattr(plain_numbers, "_FEWEST_LINES", 1)
    with pytest.raises(TableError) as caught:
        read_table(data, limits=Limits(max_rows=150))
    assert caught.value.bound == 150


def test_different_values_are_counted_up_to_a_bound():
    values = np.random.default_rng(0).normal(size=30_000).tolist()
    few = [k % 7 for k in range(30_000)]
    late = [0] * 29_990 + list(range(10))
    rows = "\n".join(f"{a},{b},{c}" for a, b, c in zip(values, few, late, strict=True))
    table = read_table(f"a,b,c\n{rows}\n".encode())
    assert [column.n_distinct for column in table.columns] == [10_000, 7, 10]


def test_a_block_of_truth_values_is_no_block_of_numbers():
    layout = Layout("utf-8", ",", header=False, width=2)
    assert read_plain(b"TRUE,1\nFALSE,2\n", layout) is None
    assert read_plain(b"true,1\n", layout) is None
    assert read_plain(b"tea,1\n", layout, text=[0]) is not None


def test_a_zero_byte_within_a_number_is_no_end_of_it():
    assert read_plain(b"1\x005,2\n3,4\n", Layout("latin-1", ",", header=False, width=2)) is None


@pytest.mark.parametrize("write", [
    lambda text: text.replace(",", "  \t ").replace("\n", " \r\n  "),
    lambda text: text.encode("utf-16").decode("latin-1"),
    lambda text: "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in text.split("\n")),
], ids=["spaces", "UTF-16", "quoted"])  # fmt: skip
def test_other_ways_of_writing_are_read_at_once_too(write, monkeypatch):
    rows = "\n".join(f"{a},{b},{c}" for a, b, c in np.random.default_rng(0).normal(size=(30_000, 3)).tolist())
    expected = read_table(f"a,b,c\n{rows}".encode()).X
    counted = []
    read_cells = plain_numbers.read_plain_cells

    def counting(cells, plain):
        columns = read_cells(cells, plain)
        counted.append(0 if columns is None else cells.n_rows)
        return columns

    monkeypatch.setattr(records, "read_plain_cells", counting)
    np.testing.assert_array_equal(read_table(write(f"a,b,c\n{rows}").encode("latin-1")).X, expected)
    assert sum(counted) > 20_000
