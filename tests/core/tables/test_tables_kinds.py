"""Other kinds of file: gzip, Parquet, Feather, Excel, JSON lines, Matrix Market, ARFF, and DataFrames."""

import gzip
from io import BytesIO
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest
import scipy.io
from readings import column, question, questions, refused
from scipy import sparse

from rnse_core.tables import Limits, Problem, QuestionKind, VariableProblem, read_table

CASES = Path(__file__).parent / "cases"
RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(
    {
        "a": RNG.normal(size=12).round(3),
        "b": RNG.normal(size=12).round(3),
        "n": [1, 2, 3, 1, 5, 2, 7, 8, 9, 1, 11, 2],
        "ok": [True, False] * 6,
        "class": ["x", "y", "z"] * 4,
    }
)


def excel(frames):
    stream = BytesIO()
    with pd.ExcelWriter(stream) as writer:
        for name, frame in frames.items():
            frame.to_excel(writer, sheet_name=name, index=False)
    return stream.getvalue()


def packed(write):
    stream = BytesIO()
    write(stream)
    return stream.getvalue()


WRITERS = {
    "frame": lambda frame: frame,
    "csv": lambda frame: frame.to_csv(index=False).encode(),
    "csv.gz": lambda frame: gzip.compress(frame.to_csv(index=False).encode()),
    "parquet": lambda frame: packed(frame.to_parquet),
    "feather": lambda frame: packed(frame.to_feather),
    "xlsx": lambda frame: excel({"first": frame}),
    "jsonl": lambda frame: frame.to_json(orient="records", lines=True).encode(),
    "jsonl.gz": lambda frame: gzip.compress(frame.to_json(orient="records", lines=True).encode()),
}


@pytest.mark.parametrize("kind", WRITERS)
def test_every_kind_gives_the_same_table(kind):
    table = read_table(WRITERS[kind](FRAME))
    assert table.feature_names == ["a", "b", "n", "ok"] and table.label_name == "class"
    np.testing.assert_array_equal(table.X, FRAME[["a", "b", "n", "ok"]].to_numpy(dtype=float))
    assert table.labels.tolist() == FRAME["class"].tolist()
    assert len(list(table.original.records())) == 12


@pytest.mark.parametrize("kind", WRITERS)
def test_every_kind_asks_about_missing_values_and_identifiers(kind):
    frame = FRAME.assign(CustomerID=(np.arange(12) * 4291) % 5000 + 40000)
    frame.loc[3, "a"] = np.nan
    table = read_table(WRITERS[kind](frame))
    assert table.n_rows == 11 and "CustomerID" not in table.feature_names
    assert {QuestionKind.MISSING_VALUES, QuestionKind.IDENTIFIERS} <= {one.kind for one in table.questions}


@pytest.mark.parametrize("kind", ["parquet", "feather", "xlsx", "jsonl", "csv.gz"])
def test_every_kind_is_bounded_and_may_be_damaged(kind):
    data = WRITERS[kind](FRAME)
    assert refused(data, limits=Limits(max_cells=20)).problem in (Problem.TOO_MANY_CELLS, Problem.FILE_TOO_LARGE)
    assert refused(data, limits=Limits(max_columns=3)).problem is Problem.TOO_MANY_COLUMNS
    if kind != "jsonl":
        cut = refused(data[: len(data) // 2]).problem
        assert cut in (Problem.DAMAGED_FILE, Problem.OTHER_FORMAT)


def test_what_is_unpacked_is_bounded():
    bomb = gzip.compress(b"1,2\n" * 1_000_000)
    assert refused(bomb, limits=Limits(max_bytes=100_000)).problem is Problem.FILE_TOO_LARGE
    frame = pd.DataFrame({"a": np.zeros(200_000), "b": np.zeros(200_000)})
    data = WRITERS["parquet"](frame)
    assert len(data) < 100_000
    assert refused(data, limits=Limits(max_bytes=100_000)).problem is Problem.FILE_TOO_LARGE


def test_the_sheet_is_a_question():
    data = excel({"notes": pd.DataFrame({"x": [1.5, 2.5, 4.5], "y": [1, 5, 2]}), "table": FRAME})
    asked = question(read_table(data), QuestionKind.SHEET)
    assert [option.keywords for option in asked.options] == [{"sheet": "notes"}, {"sheet": "table"}]
    assert [read_table(data, **option.keywords).n_rows for option in asked.options] == [3, 12]
    error = refused(data, sheet="other")
    assert (error.problem, error.choices) == (Problem.UNKNOWN_SHEET, ("notes", "table"))


def test_a_sheet_with_short_rows_and_dates():
    book = openpyxl.Workbook()
    for row in (
        ["day", "a", "b"],
        [pd.Timestamp("2020-01-01"), 1.5, 2],
        [pd.Timestamp("2020-01-02"), 2.5],
        [None, 3, 4],
    ):
        book.active.append(row)
    table = read_table(packed(book.save))
    assert column(table, "day").type == "date" and column(table, "b").n_missing == 1


def test_json_lines_with_missing_keys_and_lists():
    table = read_table(b'{"a": 1.5, "b": 2}\n{"a": null, "b": 3}\n\n{"b": 4, "a": 2}\n{"a": 9, "b": 1}\n')
    assert table.n_rows == 3 and table.n_rows_read == 4
    assert read_table(b"[1, 2]\n[3, 5]\n[4, 1]\n", name="x.jsonl").X.shape == (3, 2)
    error = refused(b'{"a": 1}\n{"a": 2}\n{"a": \n')
    assert (error.problem, error.line) == (Problem.JSON_LINE, 3)


@pytest.mark.parametrize("field", ["real", "integer", "pattern"])
@pytest.mark.parametrize("is_sparse", [True, False])
def test_matrix_market(field, is_sparse):
    A = np.array([[1, 0, 2], [0, 3, 0], [4, 0, 0], [0, 0, 1]], dtype=int if field == "integer" else float)
    if field == "pattern":
        A = (A > 0).astype(float)
    if field == "pattern" and not is_sparse:
        field = "real"
    data = packed(lambda stream: scipy.io.mmwrite(stream, sparse.coo_array(A) if is_sparse else A, field=field))
    np.testing.assert_array_equal(read_table(data).X, A)


def test_matrix_market_is_checked_before_memory_is_taken():
    head = b"%%MatrixMarket matrix coordinate real general\n"
    assert refused(head + b"1000000 999999 1\n1 1 1.0\n").value[0].problem is VariableProblem.TOO_MANY_ENTRIES
    assert refused(head + b"1000000 1000000 1\n1 1 1.0\n").problem is Problem.NOTHING_SIMILAR
    assert refused(head + b"3 3 900000000\n1 1 1.0\n").problem is Problem.DAMAGED_FILE
    assert refused(head + b"3 3 1\n9 1 1.0\n").problem is Problem.DAMAGED_VARIABLE


def test_case_of_arff():
    table = read_table(CASES / "c14.arff")
    assert table.feature_names == ["a", "b"] and table.label_name == "class" and table.n_rows == 12


def test_arff_with_sparse_rows_texts_and_missing_values():
    data = b"""% a comment
@RELATION r
@attribute 'a b' numeric
@attribute c {no, yes}
@attribute note string
@attribute class {x, y}
@data
{0 1.5, 2 'one, two', 3 y}
2.5, yes, "three", x
?, no, four, y
{1 yes}
"""
    table = read_table(data, missing="drop")
    assert table.feature_names == ["a b", "c"] and table.labels.tolist() == ["y", "x", "x"]
    np.testing.assert_array_equal(table.X, [[1.5, 0], [2.5, 1], [0, 1]])
    assert refused(b"@relation r\n@attribute a numeric\n@data\n1,2\n").problem is Problem.NOT_ARFF


def test_a_frame_with_categories_nullable_types_and_an_index():
    frame = pd.DataFrame(
        {
            "i": pd.array([1, None, 3, 4, 9, 5], dtype="Int64"),
            "f": pd.array([1.5, 2.5, 2, 7, 3, 1], dtype="Float64"),
            "flag": pd.array([True, False, None, True, False, True], dtype="boolean"),
            "kind": pd.Categorical(["u", "v", "u", "v", "u", None]),
            "when": pd.date_range("2020", periods=6),
        },
        index=[f"row {k}" for k in range(6)],
    )
    table = read_table(frame)
    assert table.feature_names == ["i", "f", "flag"] and table.n_rows == 4 and table.columns[0].role == "ignored"
    assert column(table, "when").type == "date" and column(table, "kind").n_distinct == 2
    assert read_table(frame, one_hot=["kind"], missing="median").n_features == 5
    assert read_table(frame.set_index(pd.Index([5, 3, 9, 1, 2, 2]))).feature_names == ["i", "f", "flag"]
    assert read_table(frame).sha256 == table.sha256 != read_table(frame.assign(f=1.25 * frame["f"])).sha256


@pytest.mark.parametrize(
    ("kind", "keywords"),
    [
        ("csv", {"variable": "X"}), ("csv", {"sheet": "a"}), ("frame", {"delimiter": ";"}),
        ("parquet", {"transpose": True}), ("parquet", {"header": False}), ("xlsx", {"encoding": "utf-8"}),
        ("jsonl", {"skip_lines": 2}), ("feather", {"variable": "a"}), ("parquet", {"drop_bad_rows": True}),
    ],
)  # fmt: skip
def test_a_keyword_that_does_nothing_is_refused(kind, keywords):
    data = WRITERS[kind](FRAME)
    error = refused(data, **keywords)
    assert (error.problem, error.keyword) == (Problem.UNUSED_KEYWORD, next(iter(keywords)))
    assert read_table(data, **error.options[0].apply(keywords)).n_rows == 12


def test_keywords_of_text_do_nothing_for_arrays():
    error = refused(packed(lambda stream: np.save(stream, np.eye(4))), delimiter=";")
    assert (error.problem, error.keyword) == (Problem.UNUSED_KEYWORD, "delimiter")


def test_a_frame_has_no_questions_of_a_file():
    assert not questions(read_table(FRAME), QuestionKind.HEADER, QuestionKind.DELIMITER, QuestionKind.ENCODING)
