"""Sentences of notes on cells that were read as others: filled from above, folded, yes and no, places in a round."""

from __future__ import annotations

from collections.abc import Callable

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.wording import counted, listed, names, quoted


def _boolean(note: Note) -> str:
    sides = [(words,) if isinstance(words, str) else words for words in note.values]
    no, yes = (f"{listed(map(quoted, words))} {'is' if len(words) == 1 else 'are'}" for words in sides)
    return f"{names(note.columns)}: {no} 0 and {yes} 1."


WORD_NOTES: dict[NoteKind, Callable[[Note], str]] = {
    NoteKind.BOOLEAN: _boolean,
    NoteKind.FILLED_DOWN: lambda note: (
        f"{counted(note.count, 'empty cell')} of {names(note.columns)} filled with the cell above as asked."
    ),
    NoteKind.FOLDED: lambda note: (
        f"{names(note.columns)}: words that differ in case and blanks alone are the same as asked; "
        f"{counted(note.count, 'cell')} changed."
    ),
    NoteKind.CYCLIC: lambda note: (
        f"{names(note.columns)} begins again after {note.values[0]:g} as asked: its sine and its cosine are features."
    ),
}
