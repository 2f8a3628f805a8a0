"""A table of numbers and words read as Gower's distances between its rows."""

import numpy as np
import pytest
from readings import column, note, question, refused

from rnse_core.affinity import gower_distances
from rnse_core.tables import Limits, NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table

HOW, COLOURS = ("often", "never", "rarely"), ("red", "blue")
ROWS = [(k * 7 % 11 + 0.5, HOW[k % 3], COLOURS[k // 6], "" if k == 3 else k % 5) for k in range(12)]
MIXED = ("a,how,colour,n\n" + "".join(f"{a},{how},{colour},{n}\n" for a, how, colour, n in ROWS)).encode()


def of(**keywords):
    return read_table(MIXED, label_column=None, **keywords)


def test_it_is_offered_with_the_number_of_columns():
    option = question(of(), QuestionKind.WORDS).options[-1]
    assert (option.kind, option.keywords, option.count) == (OptionKind.GOWER, {"kind": "gower"}, 4)


def test_the_distances_are_of_all_columns_and_rows():
    table = of(kind="gower")
    numbers = np.array(
        [[a, HOW.index(how), COLOURS.index(colour), np.nan if n == "" else n] for a, how, colour, n in ROWS]
    )
    expected = gower_distances(numbers, ["number", "word", "word", "number"])
    np.testing.assert_array_equal(table.X, expected)
    assert table.kind == "distance" and table.row_numbers.tolist() == list(range(1, 13))
    assert (table.choices.compared_by, table.choices.missing) == ("gower", "auto")
    assert dict(note(table, NoteKind.GOWER).values) == {"number": 2, "word": 2}
    assert column(table, "how").reason is RoleReason.WORDS and column(table, "how").role == "feature"


def test_words_of_a_scale_are_asked_about():
    asked = question(of(kind="gower"), QuestionKind.WORDS)
    table = of(**asked.options[1].apply({"kind": "gower"}))
    assert dict(note(table, NoteKind.GOWER).values) == {"number": 2, "ordinal": 1, "word": 1}
    assert table.X[0, 1] == pytest.approx((0.7 + 1 + 0 + 0.25) / 4)
    assert not [one for one in table.questions if one.kind is QuestionKind.WORDS]


def test_ticks_and_one_hot_columns():
    rows = "".join(f"{k % 5},{'x' if k % 3 == 0 else ''},{'abc'[k % 3]}\n" for k in range(12))
    data = f"n,tick,letter\n{rows}".encode()
    table = read_table(data, label_column=None, kind="gower", ticks=["tick"], one_hot=["letter"])
    assert dict(note(table, NoteKind.GOWER).values) == {"number": 1, "tick": 1, "word": 1}
    assert table.X[1, 2] == (0.25 + 1) / 2  # neither row has the tick


def test_columns_that_say_nothing_are_left_out():
    rows = "".join(f"{k + 1},name{k},{k * 5 % 7},{'ab'[k % 2]},same,{k + 1} kg\n" for k in range(12))
    table = read_table(f"id,name,n,letter,one,mass\n{rows}".encode(), label_column=None, kind="gower")
    assert [one.name for one in table.columns if one.role == "feature"] == ["n", "letter"]
    assert question(table, QuestionKind.CONVERSION).columns == ("mass",)


@pytest.mark.parametrize(("missing", "n_rows"), [("drop", 11), ("median", 12), ("most_frequent", 12)])
def test_policies_on_missing_values(missing, n_rows):
    table = of(kind="gower", missing=missing)
    assert table.n_rows == n_rows == len(table.feature_names)
    assert np.isfinite(table.X).all()


def test_what_cannot_be_compared_offers_what_can():
    error = refused(MIXED, label_column=None, kind="gower", missing="neighbours")
    assert error.problem is Problem.NOT_WITH_WORDS
    assert of(**error.options[0].apply({"kind": "gower", "missing": "neighbours"})).n_rows == 12
    data = b"a,b\n1,\n,x\n2,x\n3,y\n2,y\n"
    error = refused(data, label_column=None, kind="gower")
    assert (error.problem, error.places) == (Problem.NOTHING_TO_COMPARE, (1, 2))
    assert read_table(data, label_column=None, kind="gower", missing="drop").n_rows == 3


def test_more_pairs_than_the_limits_are_refused_with_a_sample():
    limits = Limits(max_cells=100)
    error = refused(MIXED, label_column=None, kind="gower", limits=limits)
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_PAIRS, 12, 10)
    assert of(kind="gower", limits=limits, **error.options[0].keywords).n_rows == 10


def test_more_pairs_than_the_memory_are_refused(monkeypatch):
    monkeypatch.setattr("rnse_core.tables.gower.available_bytes", lambda: 1600)
    assert refused(MIXED, label_column=None, kind="gower").bound == 10


def test_a_table_of_words_only():
    rows = "".join(f"{'abc'[k % 3]},{'xy'[k % 2]}\n" for k in range(12))
    data = f"p,q\n{rows}".encode()
    (option,) = [one for one in refused(data, label_column=None).options if one.kind is OptionKind.GOWER]
    table = read_table(data, label_column=None, **option.keywords)
    assert set(np.unique(table.X)) == {0.0, 0.5, 1.0}


def test_in_few_rows_a_word_that_occurs_twice_is_compared():
    table = read_table(b"a,w,name\n1,u,p\n2.5,v,q\n4,w,r\n3,u,s\n", label_column=None, kind="gower")
    assert [one.name for one in table.columns if one.role == "feature"] == ["a", "w"]
    assert column(table, "name").role == "ignored"
    expected = gower_distances(np.array([[1, 0], [2.5, 1], [4, 2], [3, 0.0]]), ["number", "word"])
    np.testing.assert_array_equal(table.X, expected)
    many = "\n".join(["a,w", *(f"{k * k % 13},w{max(k, 1)}" for k in range(20))]).encode()
    asked = read_table(many, label_column=None).questions
    assert not [option for one in asked for option in one.options if option.kind is OptionKind.GOWER]
