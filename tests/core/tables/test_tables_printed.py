"""Tables as programs print and store them: JSON, svmlight, rules, brackets, single quotation marks, rare delimiters."""

import json

import numpy as np
import pandas as pd
import pytest
from readings import note, notes, refused
from sklearn.datasets import dump_svmlight_file

from rnse_core.tables import NoteKind, Problem, read_table
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
