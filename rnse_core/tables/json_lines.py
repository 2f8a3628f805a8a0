"""Files with one JSON object, or list, on each line; of a sample only its own rows are kept in memory."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import islice, repeat
from typing import Any

import numpy as np
import pandas as pd

from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import REPEATED, RowSample, cells_of, check_size
from rnse_core.tables.json_faults import json_error
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem
from rnse_core.tables.line_starts import count_lines
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import MOST_PLACES, Log
from rnse_core.tables.questions import Option
from rnse_core.tables.raw_table import sample_row_numbers

# Whole numbers beyond this may not be numbers of float64.
_EXACT = 2**53
_ROWS_AT_ONCE = 4096
_SHOWN = 200
_NO_LIMITS = Limits(max_rows=1 << 62, max_columns=1 << 62, max_cells=1 << 62)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class LinesOriginal:
    """The cells of a file of which a sample is in memory, read again when they are asked for."""

    header: list[str]
    data: bytes = field(repr=False)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each row and its cells."""
        rows = (row for _, _, row in _rows(self.data) if isinstance(row, dict))
        first = 1
        while some := list(islice(rows, _ROWS_AT_ONCE)):
            names, cells = cells_of(frame_of_rows(some, "", _NO_LIMITS))
            empty = [""] * len(some)
            columns = dict(zip(names, cells, strict=True))
            yield from enumerate(map(list, zip(*(columns.get(one, empty) for one in self.header), strict=True)), first)
            first += len(some)


def read_json_lines(
    data: bytes, name: str, limits: Limits, sample_rows: int | None, *, drop_bad_rows: bool = False, log: Log
) -> tuple[pd.DataFrame, RowSample | None]:
    """Read a file with one JSON object, or list, per line.

    Parameters
    ----------
    data : bytes
    name : str
        Name of the file, for messages.
    limits : Limits
    sample_rows : int or None
        Rows to take at random. The others are read once, to see that they are rows, and not kept.
    drop_bad_rows : bool, default=False
        Leave out lines that are no rows.
    log : Log
        Takes the lines that were left out.

    Returns
    -------
    frame : DataFrame
    sample : RowSample or None
        Which rows these are, where they are not all.

    Raises
    ------
    TableError
        For a line that is neither; it is named.
    """
    # Python's objects take many times the size of their text.
    n_lines = count_lines(data, b"{[")
    check_size(n_lines, 0, name, limits, sample_rows)

    def rows(log: Log) -> Iterator[dict[str, Any]]:
        return _good_rows(data, name, drop_bad_rows, log)

    total = 0
    keys: dict[str, None] = {}
    if sample_rows is not None and n_lines > sample_rows:
        for row in rows(log):
            total += 1
            keys.update(dict.fromkeys(row))
            check_size(0, len(keys), name, limits, sample_rows)
    if sample_rows is None or total <= sample_rows:
        return frame_of_rows(rows(Log() if total else log), name, limits), None
    numbers = sample_row_numbers(np.arange(1, total + 1, dtype=np.int64), sample_rows)
    wanted = {*numbers.tolist()}
    chosen = (row for number, row in enumerate(rows(Log()), start=1) if number in wanted)
    frame = frame_of_rows(chosen, name, limits, keys=keys)
    return frame, RowSample(numbers, total, lambda header: LinesOriginal(header, data))


def frame_of_rows(
    rows: Iterable[dict[str, Any]],
    name: str,
    limits: Limits,
    sample_rows: int | None = None,
    keys: Iterable[str] = (),
) -> pd.DataFrame:
    """Return records as a frame; what a record lacks is missing.

    Parameters
    ----------
    rows : iterable of dict
    name : str
        Name of the file, for messages.
    limits : Limits
    sample_rows : int, optional
        How many of them will be kept.
    keys : iterable of str, default=()
        Names of columns that come first, whether a record has them or not.

    Raises
    ------
    TableError
        For more rows, columns or cells than the limits.
    """
    columns: dict[str, list[Any]] = {key: [] for key in keys}
    n_rows = 0
    for row in rows:
        for key, value in row.items():
            column = columns.get(key)
            if column is None:
                column = columns[key] = []
                check_size(n_rows, len(columns), name, limits, sample_rows)
            column.extend(repeat(None, n_rows - len(column)))
            column.append(value)
        n_rows += 1
        if not n_rows % _ROWS_AT_ONCE:
            check_size(n_rows, len(columns), name, limits, sample_rows)
    check_size(n_rows, len(columns), name, limits, sample_rows)
    for column in columns.values():
        column.extend(repeat(None, n_rows - len(column)))
    return pd.DataFrame({key: _column(values) for key, values in columns.items()})


def _good_rows(data: bytes, name: str, drop_bad_rows: bool, log: Log) -> Iterator[dict[str, Any]]:
    """Yield the record of each line; of other lines note that they were left out, or raise TableError for the first."""
    bad: list[int] = []
    texts: list[str] = []
    first: TableError | None = None
    n_good = 0
    for number, line, row in _rows(data):
        if isinstance(row, dict):
            n_good += 1
            if first is None or drop_bad_rows:
                yield row
            continue
        bad.append(number)
        if len(texts) < MOST_PLACES:
            texts.append(line[:_SHOWN].decode("utf-8", "replace").strip())
        first = first or _bad_line(row, name, number)
    if first is None:
        return
    if drop_bad_rows:
        log.note(NoteKind.BAD_LINES, count=len(bad), places=bad, values=texts)
        return
    way = Option(OptionKind.DROP_BAD_LINES, {"drop_bad_rows": True}, count=len(bad))
    raise replace(first, places=tuple(bad[1:]), options=(way,) if n_good > 1 else ())


def _rows(data: bytes) -> Iterator[tuple[int, bytes, dict[str, Any] | Exception]]:
    """Yield number and text of each line that is not blank, and its record or what is wrong with it."""
    for number, line in enumerate(BytesIO(data.removeprefix(_BYTE_ORDER_MARK)), start=1):
        if not line.strip():
            continue
        row: Any
        try:
            row = json_of(line.rstrip(b"\r\n"))
        except (ValueError, RecursionError) as error:
            row = error
        if isinstance(row, list):
            row = {f"column {k}": value for k, value in enumerate(row, start=1)}
        yield number, line, row if isinstance(row, dict | Exception) else ValueError("no object")


def _bad_line(error: Exception, name: str, line: int) -> TableError:
    if isinstance(error, json.JSONDecodeError):
        return replace(json_error(error, name, line=line), problem=Problem.JSON_LINE)
    return TableError(Problem.JSON_LINE, file=name, line=line)


def json_of(text: bytes | str) -> Any:
    """Return what JSON holds; a whole number with more digits than Python takes is infinite, as in other files.

    Raises
    ------
    ValueError
        For text that is no JSON.
    """
    try:
        return json.loads(text, object_pairs_hook=record_of)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return json.loads(text, object_pairs_hook=record_of, parse_int=float)


def first_json_of(text: str, start: int) -> tuple[Any, int]:
    """Return the value of JSON that begins at a place, and the place behind it.

    Parameters
    ----------
    text : str
    start : int

    Raises
    ------
    json.JSONDecodeError
        Where none begins there.
    """
    try:
        return json.JSONDecoder(object_pairs_hook=record_of).raw_decode(text, start)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return json.JSONDecoder(object_pairs_hook=record_of, parse_int=float).raw_decode(text, start)


def record_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a record of JSON in which a key that stands there again is marked as another one."""
    record = dict(pairs)
    if len(record) == len(pairs):
        return record
    record = {}
    for key, value in pairs:
        while key in record:
            key += REPEATED
        record[key] = value
    return record


def _column(values: list[Any]) -> pd.Series:
    whole = [value for value in values if value is not None]
    if whole and all(type(value) is int for value in whole) and max(map(abs, whole)) > _EXACT:
        for kind, dtype in ((np.int64, pd.Int64Dtype()), (np.uint64, pd.UInt64Dtype())):
            bounds = np.iinfo(kind)
            if bounds.min <= min(whole) and max(whole) <= bounds.max:
                return pd.Series(values, dtype=dtype)
    if all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values):
        return pd.Series([float("nan") if value is None else _as_float(value) for value in values], dtype="float64")
    return pd.Series(values, dtype=object)


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
