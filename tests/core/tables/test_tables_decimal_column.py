"""One column of numbers with decimal commas, without quotes: it is not cut at the commas in silence."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import QuestionKind, read_table

TENTHS = "8,9 4,7 6,4 3,6 5,2 26,0 24,4 28,1"
THOUSANDTHS = "0,759 -1,325 -0,326 -0,455 1,083 -0,437 1,061 0,147"
NEGATIVE = "-3,8 -1,8 -3,3 0,6 -2,5 -0,4 -1,2"
WITH_WHOLE = "12,5 13 12,25 9 8,75 10,5"


def lines(cells, name=""):
    return ("\n".join([*filter(None, [name]), *cells.split()]) + "\n").encode()


def values(cells):
    return [float(cell.replace(",", ".")) for cell in cells.split()]


@pytest.mark.parametrize("name", ["Gewicht in kg", "Temperatur", "température (°C)", "x"])
@pytest.mark.parametrize("cells", [TENTHS, THOUSANDTHS, NEGATIVE, WITH_WHOLE, "1,5 2,7 3,1 4,12 5,30"])
def test_a_name_of_one_column_stands_over_one_column(name, cells):
    table = read_table(lines(cells, name))
    assert table.feature_names == [name]
    assert table.X[:, 0].tolist() == values(cells)
    first, second = question(table, QuestionKind.DELIMITER).options
    assert (first.keywords, second.keywords) == ({"delimiter": "", "decimal": ","}, {"delimiter": ","})


@pytest.mark.parametrize("cells", [TENTHS, THOUSANDTHS, NEGATIVE, "19,71 14,53 29,53 12,17 26,04 20,97", WITH_WHOLE])
def test_equally_many_digits_behind_the_comma_are_one_column_and_asked_about(cells):
    table = read_table(lines(cells))
    assert table.X[:, 0].tolist() == values(cells)
    first, second = question(table, QuestionKind.DELIMITER).options
    same = read_table(lines(cells), **first.keywords)
    assert np.array_equal(same.X, table.X) and not questions(same, QuestionKind.DELIMITER)
    assert read_table(lines(cells), **second.keywords, drop_bad_rows=True).X[0, 0] == int(cells.split(",")[0])


def test_fractions_below_one_cannot_be_two_columns():
    cells = "0,460852 0,827913 0,069886 0,780017 0,622963"
    table = read_table(lines(cells))
    assert table.X[:, 0].tolist() == values(cells) and not questions(table, QuestionKind.DELIMITER)


@pytest.mark.parametrize("cells", ["1,2 3,4 5,6 7,8 9,1", "12,5 7,31 48,9 5,12 6,3"])
def test_numbers_of_their_own_stay_two_columns_and_are_asked_about(cells):
    table = read_table(lines(cells))
    assert table.X.shape == (5, 2)
    first, second = question(table, QuestionKind.DELIMITER).options
    assert first.keywords == {"delimiter": ","}
    assert read_table(lines(cells), **second.keywords).X[:, 0].tolist() == values(cells)


def test_one_column_of_thousands_is_asked_about_its_mark():
    table = read_table(lines("1,234 2,345 3,456 9,876", "Population"))
    assert table.feature_names == ["Population"]
    assert questions(table, QuestionKind.DELIMITER, QuestionKind.COMMA)


@pytest.mark.parametrize(
    "data",
    [
        lines("8,9 4,7 6,4 3,6 5,2 26,0", "x,y"),  # two names
        lines("8,9 4,10 6,24 3,6 5,200 26,0"),  # fractions are written without zeros at their end
        lines("31,0 35,1 40,0 28,1 55,1"),  # two groups
        lines("8,9 4,7 6,4 3,6 5,-2 26,0"),
        lines("8,9 4,7 6,4 3,6 5,2 26,0", "sep=,"),
        lines("8,9 4,7 6,4 3,6 5,2 26,0", "#x,y"),
        b"8, 9\n4, 7\n6, 4\n26, 1\n",
    ],
)
def test_two_columns_of_whole_numbers_stay_as_they_are(data):
    table = read_table(data)
    assert table.choices.delimiter == "," and not questions(table, QuestionKind.DELIMITER)


def test_the_mark_that_the_user_gives_decides():
    assert read_table(lines(TENTHS), decimal=".").X.shape == (8, 2)
    assert read_table(lines("1,2 3,4 5,6 7,8"), decimal=",").X[:, 0].tolist() == [1.2, 3.4, 5.6, 7.8]
