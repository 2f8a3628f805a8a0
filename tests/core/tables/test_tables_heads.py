"""Names in two rows, and names that are one more or one fewer than the columns."""

from pathlib import Path

import numpy as np
import pytest
from blocks_of_text import as_book, as_text, block
from readings import note, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

FORMS = [(",", "."), (";", ","), ("\t", ".")]
HEADS = [
    ([["", "2023", "", "2024", ""], ["Region", "Q1", "Q2", "Q1", "Q2"]], ["2023 Q1", "2023 Q2", "2024 Q1", "2024 Q2"]),
    ([["Region", "2023", "", "2024", ""], ["", "Q1", "Q2", "Q1", "Q2"]], ["2023 Q1", "2023 Q2", "2024 Q1", "2024 Q2"]),
    (
        [["", "Männer", "", "Frauen", ""], ["Land", "2019", "2020", "2019", "2020"]],
        ["Männer 2019", "Männer 2020", "Frauen 2019", "Frauen 2020"],
    ),
    (
        [["Paciente", "Presión", "", "Pulso", ""], ["", "sist", "diast", "antes", "después"]],
        ["Presión sist", "Presión diast", "Pulso antes", "Pulso después"],
    ),
    (
        [["", "height", "height", "weight", "weight"], ["", "mean", "std", "mean", "std"]],
        ["height mean", "height std", "weight mean", "weight std"],
    ),
    (
        [["measure", "height", "height", "weight", "weight"], ["stat", "mean", "std", "mean", "std"], ["group"]],
        ["height mean", "height std", "weight mean", "weight std"],
    ),
]


@pytest.mark.parametrize(("head", "names"), HEADS)
@pytest.mark.parametrize("above", [[], [["Bericht"]], [["Report 2024"], [], ["Page 1"]]])
@pytest.mark.parametrize(("delimiter", "decimal"), FORMS)
def test_merged_heads_in_text(head, names, above, delimiter, decimal):
    rows, X = block("abcd", 12, first="x", prefix="place ", decimal=decimal)
    data = as_text([[*above, *head, *rows[1:]]], delimiter, padded=True)
    table = read_table(data)
    assert table.feature_names == names
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.SECOND_HEADER).values[1:] == tuple(names)
    found = [note for note in table.report if note.kind is NoteKind.TITLE_ROWS]
    assert [value for one in found for value in one.values] == [line[0] for line in above if line]


@pytest.mark.parametrize(("head", "names"), HEADS)
@pytest.mark.parametrize("above", [[], [["Bericht"], []]])
@pytest.mark.parametrize("left", [0, 2])
def test_merged_heads_in_a_sheet(head, names, above, left):
    rows, X = block("abcd", 12, first="x", prefix="place ")
    table = read_table(as_book([[*above, *head, *rows[1:], ["", "", "", "", ""], ["Quelle: Amt"]]], left=left))
    assert table.feature_names == names
    np.testing.assert_array_equal(table.X, X)
    assert table.choices.skip_lines == len(above) + len(head) - 1
    assert note(table, NoteKind.LINES_BELOW).values == ("Quelle: Amt",)


def test_rows_that_are_no_second_row_of_names():
    plain = read_table(b"name,a,a,b\nx,1,2,3\ny,2,5,1\nz,4,4,4\nw,5,1,0\n")
    assert not [one for one in plain.report if one.kind is NoteKind.SECOND_HEADER]
    words = read_table(b"a,,b,c\nred,low,x,1\nblue,high,y,2\nred,low,x,3\nblue,low,y,5\n")
    assert words.n_rows_read == 4


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("more", ["Comment", "Kommentar", "备注"])
def test_a_name_more_than_columns_is_asked_about(delimiter, more):
    rows, X = block(["X_Value", "Voltage", "Current"], 12)
    data = as_text([[[*rows[0], more], *rows[1:]]], delimiter)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["X_Value", "Voltage", "Current"]
    assert note(table, NoteKind.NAME_WITHOUT_CELLS).values == (more,)
    done, without = question(table, QuestionKind.EXTRA_NAME).options
    assert read_table(data, **done.keywords).feature_names == table.feature_names
    again = read_table(data, **without.keywords)
    np.testing.assert_array_equal(again.X, X)
    assert again.feature_names == ["column 1", "column 2", "column 3"] and not again.questions


LABVIEW = [
    ["LabVIEW Measurement"],
    ["Writer_Version", "2"],
    ["Separator", "Tab"],
    ["***End_of_Header***"],
    [],
    ["Channels", "2", ""],
    ["Samples", "40", "40"],
    ["Date", "2024/03/05", "2024/03/05"],
    ["X_Dimension", "Time", "Time"],
    ["X0", "0.0", "0.0"],
    ["Delta_X", "0.1", "0.1"],
    ["***End_of_Header***", "", ""],
]


@pytest.mark.parametrize("names", [["X_Value", "U", "I"], ["X_Value", "U", "I", "Comment"]])
@pytest.mark.parametrize("last", [[], [""]])
def test_a_header_of_labview(names, last):
    rows, X = block("abc", 40)
    lines = [*LABVIEW, names, *([*row, *last] for row in rows[1:])]
    table = read_table(as_text([lines], "\t"))
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["X_Value", "U", "I"] and table.choices.skip_lines == 12
    assert note(table, NoteKind.TITLE_ROWS).count == 11
    assert len(questions(table, QuestionKind.EXTRA_NAME)) == (len(names) == 4 and not last)


PRINTS = [
    "# A tibble: 12 x 3\n{names}\n  <dbl> <dbl> <dbl>\n{rows}",
    "{names}\n# Adaptation terminated\n# Step size = 0.5\n{rows}",
    "Worksheet: Run 7\nOperator = KL\n\n{names}\n{rows}\n\nWorksheet size: 12 cells",
    "{names}\n{rows}\n\n[12 rows x 3 columns]",
]


@pytest.mark.parametrize("print_", PRINTS)
@pytest.mark.parametrize("delimiter", [" ", "\t", ","])
def test_prints_of_programs(print_, delimiter):
    print_ = print_.replace("  <dbl> <dbl> <dbl>", delimiter.join(["<dbl>"] * 3))
    rows, X = block("uvw", 12)
    lines = [delimiter.join([*([str(k)] if "tibble" in print_ else []), *row]) for k, row in enumerate(rows[1:], 1)]
    text = print_.format(names=delimiter.join(rows[0]), rows="\n".join(lines))
    table = read_table(text.encode())
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["u", "v", "w"]


def test_a_short_header_of_labview_is_no_table():
    table = read_table(Path(__file__).parent / "cases" / "s06_labview.lvm")
    assert table.n_rows == 9 and not questions(table, QuestionKind.PART)
    assert note(table, NoteKind.TITLE_ROWS).count == 6
