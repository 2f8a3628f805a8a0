"""Text in UTF-8 with a few lines in a Western encoding, as editors and scripts leave that join files."""

from __future__ import annotations

import re
from itertools import islice

#: The name of this mixture as the keyword ``encoding``.
MIXED = "utf-8 with cp1252"
# Share of the lines beyond ASCII that may be in the other encoding.
_MOST_OTHER = 0.5
# Lines beyond ASCII that are looked at: as many as a table may have rows.
_MOST_LINES = 1_000_000
# A line from its first byte beyond ASCII on; what is before it is the same in both encodings.
_BEYOND_ASCII = re.compile(rb"[\x80-\xff][^\r\n]*")


def unmixed(data: bytes) -> tuple[bytes, list[int]]:
    """Return a file as UTF-8 throughout, and the numbers of the lines that were in Windows-1252.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    data : bytes
    lines : list of int
        From 1.
    """
    end = _line_end(data)
    parts: list[bytes] = []
    found: list[int] = []
    done = n_before = 0
    for part in _BEYOND_ASCII.finditer(data):
        try:
            part[0].decode("utf-8")
        except UnicodeDecodeError:
            n_before += data.count(end, done, part.start())
            found.append(n_before + 1)
            parts += [data[done : part.start()], _decoded(part[0]).encode("utf-8")]
            done = part.end()
    return b"".join([*parts, data[done:]]), found


def _line_end(data: bytes) -> bytes:
    return b"\n" if b"\n" in data else b"\r"


def _decoded(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def is_mixed(data: bytes) -> bool:
    """Return whether most of the lines beyond ASCII are in UTF-8, and the others are not."""
    good = bad = 0
    for part in islice(_BEYOND_ASCII.finditer(data), _MOST_LINES):
        try:
            part[0].decode("utf-8")
            good += 1
        except UnicodeDecodeError:
            bad += 1
    return good > 0 and bad <= _MOST_OTHER * (good + bad)
