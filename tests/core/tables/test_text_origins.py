"""What is said of a file is true of it, and not of the text that it is turned into."""

from io import BytesIO

import openpyxl
import pytest
from readings import note

from rnse_core.tables import NoteKind, note_sentence, read_table

ROWS = [["name", "a", "b"], *([f"n{k}", k * 7 % 5 + 0.5, k * 3 % 7] for k in range(8))]
MARKS = ("commas", "semicolons", "tabs", "bars", "spaces")


def joined(delimiter):
    return "\n".join(delimiter.join(map(str, row)) for row in ROWS) + "\n"


def ruled(left, right):
    rows = ["".join([left, " | ".join(f"{cell!s:<5}" for cell in row), right]) for row in ROWS]
    return "\n".join([rows[0], f"{left}------+-------+------{right}", *rows[1:]]) + "\n"


FORMS = {
    "ruled": ruled("| ", " |"),
    "psql": ruled(" ", ""),
    "fixed": "".join(f"{row[0] if k else 'the name':<12}{row[1]!s:<8}{row[2]}\n" for k, row in enumerate(ROWS)),
    "brackets": "[" + "\n ".join(f"[{row[1]} {row[2]}]" for row in ROWS[1:]) + "]\n",
    "records": "\n".join(f"a: {row[1]}\nb: {row[2]}\n" for row in ROWS[1:]),
    "graph": 'graph {\n"x" -- "y" [weight=2];\n"y" -- "z" [weight=3];\n"z" -- "x" [weight=1];\n}\n',
}


def checked(table, delimiter, encoding="utf-8"):
    """The note and the fields of a file; the sentence names no other mark than that of the file."""
    found = note(table, NoteKind.TEXT_FILE)
    choices = found.values[1]
    assert (choices.delimiter, choices.encoding) == (delimiter, encoding)
    assert (table.choices.delimiter, table.choices.encoding, table.choices.form) == (delimiter, encoding, choices.form)
    named = [mark for mark in MARKS if mark in note_sentence(found)]
    assert len(named) == (delimiter in (",", ";", "\t", "|", " "))
    return choices


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_prints_have_no_delimiter(form, encoding):
    choices = checked(read_table(FORMS[form].encode(encoding)), "", encoding)
    assert choices.form in {*NoteKind} and choices.format == "text"


@pytest.mark.parametrize("transpose", [False, True])
def test_sheets_have_neither_delimiter_nor_encoding(transpose):
    book = openpyxl.Workbook()
    book.active.title = "plants"
    for row in ROWS:
        book.active.append(row)
    stream = BytesIO()
    book.save(stream)
    table = read_table(stream.getvalue(), transpose=transpose, **({"ignore": ("name",)} if transpose else {}))
    choices = checked(table, "", "")
    assert (choices.format, choices.variable, choices.form) == ("xlsx", "plants", "")
    assert "plants" in note_sentence(note(table, NoteKind.TEXT_FILE))


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " ", "::"])
@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("given", [False, True])
def test_plain_rows_keep_their_delimiter(delimiter, transpose, given):
    options = {"delimiter": delimiter} if given else {}
    choices = checked(read_table(joined(delimiter).encode(), transpose=transpose, **options), delimiter)
    assert bool(choices.form) == (delimiter == "::" and not given)


def test_columns_that_touch_have_no_delimiter():
    data = "".join(f"{k:02d}{k * 7 % 10}{k * 3 % 7}\n" for k in range(20)).encode()
    assert checked(read_table(data, widths="2,1,1", header=False), "").form == NoteKind.FIXED_WIDTH
    assert checked(read_table(b"a\n1\n2\n5\n"), "").form == ""
