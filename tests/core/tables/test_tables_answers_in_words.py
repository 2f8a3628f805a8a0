"""Words such as "None" and "?" in columns of words, where they may be answers."""

import numpy as np
import pytest
from readings import column, note, question, questions

from rnse_core.tables import NoteKind, OptionKind, QuestionKind, read_table

N = 30
RNG = np.random.default_rng(4)
MEASURED = [f"{value:.2f},{other:.2f}" for value, other in RNG.normal(size=(N, 2)).tolist()]


def file(words, second=("low", "medium", "high")):
    rows = [
        f"{row},{words[k % len(words)]},{second[k % 7 % len(second)]},{'xy'[k % 2]}" for k, row in enumerate(MEASURED)
    ]
    return "\n".join(["a,b,answer,level,species", *rows, ""]).encode()


PETS = ("None", "cat", "dog")


@pytest.mark.parametrize("words", [PETS, ("none", "1", "2", "3+"), ("None", "mild", "severe")], ids=str)
def test_none_is_an_answer_among_words(words):
    table = read_table(file(words))
    asked = question(table, QuestionKind.ANSWERS)
    assert asked.columns == ("answer",) and asked.options[0].kind is OptionKind.COUNT_AS_ANSWER
    assert column(table, "answer").n_missing == 0
    hot = read_table(file(words), one_hot=["answer"])
    assert hot.n_rows == N and f"answer={words[0]}" in hot.feature_names
    assert question(hot, QuestionKind.ANSWERS).columns == ("answer",)
    missing = read_table(file(words), one_hot=["answer"], **asked.options[1].keywords)
    assert missing.n_rows == sum(words[k % len(words)] != words[0] for k in range(N))
    assert note(missing, NoteKind.INCOMPLETE_ROWS).count and not questions(missing, QuestionKind.ANSWERS)


@pytest.mark.parametrize("words", [("none", "1", "2", "3+"), ("None", "mild", "severe")], ids=str)
def test_none_is_the_lowest_place_of_a_scale(words):
    words_question = question(read_table(file(words)), QuestionKind.WORDS)
    (scale,) = (one for one in words_question.options if one.kind is OptionKind.ORDINAL)
    assert scale.keywords["ordinal"]["answer"] == words
    table = read_table(file(words), **scale.keywords)
    assert table.n_rows == N and set(table.X[:, table.feature_names.index("answer")]) == {*range(1, 1 + len(words))}


@pytest.mark.parametrize("token", ["?", "-", "NA", "n/a", "missing"])
def test_other_words_are_no_answers_unless_someone_says_so(token):
    words = ("cat", "dog", token)
    table = read_table(file(words))
    asked = question(table, QuestionKind.ANSWERS)
    assert (asked.columns, asked.values) == (("answer",), (token,))
    assert asked.options[0].kind is OptionKind.COUNT_AS_MISSING
    assert read_table(file(words), one_hot=["answer"]).n_rows == 2 * N // 3
    for option, n_rows in zip(asked.options, (2 * N // 3, N), strict=True):
        again = read_table(file(words), one_hot=["answer"], **option.keywords)
        assert again.n_rows == n_rows and not questions(again, QuestionKind.ANSWERS)
        assert (f"answer={token}" in again.feature_names) == (n_rows == N)


def test_none_is_no_place_on_a_scale_of_others():
    words = ("None", "1 - bad", "2 - fair", "3 - good")
    table = read_table(file(words))
    assert question(table, QuestionKind.ANSWERS).options[0].kind is OptionKind.COUNT_AS_MISSING
    (scale,) = (one for one in question(table, QuestionKind.WORDS).options if one.kind is OptionKind.ORDINAL)
    assert scale.keywords["ordinal"]["answer"] == words[1:]


def test_na_is_an_answer_beside_other_codes_of_two_letters():
    table = read_table(file(("EU", "AS", "NA")), one_hot=["answer"])
    assert table.n_rows == N and "answer=NA" in table.feature_names


def test_gower_compares_answers():
    for words, n_missing in ((PETS, 0), (("?", "cat", "dog"), N // 3)):
        table = read_table(file(words), kind="gower")
        assert column(table, "answer").n_missing == n_missing
        assert question(table, QuestionKind.ANSWERS).columns == ("answer",)


@pytest.mark.parametrize("words", [("1", "2", "None"), ("yes", "no", "None"), ("+", "-"), ("-", "+", "++")], ids=str)
def test_numbers_booleans_and_signs_are_not_asked_about(words):
    assert not questions(read_table(file(words)), QuestionKind.ANSWERS)


def test_a_column_of_numbers_that_is_named_keeps_its_missing_words():
    table = read_table(file(("1", "2.5", "None", "9")), missing_in={"answer": ["9"]})
    assert column(table, "answer").missing_tokens["None"] and table.n_rows < N
