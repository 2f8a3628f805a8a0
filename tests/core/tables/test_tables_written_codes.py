"""Codes that could be read as numbers: 1E4, 01005, 2A004, hexadecimal keys."""

import json

import numpy as np
import pandas as pd
import pytest
from readings import column, question, questions

from rnse_core.tables import OptionKind, QuestionKind, read_table

N = 30
RNG = np.random.default_rng(3)
MEASURED = [f"{value:.2f},{other:.2f}" for value, other in RNG.normal(size=(N, 2)).tolist()]


def file(cells, name="bin", more=""):
    header = f"{name},a,b{',' if more else ''}{more and 'c'}"
    rows = [f"{cell},{row}{',' if more else ''}{more}" for cell, row in zip(cells, MEASURED, strict=True)]
    return "\n".join([header, *rows, ""]).encode()


EXPONENTS = [f"{1 + k % 3}E{k % 5}" for k in range(N)]


@pytest.mark.parametrize(
    "cells",
    [
        EXPONENTS,
        [f"{10 + k % 3}E0{1 + k % 5}" for k in range(N)],
        [f"0{k % 3}E{k % 4}" for k in range(N)],
        ["", *EXPONENTS[1:]],
        [f"{k % 9:02}" for k in range(N)],
        [f"0{k % 3}{k % 5}7" for k in range(N)],
        [f"{1 + k % 8:05}" if k % 2 else f"{75000 + k % 7}" for k in range(N)],
    ],
    ids=["bins", "two digits", "zero first", "a blank", "two letters", "areas", "postal"],
)
def test_numbers_written_as_codes_are_words_and_asked_about(cells):
    table = read_table(file(cells))
    assert table.feature_names == ["a", "b"] and table.n_rows == N
    asked = question(table, QuestionKind.CODES)
    assert asked.columns == ("bin",) and asked.options[0].kind is OptionKind.LEAVE_AS_TEXT
    numbers = next(option for option in asked.options if option.kind is OptionKind.CONVERT)
    again = read_table(file(cells), **numbers.keywords)
    assert "bin" in again.feature_names and not questions(again, QuestionKind.CODES)
    expected = [float(cell) for cell in cells if cell]
    assert again.X[:, 0].tolist() == expected
    words = read_table(file(cells), one_hot=["bin"])
    assert "bin=" + cells[-1] in words.feature_names and not questions(words, QuestionKind.CODES)


def test_codes_are_places_on_a_scale_on_request():
    cells = [f"{1 + k % 4:02}" for k in range(N)]
    words = question(read_table(file(cells), label_column=None), QuestionKind.WORDS)
    (scale,) = (option for option in words.options if option.kind is OptionKind.ORDINAL)
    table = read_table(file(cells), **scale.keywords)
    assert table.X[:, 0].tolist() == [1 + k % 4 for k in range(N)] and not questions(table, QuestionKind.CODES)


@pytest.mark.parametrize(
    ("cells", "more"),
    [([cell.lower() for cell in EXPONENTS], ""), (EXPONENTS, "1.5E+03")],
    ids=["small letter", "beside scientific notation"],
)
def test_powers_of_ten_that_may_be_numbers_are_asked_about(cells, more):
    if more:
        data = file(cells).decode().splitlines()
        data = "\n".join([data[0] + ",c", *(f"{row},{k % 9}.5E+03" for k, row in enumerate(data[1:])), ""]).encode()
    else:
        data = file(cells)
    table = read_table(data)
    assert "bin" in table.feature_names
    asked = question(table, QuestionKind.CODES)
    assert asked.options[0].kind is OptionKind.CONVERT
    for option in asked.options:
        assert not questions(read_table(data, **option.keywords), QuestionKind.CODES)


@pytest.mark.parametrize(
    "cells",
    [
        [f"{1 + k % 7}e{k % 5 - 2}" for k in range(N)],
        [f"{1 + k % 7}.0E{k % 5}" for k in range(N)],
        [f"{1 + k % 7}e+0{k % 5}" for k in range(N)],
        [f"{1 + k % 7}E{k % 5}" if k % 3 else "250" for k in range(N)],
        [f"{1 + k % 7}" for k in range(N)],
        [f"0.{k % 7}" for k in range(N)],
    ],
    ids=["signs", "points", "pluses", "plain ones", "whole", "fractions"],
)
def test_numbers_that_programs_write_stay_numbers(cells):
    table = read_table(file(cells))
    assert table.feature_names == ["bin", "a", "b"] and not questions(table, QuestionKind.CODES)


@pytest.mark.parametrize("name", ["minute", "start_hour", "month"])
def test_zeros_in_front_of_parts_of_dates_say_nothing(name):
    table = read_table(file([f"{k * 7 % 12:02}" for k in range(N)], name))
    assert name in table.feature_names and not questions(table, QuestionKind.CODES)


def test_zeros_in_front_of_all_numbers_say_nothing():
    rows = [f"{k * 7 % 99:03},{k * 5 % 97:04},{k * 11 % 93:03}" for k in range(N)]
    table = read_table("\n".join(["p,q,r", *rows, ""]).encode())
    assert table.feature_names == ["p", "q", "r"] and not questions(table, QuestionKind.CODES)


MIXED = {
    "areas": [f"2A{k:03}" if k % 8 == 0 else f"{k % 95:02}{k:03}" for k in range(N)],
    "hexadecimal": [f"{value:02x}" for value in RNG.integers(0, 256, N - 1).tolist()] + ["c5"],
    "keys": [f"{k * k:031}b" if k % 3 else f"{k * k:032}" for k in range(N)],
    "letters within": [f"{k % 9}B{k}" if k % 3 == 0 else str(100 + k) for k in range(N)],
    "orders": [f"#{1001 + k}" for k in range(N)],
    "seats": [f"{k}A" if k % 3 == 0 else str(100 + k) for k in range(N)],
}


@pytest.mark.parametrize("kind", MIXED)
def test_identifiers_are_not_offered_as_numbers_with_the_others(kind):
    name = "seat_id" if kind == "seats" else "key"
    data = file(MIXED[kind], name).decode().splitlines()
    data = "\n".join([data[0] + ",weight", *(f"{row},{50 + k} kg" for k, row in enumerate(data[1:])), ""]).encode()
    table = read_table(data)
    assert column(table, name).suggestion is None
    asked = question(table, QuestionKind.CONVERSION)
    assert asked.columns == ("weight",)
    again = read_table(data, **asked.options[1].keywords)
    assert again.feature_names == ["a", "b", "weight"] and again.n_rows == N
    numbers = read_table(data, convert={name: "auto"}, missing="median")
    assert name in numbers.feature_names


def test_flags_behind_numbers_are_still_offered():
    cells = [f"{k % 10}.{k} e" if k % 3 == 0 else f"{k % 7}.{k}" for k in range(N)]
    asked = question(read_table(file(cells)), QuestionKind.CONVERSION)
    assert asked.columns == ("bin",)


def test_codes_of_json_stay_words():
    rows = [{"state": f"{1 + k % 5:02}", "a": k * 7 % 13 + 0.5, "b": k * 5 % 11 + 0.25} for k in range(N)]
    table = read_table(json.dumps(rows).encode())
    assert table.feature_names == ["a", "b"] and question(table, QuestionKind.CODES).columns == ("state",)


CATEGORIES = [1 + k % 3 for k in range(N)]


def test_categories_of_numbers_are_words_in_a_frame():
    frame = pd.DataFrame({"a": RNG.normal(size=N), "level": pd.Categorical(CATEGORIES), "b": RNG.normal(size=N)})
    table = read_table(frame)
    assert table.feature_names == ["a", "b"]
    asked = question(table, QuestionKind.CODES)
    assert asked.columns == ("level",)
    numbers = next(option for option in asked.options if option.kind is OptionKind.CONVERT)
    again = read_table(frame, **numbers.keywords)
    assert again.X[:, 1].tolist() == CATEGORIES and not questions(again, QuestionKind.CODES)


@pytest.mark.parametrize(("name", "is_asked"), [("level", True), ("class", False)])
def test_nominal_numbers_of_arff_are_words(name, is_asked):
    head = f"@relation r\n@attribute {name} {{1,2,3}}\n@attribute a numeric\n@attribute b numeric\n@data\n"
    data = (head + "".join(f"{cell},{row}\n" for cell, row in zip(CATEGORIES, MEASURED, strict=True))).encode()
    table = read_table(data, name="r.arff")
    assert table.feature_names == ["a", "b"]
    assert bool(questions(table, QuestionKind.CODES)) is is_asked
    assert (table.label_name == name) is not is_asked


def test_two_categories_stay_numbers():
    frame = pd.DataFrame({"a": RNG.normal(size=N), "is_new": pd.Categorical([k % 2 for k in range(N)])})
    table = read_table(frame, label_column=None)
    assert table.feature_names == ["a", "is_new"] and not questions(table, QuestionKind.CODES)
