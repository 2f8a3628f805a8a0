"""Columns of ticks: which are, how they are written, and what is not asked about."""

import numpy as np
import pytest
from readings import column, question, questions, refused

from rnse_core.tables import Problem, QuestionKind, read_table

N = 30
RNG = np.random.default_rng(9)
MEASURED = [f"{value:.2f},{other:.2f}" for value, other in RNG.normal(size=(N, 2)).tolist()]
PLACES = [k % 4 == 1 for k in range(N)]


def file(**columns):
    rows = zip(MEASURED, *columns.values(), strict=True)
    return "\n".join([",".join(("a", "b", *columns)), *map(",".join, rows), ""]).encode()


@pytest.mark.parametrize(
    ("ticks", "nothing"),
    [
        (("x",), "-"),
        (("x", "X"), ""),
        (("x", "X"), "-"),
        (("✓",), "--"),
        (("x", "✓"), ""),
        (("1",), ""),
        (("yes",), ""),
    ],
)
def test_ticks_are_offered_and_read(ticks, nothing):
    cells = [ticks[k % len(ticks)] if place else nothing for k, place in enumerate(PLACES)]
    if len(ticks) > 1:
        cells = [ticks[k // 4 % 2] if place else nothing for k, place in enumerate(PLACES)]
    asked = question(read_table(file(tv=cells), label_column=None), QuestionKind.TICKS)
    assert asked.columns == ("tv",)
    table = read_table(file(tv=cells), **asked.options[1].keywords)
    assert table.n_rows == N and table.X[:, table.feature_names.index("tv")].tolist() == [*map(float, PLACES)]
    assert not questions(table, QuestionKind.TICKS, QuestionKind.WORDS)
    assert read_table(file(tv=cells)).label_name is None


def test_the_name_of_a_column_is_a_tick():
    cells = ["TV" if place else "" for place in PLACES]
    assert question(read_table(file(TV=cells)), QuestionKind.TICKS).columns == ("TV",)


def test_several_words_that_are_empty_in_other_rows_may_be_ticks():
    one = ["television" if place else "" for place in PLACES]
    other = ["newspaper" if k % 3 == 0 else "" for k in range(N)]
    asked = question(read_table(file(q1=one, q2=other)), QuestionKind.TICKS)
    assert asked.columns == ("q1", "q2")


def test_a_constant_that_is_missing_where_others_are_is_not_asked_about():
    currency = ["" if place else "EUR" for place in PLACES]
    status = ["" if place else "paid" for place in PLACES]
    amount = ["" if place else str(k * 7 % 19) for k, place in enumerate(PLACES)]
    table = read_table(file(currency=currency, status=status, amount=amount))
    assert not questions(table, QuestionKind.TICKS)
    assert "currency" in read_table(file(currency=currency), ticks=["currency"]).feature_names


def test_a_constant_with_one_empty_cell_is_not_asked_about():
    units = ["", *["Billions"] * (N - 1)]
    assert not questions(read_table(file(unit=units)), QuestionKind.TICKS)


def test_two_words_are_no_ticks():
    cells = ["x" if place else "y" for place in PLACES]
    cells[0] = ""
    error = refused(file(tv=cells), ticks=["tv"])
    assert error.problem is Problem.NOT_TICKS and column(read_table(file(tv=cells)), "tv").role == "label"
