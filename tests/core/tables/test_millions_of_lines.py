"""Files of millions of lines that hold nothing: refused without a step, a copy or an object for each line."""

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from readings import refused

from rnse_core.tables import Limits, Problem, read_table
from rnse_core.tables import line_starts as line_starts_module
from rnse_core.tables.comment_lines import lines_below
from rnse_core.tables.line_starts import count_lines, end_of_rows
from rnse_core.tables.mixed_encoding import is_mixed, unmixed

SIZE = 12_000_000
# Each would take a gigabyte or minutes at 100 MB, if each of its lines were looked at by itself or became an object.
NOTHING = {
    "comments": (b"#\n", Problem.ONLY_A_HEADER),
    "empty records": (b"{}\n", Problem.TOO_MANY_ROWS),
    "short records": (b'{"a":1}\n', Problem.TOO_MANY_ROWS),
    "svmlight": (b"1 1:1\n", Problem.TOO_MANY_ROWS),
    "one line between blanks": (b"1 2 ", Problem.TOO_MANY_COLUMNS),
}


@pytest.mark.parametrize("name", NOTHING)
def test_they_are_refused_in_little_memory(name):
    piece, problem = NOTHING[name]
    data = piece * (SIZE // len(piece))
    tracemalloc.start()
    try:
        error = refused(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.problem is problem
    assert peak < 6 * SIZE


@pytest.mark.parametrize("piece", [b"{},", b"[],", b"[1],"])
def test_a_document_of_too_many_values_is_refused_before_it_is_parsed(piece):
    data = b"[" + piece * 11_000_000 + piece.strip(b",") + b"]"
    tracemalloc.start()
    try:
        error = refused(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.problem is Problem.TOO_MANY_VALUES and error.value == 11_000_000
    assert peak < len(data)


def test_lines_of_records_are_counted_but_for_empty_ones():
    limits = Limits(max_rows=3)
    rows = b'{"a":1,"b":2}\n\n{"a":2,"b":5}\n  \n{"a":4,"b":1}\n\n'
    assert read_table(rows, limits=limits).n_rows == 3
    assert refused(rows + rows, limits=limits).value == 6


def test_lines_of_another_encoding_are_looked_at_one_by_one():
    data = b"\xe9,\n" * 200_000
    tracemalloc.start()
    try:
        assert not is_mixed(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000


lines = st.lists(st.sampled_from([b"#", b"# x", b"#a,b", b"1,2", b"", b" ", b"x#"]), max_size=12)


@given(
    lines=lines,
    end=st.sampled_from([b"\n", b"\r\n", b"\r"]),
    sign=st.sampled_from([b"#", b"# "]),
    block=st.integers(1, 9),
)
@example([b"", b"#"], b"\n", b"#", 1)
def test_the_end_of_the_rows_is_that_of_a_walk_over_the_lines(lines, end, sign, block):
    data = end.join(lines)
    kept = [line for line in lines if line]
    count = 0
    while len(kept) > 1 and kept[-1].startswith(sign):
        kept.pop()
        count += 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_starts_module, "_BLOCK", block)
        place, found = end_of_rows(data, sign)
        assert count_lines(data, b"#1") == sum(line[:1] in (b"#", b"1") for line in lines)
    assert found == count
    assert [line for line in data[:place].split(end) if line] == kept


def test_comments_below_a_table_are_counted():
    assert lines_below(b"a,b\n1,2\n# x\n\n# y\n") == (b"a,b\n1,2\n", 2)
    assert lines_below(b"a,b\n1,2\n#x\n") == (b"a,b\n1,2\n#x\n", 0)


@given(
    st.lists(st.sampled_from(["é,1".encode(), b"\xe9,1", b"a,1", b"\x81,2"]), min_size=1),
    st.sampled_from([b"\n", b"\r"]),
)
def test_each_line_keeps_what_it_says(lines, end):
    repaired, numbers = unmixed(end.join(lines))
    assert repaired.decode("utf-8").split(end.decode()) == [
        line.decode("utf-8" if k + 1 not in numbers else "latin-1") for k, line in enumerate(lines)
    ]
    good, bad = (sum(line in kinds for line in lines) for kinds in (["é,1".encode()], [b"\xe9,1", b"\x81,2"]))
    assert is_mixed(end.join(lines)) == (good > 0 and bad <= good)
    assert numbers == [k for k, line in enumerate(lines, start=1) if line in (b"\xe9,1", b"\x81,2")]
