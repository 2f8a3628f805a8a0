"""Letters that nobody sees, at the ends of numbers that were copied from web pages and mail."""

from __future__ import annotations

import codecs
import re

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Log

# Zero-width space, marks and embeddings of the direction of writing, word joiner, byte-order mark; in UTF-8. Those that
# join letters or keep them apart belong to words.
_MARK = rb"(?:\xe2\x80[\x8b\x8e\x8f\xaa-\xae]|\xe2\x81[\xa0\xa6-\xa9]|\xef\xbb\xbf)"
_FIRST_BYTES = (b"\xe2", codecs.BOM_UTF8[:1])
_BEFORE_NUMBER = re.compile(_MARK + rb"+(?=[-+.,(]?[0-9])")
_BEHIND_NUMBER = re.compile(rb"(?<=[0-9.,%)])" + _MARK + rb"+")


def without_invisible_marks(data: bytes, log: Log) -> bytes:
    """Leave invisible letters out that stand beside a digit, and note how many numbers had them.

    Parameters
    ----------
    data : bytes
        In UTF-8; a byte-order mark at its beginning stays.
    log : Log

    Returns
    -------
    bytes
    """
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    # Single bytes are found much quicker than several.
    if not any(data.find(byte, start) >= 0 for byte in _FIRST_BYTES):
        return data
    rest, n_before = _BEFORE_NUMBER.subn(b"", data[start:])
    rest, n_behind = _BEHIND_NUMBER.subn(b"", rest)
    if n_before + n_behind:
        log.note(NoteKind.INVISIBLE_MARKS, count=n_before + n_behind)
    return data[:start] + rest
