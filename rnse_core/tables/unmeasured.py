"""Zeros of instruments that write 0 where they found no signal, as mass spectrometry does for peptides and proteins."""

from __future__ import annotations

import re

import numpy as np

from rnse_core.tables.model import FloatArray, MissingCodes
from rnse_core.tables.present_values import present_values

# MaxQuant, FragPipe, Spectronaut, Proteome Discoverer, TMT, OpenMS, XCMS and MZmine.
_INTENSITY = re.compile(
    r"\b(?:intensit(?:y|ies)|lfq|maxlfq|ibaq|top3|abundances?|peak (?:area|height)|(?:pg|pr|fg|peptide) quantity)\b"
)
_BETWEEN = re.compile(r"[_\-.:\s]+")
_FEWEST_OTHERS = 5
# So many zeros, and this share of all cells.
_FEWEST, _SHARE = 2, 0.05
# Signals have no values near zero.
_LEAST_SIGNAL = 100.0


def zeros_of_signals(name: str, values: FloatArray) -> MissingCodes | None:
    """Find zeros in a column that is called as signals are, whose other values are far from zero.

    Unlike zeros that no name tells they may be most of the cells.

    Parameters
    ----------
    name : str
        Of the column.
    values : ndarray of shape (n_rows,)
        NaN where missing.

    Returns
    -------
    MissingCodes or None
    """
    if _INTENSITY.search(_BETWEEN.sub(" ", name).casefold()) is None:
        return None
    present = present_values(values)
    n_zeros = int(np.count_nonzero(present == 0))
    rest = present[present != 0]
    if n_zeros < max(_FEWEST, _SHARE * len(present)) or len(rest) < _FEWEST_OTHERS or rest.min() < 0:
        return None
    least, largest = float(rest.min()), float(rest.max())
    far = least > largest - least
    return MissingCodes((0.0,), n_zeros, far, often=False) if far or least >= _LEAST_SIGNAL else None
