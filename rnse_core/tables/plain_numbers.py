"""Read many lines of plain numbers at once with the parser of pandas, which gives the numbers of Python's ``float``.

A stretch of lines is plain where every line is one row of the right width and every cell a finite number. Any other
stretch is left to :class:`rnse_core.tables.line_blocks.LineBlocks` and the parsing of single rows. The numbers are the
same either way.
"""

from __future__ import annotations

import csv
import re
import warnings
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd

from rnse_core.tables.layout import MAX_CELL_LENGTH, NO_DELIMITER, Layout
from rnse_core.tables.model import FloatArray

#: Bytes that are read at once: enough for the parser, few enough for the cache of the processor.
PLAIN_BYTES = 1 << 20
# Before version 3 pandas rounds to the nearest number only if it is asked to.
_EXACT: dict[str, Any] = {} if int(pd.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
# The parser takes spaces within a number.
_SPACE_IN_NUMBER = re.compile(rb"[eE][+-]?[ \t]|[+-][ \t]")


def read_plain_numbers(block: bytes, layout: Layout, decimal: str = ".") -> FloatArray | None:
    """Read some lines if all of their cells are finite numbers.

    Parameters
    ----------
    block : bytes
        Whole lines of a file without quotation marks, in an encoding that has one byte for each ASCII character.
    layout : Layout
        How they are split into cells, not at spaces.
    decimal : {".", ","}, default="."
        The decimal mark; with a comma no cell may hold a point.

    Returns
    -------
    ndarray of shape (n_lines, width), or None
        None where the lines have to be split into cells first.
    """
    delimiter = (layout.delimiter or "\x1f").encode()
    lines = block.split(b"\n")
    n_lines = len(lines) - (not lines[-1])
    if layout.delimiter != NO_DELIMITER and block.count(delimiter) != n_lines * (layout.width - 1):
        return None
    if lines[0].count(delimiter) != layout.width - 1 or max(map(len, lines)) > MAX_CELL_LENGTH:
        return None
    if decimal == "," and b"." in block:
        return None
    if (b" " in block or b"\t" in block) and _SPACE_IN_NUMBER.search(block):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(
                BytesIO(block),
                sep=delimiter.decode(),
                decimal=decimal,
                header=None,
                dtype=np.float64,
                na_filter=False,
                quoting=csv.QUOTE_NONE,
                skip_blank_lines=False,
                engine="c",
                **_EXACT,
            )
    except (ValueError, OverflowError, pd.errors.ParserWarning):
        return None
    values = frame.to_numpy()
    return values if values.shape == (n_lines, layout.width) and np.isfinite(values).all() else None
