"""Columns that go round, such as hours and directions, as sine and cosine."""

import numpy as np
import pytest
from readings import column, note, question, questions, refused

from rnse_core.tables import NoteKind, Problem, QuestionKind, RoleReason, read_table

N = 48
RNG = np.random.default_rng(7)
MEASURED = [f"{value:.2f}" for value in RNG.normal(size=N).tolist()]


def file(cells, name):
    rows = [f"{row},{cell},{other}" for row, cell, other in zip(MEASURED, cells, MEASURED[::-1], strict=True)]
    return "\n".join([f"a,{name},b", *rows, ""]).encode()


ROUND = [
    ("hour", [k * 7 % 24 for k in range(N)], 24),
    ("start hour", [k * 7 % 24 for k in range(N)], 24),
    ("month", [1 + k * 7 % 12 for k in range(N)], 12),
    ("Monat", [1 + k * 7 % 12 for k in range(N)], 12),
    ("dow", [k * 5 % 7 for k in range(N)], 7),
    ("day_of_year", [1 + k * 37 % 365 for k in range(N)], 365.25),
    ("wind_dir_deg", [k * 70 % 360 for k in range(N)], 360),
    ("wind direction", [k * 70.5 % 360 for k in range(N)], 360),
    ("heading", [k * 70 % 360 for k in range(N)], 360),
]


@pytest.mark.parametrize(("name", "cells", "period"), ROUND, ids=[name for name, _, _ in ROUND])
def test_a_column_that_goes_round_is_asked_about(name, cells, period):
    data = file(cells, name)
    table = read_table(data)
    assert name in table.feature_names
    asked = question(table, QuestionKind.CYCLIC)
    assert asked.options[1].keywords == {"cyclic": {name: period}}
    again = read_table(data, **asked.options[1].keywords)
    assert again.feature_names == ["a", f"{name} (sin)", f"{name} (cos)", "b"]
    angle = 2 * np.pi * np.array(cells) / period
    np.testing.assert_allclose(again.X[:, 1:3], np.column_stack([np.sin(angle), np.cos(angle)]), atol=1e-12)
    assert note(again, NoteKind.CYCLIC).values == (period,) and column(again, name).reason is RoleReason.CYCLIC
    kept = read_table(data, **asked.options[0].keywords)
    assert kept.feature_names == table.feature_names
    assert not questions(again, QuestionKind.CYCLIC) and not questions(kept, QuestionKind.CYCLIC)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("hours", [k * 7 % 24 for k in range(N)]),
        ("months", [1 + k * 7 % 12 for k in range(N)]),
        ("hour", [k * 7 % 40 for k in range(N)]),
        ("hour", [k * 7 % 5 for k in range(N)]),
        ("month", [0.5 + k * 7 % 12 for k in range(N)]),
        ("aspect", [k * 7 % 3 + 0.5 for k in range(N)]),
        ("weight", [k * 70 % 360 for k in range(N)]),
    ],
)
def test_other_columns_are_not_asked_about(name, cells):
    assert not questions(read_table(file(cells, name)), QuestionKind.CYCLIC)


WORDS = [
    "Mon Tue Wed Thu Fri Sat Sun", "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "January February March April May June July August September October November December", "N NE E SE S SW W NW",
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words.split()[0])
@pytest.mark.parametrize("keywords", [{}, {"label_column": None}], ids=["labels", "words"])
def test_words_that_go_round(words, keywords):
    words = words.split()
    cells = [words[k * 5 % len(words)] for k in range(N)]
    asked = question(read_table(file(cells, "when"), **keywords), QuestionKind.CYCLIC)
    table = read_table(file(cells, "when"), **asked.options[1].keywords)
    angle = 2 * np.pi * np.array([words.index(cell) for cell in cells]) / len(words)
    np.testing.assert_allclose(table.X[:, 1:3], np.column_stack([np.sin(angle), np.cos(angle)]), atol=1e-12)
    assert table.label_name is None and not questions(table, QuestionKind.CYCLIC)


def test_missing_cells_stay_missing():
    cells = ["" if k == 3 else k * 7 % 24 for k in range(N)]
    assert read_table(file(cells, "hour"), cyclic={"hour": 24}).n_rows == N - 1
    assert read_table(file(cells, "hour"), cyclic={"hour": 24}, missing="median").n_rows == N


@pytest.mark.parametrize("period", [0, -1, float("inf")])
def test_a_period_that_is_none_is_refused(period):
    assert refused(file(range(N), "hour"), cyclic={"hour": period}).problem is Problem.NOT_CYCLIC


def test_words_without_a_round_are_refused():
    cells = ["xyz"[k % 3] for k in range(N)]
    assert refused(file(cells, "when"), cyclic={"when": 3}).problem is Problem.NOT_CYCLIC


def test_gower_refuses_what_goes_round_and_offers_features():
    data = file([k * 7 % 24 for k in range(N)], "hour")
    error = refused(data, cyclic={"hour": 24}, kind="gower")
    assert error.problem is Problem.NOT_WITH_WORDS
    keywords = error.options[0].apply({"cyclic": {"hour": 24}, "kind": "gower"})
    assert "hour (sin)" in read_table(data, **keywords).feature_names
