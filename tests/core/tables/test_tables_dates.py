"""Dates that are not written year-month-day, times and durations as numbers; rows of names and of totals."""

import numpy as np
import pytest
from readings import note, question

from rnse_core.tables import ConversionKind, NoteKind, OptionKind, QuestionKind, read_table
from rnse_core.tables.dates import read_named_date, read_numeric_date
from rnse_core.tables.times import read_time


def of(cells, **keywords):
    rows = "".join(f"{k * 7 % 11}.5;{cell}\n" for k, cell in enumerate(cells))
    return read_table(f"a;when\n{rows}".encode(), label_column=None, **keywords)


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (["20.10.2024", "28.04.2024", "1.2.2024"], [20016, 19841, 19754]),
        (["15/07/2020", "01/08/2020", "2/8/2020"], [18458, 18475, 18476]),
        (["10/20/2024", "04/28/2024", "2/1/2024"], [20016, 19841, 19754]),
        (["20.10.2024 12:00:00", "28.04.2024 06:00:00", "1.2.2024 00:00:00"], [20016.5, 19841.25, 19754]),
    ],
)
def test_the_column_shows_the_order_of_its_dates(cells, days):
    table = of(cells, convert={"when": "auto"})
    assert table.X[:, 1].tolist() == days
    kinds = [option.kind for option in question(of(cells), QuestionKind.CONVERSION).options]
    ambiguous = cells[0].startswith("never")
    assert (OptionKind.MONTH_FIRST in kinds) == ambiguous


def test_dates_that_show_no_order_are_asked_about():
    cells = ["4/3/2024", "5/11/2024", "6/1/2023"]
    leave, day_first, month_first = question(of(cells), QuestionKind.CONVERSION).options
    assert (leave.kind, month_first.kind) == (OptionKind.LEAVE_OUT, OptionKind.MONTH_FIRST)
    assert of(cells, **day_first.keywords).X[0, 1] == np.datetime64("2024-03-04").astype(int)
    assert of(cells, **month_first.keywords).X[0, 1] == np.datetime64("2024-04-03").astype(int)


def test_durations_become_seconds():
    table = of(["21:30", "45:09.5", "1:05:20", "61:25"], convert={"when": "auto"})
    assert table.X[:, 1].tolist() == [1290, 2709.5, 3920, 3685]
    assert note(table, NoteKind.CONVERTED).values[0].kind is ConversionKind.TIME


@pytest.mark.parametrize(
    ("token", "day"),
    [
        ("January 1, 2024", "2024-01-01"),
        ("01-Jan-24", "2024-01-01"),
        ("1 Mar 2024", "2024-03-01"),
        ("1. März 2024", "2024-03-01"),
        ("1 mars 2024", "2024-03-01"),
        ("1er août 2024", "2024-08-01"),
        ("3 de octubre de 2024", "2024-10-03"),
        ("Sun, 29 Nov 1999", "1999-11-29"),
        ("2024年3月1日", "2024-03-01"),
        ("2024/3/1", "2024-03-01"),
        ("Sept 5th, 2023", "2023-09-05"),
        ("31-DEC-1999", "1999-12-31"),
        ("07JAN2024", "2024-01-07"),
    ],
)
def test_dates_with_names_of_months(token, day):
    assert read_named_date(token) == np.datetime64(day).astype(int)
    others = ["2 May 2024", "03 Jun 2023"]
    table = of([token, *others], convert={"when": "auto"})
    assert table.X[0, 1] == np.datetime64(day).astype(int) and table.n_rows == 3
    assert not any(one.kind is QuestionKind.CONVERSION for one in table.questions)


@pytest.mark.parametrize("token", ["1 Foo 2024", "31 Feb 2024", "January", "12 monkeys 24", "may 12", ""])
def test_other_texts_are_no_dates_with_names(token):
    assert read_named_date(token) is None


@pytest.mark.parametrize(
    ("token", "days"),
    [
        ("01.03.24", 19783),
        ("1/3/2024 1:05:00 PM", 19783 + 47100 / 86400),
        ("1.3.99", 10651),
        ("01/03/2024 12:30 am", 19783 + 1 / 48),
    ],
)
def test_short_years_and_halves_of_the_day(token, days):
    assert read_numeric_date(token, day_first=True) == pytest.approx(days, abs=1e-9)


def test_a_series_of_days_that_was_converted_is_kept():
    days = np.arange(np.datetime64("2024-01-01"), np.datetime64("2024-02-10")).astype(str)
    table = of(days, convert={"when": "auto"})
    assert table.X[:, 1].tolist() == list(range(19723, 19763))
    assert not any(one.kind is QuestionKind.CONVERSION for one in table.questions)


def test_times_of_two_and_three_parts_are_asked_about():
    cells = ["7:31", "7:31:20", "12:05", "0:40:10"]
    _, minutes, hours = question(of(cells), QuestionKind.CONVERSION).options
    assert of(cells, **minutes.keywords).X[:, 1].tolist() == [451, 27080, 725, 2410]
    assert of(cells, **hours.keywords).X[:, 1].tolist() == [27060, 27080, 43500, 2410]


@pytest.mark.parametrize("token", ["1:2", "12:60", "1:2:3", "a:10", "12", "", "10:99:10"])
def test_other_texts_are_no_times(token):
    assert read_time(token) is None


@pytest.mark.parametrize("token", ["32.1.2024", "31.2.2024", "1.1.240", "1.13/2024", "2024-01-01", "1/2/2024 99"])
def test_other_texts_are_no_dates(token):
    assert read_numeric_date(token, day_first=True) is None


def test_merged_cells_above_the_names():
    rows = "".join(f"P{k},{k * 3 % 7},{k * 5 % 8},{k * 2 % 9}\n" for k in range(10))
    table = read_table(f"Patient,Pressure,,Age\n,Low,Total,\n{rows}".encode())
    assert table.feature_names == ["Pressure Low", "Pressure Total", "Age"]
    assert table.n_rows == 10 and note(table, NoteKind.SECOND_HEADER)
    units = f"Patient,Low,High,Age\n,mmHg,mmHg,a\n{rows}".encode()
    table = read_table(units, label_column=None)  # not joined to the names
    assert table.feature_names == ["Low", "High", "Age"] and note(table, NoteKind.SUBHEADER_ROWS)


def test_types_are_decided_without_the_rows_that_are_left_out():
    rows = "".join(f"n{k},{k * 3 % 7},{k * 5 % 8}\n" for k in range(8))
    table = read_table(f"name,a,b\n{rows}Total,21 in all,28\n".encode())
    assert table.feature_names == ["a", "b"] and table.n_rows == 8


@pytest.mark.parametrize(("token", "date"), [
    ("21 января 2023 г.", "2023-01-21"), ("6 мая 2023 года", "2023-05-06"), ("1 авг. 2023", "2023-08-01"),
    ("12 январь 2023", "2023-01-12"), ("9 сентября 2023г.", "2023-09-09"), ("3 декабря 2023 г. 12:00", "2023-12-03"),
    ("21 січня 2023 р.", "2023-01-21"), ("5 листопада 2023 року", "2023-11-05"), ("7 травня 2023", "2023-05-07"),
    ("21 януари 2023 г.", "2023-01-21"), ("4 ноември 2023 г.", "2023-11-04"), ("21. јануар 2023.", "2023-01-21"),
    ("21 stycznia 2023 r.", "2023-01-21"), ("15 października 2023", "2023-10-15"), ("2 lip 2023", "2023-07-02"),
    ("21. ledna 2023", "2023-01-21"), ("3. července 2023", "2023-07-03"), ("3. června 2023", "2023-06-03"),
    ("8. září 2023", "2023-09-08"), ("21. januára 2023", "2023-01-21"), ("1. junij 2023", "2023-06-01"),
    ("1. avgusta 2023", "2023-08-01"), ("30 кастрычніка 2023", "2023-10-30"),
])  # fmt: skip
def test_months_of_slavic_languages(token, date):
    days = read_named_date(token)
    assert days is not None and int(days) == (np.datetime64(date) - np.datetime64("1970-01-01")).astype(int)


@pytest.mark.parametrize("month", [
    ("января", "марта", "мая"), ("stycznia", "marca", "maja"), ("janvāris", "marts", "maijs"),
    ("sausio", "kovo", "liepos"),
    ("siječnja", "ožujka", "svibnja"), ("tammikuuta", "maaliskuuta", "toukokuuta"),
])  # fmt: skip
@pytest.mark.parametrize("form", ["{} {} 2023", "{}. {} 2023", "{} {} 2023 г."])
def test_days_of_dates_are_no_places_on_a_scale(month, form):
    cells = [form.format(k % 11 + 1, month[k % 11 % 3]) for k in range(24)]
    options = [option for question in of(cells).questions for option in question.options]
    assert not any("ordinal" in option.keywords for option in options)


def test_days_and_months_without_a_year_are_no_places_on_a_scale():
    cells = [f"{k % 11 + 1} {('января', 'марта', 'мая')[k % 11 % 3]}" for k in range(24)]
    options = [option for question in of(cells).questions for option in question.options]
    assert not any("ordinal" in option.keywords for option in options)


def test_words_behind_numbers_are_places_still():
    cells = [f"{k % 3 + 1} {('never', 'sometimes', 'always')[k % 3]}" for k in range(24)]
    options = [option for question in of(cells).questions for option in question.options]
    assert any("ordinal" in option.keywords for option in options)
