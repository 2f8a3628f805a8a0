"""Constant columns and a handful of rows prove nothing about a first or a last row; each finding offers a way back."""

import numpy as np
import pytest
from readings import question, refused

from rnse_core.tables import OptionKind, Problem, QuestionKind, read_table

CONSTANT = ["0.25,0.25"] * 6


def text_of(*rows):
    return "\n".join(rows).encode()


@pytest.mark.parametrize("row", ["1.5,-3.5", "7.25,9.75", "-4.5,8.25"])
def test_a_row_above_constant_columns_is_a_row(row):
    table = read_table(text_of(row, *CONSTANT), kind="features")
    assert table.n_rows == 7 and not table.choices.header and not table.questions


@pytest.mark.parametrize("n_rows", [3, 4])
def test_a_row_above_few_rows_is_a_row(n_rows):
    rows = ["0.25,1.75", "0.5,1.25", "1.75,0.75", "1.25,0.5"][:n_rows]
    assert read_table(text_of("-90.5,80.25", *rows), kind="features").n_rows == n_rows + 1


@pytest.mark.parametrize("numbers", [[1, 1, 1, 3], [1, 1, 1, 1, 1, 6], [2, 2, 2, 2, 6]])
@pytest.mark.parametrize("unit", [1 / 2048, 0.125, 0.3])
@pytest.mark.parametrize("at_the_end", [False, True])
def test_a_row_that_equals_most_others_is_no_statistic(numbers, unit, at_the_end):
    """The standard deviation of one number among copies of another one is often the same number again."""
    for factor in (1, 2, 3):
        rows = [factor * unit, *(number * unit for number in numbers)]
        X = np.array([rows if at_the_end else rows[::-1]] * 2).T.round(12)
        table = read_table(text_of(*(",".join(map(repr, row)) for row in X.tolist())), header=False, kind="features")
        assert table.n_rows == len(X), X


def test_statistics_of_varied_numbers_are_found():
    X = np.random.default_rng(3).normal(5, 2, (12, 3)).round(2)
    rows = [*X.tolist(), X.mean(axis=0).round(4).tolist(), X.std(axis=0, ddof=1).round(4).tolist()]
    table = read_table(text_of("a,b,c", *(",".join(map(repr, row)) for row in rows)))
    assert table.n_rows == 12 and question(table, QuestionKind.TOTAL_ROWS)


def test_without_its_total_a_constant_table_offers_it():
    data = text_of("who,x", "a,2", "b,2", "c,2", "d,2", "Total,8")
    error = refused(data)
    assert error.problem is Problem.NO_FEATURES
    (option,) = [option for option in error.options if option.kind is OptionKind.KEEP_TOTALS]
    assert read_table(data, **option.keywords).n_rows == 5


def test_without_its_first_row_a_constant_table_offers_it():
    data = text_of("1,2,3,4,5", *["0.5,0.5,0.5,0.5,0.5"] * 4)
    error = refused(data)
    assert error.problem is Problem.NO_FEATURES
    (option,) = [option for option in error.options if option.kind is OptionKind.HEADER]
    assert read_table(data, **option.keywords).n_rows == 5
