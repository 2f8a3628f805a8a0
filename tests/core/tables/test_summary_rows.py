"""A last row that sums up the others is none of them, as sport watches export it."""

import pytest
from readings import note, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

N = 14


@pytest.mark.parametrize("word", ["Summary", "summary:", "Zusammenfassung"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_row_that_is_called_a_summary(word, mark):
    rows = [[str(k + 1), f"{k * 7 % 5 + 1}.5", str(100 + k * 37 % 60)] for k in range(N)]
    data = "\n".join(mark.join(row) for row in [["Laps", "Distance", "Avg HR"], *rows, [word, "49.0", "130"]]).encode()
    table = read_table(data)
    assert table.n_rows == N and note(table, NoteKind.TOTAL_ROWS).count == 1
    kept = question(table, QuestionKind.TOTAL_ROWS).options[1]
    assert read_table(data, **kept.keywords).n_rows == N + 1


def _marks(first=(), last=()):
    """Return a table of marks with some rows above and below those of the students."""
    body = [[f"S{k}", str(k * 7 % 10), str(k * 11 % 15), str(k * 3 % 25)] for k in range(1, N)]
    return "\n".join(",".join(row) for row in [["Name", "T1", "T2", "T3"], *first, *body, *last]).encode()


NAMES_OF_MOST = ["max.", "Max", "maximum", "Maximum:", "Points possible"]
NAMES_OF_WEIGHTS = ["Weight", "Gewichtung", "Gewicht", "Faktor", "coefficient", "Poids", "Pondération", "Peso"]


@pytest.mark.parametrize("at", ["first", "last"])
@pytest.mark.parametrize(("words", "cells"), [
    (NAMES_OF_MOST + NAMES_OF_WEIGHTS, ["10", "15", "25"]), (NAMES_OF_WEIGHTS, ["20", "30", "50"]),
    (NAMES_OF_WEIGHTS, ["0.2", "0.3", "0.5"]), (NAMES_OF_WEIGHTS, ["1", "2", "1"]),
])  # fmt: skip
def test_the_most_that_can_be_reached_and_weights_are_asked_about(at, words, cells):
    for word in words:
        data = _marks(**{at: [[word, *cells]]})
        table = read_table(data, label_column=None)
        assert table.n_rows == N
        keep, leave_out = question(table, QuestionKind.TOTAL_ROWS).options
        assert read_table(data, label_column=None, **keep.keywords).n_rows == N
        assert read_table(data, label_column=None, **leave_out.keywords).n_rows == N - 1


@pytest.mark.parametrize("word", ["max.", "Gewichtung"])
def test_they_are_found_beside_another_row(word):
    body = [[k * 7 % 10, k * 11 % 15, k * 3 % 25] for k in range(1, N)]
    mean = [f"{sum(column) / len(column):.1f}" for column in zip(*body, strict=True)]
    data = _marks(first=[[word, "10", "15", "25"]], last=[["Durchschnitt", *mean]])
    table = read_table(data, label_column=None)
    assert (table.n_rows, note(table, NoteKind.TOTAL_ROWS).count) == (N - 1, 2)


@pytest.mark.parametrize(("first", "word", "cells"), [
    (["S0", "1", "2", "3"], "Max", ["10", "15", "25"]),
    (None, "Max", ["3", "15", "25"]),
    (None, "Weight", ["71.5", "64.2", "80.3"]),
    (None, "Weightman", ["10", "15", "25"]),
])  # fmt: skip
def test_others_of_such_a_name_are_rows(first, word, cells):
    rows = [[word, *cells]]
    data = _marks(first=[first, *rows] if first else [["S0", "11", "1", "2"], *rows][::-1])
    if word == "Weight":
        data = data.replace(b"S0,11", b"S0,99")
    assert not questions(read_table(data, label_column=None), QuestionKind.TOTAL_ROWS)
