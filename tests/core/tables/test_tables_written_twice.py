"""Tables that pandas wrote and read again: each time the numbers of the rows became one more column."""

import io

import numpy as np
import pandas as pd
import pytest
from readings import question, questions

from rnse_core.tables import NoteKind, QuestionKind, RoleReason, read_table

FRAME = pd.DataFrame(np.random.default_rng(9).normal(size=(20, 3)).round(2), columns=list("abc"))


@pytest.mark.parametrize("times", [1, 2, 3, 4])
@pytest.mark.parametrize("sep", [",", ";", "\t"])
def test_numbers_of_the_rows_are_no_axis(times, sep):
    frame = FRAME
    for _ in range(times - 1):
        frame = pd.read_csv(io.StringIO(frame.to_csv()))
    table = read_table(frame.to_csv(sep=sep).encode())
    np.testing.assert_array_equal(table.X, FRAME)
    reasons = [note.reason for note in table.report if note.kind is NoteKind.IGNORED]
    assert reasons == [RoleReason.ROW_NUMBERS] and not questions(table, QuestionKind.AXIS, QuestionKind.ROW_NUMBERS)


def test_wavelengths_beside_each_curve_are_still_an_axis():
    steps = np.arange(400, 440, 2)
    data = pd.DataFrame({"nm": steps, "a": FRAME["a"], "nm2": steps, "b": FRAME["b"], "c": FRAME["c"]})
    assert question(read_table(data.to_csv(index=False).encode()), QuestionKind.AXIS)
