"""Delimiters of several characters, such as the ``::`` of MovieLens, as commas."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded

_KNOWN = ("::", "||", ";;", "~~", "^^", "##", "@@", "$$", "%%", "~|~", "<>", "|~|", "=>")
_OTHERS = ("\t", ";", "|", ",")
_MOST_BYTES = 50_000_000
_START = 20_000
_FEWEST_LINES = 3
_MOSTLY = 0.9
_LONGEST = 5
_UNUSABLE = re.compile(r"[\w\s.\"'+-]")


def is_long_delimiter(delimiter: str) -> bool:
    """Return whether a text of two to five signs, none of which stands in numbers or words, can separate cells."""
    return 1 < len(delimiter) <= _LONGEST and _UNUSABLE.search(delimiter) is None


def find_long_delimiter(data: bytes, encoding: str) -> str:
    """Return the delimiter of several characters that stands equally often on all lines; empty where none does.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    """
    if len(data) > _MOST_BYTES:
        return ""
    start = decoded(data[:_START], encoding)
    known = [mark for mark in _KNOWN if mark in start]
    lines = [line for line in start.splitlines()[: None if len(data) <= _START else -1] if line.strip()]
    if not known or len(lines) < _FEWEST_LINES:
        return ""
    for mark in known:
        if _share(lines, mark) == 1 and not any(
            _share(lines, other) >= _MOSTLY and not set(other) <= set(mark) for other in _OTHERS
        ):
            single = "".join(lines).replace(mark, "")
            if mark[0] not in _OTHERS or mark[0] not in single:
                return mark
    return ""


def _share(lines: Sequence[str], mark: str) -> float:
    """Return the share of lines on which a mark stands as often as on most, and not never."""
    counts = Counter(line.count(mark) for line in lines)
    del counts[0]
    return max(counts.values(), default=0) / len(lines)


def split_at(data: bytes, encoding: str, delimiter: str) -> tuple[bytes, Note]:
    """Return a text of cells separated by several characters as one of commas, with a note.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    delimiter : str
    """
    stream = CsvText()
    writer = row_writer(stream)
    for line in decoded(data, encoding).splitlines():
        if line.strip():
            writer.writerow(line.split(delimiter))
        else:
            stream.write("\n")
    return stream.getvalue().encode("utf-8", "replace"), Note(NoteKind.LONG_DELIMITER, values=(delimiter,))
