"""Read many plain lines at once with the parser of pandas, which gives the numbers of Python's ``float``.

A stretch of lines is plain where every line is one row of the right width and every cell a finite number, but for the
cells of some columns, which are left as text. Any other stretch is left to
:class:`rnse_core.tables.line_blocks.LineBlocks` and the parsing of single rows. The numbers are the same either way.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Collection
from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from rnse_core.tables.layout import MAX_CELL_LENGTH, NO_DELIMITER, Layout
from rnse_core.tables.model import FloatArray

PlainColumn: TypeAlias = "FloatArray | list[str]"
#: Bytes that are read at once: enough for the parser, few enough for the cache of the processor.
PLAIN_BYTES = 1 << 20
# Before version 3 pandas rounds to the nearest number only if it is asked to.
_EXACT: dict[str, Any] = {} if int(pd.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
# The parser takes spaces within a number.
_SPACE_IN_NUMBER = re.compile(rb"[eE][+-]?[ \t]|[+-][ \t]")


_BOOLEAN = re.compile(rb"true|false", re.IGNORECASE)


def read_plain_lines(
    block: bytes, layout: Layout, decimal: str = ".", text: Collection[int] = ()
) -> list[PlainColumn] | None:
    """Read some lines if all of their cells are finite numbers, but for those of some columns.

    Parameters
    ----------
    block : bytes
        Whole lines of a file without quotation marks, in an encoding that has one byte for each ASCII character.
    layout : Layout
        How they are split into cells, not at spaces.
    decimal : {".", ","}, default="."
        The decimal mark; with a comma no cell may hold a point.
    text : collection of int, default=()
        Columns of text.

    Returns
    -------
    list of (ndarray of shape (n_lines,), or list of str), or None
        The columns; None where the lines have to be split into cells first.
    """
    delimiter = (layout.delimiter or "\x1f").encode()
    lines = block.split(b"\n")
    n_lines = len(lines) - (not lines[-1])
    if layout.delimiter != NO_DELIMITER and block.count(delimiter) != n_lines * (layout.width - 1):
        return None
    if lines[0].count(delimiter) != layout.width - 1 or max(map(len, lines)) > MAX_CELL_LENGTH:
        return None
    if decimal == "," and not text and b"." in block:
        return None
    if (b" " in block or b"\t" in block) and _SPACE_IN_NUMBER.search(block):
        return None
    if any(letter in block for letter in (b"t", b"T", b"f", b"F")) and _BOOLEAN.search(block):
        return None  # a block of nothing else would be read as 1 and 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(
                BytesIO(block),
                sep=delimiter.decode(),
                decimal=decimal,
                header=None,
                dtype={j: object if j in text else np.float64 for j in range(layout.width)},
                encoding=layout.encoding,
                na_filter=False,
                quoting=csv.QUOTE_NONE,
                skip_blank_lines=False,
                engine="c",
                **_EXACT,
            )
    except (ValueError, OverflowError, pd.errors.ParserWarning):
        return None
    if frame.shape != (n_lines, layout.width) or not isinstance(frame.index, pd.RangeIndex):
        return None
    columns: list[PlainColumn] = [frame[j].tolist() if j in text else frame[j].to_numpy() for j in range(layout.width)]
    if any(isinstance(column, np.ndarray) and not np.isfinite(column).all() for column in columns):
        return None
    first = columns[0]
    # A row that begins with an empty cell may have no other cell either.
    blank = isinstance(first, list) and (not all(first) or any(map(str.isspace, first)))
    return None if blank else columns
