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
    TableError,
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
              "-Inf", "Infinity", "1e999", "<NA>", "1.#IND",
              "nan(ind)", "-nan(ind)", "+nan", "nan(snan)", "-NaN(SNAN)", "1.#SNAN", "-1.#SNAN"],
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
    error = refused(MISSING, missing="mean")
    assert (error.problem, error.keyword, error.value) == (Problem.UNKNOWN_CHOICE, "missing", "mean")
    assert error.choices == ("auto", "drop", "median", "most_frequent", "neighbours", "zero")


def test_many_columns_with_missing_values_are_summed_up():
    names = ",".join(f"c{j}" for j in range(12))
    lines = [",".join("" if j == k else str((j * k + j + k * k) % 11) for j in range(12)) for k in range(20)]
    table = read_table(rows(names, *lines))
    found = note(table, NoteKind.MORE_MISSING_CELLS)
    assert found.columns == ("c8", "c9", "c10", "c11") and found.count == 4


def test_debit_and_credit_are_zero_where_they_are_empty():
    lines = [f"{k},{f'{k * 7 % 11}.5,' if k % 3 else f',{k * 5 % 13}.5'}" for k in range(30)]
    error = refused(rows("day,debit,credit", *lines), keep=["day"])
    assert error.problem is Problem.TOO_FEW_COMPLETE_ROWS
    assert error.options[0].keywords == {"missing": "zero"}
    table = read_table(rows("day,debit,credit", *lines), keep=["day"], missing="zero")
    assert table.X[0].tolist() == [0, 0, 0.5] and table.X[1].tolist() == [1, 7.5, 0]
    assert [(one.count, one.values) for one in notes(table, NoteKind.FILLED)] == [
        (10, (0.0, "zero")),
        (20, (0.0, "zero")),
    ]


def test_zero_is_the_last_answer_elsewhere():
    options = question(read_table(MISSING), QuestionKind.MISSING_VALUES).options
    assert [option.keywords["missing"] for option in options if "missing" in option.keywords] == [
        "drop",
        "median",
        "most_frequent",
        "neighbours",
        "zero",
    ]


@pytest.mark.parametrize("n_sparse", [3, 6, 12])
def test_columns_that_together_cost_most_rows_are_offered_together(n_sparse):
    """Each of them misses little more than the others, so that none alone is the reason."""
    full = [[f"{(k * j) % 17}.5" for j in range(3, 7)] for k in range(60)]
    sparse = [["" if (k + j) % 5 < 2 else f"{k * (j + 2) % 13}" for j in range(n_sparse)] for k in range(60)]
    header = ",".join([f"f{j}" for j in range(4)] + [f"s{j}" for j in range(n_sparse)])
    data = rows(header, *(",".join(one + other) for one, other in zip(full, sparse, strict=True)))
    try:
        options = question(read_table(data), QuestionKind.MISSING_VALUES).options
    except TableError as error:
        options = error.options
    together = next(option for option in options if option.kind is OptionKind.IGNORE_TOGETHER)
    table = read_table(data, **together.keywords)
    assert len(table.X) == together.count >= 30
    assert set(table.feature_names) >= {"f0", "f1", "f2", "f3"}


def test_rows_without_any_value_do_not_make_a_table_incomplete():
    lines = [f"n{k},{k * 7 % 11},{k * 5 % 13}" if k < 12 else f"n{k},," for k in range(60)]
    table = read_table(rows("name,a,b", *lines))
    assert table.n_rows == 12
    assert note(table, NoteKind.INCOMPLETE_ROWS).count == 48
