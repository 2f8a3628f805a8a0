"""Subtotals above or below their rows, as outlines of spreadsheets and statistical offices have them."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.datasets import BUNDLED, load_dataset
from rnse_core.tables import QuestionKind, read_table
from rnse_core.tables.outline_totals import outline_totals

GROUPS = {
    "Europe": ["France", "Spain", "Italy"],
    "Asia": ["Japan", "India", "China", "Korea"],
    "Africa": ["Egypt", "Kenya", "Mali"],
}


def outline(
    groups, *, columns=3, decimals=0, rate=False, growth=False, above=True, indent="", error=0.0, before=(), after=()
):
    """Return a table, and the names of its rows that are no subtotals."""
    rng = np.random.default_rng(len(groups) + columns)
    lines, left = [], [name for name, *_ in before]
    rate = rate or growth
    lines += [",".join(map(str, row)) for row in before]
    for group, names in groups.items():
        X = rng.uniform(10, 500, (len(names), columns)).round(decimals)
        rates = rng.uniform(-1 if growth else 0, 1, len(names)).round(2)
        sums = X.sum(0) + error
        head = [group, *(f"{one:.{decimals}f}" for one in sums), *([f"{rates.mean():.2f}"] if rate else [])]
        body = [
            [indent + name, *(f"{one:.{decimals}f}" for one in row), *([str(one)] if rate else [])]
            for name, row, one in zip(names, X, rates, strict=True)
        ]
        left += names
        lines += map(",".join, [head, *body] if above else [*body, head])
    lines += [",".join(map(str, row)) for row in after]
    left += [name for name, *_ in after]
    header = ["region", *"abcdefgh"[:columns], *(["rate"] if rate else [])]
    return "\n".join([",".join(header), *lines, ""]).encode(), left


def assert_subtotals_are_asked_about(data, n_rows, n_left):
    table = read_table(data)
    assert table.n_rows == n_left
    options = question(table, QuestionKind.TOTAL_ROWS).options
    assert [read_table(data, **option.keywords).n_rows for option in options] == [n_left, n_rows]


FORMS = [
    {},
    {"rate": True},
    {"rate": True, "columns": 1},
    {"columns": 1},
    {"columns": 2, "decimals": 1},
    {"error": 1.0},
    {"growth": True},
    {"before": [("Iceland", 15, 7, 8)]},
    {"after": [("Iceland", 15, 7, 8), ("Malta", 16, 9, 21)]},
]


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("indent", ["", "  ", "\u00a0\u00a0", "- "])
def test_subtotals_without_a_word(form, above, indent):
    data, left = outline(GROUPS, above=above, indent=indent, **form)
    assert_subtotals_are_asked_about(data, len(left) + len(GROUPS), len(left))


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize(
    "groups",
    [
        dict(list(GROUPS.items())[:2]),
        {**GROUPS, "Oceania": ["Australia"]},
        {"Oceania": ["Australia"], **GROUPS},
        {"A": ["a1", "a2"], "B": ["b1", "b2"], "C": ["c1", "c2"]},
    ],
)
def test_other_sizes_of_groups(groups, above):
    data, left = outline(groups, above=above)
    assert_subtotals_are_asked_about(data, len(left) + len(groups), len(left))


@pytest.mark.parametrize("above", [True, False])
def test_two_levels(above):
    rng = np.random.default_rng(2)
    lines, n_left = [], 0
    for region in ("Europe", "Asia", "Africa"):
        parts = [(f"{region} {side}", rng.integers(10, 99, (k, 2))) for k, side in ((3, "north"), (4, "south"))]
        lines.append(f"{region}," + ",".join(map(str, sum(X.sum(0) for _, X in parts))))
        for name, X in parts:
            lines.append(f"{name}," + ",".join(map(str, X.sum(0))))
            lines += [f"{name} {k}," + ",".join(map(str, row)) for k, row in enumerate(X)]
            n_left += len(X)
    data = "\n".join(["name,a,b", *(lines if above else lines[::-1])]).encode()
    assert_subtotals_are_asked_about(data, len(lines), n_left)


@pytest.mark.parametrize("indent", ["  ", "\u00a0\u00a0", "\u3000"])
def test_indented_names_below_others_are_their_parts(indent):
    """What stands above them may be a mean, or a number of more rows than the table has."""
    data, left = outline(GROUPS, indent=indent, error=77.0)
    table = read_table(data)
    assert table.n_rows == len(left) + 3
    options = question(table, QuestionKind.TOTAL_ROWS).options
    assert [read_table(data, **option.keywords).n_rows for option in options] == [len(left) + 3, len(left)]


@pytest.mark.parametrize(
    "names",
    [
        [f"{k:>4}x" for k in range(90, 130)],
        [f" s{k}" for k in range(40)],
        [" " * (k == 7) + f"s{k}" for k in range(40)],
    ],
)
def test_blanks_before_names_that_are_no_outline(names):
    rng = np.random.default_rng(3)
    lines = [f"{name},{a:.2f},{b:.2f}" for name, (a, b) in zip(names, rng.normal(9, 3, (40, 2)), strict=True)]
    assert not questions(read_table("\n".join(["name,a,b", *lines]).encode()), QuestionKind.TOTAL_ROWS)


def test_numbers_that_add_up_by_chance():
    rng = np.random.default_rng(1)
    for high, n_columns in ((3, 1), (5, 2), (9, 3), (30, 1), (2, 4)):
        data = "\n".join(
            [
                ",".join("abcd"[:n_columns]),
                *(",".join(map(str, row)) for row in rng.integers(0, high, (300, n_columns))),
            ]
        )
        assert not questions(read_table(data.encode()), QuestionKind.TOTAL_ROWS)
    sparse = rng.poisson(0.3, (400, 5)) * rng.integers(1, 60, (400, 5))
    assert not outline_totals(list(sparse.T.astype(float)))
    grid = np.stack(np.meshgrid(range(12), range(12)), axis=-1).reshape(-1, 2)
    assert not outline_totals(list(grid.T.astype(float))) and not outline_totals(list(grid[::-1].T.astype(float)))


def test_years_above_empty_cells_are_no_sums():
    rng = np.random.default_rng(4)
    years = [str(2010 - k // 4) if k % 4 == 0 else "" for k in range(32)]
    lines = [f"{year},{a:.2f},{b:.2f}" for year, (a, b) in zip(years, rng.normal(size=(32, 2)), strict=True)]
    for rows in (lines, [*lines[::-1]]):
        assert not questions(read_table("\n".join(["year,a,b", *rows]).encode()), QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("name", BUNDLED)
def test_data_sets_have_none(name):
    X = load_dataset(name).X[:, :20]
    assert not outline_totals(list(X.T)) and not outline_totals(list(X[::-1].T))
