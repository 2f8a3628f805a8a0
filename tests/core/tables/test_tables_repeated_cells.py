"""Groups whose name stands in their first row only are filled from above on request."""

import numpy as np
import pytest
from readings import column, note, question, questions, refused

from rnse_core.tables import NoteKind, Problem, QuestionKind, read_table

N = 24
GROUPS = [f"g{k // 4}" for k in range(N)]
RNG = np.random.default_rng(6)
MEASURED = [f"{value:.2f},{other:.2f}" for value, other in RNG.normal(size=(N, 2)).tolist()]


def file(names, head="region,a,b", measured=MEASURED):
    rows = [f"{name},{row}" for name, row in zip(names, measured, strict=True)]
    return "\n".join([head, *rows, ""]).encode()


def once(groups, width=1):
    """The groups with their name in the first row only."""
    return ["" if k and groups[k - 1] == group else group for k, group in enumerate(groups)]


def test_empty_cells_below_a_name_are_asked_about_and_filled():
    data = file(once(GROUPS))
    asked = question(read_table(data), QuestionKind.REPEATED_CELLS)
    assert asked.columns == ("region",)
    table = read_table(data, **asked.options[1].keywords)
    assert table.label_name == "region" and table.labels.tolist() == GROUPS
    assert note(table, NoteKind.FILLED_DOWN).count == N - N // 4
    assert not questions(table, QuestionKind.REPEATED_CELLS)
    assert [row[0] for _, row in table.original.records()] == once(GROUPS)


def test_years_of_groups_are_filled():
    years = [str(2000 + k // 4) for k in range(N)]
    data = file(once(years), "year,a,b")
    table = read_table(data)
    assert table.n_rows < N or "year" not in table.feature_names
    asked = question(table, QuestionKind.REPEATED_CELLS)
    again = read_table(data, **asked.options[1].keywords, keep=["year"])
    assert again.n_rows == N and again.X[:, again.feature_names.index("year")].tolist() == [*map(float, years)]
    assert column(again, "year").n_missing == 0


def test_a_filled_column_that_was_named_as_the_labels():
    data = file(once(GROUPS), "group,a,b")
    asked = question(read_table(data, label_column="group"), QuestionKind.REPEATED_CELLS)
    table = read_table(data, label_column="group", **asked.options[1].keywords)
    assert table.labels.tolist() == GROUPS


def test_rows_that_are_not_read_count():
    data = file(once(GROUPS))
    table = read_table(data, sample_rows=9, fill_down=["region"], label_column="region")
    assert table.labels.tolist() == [GROUPS[number - 1] for number in table.row_numbers.tolist()]


def test_groups_below_totals():
    names = [name for start in range(0, N, 4) for name in (*once(GROUPS[start : start + 4]), f"g{start // 4} Total")]
    numbers = RNG.integers(10, 90, (N, 2))
    blocks = [numbers[start : start + 4] for start in range(0, N, 4)]
    measured = [f"{p},{q}" for block in blocks for p, q in [*block.tolist(), block.sum(axis=0).tolist()]]
    data = file(names, measured=measured)
    asked = question(read_table(data), QuestionKind.REPEATED_CELLS)
    table = read_table(data, **asked.options[1].keywords)
    assert table.n_rows == N and table.labels.tolist() == GROUPS


@pytest.mark.parametrize(
    ("names", "head"),
    [
        (["" if k % 3 else "x" for k in range(N)], "tick,a,b"),
        ([f"note {k}" if k in (2, 9, 11) else "" for k in range(N)], "note,a,b"),
        (GROUPS, "region,a,b"),
        (["" if cell < 0.5 else f"{cell:.2f}" for cell in np.random.default_rng(1).uniform(size=N)], "x,a,b"),
    ],
    ids=["ticks", "remarks", "full", "gaps"],
)
def test_other_empty_cells_are_not_asked_about(names, head):
    assert not questions(read_table(file(names, head), missing="median"), QuestionKind.REPEATED_CELLS)


def test_remarks_behind_the_numbers_are_not_asked_about():
    rows = [f"{row},{name}" for row, name in zip(MEASURED, once(GROUPS), strict=True)]
    data = "\n".join(["a,b,remark", *rows, ""]).encode()
    assert not questions(read_table(data), QuestionKind.REPEATED_CELLS)


def test_an_unknown_column_is_refused():
    assert refused(file(GROUPS), fill_down=["c"]).problem is Problem.UNKNOWN_COLUMN
