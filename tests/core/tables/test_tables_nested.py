"""Columns of vectors, lists and records, in DataFrames, Parquet, Feather and JSON lines."""

import json
from io import BytesIO

import numpy as np
import pandas as pd
import pytest
from readings import column, question, questions, refused

from rnse_core.tables import NoteKind, Problem, QuestionKind, RoleReason, read_table

RNG = np.random.default_rng(5)
VECTORS = RNG.normal(size=(12, 4)).round(3)
SCORES = RNG.normal(size=12).round(3)


def written(frame, kind):
    if kind == "frame":
        return frame
    if kind == "jsonl":
        return "\n".join(json.dumps(row) for row in frame.to_dict("records")).encode()
    stream = BytesIO()
    getattr(frame, f"to_{kind}")(stream)
    return stream.getvalue()


KINDS = ["frame", "parquet", "feather", "jsonl"]


@pytest.mark.parametrize("kind", KINDS)
def test_each_place_of_a_vector_is_a_feature_and_it_is_asked(kind):
    data = written(pd.DataFrame({"score": SCORES, "embedding": VECTORS.tolist()}), kind)
    table = read_table(data)
    places = [f"embedding {k}" for k in range(1, 5)]
    assert table.feature_names == ["score", *places]
    np.testing.assert_array_equal(table.X, np.column_stack([SCORES, VECTORS]))
    asked = question(table, QuestionKind.VECTORS)
    assert asked.columns == ("embedding",)
    used, left_out = (read_table(data, **option.keywords) for option in asked.options)
    assert used.feature_names == table.feature_names and left_out.feature_names == ["score"]
    assert not questions(left_out, QuestionKind.VECTORS)


@pytest.mark.parametrize("kind", KINDS)
def test_vectors_alone_are_the_table(kind):
    frame = pd.DataFrame({"embedding": VECTORS.tolist(), "id": [f"d{k}" for k in range(12)]})
    table = read_table(written(frame, kind))
    np.testing.assert_array_equal(table.X, VECTORS)
    assert [note.columns for note in table.report if note.kind is NoteKind.VECTORS] == [("embedding",)]


@pytest.mark.parametrize("kind", KINDS)
def test_fields_of_records_are_columns(kind):
    users = [
        {"age": 20.5 + k * k, "geo": {"lat": float(VECTORS[k, 0]), "lon": float(VECTORS[k, 1])}} for k in range(12)
    ]
    table = read_table(written(pd.DataFrame({"user": users, "score": SCORES}), kind))
    assert table.feature_names == ["user.age", "user.geo.lat", "user.geo.lon", "score"]
    np.testing.assert_array_equal(table.X[:, 1:3], VECTORS[:, :2])
    assert [note.columns for note in table.report if note.kind is NoteKind.RECORDS] == [("user",)]


def test_a_vector_that_is_absent_is_missing():
    vectors = [None if k == 3 else row for k, row in enumerate(VECTORS.tolist())]
    table = read_table(pd.DataFrame({"v": vectors, "score": SCORES}))
    assert table.n_rows == 11 and column(table, "v 2").n_missing == 1


def test_vectors_of_several_lengths_are_text():
    vectors = [row[: 2 + k % 2] for k, row in enumerate(VECTORS.tolist())]
    assert column(read_table(pd.DataFrame({"v": vectors, "score": SCORES})), "v").type == "text"


@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_words_can_be_divided(kind):
    tags = [["a", "b"], ["a"], ["b", "c"], ["a", "b", "c"]] * 5
    scores = RNG.normal(size=20).round(3)
    data = written(pd.DataFrame({"score": scores, "tags": tags}), kind)
    table = read_table(data, split={"tags": ";"}, label_column=None)
    assert table.n_features == 4
    assert table.X[:4, 1:].tolist() == [[1, 1, 0], [1, 0, 0], [0, 1, 1], [1, 1, 1]]


@pytest.mark.parametrize("kind", ["frame", "parquet"])
def test_bytes_that_are_no_text_are_never_labels(kind):
    data = written(pd.DataFrame({"x": SCORES, "raw": [b"\x00\x02", b"\xff\xfe\x01"] * 6}), kind)
    table = read_table(data)
    assert table.label_name is None
    assert [note.columns for note in table.report if note.reason is RoleReason.BYTES] == [("raw",)]
    only = written(pd.DataFrame({"raw": [b"\x00\x02", b"\xff\xfe\x01"] * 6}), kind)
    assert refused(only).problem is Problem.NO_FEATURES


@pytest.mark.parametrize("kind", ["frame", "parquet", "feather"])
def test_whole_numbers_that_are_rounded_are_told(kind):
    large = np.array([2**63 + k * 12345 for k in RNG.permutation(12).tolist()], dtype=np.uint64)
    table = read_table(written(pd.DataFrame({"x": SCORES, "n": large}), kind), keep=["n"])
    assert [note.columns for note in table.report if note.kind is NoteKind.ROUNDED_INTEGERS] == [("n",)]
