"""Tables one below the other with the same names and the same rows of units are read as one."""

import pytest
from readings import note, question, questions

from rnse_core.tables import NoteKind, OptionKind, QuestionKind, read_table

LENGTHS = (8, 9)


def written(sep=",", between=("--- reconnect ---",), units=("V", "C"), units_below=("V", "C"), above=("# fw",)):
    lines = list(above)
    for part, (n_rows, row) in enumerate(zip(LENGTHS, (units, units_below), strict=True)):
        lines += list(between) if part else []
        lines += [sep.join(("Time", "A", "B")), sep.join(("hh:mm", *row))]
        lines += [sep.join((f"{k:02}:00", f"{k * 7 % 5 + part}.5", f"{k * 3 % 11}.25")) for k in range(n_rows)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize("sep", [",", ";", "\t"])
@pytest.mark.parametrize("between", [("--- reconnect ---",), (), ("",), ("", "Second run", "")], ids=str)
@pytest.mark.parametrize("above", [(), ("# fw",), ("Logger 2",)], ids=str)
def test_they_are_read_as_one(sep, between, above):
    data = written(sep, between, above=above)
    table = read_table(data)
    assert (table.n_rows, table.feature_names) == (sum(LENGTHS), ["A", "B"])
    assert note(table, NoteKind.STACKED_TABLES).count == 2
    assert note(table, NoteKind.SUBHEADER_ROWS).count == 1
    options = question(table, QuestionKind.PART).options
    assert options[0].kind is OptionKind.ALL_PARTS
    assert [read_table(data, **one.keywords).n_rows for one in options] == [sum(LENGTHS), *LENGTHS]


def test_other_units_are_another_table():
    table = read_table(written(units_below=("mV", "C")))
    assert table.n_rows == max(LENGTHS)
    assert OptionKind.ALL_PARTS not in {option.kind for option in question(table, QuestionKind.PART).options}
    assert len(questions(table, QuestionKind.PART)) == 1
