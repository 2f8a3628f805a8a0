"""Whole numbers beyond 2^53 that differ in their last digits are not made equal without a word."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from readings import column, note, notes, question, questions

from rnse_core.tables import NoteKind, OptionKind, QuestionKind, read_table

N = 24
FIRST = 1212345678901234560
X = np.random.default_rng(6).normal(size=(N, 2)).round(3)
DIFFERENT = [FIRST + k * 7 % N for k in range(N)]
REPEATED = [FIRST + k * 7 % 4 for k in range(N)]


def frame(ids, name):
    return pd.DataFrame({"a": X[:, 0], name: ids, "b": X[:, 1]})


def as_parquet(found):
    stream = io.BytesIO()
    found.to_parquet(stream)
    return stream.getvalue()


WRITERS = {
    "comma": lambda found: found.to_csv(index=False).encode(),
    "tab": lambda found: found.to_csv(index=False, sep="\t").encode(),
    "frame": lambda found: found,
    "parquet": as_parquet,
    "json": lambda found: json.dumps(found.to_dict("records")).encode(),
    "json lines": lambda found: found.to_json(orient="records", lines=True).encode(),
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("ids", [DIFFERENT, REPEATED, [-one for one in DIFFERENT], [None, *REPEATED[1:]]])
@pytest.mark.parametrize("name", ["tweet", "x", "user_id"])
def test_numbers_that_would_be_equal_are_words(writer, ids, name):
    found = frame(pd.array(ids, dtype="Int64"), name)
    data = WRITERS[writer](found)
    table = read_table(data, label_column=None)
    assert table.feature_names == ["a", "b"] and table.n_rows == N
    assert column(table, name).n_distinct == len(set(ids) - {None})
    asked = question(table, QuestionKind.CODES)
    assert asked.columns == (name,) and not notes(table, NoteKind.ROUNDED_INTEGERS)
    for option in asked.options:
        again = read_table(data, label_column=None, **option.keywords)
        if option.kind is OptionKind.CONVERT:
            assert note(again, NoteKind.ROUNDED_INTEGERS).columns == (name,)
        if option.kind is OptionKind.ONE_HOT:
            assert again.n_features == 2 + len(set(ids) - {None})


@pytest.mark.parametrize("writer", WRITERS)
def test_labels_stay_apart(writer):
    table = read_table(WRITERS[writer](frame(REPEATED, "class")))
    assert table.label_name == "class" and table.labels.tolist() == [str(one) for one in REPEATED]


@pytest.mark.parametrize("writer", WRITERS)
def test_rounded_numbers_that_stay_different_are_features_and_said(writer):
    sizes = [9007199254740993 + k * k * 977 % 12345 * 10 for k in range(N)]
    table = read_table(WRITERS[writer](frame(sizes, "size")), keep=["size"])
    assert "size" in table.feature_names and note(table, NoteKind.ROUNDED_INTEGERS).columns == ("size",)


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("sizes", [[2**60 + 512 * k * k for k in range(N)], [10**15 + k * k for k in range(N)]])
def test_exact_numbers_are_features(writer, sizes):
    table = read_table(WRITERS[writer](frame(sizes, "size")), keep=["size"])
    assert "size" in table.feature_names and not notes(table, NoteKind.ROUNDED_INTEGERS)
    assert table.X[:, 1].tolist() == sizes and not questions(table, QuestionKind.CODES)


def test_powers_of_ten_are_no_identifiers():
    cells = [f"{k}.5e{20 + k % 3}" for k in range(N)]
    table = read_table(frame(cells, "size").to_csv(index=False).encode())
    assert "size" in table.feature_names and not notes(table, NoteKind.ROUNDED_INTEGERS)
