"""Stretches of plain numbers that are read at once give the same table as rows that are read one by one."""

import math
import string

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rnse_core.tables import Limits, TableError, note_sentence, plain_numbers, read_table, records
from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.layout import Layout

relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=200
)
PLAIN = st.floats(allow_nan=False, allow_infinity=False).map(repr)
DIGITS = st.from_regex(r"[+-]?[0-9]{1,25}(\.[0-9]{0,25})?([eE][+-]?[0-9]{1,3})?", fullmatch=True)
ODD = st.sampled_from(
    ["", " ", "NA", "nan", "inf", "1e400", "-999", " 1.5", "1.5 ", "1 5", "1e 5", "1e\t5", "- 1", "1_0", "0x1A", "1d5",
     "1,5", "1,5,2", "1,234.5", "1.234,5", ",5", "5,", "TRUE", "word", "1.5.2", "\u0663", "+", ".", "1e", "\u22121",
     "1\x005", "1\u00a05", "''"]
)  # fmt: skip
CELLS = st.one_of(PLAIN, DIGITS, DIGITS, ODD)


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
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    line_end=st.sampled_from(["\n", "\r\n"]),
    header=st.booleans(),
    last_line_ends=st.booleans(),
    n_bytes=st.sampled_from([1, 30, 200, 1 << 20]),
)
@example([["1", "2", "3"], ["4", "5,6", "7"]], 3, ",", "\n", True, True, 1)
@example([["1", "w", "3"]] * 8 + [["4", "", "7"], ["", "v", "7"], ["4", "8", "7"]], 3, ",", "\n", True, True, 12)
def test_the_table_is_the_same(monkeypatch, rows, width, delimiter, line_end, header, last_line_ends, n_bytes):
    lines = [delimiter.join(row[:width]) for row in [["a", "b", "c"], *rows]][not header :]
    data = (line_end.join(lines) + line_end * last_line_ends).encode()
    monkeypatch.setattr(records, "PLAIN_BYTES", n_bytes)
    given = {"kind": "features", "label_column": None, "delimiter": delimiter}
    for keywords in ({}, given, given | {"decimal": ","}):
        with monkeypatch.context() as slow:
            slow.setattr(records, "read_plain_lines", lambda *_: None)
            expected = outcome(data, **keywords)
        assert outcome(data, **keywords) == expected


@relaxed
@given(st.lists(DIGITS, min_size=1, max_size=30))
def test_each_number_is_that_of_float(tokens):
    values = plain_numbers.read_plain_lines("\n".join(tokens).encode(), Layout("utf-8", "", False, 1))
    expected = [float(token) for token in tokens]
    if all(map(math.isfinite, expected)):
        assert values[0].tolist() == expected
    else:
        assert values is None


@relaxed
@given(st.lists(DIGITS, min_size=1, max_size=30))
def test_each_number_with_a_comma_is_that_of_float(tokens):
    block = "\n".join(token.replace(".", ",") for token in tokens).encode()
    values = plain_numbers.read_plain_lines(block, Layout("utf-8", ";", False, 1), ",")
    expected = [float(token) for token in tokens]
    assert values is None or values[0].tolist() == expected
    assert values is not None or not all(map(math.isfinite, expected))


@relaxed
@given(st.lists(st.text(string.digits + "+-.,eEdDxX_ \tinfa", min_size=1, max_size=8), min_size=1, max_size=4))
def test_no_cell_is_a_number_that_float_does_not_take(tokens):
    for decimal in ".,":
        block = "\n".join(tokens).encode()
        values = plain_numbers.read_plain_lines(block, Layout("utf-8", "", False, 1), decimal)
        if values is not None:
            assert values[0].tolist() == [parse_number(token, decimal) for token in tokens]


@pytest.mark.parametrize("block", [b"1,2\n3\n4,5,6\n", b"1,2,3\n4,5\n", b"1,2\n\n3,4\n", b"1,2\n3,\n", b"1,2\n,3\n"])
def test_rows_of_another_width_are_not_plain(block):
    assert plain_numbers.read_plain_lines(block, Layout("utf-8", ",", False, 2)) is None


def test_the_limit_on_rows_holds(monkeypatch):
    data = b"a,b\n" + b"1.5,2\n3.5,4\n" * 100
    monkeypatch.setattr(records, "PLAIN_BYTES", 100)
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
    assert plain_numbers.read_plain_lines(b"TRUE,1\nFALSE,2\n", layout) is None
    assert plain_numbers.read_plain_lines(b"true,1\n", layout) is None
    assert plain_numbers.read_plain_lines(b"tea,1\n", layout, text=[0]) is not None
