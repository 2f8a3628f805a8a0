"""Tables as programs print and store them: JSON, svmlight, rules, brackets, single quotation marks, rare delimiters."""

import json

import numpy as np
import pandas as pd
import pytest
from readings import note, notes, question, refused
from sklearn.datasets import dump_svmlight_file

from rnse_core.tables import NoteKind, Problem, QuestionKind, read_table, sample_names
from rnse_core.tables.model import Limits

X = np.random.default_rng(8).normal(size=(12, 3)).round(2)
FRAME = pd.DataFrame(X, columns=["a", "b", "c"])
NAMED = FRAME.assign(name=[f"n{k}" for k in range(12)])


@pytest.mark.parametrize("orient", ["records", "list", "split", "columns", "values"])
def test_json(orient):
    if orient == "list":
        data = json.dumps(FRAME.to_dict("list")).encode()
    else:
        data = FRAME.to_json(orient=orient, indent=1 if orient == "records" else None).encode()
    table = read_table(data, name="t.json")
    np.testing.assert_array_equal(table.X, X)
    assert table.choices.format == "json"


@pytest.mark.parametrize("orient", ["index", "columns"])
@pytest.mark.parametrize("index", ["counted", "words"])
def test_json_of_records_of_records(orient, index):
    """Keys are rows or columns; those of rows are their names, unless they count them."""
    names = [f"place {k}" for k in range(12)]
    frame = FRAME if index == "counted" else FRAME.set_axis(names)
    table = read_table(frame.to_json(orient=orient).encode())
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["a", "b", "c"]
    found = sample_names(table)
    assert (found.of(table.row_numbers) if found else None) == (names if index == "words" else None)
    few = frame.assign(name="x")[:2].to_json(orient=orient).encode()
    assert read_table(few).feature_names == ["a", "b", "c"]


@pytest.mark.parametrize("orient", ["index", "columns"])
def test_json_that_may_be_turned_is_asked_about(orient):
    frame = FRAME[:5].set_axis(["Ada", "Ben", "Cleo", "Dan", "Eva"])
    data = frame.to_json(orient=orient).encode()
    asked = question(read_table(data), QuestionKind.ORIENTATION)
    shapes = [read_table(data, **option.keywords).X.shape for option in asked.options]
    assert shapes == [(5, 3), (3, 5)] and [option.count for option in asked.options] == [5, 3]
    error = refused(FRAME.to_json(orient="records").encode(), transpose=True)
    assert error.problem is Problem.UNUSED_KEYWORD


def test_json_answers_that_hold_their_records_in_one_key():
    data = json.dumps({"meta": {"n": 12}, "result": {"rows": NAMED.to_dict("records")}}).encode()
    np.testing.assert_array_equal(read_table(data).X, X)
    rows = b",\n".join(json.dumps(row).encode() for row in X.tolist())
    np.testing.assert_array_equal(read_table(rows).X, X)
    two = json.dumps({"x": NAMED.to_dict("records"), "y": NAMED.to_dict("records")}).encode()
    assert refused(two).problem is Problem.OTHER_FORMAT
    assert refused(b'[{"a":' * 100_000).problem is Problem.OTHER_FORMAT


@pytest.mark.parametrize("encoding", ["idna", "punycode", "utf-7"])
def test_encodings_without_signs_for_what_does_not_fit(encoding):
    assert refused(b"a'|\n--|\n'b'\n", encoding=encoding)


def test_svmlight(tmp_path):
    A = np.where(X > 0, X, 0)
    dump_svmlight_file(A, np.arange(12) % 2, str(tmp_path / "a.svm"), zero_based=False)
    table = read_table(tmp_path / "a.svm")
    np.testing.assert_allclose(table.X, A)
    assert table.labels.tolist() == [str(k % 2) for k in range(12)]
    assert refused(b"1 1:2 900000000:1\n0 1:3\n").problem is Problem.TOO_MANY_COLUMNS
    assert refused(b"1 1:2 5:1\n" * 9, limits=Limits(max_rows=5)).problem is Problem.TOO_MANY_ROWS


def ruled(left="", right="", rule="-", cross="+"):
    rows = [" | ".join(map(str, row)) for row in [FRAME.columns, *X]]
    line = cross.join([rule * 6] * 3)
    return [f"{left}{row}{right}" for row in rows], f"{left.replace(' ', '')}{line}{right.replace(' ', '')}"


def test_ruled_tables():
    rows, line = ruled()
    psql = "\n".join([f" {rows[0]}", line, *rows[1:], "(12 rows)", ""])
    rows, line = ruled("| ", " |")
    mysql = "\n".join(
        [line.replace("|", "+"), rows[0], line.replace("|", "+"), *rows[1:], line.replace("|", "+"), "12 rows in set"]
    )
    _, bars = ruled("| ", " |", cross="|")
    markdown = "\n".join(["# Results", "", "Some text, with a comma.", "", rows[0], bars, *rows[1:], "", "More."])
    for text, others in [(psql, 1), (mysql, 1), (markdown, 3)]:
        table = read_table(text.encode())
        np.testing.assert_array_equal(table.X, X)
        assert table.feature_names == ["a", "b", "c"] and note(table, NoteKind.RULED_TABLE).count == others


@pytest.mark.parametrize(
    "text", [str(X), repr(X), "\n".join(str(row) for row in X), str(X.tolist()).replace("], ", "],\n")]
)
def test_rows_in_brackets(text):
    np.testing.assert_array_equal(read_table(text.encode()).X, X)


def test_single_quotation_marks():
    text = "'a','b','c','it'\n" + "\n".join(f"'{a}','{b}','{c}','O''Neil, {k}'" for k, (a, b, c) in enumerate(X))
    table = read_table(text.encode())
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.SINGLE_QUOTES) and next(iter(table.original.records()))[1][3] == "O'Neil, 0"
    plain = "a,b,who\n" + "\n".join(f"{a},{b},O'Neil" for a, b, _ in X)
    assert not notes(read_table(plain.encode()), NoteKind.SINGLE_QUOTES)


@pytest.mark.parametrize("mark", ["^", "~", "\x01", "\u00a6"])
def test_rare_delimiters(mark):
    text = FRAME.to_csv(index=False).replace(",", mark)
    table = read_table(text.encode())
    np.testing.assert_array_equal(table.X, X)
    assert table.choices.delimiter == mark


@pytest.mark.parametrize("answer", [{"header": True}, {"drop_bad_rows": True}], ids=str)
def test_an_answer_about_rows_and_names_leaves_the_quotation_marks_out(answer):
    rows = "".join(f"{a},{b},'a, {c}'\n" for a, b, c in X)
    table = read_table(("400.5,402.5,remark\n" + rows).encode(), **answer)
    assert note(table, NoteKind.SINGLE_QUOTES)


def _records_by_key(n_records, n_fields):
    values = np.random.default_rng(4).normal(size=(n_records, n_fields)).round(2)
    return {f"r{k}": {f"f{j}": cell for j, cell in enumerate(row)} for k, row in enumerate(values.tolist())}


@pytest.mark.parametrize("shape", [(25, 3), (6, 12)])
def test_records_of_records_in_one_key_may_be_turned(shape):
    data = json.dumps({"meta": {"n": "x"}, "data": _records_by_key(*shape)}).encode()
    asked = question(read_table(data), QuestionKind.ORIENTATION)
    shapes = [read_table(data, **option.keywords).X.shape for option in asked.options]
    assert sorted(shapes) == sorted([shape, shape[::-1]])
    turned = read_table(data, transpose=True)
    assert turned.X.shape == (min(shape), max(shape))


def test_records_by_key_that_lack_some_fields_are_rows():
    """Columns by key have a cell for each row; a record may lack a field."""
    records = _records_by_key(12, 4)
    del records["r3"]["f2"], records["r7"]["f1"]
    for document in (records, {"meta": {"n": "x"}, "data": records}, {"data": records}):
        table = read_table(json.dumps(document).encode(), missing="median")
        assert table.feature_names == ["f0", "f1", "f2", "f3"] and table.n_rows == 12
        found = sample_names(table)
        assert found is not None and found.of(table.row_numbers) == list(records)
