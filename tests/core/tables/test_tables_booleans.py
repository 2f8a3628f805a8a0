"""Words for yes and no that are written in several ways in one column."""

import pytest
from readings import column, note, questions

from rnse_core.tables import NoteKind, QuestionKind, note_sentence, read_table

N = 24


def file(words):
    rows = [f"{words[k % len(words)]},{k * 7 % 13}.5,{k * 5 % 11}.25" for k in range(N)]
    return "\n".join(["flag,a,b", *rows, ""]).encode()


MIXTURES = [
    (("1", "0", "TRUE", "FALSE"), (1, 0, 1, 0)),
    (("yes", "no", "Yes", "NO", "y"), (1, 0, 1, 0, 1)),
    (("Y", "N", "yes", "No "), (1, 0, 1, 0)),
    (("t", "f", "True", "False"), (1, 0, 1, 0)),
    (("1.0", "0.0", "True", "False"), (1, 0, 1, 0)),
    (("0", "1", "true"), (0, 1, 1)),
    (("y", "n", "1", "0"), (1, 0, 1, 0)),
    (("ja", "nein", "J", "N", "1"), (1, 0, 1, 0, 1)),
    (("oui", "non", "0"), (1, 0, 0)),
    (("yes", "FALSE", "no", "TRUE"), (1, 0, 0, 1)),
]


@pytest.mark.parametrize(("words", "worth"), MIXTURES, ids=lambda one: "/".join(map(str, one)))
def test_mixtures_are_one_pair(words, worth):
    table = read_table(file(words))
    assert table.feature_names == ["flag", "a", "b"] and column(table, "flag").type == "boolean"
    assert table.X[:, 0].tolist() == [worth[k % len(words)] for k in range(N)]
    no, yes = note(table, NoteKind.BOOLEAN).values
    said = {*((no,) if isinstance(no, str) else no), *((yes,) if isinstance(yes, str) else yes)}
    assert said == {word.strip().casefold() for word in words}
    assert note_sentence(note(table, NoteKind.BOOLEAN))
    assert not questions(table, QuestionKind.CONVERSION, QuestionKind.LABEL_COLUMN)


@pytest.mark.parametrize(
    "words", [("0", "1", "T"), ("yes", "no", "maybe"), ("y", "n", "t", "f"), ("1", "0", "x")], ids=str
)
def test_other_words_are_no_pair(words):
    assert column(read_table(file(words)), "flag").type != "boolean"


def test_a_missing_cell_stays_missing():
    table = read_table(file(("1", "0", "TRUE", "FALSE", "")), missing="median")
    assert column(table, "flag").missing_tokens == {"": N // 5}
