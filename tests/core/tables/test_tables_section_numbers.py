"""Numbers of sections and versions, of which 1.1 and 1.10 differ, are words."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import OptionKind, QuestionKind, read_table

RNG = np.random.default_rng(8)


def file(cells, name="section", sep=","):
    """Return a table with a column of these cells between two others."""
    numbers = RNG.normal(10, 2, (len(cells), 2)).round(2).tolist()
    lines = [sep.join([str(a), cell, str(b)]) for cell, (a, b) in zip(cells, numbers, strict=True)]
    return "\n".join([sep.join(["pages", name, "words"]), *lines, ""]).encode()


def shuffled(cells):
    return [cells[k] for k in np.random.default_rng(0).permutation(len(cells))]


SECTIONS = [
    [f"1.{k}" for k in range(1, 13)],
    ["1", *(f"1.{k}" for k in range(1, 11)), "2", "2.1", "2.2", "2.3"],
    [f"{chapter}.{k}" for chapter in (1, 2, 3) for k in range(14)],
    shuffled([f"{chapter}.{k}" for chapter in (4, 5) for k in range(1, 12)]),
    [f"3.{k}" for k in (8, 9, 10, 11, 12, 10, 9, 8, 12, 10, 11, 11)],
    [f"12.{k}" for k in range(5, 21)],
    ["", *(f"1.{k}" for k in range(1, 13)), "NA"],
    # A spreadsheet that takes them for numbers writes 1.10 as 1.1, and 1.20 as 1.2.
    [f"1.{k}".rstrip("0") for k in range(1, 24)],
    [f"{chapter}.{k}".rstrip("0") for chapter in (1, 2) for k in range(1, 13)],
]


@pytest.mark.parametrize("cells", SECTIONS, ids=lambda cells: f"{cells[-2]} of {len(cells)}")
@pytest.mark.parametrize("name", ["section", "item", "id", "x"])
def test_numbers_of_sections_are_words(cells, name):
    data = file(cells, name)
    table = read_table(data)
    assert table.feature_names == ["pages", "words"] and table.n_rows == len(cells)
    asked = question(table, QuestionKind.CODES)
    assert asked.columns == (name,) and asked.options[0].kind is OptionKind.LEAVE_AS_TEXT
    for option in asked.options[1:]:
        again = read_table(data, **option.keywords)
        assert not questions(again, QuestionKind.CODES)
        assert any(feature.startswith(name) for feature in again.feature_names)
    numbers = read_table(data, **asked.options[1].keywords)
    assert numbers.X[:, 1].tolist() == [float(cell) for cell in cells if cell not in ("", "NA")]


def test_with_a_decimal_comma():
    cells = [f"1,{k}" for k in range(1, 13)]
    table = read_table(file(cells, sep=";").replace(b".", b","))
    assert question(table, QuestionKind.CODES).columns == ("section",)


CLASSES = [
    ("nace", ["01.1", "01.11", "01.12", "01.2", "01.21", "10.1", "10.11", "10.20", "10.2", "62.01", "01.1", "62.0"]),
    ("dewey", ["005.1", "005.13", "005.133", "510", "512.5", "512.50", "519.2", "519.53"]),
    ("icd_code", ["250.0", "250.00", "250.1", "250.10", "401.9", "401.90", "401.1", "402.01", "402.11", "403.0"]),
    ("item_no", ["7.5", "7.50", "8.1", "9.25", "11.5", "12.75", "13.5", "14.25"]),
]


@pytest.mark.parametrize(("name", "cells"), CLASSES)
def test_codes_of_classes_are_words(name, cells):
    data = file(cells, name)
    table = read_table(data, label_column=None)
    assert table.feature_names == ["pages", "words"]
    asked = question(table, QuestionKind.CODES)
    for option in asked.options[1:]:
        again = read_table(data, label_column=None, **option.keywords)
        assert not questions(again, QuestionKind.CODES) and again.n_features > 2


def test_with_a_middle_dot():
    table = read_table(file([f"1\u00b7{k}" for k in range(1, 13)]))
    assert question(table, QuestionKind.CODES).columns == ("section",)


NUMBERS = [
    [f"{value:.1f}" for value in RNG.uniform(0, 9, 60)],
    [f"{value:.2f}" for value in RNG.uniform(0, 3, 60)],
    [f"{value:.2f}".rstrip("0").rstrip(".") for value in RNG.uniform(0, 3, 200)],
    ["1.5", "1.50", "2", "2.0", "1.25", "1.75", "3.10", "3.1", "0.5", "0.50", "2.25", "1.2"],
    [f"{k / 10:.1f}" for k in range(40)],
    [f"{k / 100:g}" for k in range(100, 140)],
    [f"{k / 20:g}" for k in range(20, 60)],
    [f"{k / 4:.2f}" for k in range(30)],
    [f"{k / 4:05.2f}" for k in range(50)],
]


@pytest.mark.parametrize("cells", NUMBERS, ids=lambda cells: f"{cells[0]} to {cells[-1]}")
def test_measured_numbers_are_numbers(cells):
    table = read_table(file(cells, "x"))
    assert "x" in table.feature_names and not questions(table, QuestionKind.CODES)
