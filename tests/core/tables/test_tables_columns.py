"""What the columns of a table are, and what becomes of each: numbers, labels, text, ids, missing values."""

import numpy as np
import pytest
from lines import ignored, rows
from readings import column, note, question, questions, refused

from rnse_core.tables import (
    ConversionKind,
    Limits,
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    RoleReason,
    read_table,
)
from rnse_core.tables.marked_numbers import PLAIN

# Ids, constants, empty columns


@pytest.mark.parametrize(
    "ids", [range(1, 11), range(0, 1000, 100), range(100, 0, -10), [1, 5, 6, 8, 90, 91, 92, 93, 94, 99]]
)
def test_a_column_that_numbers_the_rows_is_ignored(ids):
    table = read_table(rows("key,x", *(f"{k},{k * k % 7}.5" for k in ids)))
    assert table.feature_names == ["x"]
    assert (column(table, "key").role, column(table, "key").reason) == ("ignored", RoleReason.ROW_NUMBERS)
    assert ignored("key", reason=RoleReason.ROW_NUMBERS) in table.report
    assert read_table(rows("key,x", *(f"{k},{k * k % 7}.5" for k in ids)), keep=["key"]).feature_names == ["key", "x"]


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 9],
        [1, 2, 4, 3, 5, 6, 7, 8, 9, 10],
        [1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        ["", 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ],
)
def test_a_column_that_repeats_turns_back_or_has_fractions_or_gaps_is_a_feature(values):
    table = read_table(rows("x,y", *(f"{v},{k % 3}.5" for k, v in enumerate(values))))
    assert "x" in table.feature_names


@pytest.mark.parametrize(
    "name", ["id", "ID", "customer_id", "customerId", "index", "No.", "row number", "Unnamed: 0", "#"]
)
def test_in_a_short_table_the_name_must_say_that_a_column_numbers_the_rows(name):
    assert read_table(rows(f"{name},x", "1,2.5", "2,3.5", "3,1.5")).feature_names == ["x"]
    assert read_table(rows("width,x", "1,2.5", "2,3.5", "3,1.5")).feature_names == ["width", "x"]


@pytest.mark.parametrize("name", ["idea", "void", "Grid", "liquid"])
def test_a_name_that_ends_like_an_id_is_none(name):
    assert read_table(rows(f"{name},x", "1,2.5", "2,3.5", "3,1.5")).feature_names == [name, "x"]


def test_the_nameless_column_of_row_names_is_ignored():
    lines = (f"{k},{k * k % 5}.5" for k in range(20))
    assert read_table(rows(",x", *lines)).feature_names == ["x"]


def test_when_only_ids_are_left_they_can_be_kept():
    data = rows("id,key", *(f"{k},{2 * k}" for k in range(10)))
    error = refused(data)
    assert error.problem is Problem.NO_FEATURES
    assert error.value == (("id", RoleReason.ROW_NUMBERS), ("key", RoleReason.ROW_NUMBERS))
    assert read_table(data, **error.options[0].keywords).feature_names == ["id", "key"]


def test_constant_columns_are_dropped():
    table = read_table(rows("a,b,c,d", "1,7,x,", "2,7,x,", "5,7,x,"))
    assert table.feature_names == ["a"]
    assert ignored("b", "c", reason=RoleReason.CONSTANT) in table.report
    assert ignored("d", reason=RoleReason.EMPTY) in table.report


def test_a_column_that_becomes_constant_when_rows_are_left_out_is_dropped():
    table = read_table(rows("a,b,c", "1,7,1", "2,7,", "5,7,9", "4,8,"))
    assert table.feature_names == ["a", "c"]
    assert ignored("b", reason=RoleReason.CONSTANT_IN_KEPT_ROWS) in table.report
    assert (column(table, "b").role, column(table, "b").reason) == ("ignored", RoleReason.CONSTANT_IN_KEPT_ROWS)


def test_a_constant_column_with_gaps_costs_no_rows():
    assert read_table(rows("a,b", "1,7", "2,", "5,7")).n_rows == 3


def test_a_table_of_constants_is_refused():
    constant, left = RoleReason.CONSTANT, RoleReason.CONSTANT_IN_KEPT_ROWS
    error = refused(rows("a,b", "1,2", "1,2"))
    assert (error.problem, error.value) == (Problem.NO_FEATURES, (("a", constant), ("b", constant)))
    error = refused(rows("a,b", "1,2", "1,", "2,"), missing="median", ignore="a")
    assert error.value == (("a", RoleReason.AS_ASKED), ("b", constant))
    assert refused(rows("a,b", "1,5", "1,5", "2,", ",6")).value == (("a", left), ("b", left))


# Booleans and dates


@pytest.mark.parametrize(("no", "yes"), [("False", "true"), ("no", "YES"), ("f", "T"), ("N", "y"), ("off", "On")])
def test_booleans_are_zero_and_one(no, yes):
    table = read_table(rows("flag,x", f"{yes},1", f"{no},2", f"{yes},9"), header=True)
    assert table.X[:, 0].tolist() == [1, 0, 1]
    assert Note(NoteKind.BOOLEAN, ("flag",), values=(no.lower(), yes.lower())) in table.report
    assert column(table, "flag").type == "boolean"


@pytest.mark.parametrize(
    "dates",
    [
        ["2020-01-31", "2021-12-01", "2020-02-29"],
        ["2020-01-31T10:00", "2021-12-01 23:59:59", "2020-02-29T00:00:00Z"],
        ["31.1.2020", "1.12.2021", "29.2.2020"],
        ["1/31/20", "12/1/21", "2/29/20"],
        ["31 Jan 2020", "1 December 2021", "29 feb 2020"],
        ["Jan 31, 2020", "December 1, 2021", "Feb 29, 2020"],
        ["10:30", "23:59:59", "7:05 pm"],
    ],
)
def test_dates_are_ignored_by_default(dates):
    table = read_table("\n".join(["when|x", *(f"{date}|{k * k}" for k, date in enumerate(dates))]).encode())
    assert column(table, "when").type == "date" and table.feature_names == ["x"]
    assert ignored("when", reason=RoleReason.DATES) in table.report


def test_dates_become_days_on_request():
    table = read_table(rows("when,x", "1970-01-02,1", "1969-12-31 12:00,5", "1970-01-01T06:00+06:00,3"), convert="when")
    assert table.X[:, 0].tolist() == [1, -0.5, 0]


# Conversions


@pytest.mark.parametrize(
    ("tokens", "kind", "values"),
    [
        (["12%", "13.5 %", "0"], "percent", [12, 13.5, 0]),
        (["$5", "$1,234.50", "-$6"], "currency", [5, 1234.5, -6]),
        (["5 €", "7,25 €", "0"], "currency", [5, 7.25, 0]),
        (["CHF 5", "CHF 7.5", "CHF 1'200"], "currency", [5, 7.5, 1200]),
        (["($5)", "$7", "$0"], "currency", [-5, 7, 0]),
        (["5 kg", "7.5 kg", "0"], "unit", [5, 7.5, 0]),
        (["1,234", "5", "1,234,567"], "thousands", [1234, 5, 1234567]),
        (["1 234", "5", "12 345 678.5"], "thousands", [1234, 5, 12345678.5]),
        (["1'234", "5", "6"], "thousands", [1234, 5, 6]),
        (["1.234,5", "5", "6,75"], "thousands", [1234.5, 5, 6.75]),
        (["−5", "7", "−1.5"], "number", [-5, 7, -1.5]),
        (["1,5", "2", "7,25"], "decimal_comma", [1.5, 2, 7.25]),
    ],
)
def test_numbers_with_a_plain_mark_are_converted_and_others_are_offered(tokens, kind, values):
    data = rows("price|x", *(f"{token}|{k * k}.5" for k, token in enumerate(tokens)))
    table = read_table(data, decimal=".", label_column=None)
    suggestion = column(table, "price").suggestion
    assert (suggestion.kind, suggestion.n_failing, suggestion.n_converted) == (ConversionKind(kind), 0, len(tokens))
    if suggestion.kind in PLAIN:
        assert table.feature_names == ["price", "x"] and table.X[:, 0].tolist() == values
        assert Note(NoteKind.CONVERTED, ("price",), values=(suggestion,)) in table.report
        assert not questions(table, QuestionKind.CONVERSION)
        return
    assert table.feature_names == ["x"]
    assert Note(NoteKind.CONVERTIBLE, ("price",), values=(suggestion,)) in table.report
    offer = question(table, QuestionKind.CONVERSION).options[1]
    converted = read_table(data, decimal=".", label_column=None, **offer.keywords)
    assert converted.X[:, 0].tolist() == values
    assert column(converted, "price").reason is RoleReason.CONVERTED
    assert column(converted, "price").suggestion.kind is ConversionKind(kind)
    assert not questions(converted, QuestionKind.CONVERSION)


def test_a_decimal_point_in_a_file_of_commas_is_offered():
    table = read_table(rows("a;b;c", "1,5;2,5;3.25", "2,5;3,25;7.5", "1,5;0,5;8.75"), label_column=None)
    assert table.choices.decimal == "," and column(table, "c").suggestion.kind is ConversionKind.DECIMAL_POINT


def test_tokens_that_fail_are_listed_and_become_missing():
    data = rows("p,x", "12%,1", "15%,2", "0.5,3", "n/a,5", "?,9", "often,8", "often,7", "20%,1", "21%,2")
    suggestion = column(read_table(data, label_column=None), "p").suggestion
    assert suggestion.failing == (("often", 2), ("0.5", 1)) and suggestion.n_failing == 3
    table = read_table(data, convert=["p"])
    assert table.X[:, 0].tolist() == [12, 15, 20, 21]
    (applied,) = note(table, NoteKind.CONVERTED).values
    assert (applied.example, applied.n_failing, applied.failing) == (("12%", 12.0), 3, (("often", 2), ("0.5", 1)))
    assert column(table, "p").missing_tokens == {"n/a": 1, "?": 1, "often": 2, "0.5": 1}


def test_two_currencies_are_not_added_up():
    table = read_table(rows("p,x", "$1,1", "$2,2", "€3,4"), convert=["p"])
    assert table.row_numbers.tolist() == [1, 2]


@pytest.mark.parametrize(
    "tokens",
    [
        ["A 12", "A 13"],
        ["12 Main St", "13 Main St"],
        ["a", "b"],
        ["1-2", "3-4"],
        ["+", "e"],
        ["$5 kg", "$6 kg"],
        ["-$-5", "+$+5"],
        ["(-5)", "(+5)"],
    ],
)
def test_codes_and_words_are_not_offered_as_numbers(tokens):
    table = read_table(rows("p|x", *(f"{token}|{k}" for k, token in enumerate(tokens))), label_column=None)
    assert column(table, "p").suggestion is None


def test_long_text_is_not_taken_for_a_number_and_takes_no_time():
    table = read_table(rows("p,x", "1" + " " * 100_000 + "!,1", "b,2"), label_column=None)
    assert column(table, "p").type == "text"


def test_a_text_column_with_many_different_words_is_not_offered():
    table = read_table(rows("p,x", *(f"word{k},{k % 7}" for k in range(1500)), "12,1"), label_column=None)
    assert column(table, "p").suggestion is None


def test_ways_are_compared_on_the_whole_of_a_long_column():
    tokens = [*(f"n{k}" for k in range(3000)), "1,234", "5"]
    data = rows("p|x", *(f"{token}|{k % 7}" for k, token in enumerate(tokens)))
    table = read_table(data, convert={"p": "thousands"}, decimal=".", missing="drop")
    assert table.X[:, 0].tolist() == [1234, 5]
    assert column(table, "p").suggestion.n_failing == 3000


def test_a_number_column_with_a_stray_word_is_offered():
    data = rows("p,x", *(f"{k * k % 11},{k % 7}" for k in range(400)), "oops,1")
    table = read_table(data)
    assert column(table, "p").role == "ignored" and column(table, "p").suggestion.kind is ConversionKind.NUMBER
    assert read_table(data, convert={"p": "number"}).n_rows == 400


def test_the_kind_of_conversion_can_be_chosen():
    data = rows("p|x", "1,234|1", "2,345|4", "5|9")
    assert read_table(data, convert={"p": "thousands"}).X[:, 0].tolist() == [1234, 2345, 5]
    assert read_table(data, convert={"p": "decimal_comma"}).X[:, 0].tolist() == [1.234, 2.345, 5]
    error = refused(data, convert={"p": "percent"})
    assert (error.problem, error.column, error.value) == (Problem.NOTHING_CONVERTED, "p", "percent")
    error = refused(data, convert={"p": "roman"})
    assert (error.problem, error.keyword, error.value) == (Problem.UNKNOWN_CHOICE, "convert", "roman")
    assert error.choices == ("auto", *ConversionKind)


def test_a_conversion_that_fits_nothing_is_refused():
    error = refused(rows("p,x", "a,1", "b,2"), convert="p")
    assert (error.problem, error.column, error.token) == (Problem.NOTHING_CONVERTED, "p", "a")


def test_converting_numbers_changes_nothing():
    table = read_table(rows("a,b", "1,2", "3,5"), convert="a")
    assert table.X[:, 0].tolist() == [1, 3]
    assert Note(NoteKind.ALREADY_NUMBERS, ("a",)) in table.report


def test_a_table_of_text_offers_its_conversions_with_the_error():
    data = rows("p,q", "1 kg,5 cm", "2 kg,7 cm")
    error = refused(data)
    assert error.options[0].kind is OptionKind.CONVERT_COLUMNS
    assert read_table(data, **error.options[0].keywords).X.tolist() == [[1, 5], [2, 7]]


def test_money_in_a_column_that_lost_cells_would_be_asked_about():
    table = read_table(rows("p,x", "$1,2", "$2,3", "free,5", "$7,9"), label_column=None)
    assert table.feature_names == ["x"]
    assert question(table, QuestionKind.CONVERSION).columns == ("p",)


def test_an_error_about_a_column_lists_ten_names_at_most():
    data = rows(",".join(f"c{j}" for j in range(12)), ",".join("1" * 12), ",".join("2" * 12))
    said = str(refused(data, ignore=["q"]))
    assert "`c9`" in said and "`c10`" not in said


# Text as 0/1 columns, and columns left out


def test_text_is_turned_into_one_column_per_value_on_request():
    data = rows("colour,x", "red,1", "blue,2", "red,3", ",5")
    table = read_table(data, one_hot="colour", label_column=None)
    assert table.feature_names == ["colour=blue", "colour=red", "x"]
    assert table.X.tolist() == [[0, 1, 1], [1, 0, 2], [0, 1, 3]]
    filled = read_table(data, one_hot="colour", label_column=None, missing="median")
    assert filled.X[3].tolist() == [0, 1, 5]
    assert note(table, NoteKind.ONE_HOT) == Note(NoteKind.ONE_HOT, ("colour",), values=("blue", "red"))
    assert note(filled, NoteKind.FILLED) == Note(NoteKind.FILLED, ("colour",), count=1, values=("red", "most_frequent"))


def test_numbers_can_be_turned_into_columns_too():
    table = read_table(rows("k,x", "1,1", "2,2", "1,3"), one_hot=["k"])
    assert table.feature_names == ["k=1", "k=2", "x"]


def test_a_value_that_no_row_has_any_more_makes_no_column():
    table = read_table(rows("colour,x", "red,1", "blue,2", "green,", "red,9"), one_hot=["colour"])
    assert table.feature_names == ["colour=blue", "colour=red", "x"]


def test_too_many_values_are_refused():
    data = rows("word,x", *(f"w{k},{k % 4}" for k in range(30)))
    error = refused(data, one_hot="word")
    assert (error.problem, error.column, error.value, error.bound) == (Problem.TOO_MANY_LEVELS, "word", 30, 20)
    assert read_table(data, one_hot="word", limits=Limits(max_levels=30)).n_features == 31


def test_new_names_never_clash_with_old_ones():
    table = read_table(rows("c,c=a,x", "a,1,1", "b,2,2", "a,7,9"), one_hot="c")
    assert len(set(table.feature_names)) == 4


def test_columns_are_left_out_on_request():
    table = read_table(rows("a,b,c", "1,2,3", "4,5,7"), ignore=["a", "c"])
    assert table.feature_names == ["b"]
    assert ignored("a", "c", reason=RoleReason.AS_ASKED) in table.report
    for keyword in ("ignore", "keep", "one_hot", "convert"):
        error = refused(rows("a,b", "1,2", "4,5"), **{keyword: ["z"]})
        assert (error.problem, error.column, error.keyword) == (Problem.UNKNOWN_COLUMN, "z", keyword)


def test_text_is_ignored_with_a_reason():
    table = read_table(rows("name,x", "ann,1", "bob,2", "cyd,9"))
    assert column(table, "name").reason is RoleReason.DISTINCT_TEXT and column(table, "x").reason is None
    assert column(table, "name").examples == ("ann", "bob", "cyd")
    assert column(table, "x").examples == ("1", "2", "9")


# Answers


def test_answers_are_merged_into_the_keywords():
    option = Option(OptionKind.IGNORE, {"ignore": ("b",), "convert": {"c": "percent"}, "header": True})
    given = {"ignore": ["a"], "convert": ["d"], "header": False, "decimal": ","}
    assert option.apply(given) == {
        "ignore": ("a", "b"),
        "convert": {"d": "auto", "c": "percent"},
        "header": True,
        "decimal": ",",
    }
    assert given["ignore"] == ["a"]


def test_every_column_is_described():
    table = read_table(rows("id,x,when,who", "1,2.5,2020-01-01,a", "2,,2020-01-02,b", "3,1.5,2020-01-03,a"))
    assert [(c.name, c.position, c.type, c.role) for c in table.columns] == [
        ("id", 1, "number", "ignored"),
        ("x", 2, "number", "feature"),
        ("when", 3, "date", "ignored"),
        ("who", 4, "text", "label"),
    ]
    assert [c.n_missing for c in table.columns] == [0, 1, 0, 0]
    assert [c.n_distinct for c in table.columns] == [3, 2, 3, 2]


def test_counts_of_a_long_column():
    values = np.arange(5000) % 977
    table = read_table(rows("x,y", *(f"{v},{'' if v == 3 else v % 5}" for v in values.tolist())))
    assert [c.n_distinct for c in table.columns] == [977, 5]
