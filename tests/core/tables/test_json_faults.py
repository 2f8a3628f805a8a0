"""JSON that is wrong in one place: the place and what is wrong; values that follow one another; lines of a sample."""

import json
import tracemalloc

import numpy as np
import pytest
from readings import note, notes, refused

from rnse_core.exports import labels_csv
from rnse_core.tables import JsonFault, Limits, NoteKind, OptionKind, Problem, TableError, read_table
from rnse_core.tables.sentences import _json_faults

ROWS = [{"name": f"n{k}", "a": k * 7 % 5 + 0.5, "b": k * 3 % 7} for k in range(12)]
X = np.array([[row["a"], row["b"]] for row in ROWS])

FAULTS = {
    '[{"a": 1, "b": 2},\n{"a": 3, "b": 4},\n]': (JsonFault.TRAILING_COMMA, 2, 17),
    '{"rows": [{"a": 1},\n {"a": 3, }]}': (JsonFault.TRAILING_COMMA, 2, 9),
    '\n\n  [{"a": 1},, {"a": 2}]': (JsonFault.EMPTY_PLACE, 3, 13),
    "[{'a': 1},\n{'a': 2}]": (JsonFault.QUOTES, 1, 3),
    "{'a': 1}\n{'a': 2}\n": (JsonFault.QUOTES, 1, 2),
    "[{\u201ca\u201d: 1},\n{\u201ca\u201d: 2}]": (JsonFault.QUOTES, 1, 3),
    '[{"a": 1},\n{a: 2}]': (JsonFault.BARE_NAME, 2, 2),
    "{rows: [1, 2]}": (JsonFault.BARE_NAME, 1, 2),
    '[{"a": 1},\n{"a": None}]': (JsonFault.WORD, 2, 7),
    '[{"a": True}]': (JsonFault.WORD, 1, 8),
    '[{"a": nan}]': (JsonFault.WORD, 1, 8),
    '// rows\n[{"a": 1}, {"a": 2}]': (JsonFault.COMMENT, 1, 1),
    '# rows\n[{"a": 1}, {"a": 2}]': (JsonFault.COMMENT, 1, 1),
    '[{"a": 1}, /* two */ {"a": 2}]': (JsonFault.COMMENT, 1, 12),
    '[{"a": 1} // one\n, {"a": 2}]': (JsonFault.COMMENT, 1, 11),
    '[{"a": 1},\n{"a": 2}': (JsonFault.CUT_OFF, 2, 8),
    '{"a": [1, 2': (JsonFault.CUT_OFF, 1, 11),
    '[{"a": 1},\n{"a": "x': (JsonFault.OPEN_TEXT, 2, 7),
    '[{"a": 1}\n{"a": 2}]': (JsonFault.MISSING_COMMA, 2, 1),
    '[{"a": 1 "b": 2}]': (JsonFault.MISSING_COMMA, 1, 10),
    "[[1, 2], [3, 4]\n[5, 6]]": (JsonFault.MISSING_COMMA, 2, 1),
    '[{"a": 01}]': (JsonFault.NUMBER, 1, 9),
    '[{"a": 1.}]': (JsonFault.NUMBER, 1, 9),
    '[{"a": .5}]': (JsonFault.NUMBER, 1, 8),
    '[{"a": +5}]': (JsonFault.NUMBER, 1, 8),
    '[{"a": "x\ty"}]': (JsonFault.CONTROL, 1, 10),
    '[{"a": "C:\\data"}]': (JsonFault.ESCAPE, 1, 11),
    '[{"a": 1}, {"a": 2}] end': (JsonFault.SECOND_VALUE, 1, 22),
    '{"a": 1}\n[{"b": 2}]': (JsonFault.SECOND_VALUE, 2, 1),
    'show([{"a": 1}, {"a": 2}]);': (JsonFault.TEXT_AROUND, 1, 1),
    'var rows = [{"a": 1}, {"a": 2}];': (JsonFault.TEXT_AROUND, 1, 1),
    ')]}\',\n[{"a": 1}, {"a": 2}]': (JsonFault.TEXT_AROUND, 1, 1),
    '[{"a": 1}, {"a": 2}];': (JsonFault.TEXT_AROUND, 1, 21),
    '[{"a": 1}, {"a": 2)]': (JsonFault.OTHER, 1, 19),
}


@pytest.mark.parametrize("text", FAULTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_the_place_and_what_is_wrong_there(text, encoding):
    error = refused(text.encode(encoding))
    assert error.problem is Problem.JSON_SYNTAX
    assert (error.value, error.line, error.column) == FAULTS[text]
    assert error.token and error.token in " ".join(text.split("\n"))


def test_every_fault_is_worded():
    assert set(_json_faults.FAULTS) == set(JsonFault) == {fault for fault, _, _ in FAULTS.values()}


@pytest.mark.parametrize("between", ["", "\n", " ", ",\n", "\n\n"])
@pytest.mark.parametrize("indent", [None, 2])
def test_records_that_follow_one_another(between, indent):
    text = between.join(json.dumps(row, indent=indent) for row in ROWS)
    np.testing.assert_array_equal(read_table(text.encode()).X, X)
    pages = between.join(json.dumps(ROWS[k : k + 4], indent=indent) for k in (0, 4, 8))
    if between != "\n" or indent:  # else each line is a list
        np.testing.assert_array_equal(read_table(pages.encode()).X, X)


def test_numbers_that_are_none_are_missing():
    text = json.dumps([*ROWS, {"name": "x", "a": float("nan"), "b": float("inf")}])
    assert note(read_table(text.encode()), NoteKind.INCOMPLETE_ROWS).count == 1


@pytest.mark.parametrize("codec", ["cp1252", "utf-16", "utf-16-le"])
def test_other_encodings(codec):
    rows = [{**row, "name": f"Zoë {k}"} for k, row in enumerate(ROWS)]
    table = read_table(json.dumps(rows, ensure_ascii=False).encode(codec))
    np.testing.assert_array_equal(table.X, X)
    assert next(iter(table.original.records()))[1][0] == "Zoë 0"
    assert bool(notes(table, NoteKind.ENCODING_GUESSED)) == (codec == "cp1252")


def lines(rows, wrong=()):
    texts = [json.dumps(row) for row in rows]
    for place, text in wrong:
        texts.insert(place, text)
    return ("\n".join(texts) + "\n").encode()


@pytest.mark.parametrize(
    ("text", "fault"), [('{"a": 1,}', JsonFault.TRAILING_COMMA), ('{"name": "x', JsonFault.OPEN_TEXT), ("7", None)]
)
def test_lines_that_are_no_rows_may_be_left_out(text, fault):
    data = lines(ROWS, [(3, text), (7, text)])
    error = refused(data)
    assert (error.problem, error.line, error.places, error.value) == (Problem.JSON_LINE, 4, (8,), fault)
    (way,) = error.options
    assert (way.kind, way.count) == (OptionKind.DROP_BAD_LINES, 2)
    table = read_table(data, **way.keywords)
    np.testing.assert_array_equal(table.X, X)
    found = note(table, NoteKind.BAD_LINES)
    assert (found.count, found.places, found.values) == (2, (4, 8), (text, text))
    sampled = read_table(data, sample_rows=5, **way.keywords)
    assert sampled.n_rows == 5 and sampled.n_rows_read == 12 and note(sampled, NoteKind.BAD_LINES).count == 2


def test_no_answer_where_no_rows_are_left():
    assert refused(b'{"a": 1}\n{"a": 2}x\n{"a": 2}x\n', name="x.jsonl").options == ()


def test_a_sample_is_that_of_all_rows():
    rows = [{"a": k * 7 % 50 + 0.5, "b": k * 3 % 70, "more": {"c": k % 9, "d": k % 4 + 0.5}} for k in range(500)]
    rows[7]["rare"] = 3
    sample = read_table(lines(rows), sample_rows=60)
    assert note(sample, NoteKind.SAMPLED).count == 60 and note(sample, NoteKind.FRAME).shape[0] == 500
    assert sample.n_rows_read == 500 and sample.feature_names == ["a", "b", "more.c", "more.d"]
    whole = read_table(lines(rows), ignore=("rare",))
    np.testing.assert_array_equal(sample.X, whole.X[sample.row_numbers - 1])
    cells = dict(whole.original.records())
    assert all(row == cells[number] for number, row in sample.original.records())
    exported = labels_csv(sample, np.zeros(60, dtype=int), original_columns=True, left_out_rows=True)
    assert exported.count(b"\n") == 501


def test_a_sample_takes_the_memory_of_a_sample():
    data = lines([{"a": k % 7, "b": k % 5 + 0.5, "text": f"{k:060d}"} for k in range(30_000)])
    peaks = []
    for sample_rows in (500, None):
        tracemalloc.start()
        read_table(data, sample_rows=sample_rows, ignore=("text",))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert 2 * peaks[0] < peaks[1]


def test_sizes_are_checked_while_lines_are_read():
    data = lines([{f"c{k}": 1} for k in range(50)])
    error = refused(data, limits=Limits(max_columns=20))
    assert (error.problem, error.bound) == (Problem.TOO_MANY_COLUMNS, 20)
    rows = lines([{"a": k * 7 % 50 + 0.5, "b": k % 9} for k in range(100)])
    with pytest.raises(TableError) as caught:
        read_table(rows, limits=Limits(max_cells=100))
    (way,) = caught.value.options
    assert read_table(rows, limits=Limits(max_cells=100), **way.keywords).n_rows <= 50
