"""What is clear is not asked about."""

import json

import numpy as np
import pytest
from readings import column, question, questions

from rnse_core.tables import QuestionKind, read_table

N = 40
RNG = np.random.default_rng(11)


def file(header, *columns):
    return "\n".join([header, *map(",".join, zip(*columns, strict=True)), ""]).encode()


def measured(digits=2):
    return [f"{value:.{digits}f}" for value in RNG.normal(5, 1, N)]


WORDS = [f"P{k}" for k in range(N)]


@pytest.mark.parametrize("name", ["40yd", "100m", "5k", "2h"])
def test_a_name_that_begins_with_a_number(name):
    table = read_table(file(f"player,Bench,{name}", WORDS, measured(), measured()))
    assert table.choices.header and not questions(table, QuestionKind.HEADER)
    assert table.feature_names == ["Bench", name]


def test_numbers_with_units_above_others_with_units_are_no_names():
    weights = [f"{170 + k} lbs" for k in range(N)]
    assert not read_table(file("P,169 lbs,5.25", WORDS, weights, measured()), convert={}).choices.header


def test_words_above_text_with_digits():
    data = file("Case,Priority,Wait", WORDS, [f"level {k % 3}" for k in range(N)], [f"{k % 7}h {k}m" for k in range(N)])
    table = read_table(data, convert=["Wait"])
    assert table.choices.header and not questions(table, QuestionKind.HEADER)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("seen", [1_700_000_001 + k for k in RNG.permutation(N).tolist()]),
        ("id", [1_700_000_001 + 3600 * k for k in RNG.permutation(N).tolist()]),
    ],
    ids=["in a row", "by name"],
)
def test_identifiers_are_no_times(name, numbers):
    data = file(f"{name},a,b", [*map(str, numbers)], measured(), measured())
    assert not questions(read_table(data), QuestionKind.NUMBER_DATES)


def test_times_without_a_name_are_still_asked_about():
    seconds = [str(1_700_000_001 + 3607 * k) for k in RNG.permutation(N).tolist()]
    assert question(read_table(file("seen,a,b", seconds, measured(), measured())), QuestionKind.NUMBER_DATES)


@pytest.mark.parametrize(
    ("name", "is_asked"),
    [("Number of proteins", False), ("# of rooms", False), ("Anzahl Zimmer", False), ("kind", True)],
)
def test_a_number_of_things_is_no_class(name, is_asked):
    counts = [str(1 + k % 4) for k in range(N)]
    table = read_table(file(f"a,b,{name}", measured(), measured(), counts))
    assert bool(questions(table, QuestionKind.CLASS_NUMBERS)) is is_asked


@pytest.mark.parametrize("key", ["name", "label", "title", "id"])
def test_records_in_a_list_are_called_by_their_names(key):
    tags = [{"number": 3, key: "docs"}, {"number": 4, key: "bug"}]
    rows = [{"a": k * 7 % 13 + 0.5, "b": k * 5 % 11, "labels": tags[k % 2 : 1 + k % 3]} for k in range(N)]
    table = read_table(json.dumps(rows).encode())
    assert set(column(table, "labels").words) <= {"", "docs", "bug", "docs; bug"}


def test_a_plus_behind_a_grade_divides_nothing():
    grades = [("A+", "A", "B", "B+")[k % 4] for k in range(N)]
    table = read_table(file("a,b,grade", measured(), measured(), grades), label_column=None)
    (asked,) = questions(table, QuestionKind.WORDS)
    assert not any("split" in option.keywords for option in asked.options)


def test_items_that_are_rated_are_identifiers():
    users, items = [str(1 + k % 7) for k in range(N)], [str(100 + k * 5 % 6) for k in range(N)]
    table = read_table(file("user,item,rating,hours", users, items, measured(), measured()))
    assert table.feature_names == ["rating", "hours"]
    assert question(table, QuestionKind.IDENTIFIERS).columns == ("user", "item")


@pytest.mark.parametrize("name", ["county", "account"])
def test_identifiers_that_rise_are_asked_about_once(name):
    numbers = [str(101 + 2 * k) for k in range(N)]
    table = read_table(file(f"a,{name},b", measured(), numbers, measured()))
    asked = questions(table, QuestionKind.IDENTIFIERS, QuestionKind.ROW_NUMBERS)
    assert [one.kind for one in asked] == [QuestionKind.IDENTIFIERS] and table.feature_names == ["a", "b"]
