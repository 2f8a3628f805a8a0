"""Dates and times of day that are written as plain numbers are asked about, and the answers give days and seconds."""

import numpy as np
import pandas as pd
import pytest
from readings import column, note, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table

RNG = np.random.default_rng(0)
DATES = pd.to_datetime("2019-01-01") + pd.to_timedelta(RNG.choice(1500, 40, replace=False), unit="D")
DAYS = (DATES - pd.Timestamp("1970-01-01")).days.to_numpy(dtype=float)
MINUTES = RNG.choice(1440, 40, replace=False)


def csv(name, cells, sep=","):
    x = RNG.normal(size=len(cells)).round(2)
    y = RNG.normal(size=len(cells)).round(2)
    lines = [sep.join(("x", name, "y")), *(f"{a}{sep}{cell}{sep}{b}" for a, cell, b in zip(x, cells, y, strict=True))]
    return "\n".join(lines).encode()


WRITTEN = [
    ("day", "%Y%m%d", "year_month_day"),
    ("Datum", "%Y%m%d", "year_month_day"),
    ("v", "%d%m%Y", "day_month_year"),
    ("v", "%m%d%Y", "month_day_year"),
    ("date", "%y%m%d", "short_year_month_day"),
    ("orderDate", "%d%m%y", "day_month_short_year"),
]


@pytest.mark.parametrize(("name", "form", "kind"), WRITTEN)
def test_dates_in_full_are_left_out_and_asked_about(name, form, kind):
    data = csv(name, DATES.strftime(form))
    table = read_table(data)
    assert table.feature_names == ["x", "y"]
    assert (column(table, name).role, column(table, name).reason) == ("ignored", RoleReason.DATES)
    asked = question(table, QuestionKind.NUMBER_DATES)
    assert asked.columns == (name,) and asked.options[0].kind is OptionKind.LEAVE_OUT_COLUMNS
    for option in asked.options:
        assert not questions(read_table(data, **option.keywords), QuestionKind.NUMBER_DATES)
    (option,) = (one for one in asked.options if one.keywords.get("convert") == {name: kind})
    converted = read_table(data, **option.keywords)
    np.testing.assert_array_equal(converted.X[:, 1], DAYS)
    assert note(converted, NoteKind.CONVERTED).values[0].n_failing == 0
    kept = read_table(data, **asked.options[-1].keywords)
    np.testing.assert_array_equal(kept.X[:, 1], DATES.strftime(form).astype(float))


def test_months_of_years():
    data = csv("v", DATES.strftime("%Y%m"))
    asked = question(read_table(data), QuestionKind.NUMBER_DATES)
    assert [one.kind for one in asked.options] == [
        OptionKind.KEEP, OptionKind.CONVERT_DATES, OptionKind.LEAVE_OUT_COLUMNS,
    ]  # fmt: skip
    converted = read_table(data, **asked.options[1].keywords)
    first = DATES.to_period("M").to_timestamp()
    np.testing.assert_array_equal(converted.X[:, 1], (first - pd.Timestamp("1970-01-01")).days)
    assert question(read_table(csv("Monat", DATES.strftime("%Y%m"))), QuestionKind.NUMBER_DATES).options[0].kind is (
        OptionKind.LEAVE_OUT_COLUMNS
    )


@pytest.mark.parametrize(("name", "is_sure"), [("dep_time", True), ("Uhrzeit", True), ("v", False)])
def test_times_of_day(name, is_sure):
    data = csv(name, [f"{minute // 60:02d}{minute % 60:02d}" for minute in MINUTES])
    table = read_table(data)
    assert (name in table.feature_names) == (not is_sure)
    (option,) = (one for one in question(table, QuestionKind.NUMBER_DATES).options if "convert" in one.keywords)
    np.testing.assert_array_equal(read_table(data, **option.keywords).X[:, 1], 60.0 * MINUTES)


def test_days_of_excel_and_seconds_since_1970():
    excel = csv("opened", (DAYS + 25569).astype(int))
    (option,) = (o for o in question(read_table(excel), QuestionKind.NUMBER_DATES).options if "convert" in o.keywords)
    np.testing.assert_array_equal(read_table(excel, **option.keywords).X[:, 1], DAYS)
    for factor in (86400, 86400000):
        unix = csv("v", (DAYS * factor).astype(int))
        asked = question(read_table(unix), QuestionKind.NUMBER_DATES)
        (option,) = (one for one in asked.options if "convert" in one.keywords)
        np.testing.assert_array_equal(read_table(unix, **option.keywords).X[:, 1], DAYS)


def test_auto_converts_and_what_is_no_date_is_missing():
    cells = list(DATES.strftime("%Y%m%d"))
    cells[3] = "20230231"
    cells[5] = "0"
    table = read_table(csv("day", cells), convert=["day"])
    assert table.n_rows == 38 and note(table, NoteKind.CONVERTED).values[0].n_failing == 2


def test_a_sorted_series_of_days_is_said_to_be_dates():
    days = pd.date_range("2024-01-01", periods=40)
    table = read_table(csv("day", days.strftime("%Y%m%d")))
    assert column(table, "day").reason is RoleReason.DATES
    (option,) = (o for o in question(table, QuestionKind.NUMBER_DATES).options if "convert" in o.keywords)
    assert np.diff(read_table(csv("day", days.strftime("%Y%m%d")), **option.keywords).X[:, 1]).tolist() == [1.0] * 39


def test_a_table_of_nothing_but_dates_is_refused_with_the_ways_to_read_it():
    data = ("a\n" + "\n".join(DATES.strftime("%Y%m%d"))).encode()
    error = refused(data)
    assert error.problem is Problem.NO_FEATURES
    np.testing.assert_array_equal(read_table(data, **error.options[0].keywords).X[:, 0], DAYS)


ORDINARY = [
    ("year", RNG.integers(1950, 2021, 40)),
    ("month", RNG.integers(1, 13, 40)),
    ("income", RNG.integers(18000, 90000, 40)),
    ("salary", RNG.integers(30000, 60000, 40)),
    ("height", RNG.integers(150, 200, 40)),
    ("time", RNG.integers(0, 60, 40)),
    ("time", RNG.uniform(0, 5000, 40).round(1)),
    ("seconds", RNG.integers(100, 5000, 40)),
    ("reaction time", RNG.integers(180, 900, 40)),
    ("price", RNG.integers(1, 40, 40) * 50),
    ("population", RNG.integers(10**7, 10**8, 40)),
    ("code", RNG.integers(10**5, 10**6, 40)),
    ("weight", RNG.normal(70, 9, 40).round(1)),
]


@pytest.mark.parametrize(("name", "values"), ORDINARY, ids=[f"{k} {name}" for k, (name, _) in enumerate(ORDINARY)])
def test_other_numbers_are_not_asked_about(name, values):
    assert not questions(read_table(csv(name, values)), QuestionKind.NUMBER_DATES)


def test_sorted_measurements_are_no_row_numbers():
    rows = "\n".join(f"{k},{20 + k},{(7 * k) % 11}" for k in range(40))
    data = f"id,age,score\n{rows}\n".encode()
    table = read_table(data)
    assert table.feature_names == ["age", "score"] and column(table, "id").reason is RoleReason.ROW_NUMBERS
    asked = question(table, QuestionKind.ROW_NUMBERS)
    assert asked.columns == ("age",)
    assert [read_table(data, **one.keywords).n_features for one in asked.options] == [2, 1]
    assert not any(questions(read_table(data, **one.keywords), QuestionKind.ROW_NUMBERS) for one in asked.options)


def test_a_first_column_that_rises_is_left_out_until_the_answer():
    rows = "\n".join(f"{1000 + 7 * k},{(7 * k) % 11}" for k in range(40))
    table = read_table(f"v,score\n{rows}\n".encode())
    asked = question(table, QuestionKind.ROW_NUMBERS)
    assert table.feature_names == ["score"] and asked.options[0].kind is OptionKind.LEAVE_OUT_COLUMNS
    assert read_table(f"v,score\n{rows}\n".encode(), **asked.options[1].keywords).n_features == 2
