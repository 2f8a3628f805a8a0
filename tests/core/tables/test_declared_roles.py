"""Columns that Orange calls no features, in the prefixes of names and in the rows below them."""

import numpy as np
import pytest
from readings import column, note, questions

from rnse_core.tables import NoteKind, OptionKind, QuestionKind, RoleReason, read_table

N = 16
A = [k * 7 % 5 + 0.5 for k in range(N)]
B = [k * 3 % 7 + 0.25 for k in range(N)]
ROWS = [[str(A[k]), str(B[k]), f"n{k}", "xyz"[k % 3]] for k in range(N)]


def text(heads, mark="\t", rows=ROWS):
    return "\n".join(mark.join(row) for row in [*heads, *rows]).encode()


@pytest.mark.parametrize(
    "types", ["continuous continuous string discrete", "c c s d", "continuous continuous string x,y,z"]
)
@pytest.mark.parametrize("roles", ["- - meta class", "- - m c", "- - meta -", "- - - class"])
@pytest.mark.parametrize("mark", ["\t", ";"])
def test_three_rows_of_names(types, roles, mark):
    heads = [["a", "b", "name", "kind"], types.split(), roles.replace("-", "").split(" ")]
    table = read_table(text(heads, mark))
    assert table.n_rows == N and note(table, NoteKind.SUBHEADER_ROWS).count == 2
    np.testing.assert_array_equal(table.X, np.column_stack([A, B]))
    assert not questions(table, QuestionKind.DECLARED)


@pytest.mark.parametrize("role", ["ignore", "i", "weight", "w", "m", "class", "c"])
@pytest.mark.parametrize("form", ["rows", "names", "names and types"])
def test_numbers_that_are_no_features_are_left_out_with_a_question(role, form):
    if form == "rows":
        heads = [["a", "b", "name", "kind"], ["c", "c", "s", "d"], ["", role, "m", ""]]
    else:
        kind = "C" if "types" in form else ""
        heads = [[f"{kind or 'C'}#a", f"{role[0]}{kind}#b", "mS#name", "D#kind"]]
    data = text(heads)
    name = heads[0][1]
    table = read_table(data, label_column=None)
    assert column(table, name).reason is RoleReason.DECLARED and table.X.shape == (N, 1)
    (asked,) = questions(table, QuestionKind.DECLARED)
    assert asked.columns == (name,)
    assert [option.kind for option in asked.options] == [OptionKind.LEAVE_OUT_COLUMNS, OptionKind.KEEP]
    for option, n_features in zip(asked.options, (1, 2), strict=True):
        again = read_table(data, label_column=None, **option.keywords)
        assert again.X.shape == (N, n_features) and not questions(again, QuestionKind.DECLARED)


def test_numbers_that_are_called_categories_are_words_with_a_question():
    rows = [[*row[:2], str(k % 3 + 1)] for k, row in enumerate(ROWS)]
    data = text([["C#a", "C#b", "D#zone"]], ",", rows)
    table = read_table(data)
    (asked,) = questions(table, QuestionKind.CODES)
    assert asked.columns == ("D#zone",) and table.X.shape == (N, 2)
    assert all(read_table(data, **option.keywords).n_rows == N for option in asked.options)


@pytest.mark.parametrize(
    "names", [["C#", "D", "F#"], ["c#minor", "f#minor", "d minor"], ["a", "C#b", "d"], ["#", "m #2", "x"]]
)
def test_other_names_with_the_sign(names):
    rows = [[*row[:2], str(k % 5 + 0.5)] for k, row in enumerate(ROWS)]
    table = read_table(text([names], ",", rows))
    assert table.X.shape == (N, 3) and not questions(table, QuestionKind.DECLARED, QuestionKind.CODES)


def test_the_number_of_a_table_of_influxdb():
    rows = [["", "", str(k // 8), f"2024-01-01T00:{k:02d}:00Z", *ROWS[k][:2]] for k in range(N)]
    above = [
        ["#datatype", "string", "long", "dateTime:RFC3339", "double", "double"],
        ["#default", "_result", "", "", "", ""],
    ]
    data = text([*above, ["", "result", "table", "_time", "h", "w"]], ",", rows)
    table = read_table(data)
    assert table.X.shape == (N, 2) and column(table, "table").reason is RoleReason.DECLARED
    (asked,) = questions(table, QuestionKind.DECLARED)
    assert read_table(data, **asked.options[1].keywords).X.shape == (N, 3)
    assert read_table(data.replace(b"_time", b"when")).X.shape == (N, 3)
