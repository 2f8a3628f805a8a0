"""Text files that are too long, too wide, or hold too little."""

import tracemalloc

import numpy as np
import pytest
from readings import refused

from rnse_core.tables import (
    Limits,
    Note,
    NoteKind,
    Problem,
    read_table,
)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_too_many_blank_lines_are_refused_before_they_are_read(line_end, encoding):
    limits = Limits(max_rows=100)
    table = ["a,b", "1,2", "3,5"]
    data = line_end.join([*table, *[""] * 90, "4,7"])
    assert read_table(data.encode(encoding), encoding=encoding, limits=limits).n_rows == 3
    data = line_end.join([*table, *[""] * 1000, "4,7"])
    error = refused(data.encode(encoding), encoding=encoding, limits=limits)
    assert (error.problem, error.bound) == (Problem.TOO_MANY_BLANK_LINES, 200)


@pytest.mark.parametrize("delimiter", [None, ";"])
def test_a_line_of_delimiters_is_refused_before_it_is_split(monkeypatch, delimiter):
    monkeypatch.setattr("rnse_core.tables.layout_detection.split_lines", lambda *_: pytest.fail("it was split"))
    error = refused(b"1" + b";" * 200_000, delimiter=delimiter, limits=Limits(max_columns=100))
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_COLUMNS, 200_001, 100)


# Nothing to read


@pytest.mark.parametrize(
    ("data", "problem", "count"),
    [
        (b"", Problem.EMPTY_FILE, 0),
        (b" \n\n \n", Problem.NO_ROWS, 0),
        (b"a,b\n", Problem.ONLY_A_HEADER, 0),
        (b"a,b\n1,2\n", Problem.TOO_FEW_ROWS, 1),
        (b"1,2\n", Problem.TOO_FEW_ROWS, 1),
        (b"a,b\n,\n,\n", Problem.TOO_FEW_ROWS, 0),
    ],
)
def test_too_little_to_cluster(data, problem, count):
    error = refused(data, name="mine.csv")
    assert (error.problem, error.file, error.count) == (problem, "mine.csv", count)


def test_a_table_below_many_blank_lines_is_found():
    table = read_table(b"\n" * 3000 + b"x;y\n1;2\n3;5\n")
    assert table.feature_names == ["x", "y"]
    assert Note(NoteKind.BLANK_LINES, count=3000) in table.report


def test_a_row_of_names_alone_offers_nothing_that_is_refused():
    """Read as data it would be one row, which is refused too."""
    assert not refused(b"a,b\n").options and not refused(b"a,b\n", missing="zero").options


# Limits and samples


def test_too_many_rows_are_refused_with_a_sample_on_offer():
    data = ("x,y\n" + "".join(f"{k % 13},{k % 7}\n" for k in range(500))).encode()
    error = refused(data, limits=Limits(max_rows=100))
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_ROWS, 500, 100)
    table = read_table(data, limits=Limits(max_rows=100), **error.options[0].keywords)
    assert table.n_rows == 100 and table.n_rows_read == 500
    assert Note(NoteKind.SAMPLED, count=100, total=500) in table.report
    full = read_table(data)
    np.testing.assert_array_equal(table.X, full.X[table.row_numbers - 1])
    np.testing.assert_array_equal(table.X, read_table(data, sample_rows=100).X)


@pytest.mark.parametrize("change", [lambda s: s.replace("\n", "\n\n"), lambda s: s.replace("1,", '"1",'), str.strip])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_too_many_rows_are_refused_however_the_lines_are_counted(change, encoding):
    text = change("x,y\n" + "".join(f"{k % 13},{k % 7}\n" for k in range(101)))
    error = refused(text.encode(encoding), limits=Limits(max_rows=100))
    assert (error.problem, error.bound) == (Problem.TOO_MANY_ROWS, 100)
    assert read_table(text.encode(encoding), limits=Limits(max_rows=101)).n_rows == 101


def test_a_table_that_is_far_too_long_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr("rnse_core.tables.records.split_lines", lambda *_: pytest.fail("the rows were parsed"))
    error = refused(b"x,y\n" + b"1,2\n" * 1000, limits=Limits(max_rows=100))
    assert (error.problem, error.value) == (Problem.TOO_MANY_ROWS, 1000)


def test_a_sample_that_is_not_needed_takes_everything():
    assert read_table(b"1,2\n3,5\n4,4\n", sample_rows=10).n_rows == 3
    error = refused(b"1,2\n3,5\n", sample_rows=1)
    assert (error.problem, error.keyword, error.value) == (Problem.UNUSABLE_VALUE, "sample_rows", 1)


def test_too_many_cells_are_refused():
    error = refused(b"1,2,3\n" * 50, limits=Limits(max_cells=60))
    assert (error.problem, error.value, error.bound, error.count) == (Problem.TOO_MANY_CELLS, 50, 60, 20)
    assert error.options[0].keywords == {"sample_rows": 20}


def test_too_many_columns_are_refused():
    error = refused(b"1,2,3,4,5,6\n" * 3, limits=Limits(max_columns=5))
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_COLUMNS, 6, 5)


def test_a_wide_table():
    X = np.arange(3 * 3000).reshape(3, 3000) * 1.5
    X[1] = X[1, ::-1]
    data = "\n".join(",".join(map(repr, row)) for row in X.tolist()).encode()
    np.testing.assert_array_equal(read_table(data).X, X)


def test_the_text_is_never_held_several_times():
    X = np.random.default_rng(0).normal(size=(20_000, 8))
    data = "\n".join(",".join(map(repr, row)) for row in X.tolist()).encode()
    read_table(b"1,2\n3,5\n")  # what is only made once does not count
    tracemalloc.start()
    try:
        table = read_table(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    np.testing.assert_array_equal(table.X, X)
    assert peak < 3 * X.nbytes + 2_000_000  # of the text only a block at a time
