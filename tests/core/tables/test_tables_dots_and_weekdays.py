"""The middle dot as decimal mark, as some journals print it, and times with a day of the week before them."""

import numpy as np
import pytest
from readings import column, question, questions

from rnse_core.tables import OptionKind, QuestionKind, read_table

N = 24
X = np.random.default_rng(2).uniform(0.1, 90, (N, 2)).round(2)
DOTS = ["\u00b7", "\u22c5", "\u2219", "\u0387"]


def printed(dot, form="{}", sep=",", decimals=2):
    lines = [
        sep.join([f"s{k}", *(form.format(f"{value:.{decimals}f}".replace(".", dot)) for value in row)])
        for k, row in enumerate(X)
    ]
    return "\n".join([sep.join(["name", "x", "y"]), *lines, ""]).encode()


@pytest.mark.parametrize("dot", DOTS)
@pytest.mark.parametrize("sep", [",", ";", "\t"])
@pytest.mark.parametrize("decimals", [2, 3])
def test_numbers_with_a_middle_dot(dot, sep, decimals):
    table = read_table(printed(dot, sep=sep, decimals=decimals))
    np.testing.assert_array_equal(table.X, X)
    assert not questions(table, QuestionKind.POINT, QuestionKind.COMMA)


@pytest.mark.parametrize("form", ["{}%", "{} kg", "\u00a3{}", "<{}", "\u2212{}"])
def test_with_something_around_the_number(form):
    data = printed("\u00b7", form, ";")
    table = read_table(data, convert=dict.fromkeys("xy", "auto"))
    np.testing.assert_array_equal(table.X, -X if form[0] == "\u2212" else X)


def test_a_dot_between_words_or_several_of_them_is_no_number():
    data = "a,b,c\n" + "\n".join(f"{k}\u00b7{k}\u00b75,w\u00b7{k},{k % 7}" for k in range(N))
    assert read_table(data.encode()).feature_names == ["c"]


WEEKDAYS = {
    "short": "Mon Tue Wed Thu Fri Sat Sun",
    "long": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "German": "Mo Di Mi Do Fr Sa So",
    "French": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "Spanish": "lun mar mi\u00e9 jue vie s\u00e1b dom",
}


@pytest.mark.parametrize("language", WEEKDAYS)
@pytest.mark.parametrize("form", ["{day} {clock}", "{day}, {clock}", "{day}. {clock}", "{clock} {day}"])
def test_times_with_a_day_of_the_week(language, form):
    days = WEEKDAYS[language].split()
    times = [(k * 5 % 7, k * 7 % 24, k * 13 % 60) for k in range(N)]
    cells = [form.format(day=days[day], clock=f"{hour}:{minute:02}") for day, hour, minute in times]
    data = "when;a;b\n" + "\n".join(f"{cell};{a};{b}" for cell, (a, b) in zip(cells, X, strict=True))
    table = read_table(data.encode())
    assert table.feature_names == ["a", "b"]
    (convert,) = (o for o in question(table, QuestionKind.CONVERSION).options if o.kind is OptionKind.CONVERT)
    again = read_table(data.encode(), **convert.keywords)
    assert again.X[:, 0].tolist() == [86400 * day + 3600 * hour + 60 * minute for day, hour, minute in times]


def test_other_words_before_a_time_are_no_days():
    data = "when;a;b\n" + "\n".join(f"{['Lab', 'Kit', 'Box'][k % 3]} {k % 24}:30;{a};{b}" for k, (a, b) in enumerate(X))
    table = read_table(data.encode())
    assert column(table, "when").role != "feature" and not questions(table, QuestionKind.CONVERSION)


def test_times_of_day_among_dates_are_asked_about():
    """Programs of mail and files write the time of what is from today, and the day of what is older."""
    cells = [f"2024-03-{k + 1:02}" if k % 3 else f"{k % 24}:15" for k in range(N)]
    data = "when;a;b\n" + "\n".join(f"{cell};{a};{b}" for cell, (a, b) in zip(cells, X, strict=True))
    table = read_table(data.encode())
    assert table.feature_names == ["a", "b"] and column(table, "when").suggestion.n_failing == N / 3
    assert all(read_table(data.encode(), **o.keywords).n_rows for o in question(table, QuestionKind.CONVERSION).options)
