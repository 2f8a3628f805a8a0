"""Cells with several answers, as online surveys export them: offered as one 0/1 column for each answer."""

import numpy as np
import pytest
from readings import column, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table

ANSWERS = ("R", "SPSS", "Excel", "Python, with pandas")
CHOSEN = np.random.default_rng(0).random((60, 4)) < (0.7, 0.5, 0.4, 0.3)
CHOSEN[~CHOSEN.any(axis=1), 0] = True


def survey(separator, answers=ANSWERS, name="tools"):
    cells = [separator.join(a for a, yes in zip(answers, row, strict=True) if yes) for row in CHOSEN]
    lines = [f'{k * 7 % 11},"{cell}",{k * 5 % 13}' for k, cell in enumerate(cells)]
    return "\n".join([f"x,{name},y", *lines]).encode()


@pytest.mark.parametrize("separator", [";", "; ", "|", " | "])
@pytest.mark.parametrize("name", ["tools", "Which tools do you use?"])
def test_each_answer_is_a_column(separator, name):
    data = survey(separator, name=name)
    table = read_table(data)
    assert table.label_name is None
    options = question(table, QuestionKind.WORDS).options
    (split,) = [option for option in options if option.kind is OptionKind.SPLIT]
    assert split.keywords == {"split": {name: separator.strip()}} and split.count == 4
    read = read_table(data, **split.keywords)
    places = {feature: j for j, feature in enumerate(read.feature_names)}
    found = np.column_stack([read.X[:, places[f"{name}={answer}"]] for answer in ANSWERS])
    assert np.array_equal(found, CHOSEN)
    assert column(read, name).reason is RoleReason.ONE_HOT
    assert not questions(read, QuestionKind.WORDS)
    assert [note.values for note in notes(read, NoteKind.SPLIT)] == [tuple(sorted(ANSWERS))]


def test_commas_between_single_words():
    data = survey(", ", ("cat", "dog", "bird", "fish"))
    (split,) = [o for o in question(read_table(data), QuestionKind.WORDS).options if o.kind is OptionKind.SPLIT]
    assert split.keywords == {"split": {"tools": ","}}


@pytest.mark.parametrize(
    "cells",
    [
        [f"Street {k}, Town {k % 7}" for k in range(60)],
        [f"Last{k}, First{k}" for k in range(60)],
        [f"{k % 5},{k % 7}" for k in range(60)],
        ["red", "green", "blue"] * 20,
        ["Paris; France"] * 30 + ["Rome; Italy"] * 30,
        [f"a long remark; of row {k} alone" for k in range(60)],
    ],
    ids=["addresses", "names", "numbers", "single", "always together", "remarks"],
)
def test_other_text_is_not_divided(cells):
    data = "\n".join(["x,t,y", *(f'{k * 7 % 11},"{cell}",{k * 5 % 13}' for k, cell in enumerate(cells))]).encode()
    table = read_table(data)
    options = [option.kind for one in table.questions for option in one.options]
    assert OptionKind.SPLIT not in options


def test_an_unanswered_cell_is_missing():
    data = survey(";").replace(b'"R"', b'""')
    n_empty = data.count(b'""')
    assert n_empty
    read = read_table(data, split={"tools": ";"})
    assert read.n_rows == 60 - n_empty
    assert read_table(data, split={"tools": ";"}, missing="most_frequent").n_rows == 60


def test_what_cannot_be_divided_is_refused():
    error = refused(survey(";"), split={"tools": "#"})
    assert (error.problem, error.column, error.token) == (Problem.NOT_DIVIDED, "tools", "#")
    assert refused(survey(";"), split={"nothing": ";"}).problem is Problem.UNKNOWN_COLUMN
