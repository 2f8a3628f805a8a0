"""Both marks before three digits, invisible letters beside numbers, and first rows that are no rows of units."""

import numpy as np
import pytest
from readings import note, notes, question

from rnse_core.tables import NoteKind, QuestionKind, read_table

N = 40
VALUES = np.random.default_rng(3).uniform(1, 20, N).round(3) + 0.001


def both_marks(decimals=3, extra=()):
    cells = [f"{value:.{decimals}f}" for value in VALUES]
    cells = [cell.replace(".", ",") if k % 2 else cell for k, cell in enumerate(cells)]
    rows = [f"c{k};{cell};{k % 7}" for k, cell in enumerate([*cells, *extra])]
    return "\n".join(["name;amount;x", *rows]).encode()


def test_both_marks_before_three_digits_are_a_question():
    table = read_table(both_marks())
    asked = question(table, QuestionKind.COMMA)
    assert asked.columns == ("amount",)
    as_decimals, as_thousands = (read_table(both_marks(), **option.keywords) for option in asked.options)
    np.testing.assert_allclose(table.X[:, 0], VALUES, rtol=0, atol=1e-9)
    assert np.array_equal(as_decimals.X, table.X)
    factor = np.where(np.arange(N) % 2, 1000, 1)
    np.testing.assert_allclose(as_thousands.X[:, 0], VALUES * factor, rtol=0, atol=1e-6)
    assert all(not [q for q in one.questions if q.kind is QuestionKind.COMMA] for one in (as_decimals, as_thousands))


@pytest.mark.parametrize("extra", [["1,234.5"], ["1,234.56", "7"]])
def test_a_number_that_decides_leaves_no_question(extra):
    table = read_table(both_marks(extra=extra))
    assert not [asked for asked in table.questions if asked.kind is QuestionKind.COMMA]
    assert table.X[1, 0] == round(VALUES[1] * 1000)


@pytest.mark.parametrize("mark", ["\u200b", "\u200e", "\u200f", "\u2060", "\ufeff", "\u202a", "\u2069"])
@pytest.mark.parametrize("form", ["{mark}{cell}", "{cell}{mark}", "{mark}{cell}{mark}", '"{mark}{cell}"'])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_invisible_letters_beside_numbers(mark, form, encoding):
    rows = [form.format(mark=mark, cell=f"{value:.3f}") + f",{k % 7}" for k, value in enumerate(VALUES)]
    table = read_table("\n".join(["a,b", *rows]).encode(encoding))
    np.testing.assert_allclose(table.X[:, 0], VALUES, rtol=0, atol=1e-9)
    assert note(table, NoteKind.INVISIBLE_MARKS).count >= N


def test_letters_that_join_words_stay():
    names = [f"می\u200cخواهم {'abcdefgh'[k % 8]}" for k in range(N)]
    rows = [f"{name},{value}" for name, value in zip(names, VALUES, strict=True)]
    table = read_table("\n".join(["name,a", *rows]).encode())
    assert [cells[0] for _, cells in table.original.records()] == names
    assert not notes(table, NoteKind.INVISIBLE_MARKS)


@pytest.mark.parametrize("first", ["s0,n.d.,<LOD,Trace", "s0,< 0.5,>100,<1", "s0,keine Angabe,weiß nicht,entfällt"])
def test_a_first_row_of_answers_is_a_row(first):
    words = first.split(",")[1:]
    rows = [
        ",".join([f"s{k + 1}", *(words[j] if (k + j) % 9 == 0 else f"{value + j:.2f}" for j in range(3))])
        for k, value in enumerate(VALUES)
    ]
    table = read_table("\n".join(["sample,a,b,c", first, *rows]).encode(), missing="median", missing_values=words)
    assert table.n_rows == N + 1 and not notes(table, NoteKind.SUBHEADER_ROWS)


@pytest.mark.parametrize("first", ["id,mg/l,mm,K", ",mg/l,mm,K", "unit,mg/l,mm,K"])
def test_a_row_of_units_is_none(first):
    rows = [f"s{k},{value:.2f},{k * 7 % 11}.5,{k * 5 % 13}.5" for k, value in enumerate(VALUES)]
    table = read_table("\n".join(["sample,a,b,c", first, *rows]).encode())
    assert table.X.shape == (N, 3) and notes(table, NoteKind.SUBHEADER_ROWS)
