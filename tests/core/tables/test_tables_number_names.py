"""A word and two or three numbers as names: years, doses and numbers of samples."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import QuestionKind, read_table

N = 20
WHOLE = np.random.default_rng(5).integers(1000, 9000, (N, 3))
PLACES = [f"Land {k}" for k in range(N)]
CITIES = ["Oslo", "Paris", "Rome", "Bonn", "Kyiv", "Riga", "Bern", "Graz", "Lyon", "Turin"] * 2
CITIES = [city if k < 10 else f"New {city}" for k, city in enumerate(CITIES)]


def table_of(names, words, values, sep=","):
    rows = [sep.join([word, *map(str, row[: len(names) - 1])]) for word, row in zip(words, values, strict=True)]
    return "\n".join([sep.join(names), *rows]).encode()


@pytest.mark.parametrize("words", [PLACES, CITIES], ids=["numbered", "words"])
@pytest.mark.parametrize(
    "values", [WHOLE, np.sort(WHOLE), WHOLE * 50, WHOLE // 100], ids=["whole", "rising", "large", "small"]
)
@pytest.mark.parametrize(
    "names",
    ["Country,2019,2020,2021", "Geography,2019,2020", "Place,1995,2005,2020", "Ort,2021,2020,2019", "X,2019,2020,2021"],
)
def test_years_beside_a_word_are_names(names, words, values):
    data = table_of(names.split(","), words, values)
    table = read_table(data)
    assert table.feature_names == names.split(",")[1:] and table.n_rows == N
    keywords = [option.keywords for option in question(table, QuestionKind.HEADER).options]
    assert keywords == [{"header": True}, {"header": False}]


@pytest.mark.parametrize("sep", [",", ";", "\t"])
def test_years_beside_two_words_are_names(sep):
    rows = [sep.join([PLACES[k // 2], "MF"[k % 2], *map(str, WHOLE[k])]) for k in range(N)]
    table = read_table("\n".join([sep.join(["Region", "Sex", "2019", "2020", "2021"]), *rows]).encode())
    assert table.feature_names == ["2019", "2020", "2021"] and table.n_rows == N


@pytest.mark.parametrize(
    "names", ["Sample,0,10,100", "Patient,1,2,3", "Dose,0,10,100", "Probe,0.1,1,10", "Patient,1,2"]
)
@pytest.mark.parametrize("words", [[f"S{k}" for k in range(N)], CITIES], ids=["numbered", "words"])
def test_doses_and_numbers_beside_a_word_are_names(names, words):
    """They are, or at least it is asked, where the word does not look like those below it."""
    table = read_table(table_of(names.split(","), words, WHOLE // 20))
    assert len(questions(table, QuestionKind.HEADER)) == 1
    if words is not CITIES or not names.startswith("Dose"):
        assert table.feature_names == names.split(",")[1:] and table.n_rows == N


@pytest.mark.parametrize(
    "first", ["Land 77,2019,2020,2021", "Land 77,12,300,4100", "Land 77,10,20,30", "Land 77,5400,2100,3300"]
)
def test_a_first_row_like_the_others_is_none_of_names(first):
    table = read_table(table_of(first.split(","), PLACES, WHOLE))
    assert not table.choices.header and table.n_rows == N + 1


def test_rows_of_years_have_no_names():
    """Years of birth and death stand in every row."""
    years = np.sort(np.random.default_rng(2).integers(1800, 2020, (N, 2)))
    assert not read_table(table_of(["Ada", "1815", "1852"], CITIES, years)).choices.header


def test_a_class_of_one_row_above_others_is_a_row():
    """Without numbers that look like names a word that occurs once says little."""
    rows = [f"{'ab'[k % 2]},{a},{b},{c}" for k, (a, b, c) in enumerate(WHOLE.tolist())]
    assert not read_table("\n".join(["c,5400,2101,3317", *rows]).encode()).choices.header


@pytest.mark.parametrize("first", ["Blank,3.1,2.2", "Blank,3.1,2.2,1.7", "Blank,4820,5134", "Blank,4820,5134,7002"])
def test_a_row_of_another_kind_is_none_of_names(first):
    values = WHOLE if first.count(".") == 0 else WHOLE / 1000
    table = read_table(table_of(first.split(","), PLACES, values))
    assert not table.choices.header and table.n_rows == N + 1


@pytest.mark.parametrize("names", ["Sample,7,300", "Country,700,12,5000"])
def test_a_name_of_columns_beside_numbers_is_asked_about(names):
    table = read_table(table_of(names.split(","), CITIES, WHOLE))
    assert len(questions(table, QuestionKind.HEADER)) == 1
