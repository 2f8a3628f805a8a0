"""Columns of plus and minus, such as strands, blood groups and tests: two words, which can be read as 1 and 0."""

import numpy as np
import pytest
from readings import column, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, read_table

N = 24
Y = np.random.default_rng(7).normal(size=(N, 2)).round(2)


def data(cells):
    rows = "".join(f"{a},{b},{cell}\n" for (a, b), cell in zip(Y, cells, strict=True))
    return f"a,b,strand\n{rows}".encode()


def of(cells, **keywords):
    return read_table(data(cells), **{"label_column": None, **keywords})


SIGNS = ["+-"[k * k % 3 == 1] for k in range(N)]


def test_pluses_and_minuses_are_two_words():
    table = read_table(data(SIGNS))
    strand = column(table, "strand")
    assert (strand.n_missing, strand.n_distinct, set(strand.words)) == (0, 2, {"+", "-"})
    assert not notes(table, NoteKind.MISSING_CELLS)
    ticks = question(table, QuestionKind.TICKS)
    assert [option.kind for option in ticks.options] == [OptionKind.LEAVE_OUT, OptionKind.TICKS]
    read = of(SIGNS, **ticks.options[1].keywords)
    assert read.feature_names == ["a", "b", "strand"]
    assert read.X[:, 2].tolist() == [float(sign == "+") for sign in SIGNS]


def test_they_are_labels_and_columns_of_0_and_1():
    assert set(of(SIGNS, label_column="strand").labels) == {"+", "-"}
    assert of(SIGNS, one_hot=["strand"]).X[:, 2:].sum(axis=0).tolist() == [SIGNS.count("+"), SIGNS.count("-")]


def test_another_mark_among_them_is_missing():
    cells = ["." if k == 5 else sign for k, sign in enumerate(SIGNS)]
    assert column(of(cells), "strand").missing_tokens == {".": 1}
    assert of(cells, ticks=["strand"]).n_rows == N - 1


@pytest.mark.parametrize("levels", [("+", "++", "-"), ("+", "+/-", "--", "-"), ("+", "\u00b1", "-")])
def test_degrees_of_plus_are_words_beside_minus(levels):
    cells = [levels[k % len(levels)] for k in range(N)]
    table = of(cells)
    assert column(table, "strand").n_missing == 0
    assert question(table, QuestionKind.WORDS).options[1].keywords == {"one_hot": ("strand",)}
    assert of(cells, one_hot=["strand"]).n_features == 2 + len(levels)
    assert refused(data(cells), ticks=["strand"]).problem is Problem.NOT_TICKS


def test_a_minus_is_missing_among_other_cells_or_where_it_was_named():
    assert column(of(["x" if sign == "+" else "-" for sign in SIGNS]), "strand").n_missing == SIGNS.count("-")
    assert column(of(["1.5" if sign == "+" else "-" for sign in SIGNS]), "strand").n_missing == SIGNS.count("-")
    assert column(of(SIGNS, missing_values=["-"]), "strand").n_missing == SIGNS.count("-")
    assert not questions(of(SIGNS, missing_values=["-"]), QuestionKind.WORDS)
