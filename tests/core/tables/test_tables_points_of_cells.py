"""Numbers with points that may be thousands marks, as text in tables that have types of their own."""

import io
import json

import pandas as pd
import pytest
from readings import question, questions

from rnse_core.tables import OptionKind, QuestionKind, read_table

CELLS = ["850", "1.050", "12.300", "999", "7.250", "415", "2.140", "3.100"]
OTHER = [35, 125, 45, 15, 975, 25, 65, 525]
VALUES = [850, 1050, 12300, 999, 7250, 415, 2140, 3100]


def frame():
    return pd.DataFrame({"price": CELLS, "b": OTHER})


def parquet():
    stream = io.BytesIO()
    frame().to_parquet(stream)
    return stream.getvalue()


SOURCES = {
    "frame": frame,
    "parquet": parquet,
    "json": lambda: frame().to_json(orient="records").encode(),
    "lines": lambda: "\n".join(json.dumps(one) for one in frame().to_dict("records")).encode(),
    "tab": lambda: frame().to_csv(index=False, sep="\t").encode(),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_they_are_asked_about_and_each_answer_holds(kind):
    source = SOURCES[kind]()
    table = read_table(source)
    one = question(table, QuestionKind.POINT)
    assert one.columns == ("price",) and one.options[0].kind is OptionKind.THOUSANDS_POINT
    assert table.X[:, 0].tolist() == VALUES
    for option in one.options:
        read = read_table(source, **option.keywords)
        assert not questions(read, QuestionKind.POINT)
        expected = VALUES if option.kind is OptionKind.THOUSANDS_POINT else list(map(float, CELLS))
        assert read.X[:, 0].tolist() == expected


def test_numbers_that_are_no_text_are_not_asked_about():
    table = read_table(pd.DataFrame({"price": list(map(float, CELLS)), "b": OTHER}))
    assert not questions(table, QuestionKind.POINT)


def marked(form, delimiter=";"):
    rows = "".join(f"{form.format(cell)}{delimiter}{k * k % 11}\n" for k, cell in enumerate(CELLS))
    return f"price{delimiter}b\n{rows}".encode()


@pytest.mark.parametrize("form", ["{} €", "€{}", "{} EUR", "$ {}", "{} %"])
@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_points_beside_a_sign_are_asked_about(form, delimiter):
    source = marked(form, delimiter)
    table = read_table(source, label_column=None)
    one = question(table, QuestionKind.POINT)
    assert one.options[0].kind is (OptionKind.DECIMAL_POINT if "%" in form else OptionKind.THOUSANDS_POINT)
    values = {OptionKind.THOUSANDS_POINT: VALUES, OptionKind.DECIMAL_POINT: list(map(float, CELLS))}
    assert table.X[:, 0].tolist() == values[one.options[0].kind]
    for option in one.options:
        read = read_table(source, label_column=None, **option.keywords)
        assert not questions(read, QuestionKind.POINT) and read.X[:, 0].tolist() == values[option.kind]


def test_points_before_a_unit_have_both_answers():
    source = marked("{} kg")
    ways = {one.kind: one.keywords for one in question(read_table(source), QuestionKind.CONVERSION).options}
    assert read_table(source, **ways[OptionKind.CONVERT]).X[:, 0].tolist() == list(map(float, CELLS))
    assert read_table(source, **ways[OptionKind.THOUSANDS_POINTS]).X[:, 0].tolist() == VALUES


@pytest.mark.parametrize("cells", [["1.05 €", "2.30 €"], ["1.050 €", "1200 €"], ["1.050,00 €", "2.000,50 €"]])
def test_points_of_one_meaning_are_not_asked_about(cells):
    rows = "".join(f"{cells[k % 2]};{k * k % 11}\n" for k in range(12))
    assert not questions(read_table(f"price;b\n{rows}".encode(), label_column=None), QuestionKind.POINT)
