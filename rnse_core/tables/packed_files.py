"""Files that other libraries read: Parquet, Feather, Excel, JSON lines and ARFF; sizes are checked first."""

from __future__ import annotations

import csv
import importlib
import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pandas as pd

from rnse_core.tables.arff import ArffError, read_cells, read_header
from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import check_size
from rnse_core.tables.kinds import OptionKind, Problem, QuestionKind
from rnse_core.tables.layout import MAX_CELL_LENGTH
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.packed_sizes import Workbook, feather_sizes
from rnse_core.tables.parquet_pages import Page, parquet_pages
from rnse_core.tables.questions import Option, Question

_MOST_SHEETS = 10
# Bytes of XML that openpyxl reads in a minute or two, rows that a sheet can have, and texts that fit into 500 MB.
_MOST_XML = 200_000_000
_MOST_SHEET_ROWS = 1_048_576
_MOST_TEXTS = 4_000_000
_ROWS_PER_BATCH = 4096
# Cells of a sheet beyond these are formatting that was copied too far.
_MOST_EMPTY_ROWS = 10_000


def read_parquet(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read a Parquet file; the numbers of rows and bytes come from its footer and the headers of its pages first."""
    pyarrow, parquet = _module("pyarrow", name), _module("pyarrow.parquet", name)
    file = parquet.ParquetFile(pyarrow.BufferReader(data))
    metadata = file.metadata
    check_size(metadata.num_rows, metadata.num_columns, name, limits, sample_rows)
    n_bytes = sum(metadata.row_group(k).total_byte_size for k in range(metadata.num_row_groups))
    _check_bytes(max(n_bytes, 8 * metadata.num_rows * metadata.num_columns), name, limits)
    _check_pages(parquet_pages(metadata, data), name, limits)
    # Text that repeats is stored once; as a dictionary it takes no more memory than in the file.
    is_text = (pyarrow.types.is_string, pyarrow.types.is_large_string, pyarrow.types.is_binary)
    texts = [field.name for field in file.schema_arrow if any(kind(field.type) for kind in is_text)]
    again = parquet.ParquetFile(pyarrow.BufferReader(data), read_dictionary=texts)
    batches, n_bytes = [], 0
    for batch in again.iter_batches(batch_size=_ROWS_PER_BATCH, use_threads=False):
        batches.append(batch)
        n_bytes += _own_bytes(pyarrow, batch)
        _check_bytes(n_bytes, name, limits)
    return _as_frame(pyarrow.Table.from_batches(batches, again.schema_arrow if not batches else batches[0].schema))


def _check_pages(pages: Iterable[Page], name: str, limits: Limits) -> None:
    """Raise TableError for pages whose headers state more than the limits, whatever the footer says."""
    n_bytes = 0
    for page in pages:
        if page.n_bytes < 0 or page.n_values < 0 or (page.is_dictionary and page.n_values > max(page.n_bytes, 1)):
            raise TableError(Problem.DAMAGED_FILE, file=name, value="parquet")
        n_bytes += page.n_bytes
        _check_bytes(n_bytes, name, limits)


def read_feather(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read a Feather file; the numbers of rows and bytes of its batches come first."""
    pyarrow = _module("pyarrow", name)
    file = pyarrow.ipc.open_file(pyarrow.BufferReader(data))
    n_rows = n_bytes = 0
    for rows, size in feather_sizes(pyarrow, data):
        n_rows, n_bytes = n_rows + rows, n_bytes + size
        check_size(n_rows, len(file.schema), name, limits, sample_rows)
        _check_bytes(n_bytes, name, limits)
    return _as_frame(file.read_all())


def _own_bytes(pyarrow: Any, batch: Any) -> int:
    """Return the bytes of a batch without its dictionaries, which several batches share."""
    return sum(
        (column.indices if pyarrow.types.is_dictionary(column.type) else column).nbytes for column in batch.columns
    )


def _as_frame(table: Any) -> pd.DataFrame:
    return table.to_pandas()


def read_sheet(
    data: bytes, name: str, sheet: str | None, limits: Limits, log: Log
) -> tuple[bytes, str, tuple[str, ...]]:
    """Read a sheet of an Excel workbook as text, separated by commas; ask which one where there are several.

    Returns
    -------
    text : bytes
    sheet : str
        Its name.
    sheets : tuple of str
        The names of all of them.

    Raises
    ------
    TableError
        When there is no such sheet, or the workbook takes more memory unpacked than the limits.
    """
    _check_workbook(Workbook(data), name, limits)
    book = _module("openpyxl", name).load_workbook(BytesIO(data), read_only=True, data_only=True)
    sheets = [one.title for one in book.worksheets]
    if sheet is not None and sheet not in sheets:
        options = tuple(Option(OptionKind.SHEET, {"sheet": one}) for one in sheets[:_MOST_SHEETS])
        raise TableError(
            Problem.UNKNOWN_SHEET, file=name, keyword="sheet", value=sheet, choices=tuple(sheets), options=options
        )
    texts = {one: _sheet_text(book[one], name, limits) for one in ([sheet] if sheet else sheets[:_MOST_SHEETS])}
    filled = [one for one in texts if texts[one]] or sheets[:1]
    if sheet is None and len(filled) > 1:
        options = tuple(Option(OptionKind.SHEET, {"sheet": one}) for one in filled)
        log.ask(Question(QuestionKind.SHEET, options, values=(name,)))
    text = texts[filled[0]]
    if not text:
        raise TableError(Problem.NO_ROWS, file=name)
    return text.encode("utf-8", "replace"), filled[0], tuple(sheets)


def _check_workbook(book: Workbook, name: str, limits: Limits) -> None:
    """Raise TableError for a workbook that would take gigabytes, or minutes."""
    bound = min(limits.max_bytes, _MOST_XML)
    if book.size() > bound:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=book.size(), bound=bound)
    if book.has_endless_text():
        raise TableError(Problem.CELL_TOO_LONG, line=1, bound=MAX_CELL_LENGTH)
    if (n_rows := book.most_rows()) > _MOST_SHEET_ROWS:
        raise TableError(Problem.TOO_MANY_ROWS, file=name, value=n_rows, bound=limits.max_rows)
    if (n_texts := book.n_texts()) > _MOST_TEXTS:
        raise TableError(Problem.TOO_MANY_CELLS, file=name, value=n_texts, bound=_MOST_TEXTS, count=_MOST_TEXTS)


def _sheet_text(sheet: Any, name: str, limits: Limits) -> str:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    n_rows = n_cells = empty = 0
    for row in sheet.iter_rows(values_only=True):
        cells = [_cell_text(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        n_rows, n_cells = n_rows + 1, n_cells + len(cells)
        empty = 0 if cells else empty + 1
        if empty > _MOST_EMPTY_ROWS:
            break
        if n_cells > limits.max_cells or n_rows > limits.max_rows + empty + 1:
            check_size(n_rows, max(len(cells), n_cells // n_rows), name, limits)
        rows_width = max(len(cells), 1)
        if rows_width > limits.max_columns:
            check_size(1, rows_width, name, limits)
        if cells:
            writer.writerow(cells)
    return _evened(stream.getvalue())


def _evened(text: str) -> str:
    """Fill short rows up with empty cells, which the sheet does not store at their end."""
    rows = list(csv.reader(StringIO(text)))
    width = max(map(len, rows), default=0)
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows([*row, *[""] * (width - len(row))] for row in rows)
    return stream.getvalue()


def _cell_text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(" ").removesuffix(" 00:00:00")
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)


def read_json_lines(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read a file with one JSON object, or list, per line.

    Raises
    ------
    TableError
        For a line that is neither; it is named.
    """
    rows: list[dict[str, Any]] = []
    keys: dict[str, None] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if isinstance(row, list):
                row = {f"column {k}": value for k, value in enumerate(row, start=1)}
            if not isinstance(row, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError) as error:
            raise TableError(Problem.JSON_LINE, file=name, line=number) from error
        rows.append({key: json.dumps(v) if isinstance(v, dict | list) else v for key, v in row.items()})
        keys.update(dict.fromkeys(row))
        check_size(len(rows), len(keys), name, limits, sample_rows)
    columns = {key: [row.get(key) for row in rows] for key in keys}
    return pd.DataFrame({key: _json_column(values) for key, values in columns.items()})


def _json_column(values: list[Any]) -> pd.Series:
    if all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values):
        return pd.Series([float("nan") if value is None else float(value) for value in values], dtype="float64")
    return pd.Series(values, dtype=object)


def read_arff(data: bytes, name: str, limits: Limits) -> tuple[list[str], list[list[str]]]:
    """Read an ARFF file; return the names and the cells of its columns.

    Raises
    ------
    TableError
        When it is not ARFF, or larger than the limits.
    """
    lines: Iterator[str] = TextIOWrapper(BytesIO(data), encoding="utf-8-sig")
    try:
        header = read_header(lines, text=True)
        columns: list[list[str]] = [[] for _ in header.names]
        check_size(0, len(columns), name, limits)
        most = limits.most_rows(len(columns))
        for number, cells in enumerate(read_cells(lines, header), start=1):
            if number > most:
                check_size(number, len(columns), name, limits)
            for column, cell in zip(columns, cells, strict=True):
                column.append(cell)
    except (ArffError, UnicodeDecodeError) as error:
        raise TableError(Problem.NOT_ARFF, file=name, token=str(error)) from error
    return header.names, columns


def _module(module: str, name: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise TableError(Problem.PACKAGE_MISSING, file=name, token=module.partition(".")[0]) from error


def _check_bytes(n_bytes: int, name: str, limits: Limits) -> None:
    if n_bytes > limits.max_bytes:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=n_bytes, bound=limits.max_bytes)
