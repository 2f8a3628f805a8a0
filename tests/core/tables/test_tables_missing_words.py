"""Words for missing values among numbers, limits of detection, and other notations of numbers."""

import numpy as np
import pytest
from readings import column, note, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, option_text, read_table

N = 30
Y = np.random.default_rng(4).normal(size=N).round(2)


def of(cells, **keywords):
    cells = [f"{k * 7 % 11}.5" if cell is None else cell for k, cell in enumerate(cells)]
    rows = "".join(f"{y};{cell}\n" for y, cell in zip(Y, cells, strict=True))
    return read_table(f"a;b\n{rows}".encode(), **keywords)


def with_word(word, count=3):
    return [word if k % 7 == 2 and k // 7 < count else None for k in range(N)]


WORDS = [
    "k.A.",
    "n.b.",
    "ND",
    "unknown",
    "keine Angabe",
    "\\N",
    ".a",
    "#NV",
    "(null)",
    "non disponible",
    "Not available",
    "..",
]


@pytest.mark.parametrize("word", WORDS)
def test_words_for_missing_among_numbers(word):
    table = of(with_word(word))
    assert table.feature_names == ["a", "b"] and table.n_rows == N - 3
    assert note(table, NoteKind.MISSING_CELLS).values == ((word, 3),)
    asked = question(table, QuestionKind.MISSING_WORDS)
    assert asked.values == (word,) and [one.kind for one in asked.options] == [
        OptionKind.COUNT_AS_MISSING,
        OptionKind.LEAVE_OUT_COLUMNS,
    ]
    assert [of(with_word(word), **one.keywords).n_features for one in asked.options] == [2, 1]
    assert not any(questions(of(with_word(word), **one.keywords), QuestionKind.MISSING_WORDS) for one in asked.options)


def test_words_for_missing_among_percentages_and_with_a_decimal_comma():
    table = of([None if k % 7 != 2 else "k.A." for k in range(N)])
    assert table.n_features == 2
    percent = of(["unknown" if k % 9 == 4 else f"{k}%" for k in range(N)])
    assert percent.X[:4, 1].tolist() == [0, 1, 2, 3] and percent.n_rows == N - 3
    assert question(percent, QuestionKind.MISSING_WORDS)
    rows = "".join(f"{str(y).replace('.', ',')};{'k.A.' if k % 9 == 4 else f'{k},5'}\n" for k, y in enumerate(Y))
    assert read_table(f"a;b\n{rows}".encode()).n_features == 2


def test_the_same_words_among_words_are_words():
    table = of([("unknown", "red", "blue")[k % 3] for k in range(N)], label_column="b")
    assert sorted(set(table.labels)) == ["blue", "red", "unknown"]
    assert of([("unknown", "red", "blue")[k % 3] for k in range(N)], one_hot=["b"]).n_features == 4


def test_an_error_names_the_cells_that_are_no_numbers_and_what_is_lost():
    rows = "".join(f"{'[mm]' if k == 4 else k * 7 % 11}\n" for k in range(N))
    error = refused(f"a\n{rows}".encode())
    assert error.problem is Problem.NO_FEATURES and "`[mm]`" in str(error)
    (option,) = error.options
    assert option.count == 1 and "1 cell" in option_text(option)


def test_limits_of_detection():
    cells = ["<0.5" if k % 5 == 0 else None for k in range(N)]
    asked = question(of(cells), QuestionKind.CONVERSION)
    tables = {option.kind: of(cells, **option.keywords) for option in asked.options}
    assert tables[OptionKind.CONVERT].X[0, 1] == 0.5 and tables[OptionKind.HALF_LIMIT].X[0, 1] == 0.25
    assert tables[OptionKind.WITHOUT_LIMITS].n_rows == N - 6 and tables[OptionKind.CONVERT].n_rows == N
    above = of([">100" if k == 3 else None for k in range(N)], convert=["b"])
    assert above.X[3, 1] == 100


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ([f"{k % 9 + 1}.2D+0{k % 3}" for k in range(N)], [(k % 9 + 1.2) * 10 ** (k % 3) for k in range(N)]),
        ([f"{k}{',.'[k % 2]}{k % 9}5" for k in range(N)], [k + (k % 9 * 10 + 5) / 100 for k in range(N)]),
        ([hex(17 * k % 300) for k in range(N)], [17 * k % 300 for k in range(N)]),
        ([f'"{k + 1},63,{475 + k}"' for k in range(N)], [(k + 1) * 100000 + 63475 + k for k in range(N)]),
    ],
)
def test_other_notations(cells, values):
    np.testing.assert_allclose(of(cells, convert=["b"], label_column=None).X[:, 1], values)


def test_a_column_is_asked_about_once():
    cells = [f'"{k + 1},{100 + 7 * k}"' for k in range(N)]
    cells[4] = "?x"
    rows = "".join(f"{y},{cell}\n" for y, cell in zip(Y, cells, strict=True))
    table = read_table(f"a,b\n{rows}".encode())
    assert len([one for one in table.questions if "b" in one.columns]) == 1
    assert column(table, "b").role == "ignored"
