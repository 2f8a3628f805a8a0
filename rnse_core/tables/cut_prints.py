"""Prints of tables in which the program left out rows or columns, and put dots in their place."""

from __future__ import annotations

import re

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Log, Note
from rnse_core.tables.printed_tables import decoded

# Programs cut what is longer than some hundred lines.
_MOST_BYTES = 1_000_000
_MARKS = (b"..", "\u2026".encode(), "\u22ee".encode())
_DOTS = frozenset({"..", "...", "\u2026", "\u22ee", "\u22f1"})
# Pandas and NumPy write the shape below what they cut.
_SHAPE_OF_FRAME = re.compile(r"\[(\d+) rows x \d+ columns\]")
_SHAPE_OF_ARRAY = re.compile(r",?\s*shape=\((\d+)(?:, \d+)*,?\)")
# A column of dots.
_DOTS_WITHIN = re.compile(r"(?<=\s)\.\.\.,?(?=\s|$)")
# Tibbles of R.
_MORE_ROWS = re.compile(rb"^#\s*\S+\s+(?:with\s+)?(\d[\d,]*) more rows?\b", re.MULTILINE)


def without_cuts(data: bytes, encoding: str) -> tuple[bytes, Note] | None:
    """Return a print without the dots that stand for rows and columns, with a note; None for any other text.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    tuple of (bytes, Note), or None
        UTF-8.
    """
    if len(data) > _MOST_BYTES or not any(mark in data for mark in _MARKS):
        return None
    lines = [line.rstrip() for line in decoded(data, encoding).splitlines()]
    cuts = [k for k, line in enumerate(lines) if _is_of_dots(line)]
    if len(cuts) != 1 or not 1 < cuts[0] < len(lines) - 1:
        return None
    frame = next((match for line in lines if (match := _SHAPE_OF_FRAME.fullmatch(line))), None)
    array = _SHAPE_OF_ARRAY.search(lines[-1])
    if frame is None and lines[0][:1] not in (" ", "\t", "[") and array is None:
        return None
    kept = [line for k, line in enumerate(lines) if line and k != cuts[0] and not (frame and line == frame[0])]
    kept = [_DOTS_WITHIN.sub("", _SHAPE_OF_ARRAY.sub("", line)) for line in kept]
    n_left_out = 0
    if frame is not None:
        n_left_out = int(frame[1]) - (len(kept) - 1)
    elif array is not None:
        n_left_out = int(array[1]) - len(kept)
    return _joined(kept), Note(NoteKind.CUT_PRINT, count=max(n_left_out, 0))


def note_rows_left_out(comments: bytes, log: Log) -> None:
    """Note that comments below a print, as R writes them, say how many rows are not shown.

    Parameters
    ----------
    comments : bytes
        The last lines of a text.
    log : Log
    """
    for match in _MORE_ROWS.finditer(comments):
        log.note(NoteKind.CUT_PRINT, count=int(match[1].replace(b",", b"")))
        return


def _is_of_dots(line: str) -> bool:
    parts = line.replace(",", " ").split()
    return bool(parts) and _DOTS.issuperset(parts)


def _joined(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
