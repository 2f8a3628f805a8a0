"""Splitting many plain lines at once gives what splitting them one by one gives: tables, notes and errors."""

from dataclasses import asdict
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from readings import refused

from rnse_core.tables import (
    Limits,
    Note,
    NoteKind,
    Problem,
    TableError,
    cell_blocks,
    column_buffers,
    line_blocks,
    plain_numbers,
    read_table,
    records,
)


def reading(data, *, at_once, rows_per_block=2, **keywords):
    """Read a file in small blocks, cut at once or row by row; return all that can be seen of the outcome."""
    codecs = line_blocks.ENCODINGS if at_once else {}
    with (
        patch.object(column_buffers, "_FEWEST_ROWS", rows_per_block),
        patch.object(column_buffers, "_BLOCK_CELLS", 1),
        patch.object(line_blocks, "ENCODINGS", codecs),
    ):
        try:
            table = read_table(data, **keywords)
        except TableError as error:
            return asdict(error)
    labels = None if table.labels is None else table.labels.tolist()
    return (
        table.X.tobytes(),
        table.X.shape,
        table.row_numbers.tolist(),
        labels,
        table.n_rows_read,
        table.report,
        table.questions,
        [asdict(column) for column in table.columns],
        table.choices,
        list(table.original.records()),
    )


def cut_at_once(data, **keywords):
    """Return how many blocks were cut at once while a file was read."""
    found = []

    def counting(*lines, **place):
        cells = cell_blocks.find_cells(*lines, **place)
        found.append(cells is not None)
        return cells

    with patch.object(records, "find_cells", counting):
        read_table(data, **keywords)
    return sum(found)


cells = st.sampled_from(
    ["1", "-2.5", " 3", "1e5", "1e400", "nan", "", " ", "?", "1,5", "1.234", "a", "b c", "é", '"q"', '"', "1_0", "\x1c"]
)
lines = st.lists(st.lists(cells, min_size=1, max_size=4), min_size=1, max_size=14)
separators = st.sampled_from([",", ";", "\t", "|", " "])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    lines=lines,
    separator=separators,
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
    last=st.booleans(),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "utf-16"]),
    options=st.fixed_dictionaries(
        {},
        optional={
            "drop_bad_rows": st.booleans(),
            "header": st.booleans(),
            "skip_lines": st.integers(0, 3),
            "delimiter": st.sampled_from([",", ";", "", " "]),
            "decimal": st.sampled_from([".", ","]),
            "sample_rows": st.integers(2, 5),
            "limits": st.builds(Limits, max_rows=st.integers(1, 8)),
        },
    ),
    rows_per_block=st.integers(1, 3),
)
@example([["a", "b"], ["1", "2"], ["3"], ["4", "5"]], ",", "\n", True, "utf-8", {}, 1)
@example([["1", "2"]] * 7, ",", "\r\n", False, "utf-8-sig", {"skip_lines": 1, "header": False}, 3)
def test_the_outcome_is_the_same(lines, separator, line_end, last, encoding, options, rows_per_block):
    text = line_end.join(separator.join(line) for line in lines) + (line_end if last else "")
    data = text.encode(encoding)
    ways = [reading(data, at_once=way, rows_per_block=rows_per_block, **options) for way in (True, False)]
    assert ways[0] == ways[1]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_plain_table_is_cut_at_once_also_beside_odd_lines(line_end):
    rng = np.random.default_rng(0)
    rows = [",".join(map(repr, row)) for row in rng.normal(size=(30_000, 3)).tolist()]
    rows[10_000] = "1.5,?,2"
    rows[15_000] = ""
    data = line_end.join(["a,b,c", *rows]).encode()
    whole, missing = 30_000 * 3 // column_buffers._BLOCK_CELLS, 10
    assert cut_at_once(data) >= whole - missing
    table = read_table(data)
    assert table.n_rows == 29_998
    assert Note(NoteKind.BLANK_LINES, count=1) in table.report


@pytest.mark.parametrize("odd", ["", "5'9\",1\n", 'a"b"c,1\n'])
def test_a_table_with_quotation_marks_is_cut_at_once_up_to_an_irregular_one(odd, monkeypatch):
    monkeypatch.setattr(plain_numbers, "PLAIN_BYTES", 1 << 16)
    rows = [f'"name, {i % 7}\n""x""","{i % 5}"\n' for i in range(20_000)]
    regular = cut_at_once(("a,b\n" + "".join(rows)).encode())
    broken = cut_at_once(("a,b\n" + "".join([*rows[:10_000], odd, *rows[10_000:]])).encode())
    assert regular > 2
    assert broken == regular if not odd else 0 < broken < regular


def test_a_limit_holds_within_a_block():
    rows = "".join(f"{i % 7},{i % 5}\n" for i in range(20_000)).encode()
    limits = Limits(max_rows=10_000)
    error = refused(rows, header=False, limits=limits)
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_ROWS, 20_000, 10_000)
    error = refused(rows + b"\n\n1,2\n", header=False, limits=limits)
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_ROWS, None, 10_000)


def test_how_far_reading_is_can_be_watched():
    shares = []
    rows = "".join(f"{i % 7},{i % 5}\n" for i in range(20_000)).encode()
    read_table(b"a,b\n" + rows, progress=shares.append)
    assert shares == sorted(shares) and len(shares) > 2
    assert shares[-1] == 1.0
