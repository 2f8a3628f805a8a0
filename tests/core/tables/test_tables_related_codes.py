"""Codes for "no value" in columns of a table of which another column shows that it has them."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import QuestionKind, read_table

N = 40
RNG = np.random.default_rng(8)


def file(**columns):
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows), ""]).encode()


def answers(most=5, first=1):
    return RNG.integers(first, most + 1, N).astype(object)


def with_codes(values, code, count=2):
    values = values.copy()
    values[:: N // count] = code
    return values


CODED = with_codes(answers(), 99, 6)
MEASURED = RNG.normal(size=N).round(3)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (answers(3, 0), "88"),
        (answers(), "-9"),
        (answers(), "98"),
        (answers(10), "77"),
        (RNG.integers(10_000, 80_000, N).astype(object), "99999"),
        (RNG.integers(20, 80, N).astype(object), "99"),
        (RNG.integers(20, 80, N).astype(object), "-99"),
        (RNG.uniform(5, 60, N).round(1).astype(object), "99.9"),
    ],
)
@pytest.mark.parametrize("count", [1, 2])
def test_relatives_of_codes_are_asked_about(values, code, count):
    data = file(x=MEASURED, q=CODED, other=with_codes(values, code, count))
    asked = question(read_table(data), QuestionKind.MISSING_CODES)
    assert asked.columns == ("q", "other") and asked.options[1].keywords["missing_in"]["other"] == (code,)
    table = read_table(data, **asked.options[1].keywords, missing="median")
    assert float(code) not in table.X[:, 2] and not questions(table, QuestionKind.MISSING_CODES)


@pytest.mark.parametrize(
    ("values", "extreme"),
    [
        (np.arange(99 - N, 99).astype(object), "99"),
        (RNG.integers(0, 85, N).astype(object), "88"),
        (RNG.integers(-8, 9, N).astype(object), "-9"),
        (RNG.integers(0, 60, N).astype(object), "-2"),
    ],
)
def test_values_of_the_scale_are_no_codes(values, extreme):
    data = file(x=MEASURED, q=CODED, other=with_codes(values, extreme))
    assert question(read_table(data), QuestionKind.MISSING_CODES).columns == ("q",)


def test_without_a_column_of_codes_nothing_is_asked():
    data = file(x=MEASURED, q=answers(), other=with_codes(RNG.integers(10_000, 80_000, N).astype(object), "99999"))
    assert not questions(read_table(data), QuestionKind.MISSING_CODES)


@pytest.mark.parametrize("code", ["-666666666", "-222222222", "-888888888"])
def test_jam_values_of_a_census(code):
    data = file(x=MEASURED, income=with_codes(RNG.integers(20_000, 90_000, N).astype(object), code))
    asked = question(read_table(data), QuestionKind.MISSING_CODES)
    assert asked.options[1].keywords["missing_in"] == {"income": (code,)}


def test_codes_in_a_column_of_text_that_is_converted():
    incomes = [f"{value:,}" for value in RNG.integers(20_000, 90_000, N).tolist()]
    incomes[3] = incomes[20] = "-666666666"
    data = ("x,income\n" + "".join(f'{x},"{income}"\n' for x, income in zip(MEASURED, incomes, strict=True))).encode()
    asked = question(read_table(data), QuestionKind.MISSING_CODES)
    assert asked.columns == ("income",)
    assert read_table(data, **asked.options[1].keywords).n_rows == N - 2
