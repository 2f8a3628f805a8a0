"""Sentences of notes on the forms in which texts hold tables."""

from __future__ import annotations

from collections.abc import Callable

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.wording import counted, listed, names, quoted

FORM_NOTES: dict[NoteKind, Callable[[Note], str]] = {
    NoteKind.SECOND_HEADER: lambda note: (
        f"The first rows name the columns, and were joined: {listed(map(quoted, note.values), 6)}."
    ),
    NoteKind.TITLE_ROWS: lambda note: (
        f"{counted(note.count, 'line')} of text above the table left out: {listed(map(quoted, note.values), 3)}."
    ),
    NoteKind.SUBHEADER_ROWS: lambda note: (
        f"{counted(note.count, 'row')} below the names, with words where numbers stand below, left out: "
        f"{listed(map(quoted, note.values), 4)}."
    ),
    NoteKind.GROWING_ROWS: lambda note: (
        "The rows grow by one number each: they were read as the lower triangle of a matrix."
    ),
    NoteKind.SHRINKING_ROWS: lambda note: (
        "Each row begins with one empty cell more: they were read as half a matrix without its diagonal."
    ),
    NoteKind.RULED_TABLE: lambda note: (
        "The rows are ruled with bars; they were read without the rules"
        + (f", and {counted(note.count, 'other line')} left out." if note.count else ".")
    ),
    NoteKind.BRACKETS: lambda note: "The rows stand in brackets, which were left out.",
    NoteKind.SINGLE_QUOTES: lambda note: "Cells stand in single quotation marks, which were left out.",
    NoteKind.FIXED_WIDTH: lambda note: (
        f"Cells have spaces in them; the lines were cut into {counted(note.count, 'column')} by where the names stand."
    ),
    NoteKind.UNCOMPUTED: lambda note: (
        f"{counted(note.count, 'cell')} with a formula whose value is not in the file, and empty here: open the "
        "workbook in a spreadsheet program and save it."
    ),
    NoteKind.INVISIBLE_MARKS: lambda note: (
        f"Invisible letters beside {counted(note.count, 'number')}, such as zero-width spaces, were left out."
    ),
    NoteKind.STRAY_QUOTES: lambda note: (
        f"{counted(note.count, 'line')}, from line {note.places[0]:,} on, with quotation marks in the text: each was "
        "read as a row."
    ),
    NoteKind.ROWS_IN_QUOTES: lambda note: "Each row stands in quotation marks as a whole; they were left out.",
    NoteKind.COMMA_TWICE: lambda note: (
        f"Commas separate the cells and are the decimal mark too: each of the {counted(note.count, 'row')} has two "
        "whole numbers for each name, which were joined to one with decimals."
    ),
    NoteKind.LONG_DELIMITER: lambda note: f"The cells are separated by {quoted(note.values[0])}.",
    NoteKind.WRAPPED_COLUMNS: lambda note: (
        f"The columns were printed in {counted(note.count, 'block')}, one below the other, and were put side by side."
    ),
    NoteKind.CUT_PRINT: lambda note: (
        f"The program that printed the table left out {counted(note.count, 'row') if note.count else 'rows'}; only "
        "those that it shows were read."
    ),
    NoteKind.GROUP_TITLES: lambda note: (
        f"{counted(note.count, 'line')} with one cell filled, above the rows that it names, read as the column "
        f"{quoted(note.columns[0])}: {listed(map(quoted, note.values), 5)}."
    ),
    NoteKind.OPEN_DIAGONAL: lambda note: (
        f"The diagonal of the matrix holds no numbers; it was set to {note.values[0]:g}."
    ),
    NoteKind.GRID: lambda note: (
        f"A grid of {counted(note.shape[0], 'row')} and {counted(note.shape[1], 'column')}: a row of the table is a "
        f"cell, with its place and its value"
        + (f"; {counted(note.count, 'cell')} without a value left out." if note.count else ".")
    ),
    NoteKind.FRAMES: lambda note: (
        f"{counted(note.count, 'frame')} of a simulation, read as one table"
        + (" with a column of their times." if note.count > 1 else ".")
    ),
    NoteKind.NAMED_FIELDS: lambda note: (
        f"{counted(note.count, 'record')} in which each value has its name beside it ({note.values[0]}), read as rows "
        f"with {counted(note.total, 'column')}"
        + (f"; {counted(note.values[1], 'line')} of comment left out." if note.values[1] else ".")
    ),
    NoteKind.REPEATED_FIELDS: lambda note: (
        f"{counted(note.count, 'value')} of {names(note.columns)} stand in a record beside others of the same name; "
        "they were joined by semicolons."
    ),
    NoteKind.GRAPH_FILE: lambda note: (
        f"A graph in the format {note.values[0]}; {counted(note.count, 'row')} of edges and of nodes without edges. "
        "Other attributes of nodes and edges are left out."
    ),
}
