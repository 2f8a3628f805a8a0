"""Lines of a text by their first bytes, looked at in blocks: a loop over millions of short lines takes minutes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_BLOCK = 1 << 18
_NEW_LINE, _RETURN = b"\n\r"

Codes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]


def count_lines(data: bytes, beginning: bytes) -> int:
    """Count the lines that begin with one of some bytes.

    Parameters
    ----------
    data : bytes
        In an encoding in which line breaks are one byte.
    beginning : bytes
    """
    codes = np.frombuffer(data, dtype=np.uint8)
    is_counted = np.zeros(256, dtype=np.bool_)
    is_counted[list(beginning)] = True
    starts = (_starts(codes, first) for first in range(0, len(codes), _BLOCK))
    return sum(int(np.count_nonzero(is_counted[codes[one]])) for one in starts)


def end_of_rows(data: bytes, sign: bytes) -> tuple[int, int]:
    """Return where the last line ends that does not begin with a sign, and how many that do follow it.

    Where all lines do, the first one is taken for a row. Empty lines are neither.

    Parameters
    ----------
    data : bytes
        In an encoding in which line breaks are one byte.
    sign : bytes
        One or two bytes.
    """
    codes = np.frombuffer(data, dtype=np.uint8)
    count = 0
    for first in range((max(len(codes) - 1, 0) // _BLOCK) * _BLOCK, -1, -_BLOCK):
        starts = _starts(codes, first)
        has_sign = codes[starts] == sign[0]
        if len(sign) > 1:
            has_sign &= (starts + 1 < len(codes)) & (codes[np.minimum(starts + 1, len(codes) - 1)] == sign[1])
        rows = np.flatnonzero(~has_sign)
        if len(rows):
            return _line_end(data, int(starts[rows[-1]])), count + len(starts) - 1 - int(rows[-1])
        count += len(starts)
    if not count:
        return 0, 0
    return _line_end(data, len(data) - len(data.lstrip(b"\r\n"))), count - 1


def _line_end(data: bytes, start: int) -> int:
    """Return where the line that begins at a place ends."""
    ends = [place for mark in (b"\n", b"\r") if (place := data.find(mark, start)) >= 0]
    return min(ends, default=len(data))


def _starts(codes: Codes, first: int) -> Places:
    """Return the places in one block at which a line begins that is not empty."""
    block = codes[first : first + _BLOCK]
    is_break = (block == _NEW_LINE) | (block == _RETURN)
    is_start = np.empty_like(is_break)
    is_start[1:] = is_break[:-1]
    is_start[:1] = first == 0 or codes[first - 1] in (_NEW_LINE, _RETURN)
    return first + np.flatnonzero(is_start & ~is_break)
