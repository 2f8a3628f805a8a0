"""Read the rows of an ARFF file, OpenML's format, one at a time: numbers, and one column of classes."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.wording import counted

_ATTRIBUTE = re.compile(
    r"@attribute\s+(?:'(?P<single>(?:[^'\\]|\\.)*)'|\"(?P<double>[^\"]*)\"|(?P<bare>[^\s{]+))\s*(?P<type>.+)",
    re.IGNORECASE,
)
_MOST_ATTRIBUTES = 100_000


class ArffError(ValueError):
    """A file that is not ARFF, or holds something else than numbers and classes."""


@dataclass(frozen=True)
class Header:
    """The columns of a file.

    Parameters
    ----------
    names : list of str
        Name of each column.
    nominal : list of list of str or None
        The values of each column of classes, None for a column of numbers.
    """

    names: list[str]
    nominal: list[list[str] | None]


def read_header(lines: Iterator[str]) -> Header:
    """Read up to the line ``@data``.

    Parameters
    ----------
    lines : iterator of str
        It is left at the first row.

    Returns
    -------
    Header

    Raises
    ------
    ArffError
        When there is no such line, no column, or a column of another kind.
    """
    names: list[str] = []
    nominal: list[list[str] | None] = []
    for line in lines:
        text = line.strip()
        keyword = text[:10].lower()
        if keyword.startswith("@data"):
            if not names:
                break
            return Header(names, nominal)
        if not keyword.startswith("@attribute"):
            continue
        found = _ATTRIBUTE.match(text)
        if found is None or len(names) == _MOST_ATTRIBUTES:
            raise ArffError(f"the column after {len(names):,} others cannot be read")
        names.append(next(name for name in found.group("single", "double", "bare") if name is not None))
        nominal.append(_values(found["type"].strip(), names[-1]))
    raise ArffError("it has no table")


def _values(kind: str, name: str) -> list[str] | None:
    if kind.startswith("{"):
        return [
            _unquoted(value) for value in next(csv.reader([kind.strip("{}")], quotechar="'", skipinitialspace=True))
        ]
    if kind.split()[0].lower() in ("numeric", "real", "integer"):
        return None
    raise ArffError(f"column {name} is of the kind {kind.split()[0]}")


def _unquoted(value: str) -> str:
    return value.strip().strip("'\"")


def read_rows(lines: Iterable[str], header: Header, target: int) -> Iterator[tuple[FloatArray, str]]:
    """Yield the features and the class of each row, dense or sparse.

    Parameters
    ----------
    lines : iterable of str
        The lines after the header.
    header : Header
    target : int
        Position of the column of classes.

    Yields
    ------
    features : ndarray of shape (n_columns - 1,)
    label : str

    Raises
    ------
    ArffError
        At a row with another number of cells, or a cell that is no number.
    """
    width = len(header.names)
    classes = header.nominal[target]
    rows = (line for line in lines if line.strip() and not line.startswith("%"))
    for number, cells in enumerate(csv.reader(rows, quotechar="'", skipinitialspace=True), start=1):
        try:
            if cells[0].startswith("{"):
                row, label = _sparse(cells, width, target, classes)
            else:
                if len(cells) != width:
                    raise ValueError(f"it has {counted(len(cells), 'cell')} for {counted(width, 'column')}")
                label = _unquoted(cells.pop(target))
                row = np.fromiter(map(float, cells), dtype=np.float64, count=width - 1)
            if not np.isfinite(row).all():
                raise ValueError("a number is not finite")
        except (ValueError, IndexError) as error:
            raise ArffError(f"row {number:,} cannot be used: {error}") from error
        yield row, label


def _sparse(cells: list[str], width: int, target: int, classes: list[str] | None) -> tuple[FloatArray, str]:
    """Read a row such as ``{0 1.5, 7 2}``; what is not named is 0, or the first of the classes."""
    row = np.zeros(width)
    label = classes[0] if classes else "0"
    for cell in cells:
        place, _, value = cell.strip().strip("{}").strip().partition(" ")
        if not place:
            continue
        position = int(place)
        if not 0 <= position < width:
            raise ValueError(f"there is no column {position}")
        if position == target:
            label = _unquoted(value)
        else:
            row[position] = float(value)
    return np.delete(row, target), label
