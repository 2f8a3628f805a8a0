"""Missing values of a table: counted, left out, and filled."""

import pytest
from lines import rows
from readings import column, note, notes, question, questions, refused

from rnse_core.tables import (
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    read_table,
)

MISSING = rows("a,b", "1,inf", "4,5", "4,6", "?,2", "1e400,3", "2,NA", "3,9", ",#N/A", "7, n/a ")


def test_missing_values_are_counted_per_column_and_kind():
    table = read_table(MISSING)
    assert column(table, "a").missing_tokens == {"?": 1, "1e400": 1, "": 1}
    assert column(table, "b").missing_tokens == {"inf": 1, "NA": 1, "#N/A": 1, "n/a": 1}
    assert column(table, "a").n_missing == 3
    found = notes(table, NoteKind.MISSING_CELLS)
    assert [(one.columns, one.count) for one in found] == [(("a",), 3), (("b",), 4)]
    assert found[0].values == (("?", 1), ("1e400", 1), ("", 1))


@pytest.mark.parametrize(
    "token", ["", " ", "?", "-", "--", ".", "NA", "na", "N/A", "nan", "NaN", "-nan", "null", "None", "#DIV/0!", "inf",
              "-Inf", "Infinity", "1e999", "<NA>", "1.#IND"],
)  # fmt: skip
def test_every_way_of_writing_missing(token):
    table = read_table(rows("a,b", "1,2", f"{token},3", "4,9"))
    assert table.row_numbers.tolist() == [1, 3] and column(table, "a").type == "number"


def test_rows_with_missing_values_are_left_out_and_counted():
    table = read_table(MISSING)
    assert table.row_numbers.tolist() == [2, 3, 7]
    assert note(table, NoteKind.INCOMPLETE_ROWS) == Note(NoteKind.INCOMPLETE_ROWS, count=6, places=(1, 4, 5, 6, 8, 9))
    drop, *fills = question(table, QuestionKind.MISSING_VALUES).options[:3]
    assert drop == Option(OptionKind.DROP_INCOMPLETE_ROWS, {"missing": "drop"}, count=6)
    assert [option.keywords for option in fills] == [{"missing": "median"}, {"missing": "most_frequent"}]


def test_of_many_rows_left_out_the_first_are_named():
    lines = [f"{'' if k < 30 else k * k % 7},{k % 5}" for k in range(60)]
    found = note(read_table(rows("a,b", *lines)), NoteKind.INCOMPLETE_ROWS)
    assert (found.count, found.places) == (30, tuple(range(1, 11)))


def test_missing_values_are_filled_with_the_median():
    table = read_table(rows("a,b", "1,2", ",3", "4,9", "2,1", "3,1"), missing="median")
    assert table.X[1].tolist() == [2.5, 3]
    assert note(table, NoteKind.FILLED) == Note(NoteKind.FILLED, ("a",), count=1, values=(2.5, "median"))
    assert not questions(table, QuestionKind.MISSING_VALUES)


def test_the_median_of_huge_values_does_not_overflow():
    assert read_table(rows("a,b", "1e308,1", "1.5e308,3", ",2"), missing="median").X[2, 0] == 1.25e308


def test_missing_values_are_filled_with_the_most_frequent_value():
    table = read_table(rows("a,b", "7,2", ",3", "4,9", "4,1", "7,1"), missing="most_frequent")
    assert table.X[1, 0] == 4  # the smaller of two equally frequent ones
    assert note(table, NoteKind.FILLED) == Note(NoteKind.FILLED, ("a",), count=1, values=(4.0, "most_frequent"))


def test_booleans_are_filled_with_a_boolean():
    table = read_table(rows("a,b", "yes,2", ",3", "no,9", "yes,1", "no,1", "yes,8"), missing="median")
    assert table.X[1, 0] == 1


def test_too_few_complete_rows_are_refused_with_ways_out():
    data = rows("a,b,c", "1,,2", "2,,3", "3,7,1", "5,8,", "4,,9")
    error = refused(data)
    assert (error.problem, error.count, error.column) == (Problem.TOO_FEW_COMPLETE_ROWS, 1, "b")
    *fills, without = error.options
    for fill in fills:
        assert read_table(data, **fill.keywords, label_column=None).n_rows == 5
    assert without == Option(OptionKind.IGNORE, {"ignore": ("b",)}, count=3, total=5)
    assert read_table(data, **without.apply({"ignore": "a"})).feature_names == ["c"]


def test_the_users_own_tokens_mean_missing():
    data = rows("a,b", "-999,unknown", "1,2", "2,9", "3,-999.0", "5,UNKNOWN")
    table = read_table(data, missing_values=["-999", "unknown"])
    assert table.row_numbers.tolist() == [2, 3]
    assert column(table, "b").missing_tokens == {"unknown": 1, "-999.0": 1, "UNKNOWN": 1}


def test_an_unknown_policy_is_refused():
    error = refused(MISSING, missing="zero")
    assert (error.problem, error.keyword, error.value) == (Problem.UNKNOWN_CHOICE, "missing", "zero")
    assert error.choices == ("auto", "drop", "median", "most_frequent", "neighbours")


def test_many_columns_with_missing_values_are_summed_up():
    names = ",".join(f"c{j}" for j in range(12))
    lines = [",".join("" if j == k else str((j * k + j + k * k) % 11) for j in range(12)) for k in range(20)]
    table = read_table(rows(names, *lines))
    found = note(table, NoteKind.MORE_MISSING_CELLS)
    assert found.columns == ("c8", "c9", "c10", "c11") and found.count == 4
