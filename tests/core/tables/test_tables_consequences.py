"""The order of the questions, and what each answer gives."""

import math

import pytest
from readings import questions

from rnse_core.tables import (
    Outcome,
    Problem,
    QuestionKind,
    TableError,
    consequences,
    outcome_text,
    read_table,
    weigh_questions,
)
from rnse_core.tables.consequences import USUAL_ORDER

LINES = [
    f'{k * k % 17}.5,{k % 7},{"" if k % 3 == 0 else k % 5},{"nesw"[k % 4]},{"abc"[k % 3]},"1,{100 + k}"'
    for k in range(30)
]
DATA = "\n".join(["x,y,gaps,city,group,points", *LINES]).encode()


@pytest.fixture(scope="module")
def table():
    return read_table(DATA)


@pytest.fixture(scope="module")
def weighed(table):
    return weigh_questions(DATA, table, {})


def test_the_outcome_of_each_answer_is_that_of_reading_with_it(table, weighed):
    assert {one.question.kind for one in weighed} >= {QuestionKind.MISSING_VALUES, QuestionKind.LABEL_COLUMN}
    for one in weighed:
        assert one.outcomes[0] == Outcome(table.n_rows, table.n_features, "features")
        for option, outcome in zip(one.question.options[1:], one.outcomes[1:], strict=True):
            again = read_table(DATA, **option.keywords)
            assert outcome == Outcome(again.n_rows, again.n_features, again.kind)


def test_the_most_consequential_question_comes_first(table, weighed):
    def weight(one):
        return max(
            abs(gives.n_rows - table.n_rows) / table.n_rows
            + abs(gives.n_features - table.n_features) / table.n_features
            for gives in one.outcomes
        )

    weights = [weight(one) for one in weighed]
    assert weights == sorted(weights, reverse=True) and weights[0] > 0
    assert math.isfinite(weights[0])


def test_a_column_with_an_open_comma_is_asked_about_once():
    data = "\n".join(["a,b,c", *(f'"1,{100 + k}",{k}kg,{k * k % 7}' for k in range(12))]).encode()
    found = read_table(data, convert={"a": "decimal_comma"})
    assert not questions(found, QuestionKind.COMMA)
    asked = [one.question for one in weigh_questions(data, read_table(data), {})]
    about_a = [one for one in asked if "a" in one.columns]
    assert [one.kind for one in about_a] == [QuestionKind.COMMA]


def test_places_are_those_among_the_questions_of_the_table(table, weighed):
    assert {one.place for one in weighed} <= set(range(len(table.questions)))
    assert all(table.questions[one.place].kind is one.question.kind for one in weighed)


def test_a_large_file_is_not_read_again(table, monkeypatch):
    monkeypatch.setattr(consequences, "MOST_CELLS", 10)
    large = weigh_questions(DATA, table, {})
    assert all(outcome is None for one in large for outcome in one.outcomes)
    ranks = [USUAL_ORDER.index(one.question.kind) for one in large]
    assert ranks == sorted(ranks)


def test_an_answer_that_gives_no_table_comes_first(monkeypatch, table):
    def refuse(*_, **keywords):
        if keywords.get("label_column", "auto") is None:
            raise TableError(Problem.NO_ROWS)
        return table

    monkeypatch.setattr(consequences, "read_table", refuse)
    first = weigh_questions(DATA, table, {})[0]
    assert first.question.kind is QuestionKind.LABEL_COLUMN and None in first.outcomes


def test_every_kind_of_question_has_a_place_in_the_usual_order():
    assert set(USUAL_ORDER) == set(QuestionKind)


def test_outcomes_have_words():
    assert outcome_text(Outcome(1, 4, "features")) == "1 row, 4 features"
    assert "distance" in outcome_text(Outcome(30, 30, "distance"))
