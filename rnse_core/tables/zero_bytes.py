"""Zero bytes in a text: what a logger fills its blocks with, and what a broken write leaves."""

from __future__ import annotations

import codecs

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import MOST_PLACES, Log

# Texts in two or four bytes per letter have more zeros.
_MOST = 0.3
# Control characters that stand in no text; a binary file has some of them.
_CONTROLS = bytes(byte for byte in range(1, 32) if byte not in b"\t\n\v\f\r\x1a\x1b\x1f")
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


def without_zero_bytes(data: bytes, log: Log) -> bytes:
    """Leave zero bytes out of a text of one byte per letter, and note in which lines; others stay as they are.

    Parameters
    ----------
    data : bytes
    log : Log

    Returns
    -------
    bytes
    """
    first = data.find(b"\0")
    if first < 0 or data.startswith(_MARKS):
        return data
    text = data.rstrip(b"\0")
    inside = text.count(b"\0")
    controls = len(text) - len(text.translate(None, _CONTROLS))
    if not text or (inside and (controls or inside > _MOST * len(text))):
        return data
    if len(data) > len(text):
        log.note(NoteKind.ZERO_BYTES, count=len(data) - len(text))
    if inside:
        log.note(NoteKind.ZERO_BYTES, count=inside, places=_lines_of(text))
    return text.replace(b"\0", b"")


def _lines_of(text: bytes) -> list[int]:
    """Return the numbers of the first lines with a zero byte."""
    lines: list[int] = []
    place, line, counted_to = text.find(b"\0"), 1, 0
    while place >= 0 and len(lines) < MOST_PLACES:
        line += text.count(b"\n", counted_to, place)
        lines.append(line)
        end = text.find(b"\n", place)
        counted_to = place
        place = text.find(b"\0", end) if end >= 0 else -1
    return lines
