"""Zeros that stand for "no value" are asked about; zeros that continue the other values are not."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.datasets import BUNDLED, load_dataset
from rnse_core.tables import QuestionKind, question_sentence, read_table
from rnse_core.tables.missing_codes import zeros_for_missing

RNG = np.random.default_rng(5)
N = 200


def with_zeros(values, count):
    values = np.array(values, dtype=float)
    values[RNG.choice(len(values), count, replace=False)] = 0
    return values


MISSING = {
    "pressure": with_zeros(RNG.normal(72, 12, N).round().clip(40, 122), 9),
    "close values": with_zeros(RNG.uniform(70, 77, 40).round(1), 6),
    "one zero far out": with_zeros(RNG.uniform(900, 1100, N), 1),
    "bmi": with_zeros(RNG.gamma(30, 1.05, N).round(1).clip(18), 11),
    "thickness, many zeros": with_zeros(RNG.integers(7, 60, N), 60),
}
MEASURED = {
    "counts": RNG.poisson(3, N),
    "rain": np.where(RNG.random(N) < 0.4, 0, RNG.exponential(5, N).round(1)),
    "bought in tens": RNG.integers(0, 9, N) * 10,
    "mostly nothing": np.where(RNG.random(N) < 0.8, 0, RNG.integers(50, 90, N)),
    "temperatures": RNG.normal(10, 8, N).round(),
    "ratings": RNG.integers(0, 6, N),
    "percent": RNG.integers(0, 101, N),
    "binary": RNG.integers(0, 2, N) * 5,
    "no zeros": RNG.uniform(50, 60, N),
    "small": np.append(RNG.exponential(1, N), [0, 0, 0]),
}


@pytest.mark.parametrize("name", MISSING)
def test_zeros_apart_from_the_others(name):
    x = MISSING[name]
    found = zeros_for_missing(x)
    assert found is not None and (found.values, found.n_cells) == ((0.0,), np.count_nonzero(x == 0))


@pytest.mark.parametrize("name", MEASURED)
def test_zeros_like_the_others(name):
    assert zeros_for_missing(np.asarray(MEASURED[name], dtype=float)) is None


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_no_alarm_in_the_tables_that_come_with_scikit_learn(name):
    X = load_dataset(name).X
    assert [j for j in range(X.shape[1]) if zeros_for_missing(X[:, j])] == []


def test_the_answer_counts_them_as_missing():
    x = MISSING["pressure"]
    y = RNG.normal(size=N).round(2)
    data = ("a,b\n" + "\n".join(f"{a:g},{b}" for a, b in zip(x, y, strict=True))).encode()
    asked = question(read_table(data), QuestionKind.MISSING_CODES)
    assert question_sentence(asked)
    assert [read_table(data, **one.keywords).n_rows for one in asked.options] == [N, N - 9]
    assert not any(questions(read_table(data, **one.keywords), QuestionKind.MISSING_CODES) for one in asked.options)


def test_zeros_beside_another_code():
    x = MISSING["pressure"].copy()
    x[x == x.max()] = 999
    data = ("a,b\n" + "\n".join(f"{a:g},{k % 7}" for k, a in enumerate(x))).encode()
    asked = question(read_table(data), QuestionKind.MISSING_CODES)
    assert asked.values[0].values == (0.0, 999.0)
