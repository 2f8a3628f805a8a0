"""Columns that are sums of others, long tables, copies of rows, and columns that identify: said and asked about."""

import numpy as np
import pandas as pd
import pytest
from readings import column, note, notes, question, questions, refused

from rnse_core.datasets import BUNDLED, load_dataset
from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table
from rnse_core.tables.copied_rows import count_copies

RNG = np.random.default_rng(11)
N = 40
COUNTS = pd.DataFrame(RNG.integers(0, 300, (N, 4)), columns=["y2019", "y2020", "y2021", "y2022"])
PRICES = pd.DataFrame(RNG.normal(20, 4, (N, 3)).round(2), columns=["a", "b", "c"])

SUMS = {
    "at the end": (COUNTS.assign(Total=COUNTS.sum(axis=1)), ("Total",)),
    "in front": (pd.concat([COUNTS.sum(axis=1).rename("all"), COUNTS], axis=1), ("all",)),
    "without a word": (COUNTS.assign(cnt=COUNTS["y2022"] + COUNTS["y2021"], other=RNG.normal(size=N)), ("cnt",)),
    "rounded": (PRICES.assign(Summe=(PRICES.sum(axis=1)).round(1)), ("Summe",)),
    "mean": (COUNTS.assign(mean=COUNTS.mean(axis=1).round(2)), ("mean",)),
    "all others": (COUNTS.assign(Total=COUNTS.sum(axis=1))[["y2019", "y2020", "Total", "y2021", "y2022"]], ("Total",)),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_column_that_is_the_sum_of_others(name):
    frame, found = SUMS[name]
    data = frame.to_csv(index=False).encode()
    table = read_table(data)
    asked = question(table, QuestionKind.SUM_COLUMNS)
    assert asked.columns == found and column(table, found[0]).reason is RoleReason.SUM_OF_OTHERS
    width = frame.shape[1]
    assert [read_table(data, **one.keywords).n_features for one in asked.options] == [width - 1, width]
    assert not any(questions(read_table(data, **one.keywords), QuestionKind.SUM_COLUMNS) for one in asked.options)


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_no_alarm_in_the_tables_that_come_with_scikit_learn(name):
    data = load_dataset(name)
    frame = pd.DataFrame(data.X, columns=[f"v{k}" for k in range(data.X.shape[1])])
    table = read_table(frame)
    assert not questions(table, QuestionKind.SUM_COLUMNS, QuestionKind.LONG_TABLE, QuestionKind.NUMBER_DATES)
    assert not questions(table, QuestionKind.TOTAL_ROWS, QuestionKind.IDENTIFIERS)


def test_no_sums_by_chance():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        frames = [rng.integers(0, 2, (30, 6)), rng.integers(1, 6, (30, 5)), rng.normal(size=(9, 8)).round(1)]
        for A in frames:
            frame = pd.DataFrame(A, columns=[f"v{k}" for k in range(A.shape[1])])
            assert not questions(read_table(frame, label_column=None), QuestionKind.SUM_COLUMNS)


LONG = pd.DataFrame(RNG.normal(size=(N, 3)).round(2), columns=["len", "wid", "high"]).assign(
    subject=[f"s{k}" for k in range(N)], city=[f"c{k % 3}" for k in range(N)]
)


@pytest.mark.parametrize(("names", "is_named"), [({}, True), ({"variable": "u", "value": "v"}, False)])
def test_a_long_table_is_spread(names, is_named):
    data = LONG.drop(columns="city").melt(id_vars="subject").rename(columns=names).to_csv(index=False).encode()
    table = read_table(data)
    options = question(table, QuestionKind.LONG_TABLE).options
    assert (options[0].kind is OptionKind.SPREAD) == is_named and bool(notes(table, NoteKind.SPREAD)) == is_named
    (spread,) = (one for one in options if one.kind is OptionKind.SPREAD)
    wide = read_table(data, **spread.keywords)
    np.testing.assert_array_equal(wide.X, LONG[["len", "wid", "high"]])
    assert wide.feature_names == ["len", "wid", "high"] and wide.n_rows_read == N
    (rows,) = (one for one in options if one.kind is not OptionKind.SPREAD)
    assert read_table(data, **rows.keywords).n_rows == 3 * N
    assert not any(questions(read_table(data, **one.keywords), QuestionKind.LONG_TABLE) for one in options)


def test_a_long_table_with_more_columns_that_name_the_points_and_gaps():
    data = LONG.melt(id_vars=["subject", "city"]).drop(index=[3, 50]).to_csv(index=False, sep=";", decimal=",").encode()
    table = read_table(data)
    assert table.n_rows_read == N and table.n_rows == N - 2 and table.label_name == "city"
    assert note(table, NoteKind.INCOMPLETE_ROWS).count == 2


def test_what_is_no_long_table_is_refused_as_one():
    error = refused(PRICES.to_csv(index=False).encode(), kind="long")
    assert error.problem is Problem.NOT_LONG and read_table(PRICES, **error.options[0].keywords).n_features == 3
    twice = pd.concat([LONG.drop(columns="city").melt(id_vars="subject")] * 2)
    assert not questions(read_table(twice.to_csv(index=False).encode()), QuestionKind.LONG_TABLE)


def test_copies_of_rows_are_said():
    twice = pd.concat([PRICES, PRICES.iloc[:7]])
    found = note(read_table(twice), NoteKind.COPIED_ROWS)
    assert (found.count, found.total) == (7, N + 7)
    assert not notes(read_table(PRICES), NoteKind.COPIED_ROWS)
    assert count_copies(np.array([[0.0, 1], [-0.0, 1], [1, 0], [1, 1], [2, 0], [0, 2]])) == 1
    grid = np.array(np.meshgrid(np.arange(60.0), np.arange(50.0), [-1.0, 1.0, 0.5])).reshape(3, -1).T
    assert count_copies(grid) == 0 and count_copies(np.repeat(grid, 3, axis=0)) == 2 * len(grid)


IDENTIFYING = [
    ("Telefon", RNG.integers(10**8, 10**9, N)),
    ("phone", RNG.integers(10**9, 10**10, N)),
    ("mobile", RNG.integers(10**9, 10**10, N)),
    ("order_no", RNG.integers(10000, 99999, N)),
    ("Bestellnr.", RNG.integers(10000, 99999, N)),
    ("dept_code", RNG.integers(100, 120, N)),
    ("productCode", RNG.integers(100, 120, N)),
    ("store", RNG.integers(10, 40, N)),
    ("Kundennummer", RNG.integers(10000, 99999, N)),
    ("SUBJID", RNG.integers(1001, 1021, N)),
    ("USUBJID", RNG.integers(1001, 1021, N)),
    ("VISIT", RNG.integers(1, 4, N)),
    ("subject", RNG.integers(1, 21, N)),
    ("custno", RNG.integers(1, 900, N)),
    ("Account", RNG.integers(10000, 99999, N)),
]


@pytest.mark.parametrize(("name", "values"), IDENTIFYING, ids=[name for name, _ in IDENTIFYING])
def test_numbers_that_identify_are_left_out_until_the_answer(name, values):
    data = PRICES.assign(**{name: values}).to_csv(index=False).encode()
    table = read_table(data, label_column=None)
    asked = question(table, QuestionKind.IDENTIFIERS)
    assert table.n_features == 3 and asked.options[0].kind is OptionKind.LEAVE_OUT_COLUMNS
    for option in asked.options:
        answered = read_table(data, label_column=None, **option.keywords)
        assert not questions(answered, QuestionKind.IDENTIFIERS)
        assert (answered.n_features == 3) == (option is asked.options[0])


def test_long_numbers_that_all_differ_are_asked_about_without_a_name():
    data = PRICES.assign(v=RNG.choice(10**9, N, replace=False) + 10**9).to_csv(index=False).encode()
    asked = question(read_table(data), QuestionKind.IDENTIFIERS)
    assert asked.columns == ("v",) and asked.options[0].kind is OptionKind.KEEP


@pytest.mark.parametrize(
    "name", ["rooms", "customers", "accounts", "storeys", "productivity", "number of rooms", "phones", "HUMID"]
)
def test_counts_are_no_identifiers(name):
    data = PRICES.assign(**{name: RNG.integers(10, 400, N)}).to_csv(index=False).encode()
    assert not questions(read_table(data), QuestionKind.IDENTIFIERS)
