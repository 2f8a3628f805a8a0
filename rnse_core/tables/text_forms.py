"""The forms in which texts hold a table that is no plain list of cells: prints, graphs, grids, matrices that grow."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice

from rnse_core.tables.cut_prints import without_cuts
from rnse_core.tables.drawn_tables import undrawn
from rnse_core.tables.fixed_width import aligned
from rnse_core.tables.graph_files import graph_as_edges
from rnse_core.tables.group_titles import titles_as_column
from rnse_core.tables.growing_rows import growing_rows, shrinking_rows
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.layout import NO_DELIMITER
from rnse_core.tables.long_delimiters import find_long_delimiter, split_at
from rnse_core.tables.named_fields import read_named_fields
from rnse_core.tables.notes import Note
from rnse_core.tables.phylip import phylip_square
from rnse_core.tables.printed_tables import unprinted
from rnse_core.tables.quoted_rows import joined_decimals, without_outer_quotes
from rnse_core.tables.simulation_files import frames_of_atoms, grid_of_cells

_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True)
class TextForm:
    """A text that was written anew in UTF-8, its cells separated by commas unless they stood in plain rows before.

    Parameters
    ----------
    data : bytes
    notes : tuple of Note
        What was found.
    has_names : bool
        Whether the first line is certainly one of names.
    delimiter : str, optional
        What separated the cells before; None where they still stand in plain rows.
    """

    data: bytes
    notes: tuple[Note, ...]
    has_names: bool
    delimiter: str | None = NO_DELIMITER

    @property
    def kind(self) -> str:
        """The kind of the note that names the form; rows may be left out in any."""
        kinds = [note.kind for note in self.notes]
        return next((kind for kind in kinds if kind is not NoteKind.CUT_PRINT), kinds[0]).value


def find_form(data: bytes, encoding: str, name: str, *, skip_lines: int, is_untouched: bool) -> TextForm | None:
    """Recognise a form of text and return its table; None for plain rows of cells.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    name : str
        Name of the file, for messages.
    skip_lines : int
        Lines to leave out at the top.
    is_untouched : bool
        Whether nobody has said which rows are names or are left out.
    """
    if skip_lines:
        data = _below(data, skip_lines)
    if (cut := without_cuts(data, encoding)) is not None:
        data, note = cut
        form = find_form(data, "utf-8", name, skip_lines=0, is_untouched=is_untouched) or TextForm(
            data, (), False, None
        )
        return replace(form, notes=(note, *form.notes))
    if is_untouched:
        if (triangle := growing_rows(data, encoding)) is not None:
            return TextForm(triangle, (Note(NoteKind.GROWING_ROWS),), True)
        if (triangle := shrinking_rows(data, encoding)) is not None:
            return TextForm(triangle, (Note(NoteKind.SHRINKING_ROWS),), True)
        if (square := phylip_square(data, encoding)) is not None:
            return TextForm(square, (Note(NoteKind.PHYLIP, count=square.count(b"\n") - 1),), True)
        if (grid := grid_of_cells(data, encoding)) is not None:
            return TextForm(*grid, True)
        if (frames := frames_of_atoms(data, encoding)) is not None:
            return TextForm(*frames, True)
    if (graph := graph_as_edges(data, encoding, name)) is not None:
        edges, graph_format = graph
        note = Note(NoteKind.GRAPH_FILE, count=edges.count(b"\n") - 1, values=(graph_format,))
        return TextForm(edges, (note,), True)
    if (fields := read_named_fields(data, encoding, name)) is not None:
        return TextForm(fields.data, fields.notes, True)
    if (drawn := undrawn(data, encoding)) is not None:
        table, notes = drawn
        return TextForm(table, tuple(notes), False)
    if unquoted := (without_outer_quotes(data, encoding) or joined_decimals(data, encoding)):
        return TextForm(unquoted[0], (unquoted[1],), False, None)
    if mark := find_long_delimiter(data, encoding):
        table, note = split_at(data, encoding, mark)
        return TextForm(table, (note,), False, mark)
    if printed := (unprinted(data, encoding) or aligned(data, encoding)):
        table, note = printed
        return TextForm(table, (note,), False, None if note.kind is NoteKind.SINGLE_QUOTES else NO_DELIMITER)
    if is_untouched and (grouped := titles_as_column(data, encoding)) is not None:
        table, note, mark = grouped
        return TextForm(table, (note,), True, mark)
    return None


def _below(data: bytes, n_lines: int) -> bytes:
    """Return what is left of a text below so many lines."""
    ends = (match.end() for match in _LINE_END.finditer(data))
    return data[next(islice(ends, n_lines - 1, None), len(data)) :]
