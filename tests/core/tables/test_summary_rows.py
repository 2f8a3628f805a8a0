"""A last row that sums up the others is none of them, as sport watches export it."""

import pytest
from readings import note, question

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
