"""Read ARFF files, OpenML's format, row by row: columns of numbers and one column of classes.

Rows are read one at a time, so reading the first part of a large file needs memory for that part only.
``scipy.io.arff`` holds every cell of a file as a Python object and does not read sparse rows; the parsers of
scikit-learn are private.

Format: https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.wording import counted

_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_ATTRIBUTE = re.compile(rf"@attribute\s+(?P<name>{_QUOTED}|[^\s{{]+)\s*(?P<type>.+)", re.IGNORECASE)
# A cell and the comma after it; in sparse rows, the number of its column goes before it.
_CELL = re.compile(rf"\s*(?P<value>{_QUOTED}|[^,'\"\s][^,]*|)\s*(?P<comma>,|$)")
_ENTRY = re.compile(rf"\s*(?P<column>\d+)\s+(?P<value>{_QUOTED}|[^,'\"\s][^,]*)\s*(?P<comma>,|$)")
# What may stand behind the cells of a row, and cells between blanks, as Weka reads them too.
_WEIGHT = re.compile(r",?\s*\{\s*[\d.eE+-]+\s*\}$")
_BETWEEN_BLANKS = re.compile(rf"{_QUOTED}|[^\s,'\"]+")
_MISSING = "?"
_MOST_ATTRIBUTES = 100_000


class ArffError(ValueError):
    """A file that is not ARFF, or holds something else than numbers and classes.

    Parameters
    ----------
    message : str
    row : int or None, default=None
        The row that cannot be used, from 1.
    """

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


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


def read_header(lines: Iterator[str], *, text: bool = False) -> Header:
    """Read up to the line ``@data``.

    Parameters
    ----------
    lines : iterator of str
        It is left at the first row.
    text : bool, default=False
        Whether columns of text and dates may be among them; they have no values, as those of numbers.

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
        stripped = line.strip()
        keyword = stripped[:10].lower()
        if keyword.startswith("@data"):
            if not names:
                break
            return Header(names, nominal)
        if not keyword.startswith("@attribute"):
            continue
        found = _ATTRIBUTE.match(stripped)
        if found is None or len(names) == _MOST_ATTRIBUTES:
            raise ArffError(f"the column after {len(names):,} others cannot be read")
        names.append(_unquoted(found["name"]))
        nominal.append(_values(found["type"].strip(), names[-1], text))
    raise ArffError("it has no table")


def _values(kind: str, name: str, text: bool) -> list[str] | None:
    if kind.startswith("{"):
        return [_unquoted(value) for value in _cells(kind.strip("{}"))]
    if kind.split()[0].lower() in ("numeric", "real", "integer", *(("string", "date") if text else ())):
        return None
    raise ArffError(f"column {name} is of the kind {kind.split()[0]}")


def _cells(text: str) -> list[str]:
    """Split at the commas that stand outside of quotation marks."""
    if "'" not in text and '"' not in text:
        return text.split(",")
    return [found["value"] for found in _matches(_CELL, text)]


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield matches that follow each other without a gap, up to the end of the text."""
    position, comma = 0, ","
    while comma:
        found = pattern.match(text, position)
        if found is None:
            raise ArffError(f"{text[position : position + 20]!r} cannot be read")
        yield found
        position, comma = found.end(), found["comma"]


def _unquoted(value: str) -> str:
    value = value.strip()
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value[:1] in ("'", '"') else value


def read_cells(lines: Iterable[str], header: Header) -> Iterator[list[str]]:
    """Yield the cells of each row as text, dense or sparse; a missing one is empty.

    Parameters
    ----------
    lines : iterable of str
        The lines after the header.
    header : Header

    Raises
    ------
    ArffError
        At a row with another number of cells.
    """
    omitted = ["0" if values is None else next(iter(values), "") for values in header.nominal]
    stripped = (line.strip() for line in lines)
    rows = (line for line in stripped if line and not line.startswith("%"))
    for number, line in enumerate(rows, start=1):
        try:
            cells = _row_cells(line, omitted)
            if len(cells) != len(omitted):
                raise ValueError(f"it has {counted(len(cells), 'cell')} for {counted(len(omitted), 'column')}")
        except (ValueError, IndexError) as error:
            raise ArffError(f"row {number:,} cannot be used: {error}", number) from error
        yield ["" if cell == _MISSING else cell for cell in cells]


def _row_cells(line: str, omitted: list[str]) -> list[str]:
    """Return the cells of a row without its weight; blanks and tabs separate them where commas do not."""
    line = _WEIGHT.sub("", line) if line.endswith("}") else line
    if line.startswith("{"):
        return _sparse_cells(line, omitted)
    cells = _cells(line)
    if len(cells) != len(omitted) and len(words := _BETWEEN_BLANKS.findall(line)) == len(omitted):
        cells = words
    return [_unquoted(cell) for cell in cells]


def _sparse_cells(line: str, omitted: list[str]) -> list[str]:
    cells = omitted.copy()
    content = line.strip("{} \t")
    for found in _matches(_ENTRY, content) if content else ():
        cells[int(found["column"])] = _unquoted(found["value"])
    return cells


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
        At a row with another number of cells, a cell that is no finite number, or a class that is missing or not
        declared in the header.
    """
    stripped = (line.strip() for line in lines)
    rows = (line for line in stripped if line and not line.startswith("%"))
    omitted = np.array([_first_number(values) for values in header.nominal])
    declared = frozenset(header.nominal[target] or ())
    for number, line in enumerate(rows, start=1):
        try:
            if line.startswith("{"):
                row, label = _sparse(line, omitted, header.nominal[target], target)
            else:
                row, label = _dense(line, len(header.names), target)
            if not np.isfinite(row).all():
                raise ValueError("a number is not finite")
            if label == _MISSING or (declared and label not in declared):
                raise ValueError(f"{label!r} is no class")
        except (ValueError, IndexError) as error:
            raise ArffError(f"row {number:,} cannot be used: {error}", number) from error
        yield row, label


def _dense(line: str, width: int, target: int) -> tuple[FloatArray, str]:
    cells = _cells(line)
    if len(cells) != width:
        raise ValueError(f"it has {counted(len(cells), 'cell')} for {counted(width, 'column')}")
    label = _unquoted(cells.pop(target))
    try:
        row = np.fromiter(map(float, cells), dtype=np.float64, count=width - 1)
    except ValueError:
        # Numbers are seldom in quotation marks, but the values of a nominal column may be.
        row = np.fromiter(map(float, map(_unquoted, cells)), dtype=np.float64, count=width - 1)
    return row, label


def _sparse(line: str, omitted: FloatArray, classes: list[str] | None, target: int) -> tuple[FloatArray, str]:
    """Read a row such as ``{0 1.5, 7 2}``; a column that is not named has its first value, which for numbers is 0."""
    row, label = omitted.copy(), classes[0] if classes else "0"
    content = line.strip("{} \t")
    for found in _matches(_ENTRY, content) if content else ():
        position = int(found["column"])
        if position >= len(row):
            raise ValueError(f"there is no column {position}")
        if position == target:
            label = _unquoted(found["value"])
        else:
            row[position] = float(_unquoted(found["value"]))
    return np.delete(row, target), label


def _first_number(values: list[str] | None) -> float:
    try:
        return float(values[0]) if values else 0.0
    except ValueError:
        return float("nan")
