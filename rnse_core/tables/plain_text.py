"""Texts of which all lines look alike, so that nothing stands above, below or between the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from rnse_core.tables.layout import NO_DELIMITER, SPACES
from rnse_core.tables.printed_tables import decoded
from rnse_core.tables.row_runs import is_number, is_text

# In these a line break, a delimiter or a digit is one byte, and these bytes are no part of another letter.
_ONE_BYTE = ("utf-8", "utf-8-sig", "latin-1", "cp1252", "ascii")
_NOT_DIGITS = bytes(code for code in range(256) if code not in b"0123456789\n")
_BLOCK_BYTES = 1 << 18
# Bytes at the end whose lines are compared with one above them.
_LAST_BYTES = 4096
_LAST = 5


def is_plain(data: bytes, encoding: str, delimiter: str, first: int = 0) -> bool:
    """Return whether all lines have as many delimiters, none side by side, digits, and an end like the rest.

    The first line, which may be names, needs no digits.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    delimiter : str
    first : int, default=0
        Lines above that are left out.
    """
    if delimiter == NO_DELIMITER:
        return False
    if encoding not in _ONE_BYTE or not delimiter.isascii():
        data = decoded(data, encoding).encode("utf-8", "replace")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    start = 0
    for _ in range(first):
        start = data.find(b"\n", start) + 1
    mark = delimiter.encode()
    if delimiter != SPACES and 2 * mark in data:
        return False
    width = None
    for block in _blocks(data, start):
        lines = block.split(b"\n")
        if delimiter == SPACES:
            widths = {len(line.split()) for line in lines}
        else:
            widths = set(map(bytes.count, lines, repeat(mark)))
        digits = block.translate(None, _NOT_DIGITS)
        if width is None:
            (width, *_), digits = widths, digits.partition(b"\n")[2] or b"0"
        if widths != {width} or b"\n\n" in digits or digits.startswith(b"\n") or digits.endswith(b"\n"):
            return False
    return _ends_like_the_rest(data, delimiter)


def _blocks(data: bytes, start: int) -> Iterator[bytes]:
    """Yield some whole lines at a time, without the last line break."""
    stop = len(data)
    while stop > start and data[stop - 1 : stop] == b"\n":
        stop -= 1
    while start < stop:
        end = data.find(b"\n", min(start + _BLOCK_BYTES, stop), stop)
        end = stop if end < 0 else end
        yield data[start:end]
        start = end + 1


def _ends_like_the_rest(data: bytes, delimiter: str) -> bool:
    """Return whether the last lines have no words where the one above them has numbers."""
    last = data[-_LAST_BYTES:].decode("utf-8", "replace").strip("\n").split("\n")[-_LAST - 1 :]
    cells = [line.split() if delimiter == SPACES else line.split(delimiter) for line in last]
    return not any(
        is_text(cell) and is_number(usual) for row in cells[1:] for cell, usual in zip(row, cells[0], strict=False)
    )
