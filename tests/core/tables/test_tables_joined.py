"""Tables with the same columns are read as one: in another order in a text, and on several sheets of a workbook."""

import io

import numpy as np
import openpyxl
import pytest
from blocks_of_text import as_book, as_text, block
from readings import note, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, option_text, read_table

ORDERS = [("abc", "cab"), ("abc", "acb", "bac"), (["Höhe", "Breite", "Tiefe"], ["Tiefe", "Höhe", "Breite"])]


@pytest.mark.parametrize("orders", ORDERS)
@pytest.mark.parametrize("first", [None, "probe"])
@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize(("delimiter", "decimal"), [(",", "."), (";", ","), ("\t", ".")])
def test_columns_in_another_order(orders, first, gap, delimiter, decimal):
    made = [block(names, 8 + k, first=first, decimal=decimal, seed=k) for k, names in enumerate(orders)]
    data = as_text([rows for rows, _ in made], delimiter, gap=gap)
    table = read_table(data)
    in_order = [[list(names).index(name) for name in orders[0]] for names in orders]
    X = np.vstack([X[:, places] for places, (_, X) in zip(in_order, made, strict=True)])
    assert table.feature_names == list(orders[0])
    np.testing.assert_array_equal(table.X, X)
    asked = question(table, QuestionKind.PART)
    assert [option.keywords["part"] for option in asked.options] == list(range(len(orders) + 1))
    assert asked.options[0].kind is OptionKind.ALL_PARTS and asked.options[0].count == len(X)
    np.testing.assert_array_equal(read_table(data, **asked.options[0].keywords).X, X)
    for names, (_, X), option in zip(orders, made, asked.options[1:], strict=True):
        again = read_table(data, **option.keywords)
        assert again.feature_names == list(names)
        np.testing.assert_array_equal(again.X, X)


def test_other_names_and_names_that_stand_twice_are_not_joined():
    for others in ("abd", "ab", "aab"):
        data = as_text([block("abc", 8)[0], block(others, 9)[0]])
        assert all(option.keywords["part"] for option in question(read_table(data), QuestionKind.PART).options)


def test_titles_that_are_numbers_are_no_feature():
    data = as_text([[[year], *block("abc", 6 + k)[0]] for k, year in enumerate(("2019", "2020"))])
    table = read_table(data)
    assert table.feature_names == ["a", "b", "c"] and set(table.labels) == {"table 2019", "table 2020"}


def sheets(found, hidden=()):
    """Write a workbook with sheets of these rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in found.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([float(cell) if cell.strip("-").replace(".", "").isdigit() else cell for cell in row])
        sheet.sheet_state = "hidden" if title in hidden else "visible"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


YEARS = {str(year): block("abc", 7 + k, first="site", seed=k) for k, year in enumerate((2019, 2020, 2021))}
OF_YEARS = {year: rows for year, (rows, _) in YEARS.items()}
X_OF_YEARS = np.vstack([X for _, X in YEARS.values()])


@pytest.mark.parametrize("more", [{}, {"README": [["Data of sites"], ["Source: us"]]}])
@pytest.mark.parametrize("title", [[], [["Survey of the year"], []]])
def test_sheets_with_the_same_columns(more, title):
    data = sheets({**more, **{year: [*title, *rows] for year, rows in OF_YEARS.items()}})
    table = read_table(data)
    np.testing.assert_array_equal(table.X, YEARS["2019"][1])
    asked = question(table, QuestionKind.SHEET)
    (every,) = (option for option in asked.options if option.kind is OptionKind.ALL_SHEETS)
    assert every.count == len(X_OF_YEARS) and option_text(every)
    again = read_table(data, **every.keywords)
    np.testing.assert_array_equal(again.X, X_OF_YEARS)
    assert again.label_name == "sheet" and not questions(again, QuestionKind.SHEET, QuestionKind.PART)
    assert again.labels.tolist() == [f"sheet {year}" for year, (_, X) in YEARS.items() for _ in X]
    assert note(again, NoteKind.STACKED_TABLES).values == tuple(OF_YEARS)
    assert again.choices.variable == every.keywords["sheet"] and again.choices.sheets == (*more, *OF_YEARS)
    for option in asked.options:
        if option is not every and option.keywords["sheet"] in YEARS:
            np.testing.assert_array_equal(read_table(data, **option.keywords).X, YEARS[option.keywords["sheet"]][1])


def test_sheets_with_their_columns_in_another_order():
    other, X = block("cab", 9, first="site", seed=5)
    data = sheets({"control": OF_YEARS["2019"], "treated": other})
    (every,) = (o for o in question(read_table(data), QuestionKind.SHEET).options if o.kind is OptionKind.ALL_SHEETS)
    table = read_table(data, **every.keywords)
    np.testing.assert_array_equal(table.X, np.vstack([YEARS["2019"][1], X[:, [1, 2, 0]]]))
    assert table.labels.tolist() == ["control"] * 7 + ["treated"] * 9


def test_twelve_sheets():
    made = {f"month {k}": block("abc", 5, first="site", seed=k) for k in range(12)}
    data = sheets({title: rows for title, (rows, _) in made.items()})
    (every,) = (o for o in question(read_table(data), QuestionKind.SHEET).options if o.kind is OptionKind.ALL_SHEETS)
    assert every.count == 60
    np.testing.assert_array_equal(read_table(data, **every.keywords).X, np.vstack([X for _, X in made.values()]))


def test_other_sheets_are_left_out():
    others = {"prices": block("xyz", 6, first="site")[0], "two": [*block("abc", 5)[0], [], *block("uv", 5)[0]]}
    data = sheets({**OF_YEARS, **others, "old": OF_YEARS["2019"]}, hidden=["old"])
    asked = question(read_table(data), QuestionKind.SHEET)
    (every,) = (option for option in asked.options if option.kind is OptionKind.ALL_SHEETS)
    np.testing.assert_array_equal(read_table(data, **every.keywords).X, X_OF_YEARS)


@pytest.mark.parametrize("other", [block("abd", 6, first="site")[0], [["a note"], ["about nothing"]]])
def test_sheets_with_other_columns(other):
    data = sheets({"2019": OF_YEARS["2019"], "other": other})
    found = questions(read_table(data), QuestionKind.SHEET)
    assert all(option.kind is not OptionKind.ALL_SHEETS for one in found for option in one.options)
    error = refused(data, sheet="*")
    assert error.problem is Problem.UNKNOWN_SHEET
    assert all(read_table(data, **option.keywords).n_rows for option in error.options[:1])


def test_hidden_rows_of_several_sheets():
    book = openpyxl.load_workbook(io.BytesIO(sheets(OF_YEARS)))
    book["2019"].row_dimensions[3].hidden = True
    book["2021"].row_dimensions[4].hidden = True
    stream = io.BytesIO()
    book.save(stream)
    table = read_table(stream.getvalue(), sheet="*")
    asked = question(table, QuestionKind.HIDDEN)
    assert asked.values[1:] == (2, 0)
    sizes = [read_table(stream.getvalue(), sheet="*", **option.keywords).n_rows for option in asked.options]
    assert sizes == [len(X_OF_YEARS), len(X_OF_YEARS) - 2]


def test_one_sheet_has_no_others():
    error = refused(as_book([block("abc", 6)[0]]), sheet="*")
    assert error.problem is Problem.UNKNOWN_SHEET and not notes(
        read_table(as_book([block("abc", 6)[0]])), NoteKind.PART
    )
