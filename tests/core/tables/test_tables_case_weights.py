"""Counts and weights of cases are asked about; so are days and hours in one number, and flags behind numbers."""

import numpy as np
import pytest
from readings import column, question, questions

from rnse_core.tables import QuestionKind, RoleReason, read_table
from rnse_core.tables.conversion_kinds import ConversionKind

N = 24
X = np.random.default_rng(4).normal(50, 4, (N, 2)).round(2)


def lines(name, cells):
    return "\n".join([f"{name},x,y", *(f"{cell},{a},{b}" for cell, (a, b) in zip(cells, X, strict=True))]).encode()


@pytest.mark.parametrize("name", ["wgt", "pweight", "sampling_weight", "Gewichtung", "fnlwgt"])
def test_weights_of_cases(name):
    data = lines(name, [round(0.5 + k * k % 7 / 3, 3) for k in range(N)])
    asked = question(read_table(data), QuestionKind.CASE_WEIGHTS)
    names = [read_table(data, **option.keywords).feature_names for option in asked.options]
    assert names == [[name, "x", "y"], ["x", "y"]]
    assert not questions(read_table(data, keep=[name]), QuestionKind.CASE_WEIGHTS)


@pytest.mark.parametrize("name", ["weight", "frequency", "heights"])
def test_other_weights_are_measurements(name):
    assert not questions(read_table(lines(name, [60 + k * k % 31 for k in range(N)])), QuestionKind.CASE_WEIGHTS)


def test_counts_beside_words():
    rows = [f"{a},{b},{(k * 37) % 50},{k * k % 11}" for k, (a, b) in enumerate((a, b) for a in "pqrs" for b in "uvw")]
    table = read_table("\n".join(["a,b,Freq,x", *rows]).encode(), label_column=None)
    assert question(table, QuestionKind.CASE_WEIGHTS).columns == ("Freq",)


@pytest.mark.parametrize(
    ("kind", "cells", "days"),
    [
        (ConversionKind.YEAR_TO_HOUR, [f"20230101{k:02}" for k in range(N)], [k / 24 for k in range(N)]),
        (ConversionKind.YEAR_TO_MINUTE, [f"20230101{k:02}30" for k in range(N)], [(k + 0.5) / 24 for k in range(N)]),
        (ConversionKind.YEAR_TO_SECOND, [f"20230101{k:02}0036" for k in range(N)], [(k + 0.01) / 24 for k in range(N)]),
    ],
)
@pytest.mark.parametrize("name", ["MESS_DATUM", "x1"])
def test_dates_with_a_time_of_day_in_one_number(kind, cells, days, name):
    data = lines(name, cells)
    table = read_table(data)
    assert column(table, name).reason is RoleReason.DATES
    offered = [
        o.keywords["convert"] for o in question(table, QuestionKind.NUMBER_DATES).options if "convert" in o.keywords
    ]
    assert offered == [{name: kind.value}]
    read = read_table(data, convert=offered[0])
    first = np.datetime64("2023-01-01").astype(int)
    np.testing.assert_allclose(read.X[:, 0] - first, days, rtol=0, atol=1e-9)


def test_a_small_letter_apart_from_its_number_is_a_flag():
    flagged = [f"{a} b" if k % 8 == 0 else f"{a} p" if k % 8 == 1 else str(a) for k, a in enumerate(X[:, 0])]
    read = read_table(lines("2019", flagged), header=True, label_column=None, convert={"2019": "auto"})
    assert read.X[:, 0].tolist() == X[:, 0].tolist()
    billions = [f"{a}B" if k % 2 else f"{a}M" for k, a in enumerate(X[:, 0])]
    read = read_table(lines("worth", billions), label_column=None, convert={"worth": "auto"})
    assert read.X[1, 0] == pytest.approx(X[1, 0] * 1e9)


def test_tables_side_by_side():
    rows = [f"{k * k % 17},{a},,{k * 5 % 19},{b}" for k, (a, b) in enumerate(X)]
    data = "\n".join(["day,a,,day,b", *rows]).encode()
    asked = question(read_table(data), QuestionKind.SIDE_BY_SIDE)
    names = [read_table(data, **option.keywords).feature_names for option in asked.options]
    assert names == [["day", "a", "day (2)", "b"], ["day", "a"], ["day (2)", "b"]]
    assert not questions(read_table(data, ignore=["day (2)", "b"]), QuestionKind.SIDE_BY_SIDE)
    assert not questions(read_table(data.replace(b"day,b", b"e,b")), QuestionKind.SIDE_BY_SIDE)
