"""Words that differ in case and blanks alone: asked about, and the same on request."""

import pytest
from readings import note, question, questions, refused

from rnse_core.tables import NoteKind, Problem, QuestionKind, read_table

N = 24
WRITTEN = ("Setosa", "setosa", "Versicolor", "Setosa", "versi color", "Versi  color")
FOLDED = ("Setosa", "Setosa", "Versicolor", "Setosa", "versi color", "versi color")


def file(words, name="species"):
    rows = [f"{k * 7 % 13}.5,{k * 5 % 11}.25,{words[k % len(words)]}" for k in range(N)]
    return "\n".join([f"a,b,{name}", *rows, ""]).encode()


def test_labels_are_the_same_on_request():
    table = read_table(file(WRITTEN))
    assert set(table.labels.tolist()) == set(WRITTEN)
    asked = question(table, QuestionKind.SAME_WORDS)
    assert asked.columns == ("species",) and asked.values == (("Setosa", "setosa"),)
    again = read_table(file(WRITTEN), **asked.options[1].keywords)
    expected = {len(set(FOLDED[k::6])) for k in range(6)}
    assert expected == {1} and [*map(str.casefold, again.labels.tolist()[:6])] == [*map(str.casefold, FOLDED)]
    assert len(set(again.labels.tolist())) == 3
    assert note(again, NoteKind.FOLDED).count and not questions(again, QuestionKind.SAME_WORDS)


@pytest.mark.parametrize("keywords", [{"label_column": None}, {"one_hot": ["town"]}, {"kind": "gower"}], ids=str)
def test_columns_of_words_are_asked_about(keywords):
    words = ("Rome", "ROME", "Oslo", "Bern")
    rows = [f"{k * 7 % 13}.5,{k * 5 % 11}.25,{words[k % 4]},{'xy'[k % 2]}" for k in range(N)]
    data = "\n".join(["a,b,town,species", *rows, ""]).encode()
    asked = question(read_table(data, **keywords), QuestionKind.SAME_WORDS)
    assert asked.columns == ("town",)
    again = read_table(data, **keywords, **asked.options[1].keywords)
    assert not questions(again, QuestionKind.SAME_WORDS)
    if "one_hot" in keywords:
        assert sum(name.startswith("town=") for name in again.feature_names) == 3


@pytest.mark.parametrize("words", [("Setosa", "Virginica"), ("a b", "c d"), ("x ", " x", "y")], ids=str)
def test_words_that_differ_are_not_asked_about(words):
    assert not questions(read_table(file(words)), QuestionKind.SAME_WORDS)


def test_the_commonest_way_of_writing_is_kept():
    words = ("bern", "Bern", "Bern", "oslo", "Oslo", "Oslo")
    table = read_table(file(words), fold_case=["species"])
    assert set(table.labels.tolist()) == {"Bern", "Oslo"}


def test_an_unknown_column_is_refused():
    assert refused(file(WRITTEN), fold_case=["c"]).problem is Problem.UNKNOWN_COLUMN
