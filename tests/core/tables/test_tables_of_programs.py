"""What servers, buoys, schools, laboratories and genetics programs write around and into their tables."""

import numpy as np
import pytest
from readings import column, note, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table
from rnse_core.tables.conversion_kinds import ConversionKind

N = 24
X = np.random.default_rng(2).normal(8, 2, (N, 2)).round(2)


@pytest.mark.parametrize("separator", [" ", "\t"])
def test_names_of_fields_above_a_log(separator):
    rows = [separator.join(["10.0.0.1", "GET", f"/{k}", str(a), str(b)]) for k, (a, b) in enumerate(X)]
    head = ["#Software: server", "#Version: 1.0", "#Fields: c-ip cs-method cs-uri-stem sc-bytes time-taken"]
    table = read_table("\n".join([*head, *rows]).encode())
    assert table.feature_names == ["sc-bytes", "time-taken"] and note(table, NoteKind.NAMES_IN_COMMENT)
    np.testing.assert_array_equal(table.X, X)


def test_units_below_the_names_in_comments():
    rows = [f"{a} {b} {a * b % 7:.2f}" for a, b in X]
    table = read_table("\n".join(["#WSPD GST  ATMP", "#m/s  m/s  degC", *rows]).encode())
    assert table.feature_names == ["WSPD", "GST", "ATMP"]
    below = read_table("\n".join(["# made by a program today", "#WSPD GST  ATMP", *rows]).encode())
    assert below.feature_names == ["WSPD", "GST", "ATMP"]


def lines(name, cells, header="x,y"):
    return "\n".join([f"{name},{header}", *(f"{cell},{a},{b}" for cell, (a, b) in zip(cells, X, strict=True))]).encode()


def test_places_of_the_genome_are_no_amounts():
    table = read_table(lines("SNP", [f"rs{k * 7919 % 9973}" for k in range(N)]))
    assert table.feature_names == ["x", "y"] and column(table, "SNP").suggestion is None
    money = read_table(lines("price", [f"Rs {k * 7919 % 9973}" for k in range(N)]))
    assert money.feature_names == ["price", "x", "y"]


@pytest.mark.parametrize("name", ["MRN", "tax_id", "Well Col", "Accession"])
def test_numbers_that_identify(name):
    table = read_table(lines(name, [k * 7 % 12 + 1 for k in range(N)]), label_column=None)
    assert question(table, QuestionKind.IDENTIFIERS).columns == (name,)
    assert column(table, name).reason is RoleReason.IDENTIFIERS


def test_marks_of_a_school():
    marks = ["1", "2+", "2", "2-", "3", "4-"] * 4
    values = [1, 1.7, 2, 2.3, 3, 4.3] * 4
    data = lines("Mathe", marks)
    assert column(read_table(data, label_column=None), "Mathe").suggestion.kind is ConversionKind.MARK
    read = read_table(data, label_column=None, convert={"Mathe": "auto"})
    assert read.X[:, 0].tolist() == pytest.approx(values, rel=1e-15)


def test_three_or_more_is_no_mark():
    table = read_table(lines("children", ["0", "1", "2", "3+"] * 6), label_column=None)
    found = column(table, "children").suggestion
    assert found is None or found.kind is not ConversionKind.MARK


def test_a_minus_behind_an_amount_is_no_mark():
    amounts = [f"{k * 37 % 900}{'-' if k % 3 else ''}" for k in range(N)]
    read = read_table(lines("Betrag", amounts), label_column=None, convert={"Betrag": "auto"})
    assert read.X[:, 0].tolist() == [k * 37 % 900 * (-1 if k % 3 else 1) for k in range(N)]


@pytest.mark.parametrize("name", ["    Points Possible", "Max. points", "Mögliche Punkte"])
def test_a_row_of_what_can_be_reached(name):
    cells = [f"Doe {k}" for k in range(N)]
    data = lines("Student", cells).replace(b"Student,x,y\n", f"Student,x,y\n{name},20,20\n".encode())
    asked = question(read_table(data), QuestionKind.TOTAL_ROWS)
    assert [read_table(data, **one.keywords).n_rows for one in asked.options] == [N + 1, N]
    less = read_table(data.replace(b"20,20", b"8,8"))
    assert not questions(less, QuestionKind.TOTAL_ROWS)


def test_words_between_blanks_may_be_columns():
    rng = np.random.default_rng(0)
    rows = [
        f"F{k} I{k} 0 0 {k % 2} {k * k % 7} " + "  ".join(" ".join(rng.choice([*"AG"], 2)) for _ in range(5))
        for k in range(N)
    ]
    error = refused("\n".join(rows).encode())
    assert error.problem is Problem.NO_FEATURES
    (blanks,) = [option for option in error.options if option.kind is OptionKind.DELIMITER]
    assert blanks.count == 16 and len(read_table("\n".join(rows).encode(), **blanks.keywords).columns) == 16
    prose = "\n".join("a word " * (k % 5 + 1) + str(k) for k in range(N)).encode()
    assert not [option for option in refused(prose).options if option.kind is OptionKind.DELIMITER]
