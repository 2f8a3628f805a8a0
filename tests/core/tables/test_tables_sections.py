"""Several tables one below the other, and lines of text above and below a table."""

import numpy as np
import pytest
from blocks_of_text import as_book, as_text, block
from readings import note, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, TableError, option_text, read_table

FORMS = [(",", "."), (";", ","), ("\t", "."), ("|", ".")]


def assert_each_is_offered(data, tables):
    """The largest table is read; each is an answer, with its size, that reads it."""
    largest = max(tables, key=np.size)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, largest)
    asked = question(table, QuestionKind.PART)
    assert asked.values[1] == len(asked.options) == len(tables)
    assert {option.keywords["part"] for option in asked.options} == set(range(1, len(tables) + 1))
    for option in asked.options:
        X = tables[option.keywords["part"] - 1]
        again = read_table(data, **option.keywords)
        np.testing.assert_array_equal(again.X, X)
        assert not questions(again, QuestionKind.PART) and option_text(option)
        assert option.count == len(X) and option.total - X.shape[1] in (0, 1)
    assert note(table, NoteKind.PART).shape[0] == len(largest)


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("gap", [0, 1, 2])
@pytest.mark.parametrize("titles", [[], [["Zusammenfassung"], ["Einzelwerte der Messung"]]])
@pytest.mark.parametrize(("delimiter", "decimal"), FORMS)
def test_a_summary_above_the_data(delimiter, decimal, titles, gap, padded):
    means, M = block(["Mittel", "SD", "Anzahl"], 4, first="Gruppe", prefix="G", decimal=decimal)
    rows, X = block("xyzw", 20, first="id", prefix="p", decimal=decimal)
    blocks = [[*titles[:1], *means], [*titles[1:], *rows]]
    assert_each_is_offered(as_text(blocks, delimiter, padded=padded, gap=gap), [M, X])


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("titles", [False, True])
@pytest.mark.parametrize(("delimiter", "decimal"), FORMS)
def test_tables_without_a_column_of_names(delimiter, decimal, titles, gap, padded):
    made = [
        block(names, n, decimal=decimal) for names, n in ((("k1", "k2"), 12), (("c1", "c2", "c3"), 9), ("uvwqr", 7))
    ]
    blocks = [[*([[f"Résumé {k}"]] if titles else []), *rows] for k, (rows, _) in enumerate(made)]
    assert_each_is_offered(as_text(blocks, delimiter, padded=padded, gap=gap), [X for _, X in made])


@pytest.mark.parametrize("gap", [0, 1])
def test_tables_of_one_width_with_other_names(gap):
    rows, X = block(["alto", "ancho", "peso"], 12, first="pieza")
    others, Y = block(["temp", "presión", "flujo"], 15, first="hora")
    assert_each_is_offered(as_text([rows, others], ";", gap=gap), [X, Y])


@pytest.mark.parametrize("left", [0, 2])
@pytest.mark.parametrize("gap", [0, 1, 3])
@pytest.mark.parametrize("titles", [[], [["Summary"], ["All cases"]]])
def test_tables_in_a_sheet(titles, gap, left):
    means, M = block(["Mean", "SD"], 5, first="Group")
    rows, X = block("xyz", 20, first="id")
    assert_each_is_offered(as_book([[*titles[:1], *means], [*titles[1:], *rows]], gap=gap, left=left), [M, X])


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("columns", ["abc", ["1", "2", "3"]])
@pytest.mark.parametrize("make", [as_text, as_book])
def test_tables_with_the_same_columns_are_read_as_one(make, columns, padded):
    men, X = block(columns, 6, first="who", seed=1)
    women, Y = block(columns, 8, first="who", seed=2)
    data = make([[["Men"], *men], [["Women"], *women]], **({"padded": padded} if make is as_text else {}))
    table = read_table(data)
    np.testing.assert_array_equal(table.X, np.vstack([X, Y]))
    assert table.labels.tolist() == ["Men"] * 6 + ["Women"] * 8
    both, *single = question(table, QuestionKind.PART).options
    assert both.kind is OptionKind.ALL_PARTS and both.count == 14
    np.testing.assert_array_equal(read_table(data, **both.keywords).X, table.X)
    for option, one in zip(single, (X, Y), strict=True):
        np.testing.assert_array_equal(read_table(data, **option.keywords).X, one)


def test_a_table_that_is_not_there_is_refused_with_those_that_are():
    data = as_text([block("ab", 5)[0], block("xyz", 6)[0]])
    error = refused(data, part=3)
    assert (error.problem, error.value, error.bound) == (Problem.UNKNOWN_PART, 3, 2)
    assert all(read_table(data, **option.keywords).n_rows for option in error.options)
    alone = as_text([block("ab", 5)[0]])
    assert read_table(alone, part=1).n_rows == 5
    (whole,) = refused(alone, part=2).options
    assert read_table(alone, **whole.apply({"part": 2})).n_rows == 5
    assert refused(b'[{"a": 1, "b": 2}, {"a": 3, "b": 4}]', part=1).problem is Problem.UNUSED_KEYWORD


ABOVE = [
    [["Operator", "Müller"], ["Gain", "5"], ["Date", "2024-05-03"]],
    [["Software Version", "2.09.2"], [], ["Reader", "A", "B"], ["Results"]],
    [["Data Source", "Indicators", ""], [], ["Last Updated", "2024-06-28", ""], []],
]


@pytest.mark.parametrize("above", ABOVE)
@pytest.mark.parametrize(("delimiter", "decimal"), FORMS)
def test_settings_above_the_names_are_left_out_and_said(above, delimiter, decimal):
    rows, X = block("uvwxyz", 12, first="name", decimal=decimal)
    table = read_table(as_text([[*above, *rows]], delimiter))
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == list("uvwxyz") and not table.questions
    found = note(table, NoteKind.TITLE_ROWS)
    assert found.count == sum(map(bool, above)) and found.values[0] == " ".join(filter(None, above[0]))
    assert table.choices.skip_lines == len(above)


BELOW = [
    [["Source: office of statistics"]],
    [["* p < 0.05", "** p < 0.01"]],
    [["n = 40"], ["Notes"]],
    [["Quelle: Amt für Statistik, Stand 2024"], ["Unterschrift: ________"]],
    [["Collection Time: 3/5/2024 2:11:43 PM"], ["Scan Software Version: 3.00(182)"]],
    [["---"], ["Nota: los datos son provisionales"]],
]


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("first", [None, "name"])
@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_notes_below_the_table_are_left_out_and_said(below, gap, padded, first, delimiter):
    rows, X = block("abc", 12, first=first)
    table = read_table(as_text([rows, below], delimiter, padded=padded, gap=gap))
    np.testing.assert_array_equal(table.X, X)
    found = note(table, NoteKind.LINES_BELOW)
    assert found.count == len(below) and found.values == tuple(" ".join(filter(None, line)) for line in below)
    assert found.places[0] == 14 + gap and not table.questions
    assert not notes(table, NoteKind.INCOMPLETE_ROWS)


@pytest.mark.parametrize("gap", [0, 1])
def test_notes_below_a_table_in_a_sheet(gap):
    rows, X = block("abc", 12, first="name")
    table = read_table(as_book([[["Report"], [], *rows], [["Source: office"]]], gap=gap, left=1))
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.LINES_BELOW).places == (16 + gap,)
    assert (table.choices.skip_lines, note(table, NoteKind.TITLE_ROWS).values) == (2, ("Report",))


def test_a_line_that_may_be_a_row_is_asked_about():
    rows, X = block("abc", 12, first="name")
    data = as_text([rows, [["END"]]], gap=0)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, X)
    out, kept = question(table, QuestionKind.LINES_BELOW).options
    np.testing.assert_array_equal(read_table(data, **out.keywords).X, X)
    error = refused(data, **kept.keywords)
    assert error.problem is Problem.ROW_WIDTH
    np.testing.assert_array_equal(read_table(data, **error.options[0].apply(kept.keywords)).X, X)
    padded = as_text([rows, [["r13"]]], padded=True)
    kept = question(read_table(padded), QuestionKind.LINES_BELOW).options[1]
    assert read_table(padded, missing="zero", **kept.keywords).n_rows == 13


@pytest.mark.parametrize(
    "last", [["r13", "1.5"], ["r13", "", "", ""], ["r13", "1.5", "", ""], ["r13", "NA", "NA", "NA"]]
)
def test_rows_that_are_cut_short_or_lack_values_are_rows(last):
    rows, _ = block("abc", 12, first="name")
    data = as_text([[*rows, last]])
    try:
        table = read_table(data, missing="zero")
    except TableError as error:
        assert (error.problem, error.line) == (Problem.ROW_WIDTH, 14) and len(last) == 2
        return
    assert table.n_rows == 13 and not notes(table, NoteKind.LINES_BELOW)


def test_rows_below_an_empty_line_are_rows():
    rows, X = block("abc", 12, first="name")
    for place in (3, 12):
        table = read_table(as_text([rows[:place], rows[place:]]))
        np.testing.assert_array_equal(table.X, X)
        assert not notes(table, NoteKind.LINES_BELOW) and not questions(table, QuestionKind.PART)


def test_lines_that_are_left_out_for_their_width_are_named():
    data = b"a,b\n1,2\n3,4,5\n5,6\n7\n8,8\n9,1\n"
    found = note(read_table(data, drop_bad_rows=True), NoteKind.BAD_ROWS)
    assert (found.count, found.places, found.values) == (2, (3, 5), ("3,4,5", "7"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "cp1252"])
def test_sections_in_other_encodings(encoding):
    means, M = block(["Höhe", "Größe"], 4, first="Straße")
    rows, X = block("äöü", 9, first="id")
    data = as_text([means, rows, [["Quelle: Köln"]]], ";", encoding=encoding)
    table = read_table(data, encoding=encoding)
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == list("äöü") and note(table, NoteKind.LINES_BELOW).values == ("Quelle: Köln",)
    np.testing.assert_array_equal(read_table(data, encoding=encoding, part=1).X, M)


def test_long_texts_are_read_as_one_table(monkeypatch):
    rows, X = block("abc", 40, first="name")
    data = as_text([rows, [["Source: office"]]])
    monkeypatch.setattr("rnse_core.tables.chosen_section.MOST_LINES", 43)
    np.testing.assert_array_equal(read_table(data).X, X)
    monkeypatch.setattr("rnse_core.tables.chosen_section.MOST_LINES", 42)
    assert refused(data).problem is Problem.ROW_WIDTH
