"""Columns whose cells hold several values: records become a column per field, vectors a column per place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from rnse_core.tables.model import FloatArray

_SEPARATOR = "; "
# Where a record has what people call it by.
_NAMES = ("name", "label", "title", "login", "text", "value", "key", "id")


@dataclass(frozen=True)
class Unnested:
    """A column of single values.

    Parameters
    ----------
    name : object
        Its name in the table, or one made from that of the column that it was a part of.
    series : Series
    source : object, default=None
        The name of the column of vectors, or of records, that it was a part of.
    is_vector : bool, default=False
        Whether it is one place of a vector.
    """

    name: object
    series: pd.Series
    source: object = None
    is_vector: bool = False


def unnest(name: object, series: pd.Series) -> list[Unnested]:
    """Divide a column of records, or of vectors of one length, into columns of single values.

    Lists of words, or of records with a name, become text with semicolons; other lists stay as they are written.

    Parameters
    ----------
    name : object
    series : Series

    Returns
    -------
    list of Unnested
        The column alone where its cells are single values.
    """
    if not (series.dtype == object or isinstance(series.dtype, pd.ArrowDtype)):
        return [Unnested(name, series)]
    cells = series.tolist()
    filled = [cell for cell in cells if isinstance(cell, dict | list | tuple | np.ndarray)]
    if not filled or any(
        not _is_absent(cell) for cell in cells if not isinstance(cell, dict | list | tuple | np.ndarray)
    ):
        return [Unnested(name, series)]
    if all(isinstance(cell, dict) for cell in filled):
        keys = dict.fromkeys(key for cell in filled for key in cell)
        parts: list[Unnested] = []
        for key in keys:
            values = _as_series([cell.get(key) if isinstance(cell, dict) else None for cell in cells], series.index)
            parts += [
                Unnested(part.name, part.series, name if not part.is_vector else part.source, part.is_vector)
                for part in unnest(f"{name}.{key}", values)
            ]
        return parts
    vectors = _vectors(cells)
    if vectors is None:
        return [Unnested(name, pd.Series([_as_text(cell) for cell in cells], index=series.index, dtype=object))]
    names = [f"{name} {j}" for j in range(1, vectors.shape[1] + 1)] if vectors.shape[1] > 1 else [str(name)]
    return [
        Unnested(one, pd.Series(values, index=series.index), name, is_vector=True)
        for one, values in zip(names, vectors.T, strict=True)
    ]


def _is_absent(cell: Any) -> bool:
    return cell is None or cell is pd.NA or (isinstance(cell, float) and np.isnan(cell))


def _as_series(values: list[Any], index: pd.Index) -> pd.Series:
    if all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values):
        return pd.Series([np.nan if value is None else float(value) for value in values], index=index, dtype="float64")
    return pd.Series(values, index=index, dtype=object)


def _vectors(cells: Sequence[Any]) -> FloatArray | None:
    """Return the numbers of each cell as a row; None where they are no numbers, or not equally many."""
    rows: list[FloatArray | None] = []
    shape: tuple[int, ...] | None = None
    for cell in cells:
        if not isinstance(cell, list | tuple | np.ndarray):
            rows.append(None)
            continue
        numbers = _numbers(cell)
        if numbers is None or numbers.size == 0 or (shape is not None and numbers.shape != shape):
            return None
        shape = numbers.shape
        rows.append(numbers.ravel())
    if shape is None:
        return None
    empty = np.full(int(np.prod(shape)), np.nan)
    return np.array([empty if row is None else row for row in rows])


def _numbers(cell: Any) -> FloatArray | None:
    try:
        array = np.array(cell.tolist() if isinstance(cell, np.ndarray) and cell.dtype == object else cell)
        if array.dtype == object:
            array = np.array([np.nan if value is None else value for value in array.ravel().tolist()])
    except (ValueError, TypeError):
        return None
    return array.astype(np.float64) if array.dtype.kind in "biuf" else None


def _name_of(part: Any) -> Any:
    """Return the name of a record in a list of them, such as a tag; anything else as it is."""
    if not isinstance(part, dict):
        return part
    return next((part[key] for key in _NAMES if isinstance(part.get(key), str)), None)


def _as_text(cell: Any) -> Any:
    if isinstance(cell, np.ndarray):
        cell = cell.tolist()
    if not isinstance(cell, list | tuple):
        return cell
    named = [_name_of(part) for part in cell]
    if all(isinstance(part, str) and ";" not in part for part in named):
        return _SEPARATOR.join(map(str, named))
    return json.dumps(cell, ensure_ascii=False, default=str)
