"""Rows between the names and the numbers: types, three rows of names, questions above answers, titles of groups."""

import numpy as np
import pytest
from readings import note, notes, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

X = np.random.default_rng(21).uniform(1, 9, (12, 8)).round(2)
GROUPS = ["Control", "Treated", "Wild type"]


def text_of(rows, sep=","):
    return "\n".join(sep.join(map(str, row)) for row in rows).encode()


def body(n_columns, *, words=True):
    return [[*([f"n{k}", "abc"[k % 3]] if words else []), *row[:n_columns]] for k, row in enumerate(X)]


@pytest.mark.parametrize(
    "types",
    [
        "string,string,int,float",
        "VARCHAR(20),CHAR(1),DOUBLE PRECISION,REAL",
        "str,cat,f64,f64",
        "<chr>,<fct>,<dbl>,<dbl>",
        "5s,1s,14n,8n",
        "20d,10s,14n,8n",
        "object,category,float64,float64",
        "-----,---,----,--",
        "text,enum,numeric,real not null",
    ],
)
@pytest.mark.parametrize("sep", [",", "\t", ";"])
def test_a_row_of_types_is_left_out(types, sep):
    table = read_table(text_of([["name", "g", "x", "y"], types.split(","), *body(2)], sep))
    np.testing.assert_array_equal(table.X, X[:, :2])
    assert table.feature_names == ["x", "y"] and table.label_name == "g"
    assert note(table, NoteKind.SUBHEADER_ROWS).count == 1


@pytest.mark.parametrize("types", ["c,c,s,d", "continuous,continuous,string,discrete", "C,C,S,D"])
def test_the_three_rows_of_orange(types):
    rows = [[*row[:2], f"n{k}", "abc"[k % 3]] for k, row in enumerate(X)]
    table = read_table(text_of([["x", "y", "name", "g"], types.split(","), ["", "", "meta", "class"], *rows], "\t"))
    np.testing.assert_array_equal(table.X, X[:, :2])
    assert table.label_name == "g" and note(table, NoteKind.SUBHEADER_ROWS).count == 2


def test_rows_of_words_that_are_types_are_rows():
    rows = [["text", "date", *X[0, :2]], ["list", "time", *X[1, :2]], *body(2)]
    assert read_table(text_of([["a", "b", "x", "y"], *rows])).n_rows == 14


@pytest.mark.parametrize("spread", [True, False])
def test_names_in_three_rows_are_joined(spread):
    upper = ["", "Plot 1", "", "", "", "Plot 2", "", "", ""]
    middle = ["", "Spring", "", "Autumn", "", "Spring", "", "Autumn", ""]
    if not spread:
        upper = ["site"] + ["Plot 1"] * 4 + ["Plot 2"] * 4
        middle = ["site"] + ["Spring", "Spring", "Autumn", "Autumn"] * 2
    lower = ["Site" if spread else "site", *["N", "P"] * 4]
    rows = [[f"S{k}", *row] for k, row in enumerate(X)]
    table = read_table(text_of([upper, middle, lower, *rows]))
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names[:3] == ["Plot 1 Spring N", "Plot 1 Spring P", "Plot 1 Autumn N"]
    assert len({*table.feature_names}) == 8 and note(table, NoteKind.SECOND_HEADER)


def test_questions_are_joined_with_their_answers():
    names = ["id", "How satisfied?", "Which do you use?", "", "", "Your age", "Rate the following", ""]
    below = ["", "Response", "Phone", "Laptop", "Tablet", "Open-Ended Response", "Price", "Service"]
    rows = []
    for k in range(20):
        ticks = ["Phone" * (k % 3 == 0), "Laptop" * (k % 2), "Tablet" * (k % 5 == 1)]
        rows.append([1000 + 7 * k, "very" if k % 2 else "little", *ticks, 20 + k * 5 % 11, k % 5, k * 3 % 4])
    table = read_table(text_of([names, below, *rows]))
    assert table.n_rows == 20
    assert table.feature_names == ["Your age", "Rate the following Price", "Rate the following Service"]
    asked = question(table, QuestionKind.TICKS)
    assert asked.columns == tuple(f"Which do you use? {word}" for word in ("Phone", "Laptop", "Tablet"))


@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("sep", [",", ";", "\t"])
def test_titles_of_groups_become_a_column(padded, named, sep):
    names = ["name", "x", "y"] if named else ["x", "y", "z"]
    rows = []
    for g, title in enumerate(GROUPS):
        rows.append([title, "", ""] if padded else [title])
        rows += [[f"{'pqr'[g]}{k}", *X[4 * g + k, :2]] if named else [*X[4 * g + k, :3]] for k in range(4)]
    table = read_table(text_of([names, *rows], sep))
    np.testing.assert_array_equal(table.X, X[:, :2] if named else X[:, :3])
    assert table.labels.tolist() == [title for title in GROUPS for _ in range(4)]
    assert note(table, NoteKind.GROUP_TITLES).values == tuple(GROUPS) and questions(table, QuestionKind.LABEL_COLUMN)


@pytest.mark.parametrize("title", ["Total", "12.5", "NA", "1,5"])
def test_other_rows_with_one_cell_are_no_titles(title):
    rows = [[title, ""], *X[:4, :2], ["Rest", ""], *X[4:8, :2]]
    assert not notes(read_table(text_of([["x", "y"], *rows], ";"), convert="x"), NoteKind.GROUP_TITLES)


def test_names_of_places_without_values_are_no_titles():
    rows = [["Oslo", "", ""], *[[f"n{k}", *X[k, :2]] for k in range(5)], ["Rome", "", ""], ["n9", *X[9, :2]]]
    table = read_table(text_of([["name", "x", "y"], *rows]))
    assert not notes(table, NoteKind.GROUP_TITLES) and table.n_rows == 6
