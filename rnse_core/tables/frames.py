"""A pandas DataFrame as columns: numbers as they are, everything else as text, so that the same questions follow."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import numpy as np
import numpy.typing as npt
import pandas as pd

from rnse_core.tables.array_columns import array_column
from rnse_core.tables.cell_types import MissingInColumns, MissingTokens
from rnse_core.tables.column_names import is_index_name, unique_names
from rnse_core.tables.errors import TableError, too_many_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Choices, Limits, Original
from rnse_core.tables.nested import Unnested, unnest
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable, sample_row_numbers

#: What follows a name that another column has too, where names have to differ before they are made unique.
REPEATED = "\x1f"


@dataclass(frozen=True)
class ColumnsOriginal:
    """The cells of a table that is kept by columns."""

    header: list[str]
    columns: list[list[str]] = field(repr=False)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each row and its cells."""
        return ((number, list(cells)) for number, cells in enumerate(zip(*self.columns, strict=True), start=1))


@dataclass(frozen=True)
class RowSample:
    """Which rows of a file a frame holds, where the others are not in memory.

    Parameters
    ----------
    numbers : ndarray of shape (n_rows,) of int
        Counted from 1.
    total : int
        Rows of the file.
    original : callable
        Returns the cells of all rows, below the names of the columns.
    """

    numbers: npt.NDArray[np.int64]
    total: int
    original: Callable[[list[str]], Original] = field(repr=False)


def check_size(n_rows: int, n_columns: int, name: str, limits: Limits, sample_rows: int | None = None) -> None:
    """Raise TableError for a table of more columns, rows or cells than the limits."""
    if n_columns > limits.max_columns:
        raise TableError(Problem.TOO_MANY_COLUMNS, file=name, value=n_columns, bound=limits.max_columns)
    most = limits.most_rows(n_columns)
    if (n_rows if sample_rows is None else min(n_rows, sample_rows)) > most:
        options = (Option(OptionKind.SAMPLE_ROWS, {"sample_rows": most}),) if most > 1 else ()
        raise too_many_rows(limits, n_columns, n_rows=n_rows, file=name, options=options)


def load_frame(
    frame: pd.DataFrame,
    format: str,
    name: str,
    sample_rows: int | None,
    missing: MissingInColumns,
    ignore: Collection[str],
    limits: Limits,
    log: Log,
    sample: RowSample | None = None,
) -> RawTable:
    """Return the columns of a DataFrame; an index other than the default one comes first.

    Columns of records and of vectors are divided (:func:`unnest`).

    Parameters
    ----------
    frame : DataFrame
    format : str
        Where it comes from.
    name : str
        Name of the file, for messages.
    sample_rows : int or None
        Rows to take at random.
    missing : MissingInColumns
        What means "no value".
    ignore : collection of str
        Columns that are left out, which are not asked about.
    limits : Limits
    log : Log
    sample : RowSample, optional
        Which rows of the file these are, where they are a sample already.
    """
    if not isinstance(frame.index, pd.RangeIndex):
        levels = [frame.index.get_level_values(k).to_series(index=frame.index) for k in range(frame.index.nlevels)]
        index = ["" if level is None else str(level) for level in frame.index.names]
    else:
        levels, index = [], []
    parts = [part for j in range(frame.shape[1]) for part in unnest(frame.columns[j], frame.iloc[:, j])]
    series = [*levels, *(part.series for part in parts)]
    given = [*index, *(_name_text(part.name) for part in parts)]
    check_size(len(frame), len(series), name, limits, sample_rows)
    if len(frame) < 2:
        raise TableError(Problem.TOO_FEW_ROWS if len(frame) else Problem.NO_ROWS, file=name, count=len(frame))
    names = unique_names(given, log)
    n_rows = len(frame) if sample is None else sample.total
    choices = Choices(format=format, header=True)
    first = Log()
    first.note(NoteKind.FRAME, shape=(n_rows, len(series)), values=[name, choices])
    log.report[:0] = first.report
    _about_parts(parts, names[len(levels) :], ignore, log)
    binary = [name for name, one in zip(names, series, strict=True) if _is_binary(one)]
    series = [
        pd.Series("(bytes)", index=one.index) if name in binary else one
        for name, one in zip(names, series, strict=True)
    ]
    cells = [_texts(one) for one in series]
    columns = [_column(names[j], j, one, cells[j], missing[names[j]]) for j, one in enumerate(series)]
    for column, one in zip(columns, series, strict=True):
        column.is_binary = column.name in binary
        column.is_category = isinstance(one.dtype, pd.CategoricalDtype)
    if columns:
        columns[0].is_index = bool(levels) and is_index_name(given[0])
    if sample is not None:
        log.note(NoteKind.SAMPLED, count=len(frame), total=n_rows)
        return RawTable(columns, sample.numbers, n_rows, choices, sample.original(names))
    numbers = np.arange(1, n_rows + 1, dtype=np.int64)
    return _sampled(RawTable(columns, numbers, n_rows, choices, ColumnsOriginal(names, cells)), sample_rows, log)


def cells_of(frame: pd.DataFrame) -> tuple[list[str], list[list[str]]]:
    """Return the names and the cells of the columns that :func:`load_frame` makes of a frame without an index.

    Parameters
    ----------
    frame : DataFrame
    """
    parts = [part for j in range(frame.shape[1]) for part in unnest(frame.columns[j], frame.iloc[:, j])]
    names = unique_names([_name_text(part.name) for part in parts], Log())
    return names, [_texts(part.series) for part in parts]


def _sampled(raw: RawTable, sample_rows: int | None, log: Log) -> RawTable:
    """Return so many rows at random, or all."""
    n_rows = len(raw.row_numbers)
    if sample_rows is None or sample_rows >= n_rows:
        return raw
    log.note(NoteKind.SAMPLED, count=sample_rows, total=n_rows)
    kept = np.zeros(n_rows, dtype=bool)
    kept[sample_row_numbers(raw.row_numbers, sample_rows) - 1] = True
    return raw.rows(kept)


def _about_parts(parts: Sequence[Unnested], names: Sequence[str], ignore: Collection[str], log: Log) -> None:
    """Note which columns were divided; ask whether the places of a vector are features, where there are others."""
    records = dict.fromkeys(_name_text(part.source) for part in parts if part.source is not None and not part.is_vector)
    if records:
        log.note(NoteKind.RECORDS, records)
    vectors: dict[str, list[str]] = {}
    for part, name in zip(parts, names, strict=True):
        if part.is_vector:
            vectors.setdefault(_name_text(part.source), []).append(name)
    has_others = any(_is_number(part.series) and not part.is_vector for part in parts)
    for source, places in vectors.items():
        log.note(NoteKind.VECTORS, (source,), count=len(places))
        if has_others and not set(places) <= set(ignore):
            options = (
                Option(OptionKind.VECTOR_PLACES, count=len(places)),
                Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": tuple(places)}),
            )
            log.ask(Question(QuestionKind.VECTORS, options, columns=(source,)))


def _is_binary(series: pd.Series) -> bool:
    """Return whether a column holds bytes that are no text."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        series = series.cat.categories.to_series()
    return series.dtype == object and any(isinstance(cell, bytes) and not _is_text(cell) for cell in series.tolist())


def _is_text(cell: bytes) -> bool:
    try:
        return cell.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        return False


def _is_rounded(series: pd.Series) -> bool:
    """Return whether whole numbers of a column are beyond what float64 holds exactly."""
    if not pd.api.types.is_integer_dtype(series.dtype) or not series.notna().any():
        return False
    return max(abs(int(series.min())), abs(int(series.max()))) > 2**53


def load_columns(
    names: Sequence[str],
    cells: list[list[str]],
    categories: Collection[str],
    format: str,
    name: str,
    sample_rows: int | None,
    missing: MissingInColumns,
    log: Log,
) -> RawTable:
    """Return columns of text, as another reader has split them, as a table; of so many rows at random, or all."""
    n_rows = len(cells[0]) if cells else 0
    if n_rows < 2:
        raise TableError(Problem.TOO_FEW_ROWS if n_rows else Problem.NO_ROWS, file=name, count=n_rows)
    choices = Choices(format=format, header=True)
    log.note(NoteKind.FRAME, shape=(n_rows, len(cells)), values=[name, choices])
    unique = unique_names(names, log)
    columns = [text_column(one, j, cells[j], missing[one]) for j, one in enumerate(unique)]
    for column, given in zip(columns, names, strict=True):
        column.is_category = given in categories
    numbers = np.arange(1, n_rows + 1, dtype=np.int64)
    return _sampled(RawTable(columns, numbers, n_rows, choices, ColumnsOriginal(unique, cells)), sample_rows, log)


def text_column(name: str, position: int, cells: list[str], missing: MissingTokens, decimal: str = ".") -> RawColumn:
    """Return a column of cells, of numbers where all of them are."""
    counts = Counter(cells)
    values: dict[str, float] = {}
    for token in counts:
        value = missing.read(token, decimal)
        if value is None:
            return RawColumn(name, position, None, counts, lambda: cells)
        values[token] = value
    absent = Counter({token: counts[token] for token, value in values.items() if math.isnan(value)})
    numbers = np.array([values[cell] for cell in cells])
    return RawColumn(name, position, numbers, absent, lambda: cells, is_written=True)


def frame_sha256(frame: pd.DataFrame) -> str:
    """Return a hash of the names, types and cells of a DataFrame."""
    digest = hashlib.sha256(repr([*map(str, frame.columns), *map(str, frame.dtypes)]).encode("utf-8", "replace"))
    try:
        cells = frame.astype(str)
    except UnicodeDecodeError:  # bytes that are no text
        cells = frame.map(repr)
    digest.update(pd.util.hash_pandas_object(cells, index=True).to_numpy().tobytes())
    return digest.hexdigest()


def _column(name: str, position: int, series: pd.Series, cells: list[str], missing: MissingTokens) -> RawColumn:
    if _is_rounded(series):  # only the text has all digits
        return replace(text_column(name, position, cells, missing), is_written=False)
    if _is_number(series):
        values = series.to_numpy(dtype=np.float64, na_value=np.nan)
        return array_column(name, position, values, missing)
    return text_column(name, position, cells, missing)


def _is_number(series: pd.Series) -> bool:
    is_numeric = pd.api.types.is_numeric_dtype(series.dtype) and not pd.api.types.is_bool_dtype(series.dtype)
    return is_numeric and not pd.api.types.is_complex_dtype(series.dtype)


def _texts(series: pd.Series) -> list[str]:
    if isinstance(series.dtype, pd.CategoricalDtype):
        texts = [*map(_text, series.cat.categories.tolist()), ""]  # the last one is that of the code -1
        return [texts[code] for code in series.cat.codes.tolist()]
    absent = series.isna().to_numpy()
    return ["" if gone else _text(value) for value, gone in zip(series.tolist(), absent, strict=True)]


def _name_text(name: object) -> str:
    text = "" if name is None else " ".join(map(str, name)) if isinstance(name, tuple) else _text(name)
    return text.replace(REPEATED, "")


def _text(value: object) -> str:
    if isinstance(value, pd.Timestamp):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(value, timedelta):
        return duration_text(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value)


def duration_text(value: timedelta) -> str:
    """Return a duration as hours, minutes and seconds, such as 30:15:00."""
    whole, parts = divmod(abs(value) // timedelta(microseconds=1), 1_000_000)
    minutes, seconds = divmod(whole, 60)
    fraction = f".{parts:06d}".rstrip("0") if parts else ""
    sign = "-" if value < timedelta(0) else ""
    return f"{sign}{minutes // 60}:{minutes % 60:02d}:{seconds:02d}{fraction}"
