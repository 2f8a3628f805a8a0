"""Columns of numbers that are in memory, and a number as text."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rnse_core.tables.cell_types import MissingTokens
from rnse_core.tables.model import FloatArray
from rnse_core.tables.raw_table import RawColumn


def number_as_text(value: float) -> str:
    """Write a number, a whole one without a decimal point."""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def array_column(name: str, position: int, values: FloatArray, missing: MissingTokens) -> RawColumn:
    """Return a column of numbers; what is not finite or a code for "no value" is missing."""
    tokens: Counter[str] = Counter()
    finite = np.isfinite(values)
    coded = np.isin(values, list(missing.numbers)) if missing.numbers else np.zeros(len(values), dtype=bool)
    if not finite.all() or coded.any():
        tokens.update(number_as_text(v) if np.isfinite(v) else repr(v) for v in values[~finite | coded].tolist())
    original = values
    if tokens:
        values = np.where(finite & ~coded, values, np.nan)
    return RawColumn(
        name,
        position,
        values,
        tokens,
        lambda: [number_as_text(v) if np.isfinite(v) else "" if np.isnan(v) else repr(v) for v in original.tolist()],
    )
