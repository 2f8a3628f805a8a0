"""Files that other libraries read: Parquet, Feather, Arrow, JSON lines and ARFF; sizes are checked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO, TextIOWrapper
from typing import Any

import pandas as pd

from rnse_core.tables.arff import ArffError, read_cells, read_header
from rnse_core.tables.encoding import find_encoding
from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import check_size
from rnse_core.tables.kinds import Problem
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.packages import load_package
from rnse_core.tables.packed_sizes import arrow_sizes
from rnse_core.tables.parquet_pages import Page, parquet_pages

_ROWS_PER_BATCH = 4096
# Whole numbers beyond this may not be numbers of float64.
_EXACT = 2**53


def read_parquet(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read a Parquet file; the numbers of rows and bytes come from its footer and the headers of its pages first."""
    pyarrow, parquet = load_package("pyarrow", name), load_package("pyarrow.parquet", name)
    file = parquet.ParquetFile(pyarrow.BufferReader(data))
    metadata = file.metadata
    check_size(metadata.num_rows, metadata.num_columns, name, limits, sample_rows)
    n_bytes = sum(metadata.row_group(k).total_byte_size for k in range(metadata.num_row_groups))
    _check_bytes(max(n_bytes, 8 * metadata.num_rows * metadata.num_columns), name, limits)
    _check_pages(parquet_pages(data), name, limits)
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
    pyarrow = load_package("pyarrow", name)
    file = pyarrow.ipc.open_file(pyarrow.BufferReader(data))
    _check_batches(pyarrow, data, len(file.schema), name, limits, sample_rows)
    return _as_frame(file.read_all())


def read_arrow(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read a stream of Arrow batches; their numbers of rows and bytes come first."""
    pyarrow = load_package("pyarrow", name)
    stream = pyarrow.ipc.open_stream(pyarrow.BufferReader(data))
    _check_batches(pyarrow, data, len(stream.schema), name, limits, sample_rows)
    return _as_frame(stream.read_all())


def _check_batches(
    pyarrow: Any, data: bytes, n_columns: int, name: str, limits: Limits, sample_rows: int | None
) -> None:
    n_rows = n_bytes = 0
    for rows, size in arrow_sizes(pyarrow, data):
        n_rows, n_bytes = n_rows + rows, n_bytes + size
        check_size(n_rows, n_columns, name, limits, sample_rows)
        _check_bytes(n_bytes, name, limits)


def _own_bytes(pyarrow: Any, batch: Any) -> int:
    """Return the bytes of a batch without its dictionaries, which several batches share."""
    return sum(
        (column.indices if pyarrow.types.is_dictionary(column.type) else column).nbytes for column in batch.columns
    )


def _as_frame(table: Any) -> pd.DataFrame:
    """Return a frame in which whole numbers of 64 bits stay what they are, also where some are missing.

    The places of texts within their buffers are checked: those of a damaged file may lie outside, in other memory.
    """
    table.validate(full=True)
    nullable = {"int64": pd.Int64Dtype(), "uint64": pd.UInt64Dtype()}
    has_missing = {
        str(field.type) for field, column in zip(table.schema, table.columns, strict=True) if column.null_count
    }
    if not has_missing & nullable.keys():
        return table.to_pandas()
    return table.to_pandas(types_mapper=lambda one: nullable.get(str(one)))


def read_arff(
    data: bytes, name: str, limits: Limits, sample_rows: int | None, log: Log
) -> tuple[list[str], list[list[str]], frozenset[str]]:
    """Read an ARFF file; return the names and the cells of its columns, and the names of those of categories.

    Its encoding is guessed where it is not UTF-8.

    Raises
    ------
    TableError
        When it is not ARFF, or larger than the limits.
    """
    encoding = find_encoding(data, name)
    log.report += [encoding.note] if encoding.note is not None else []
    content = data if encoding.repaired is None else encoding.repaired
    codec = "utf-8-sig" if encoding.codec == "utf-8" else encoding.codec
    lines: Iterator[str] = TextIOWrapper(BytesIO(content), encoding=codec)
    try:
        header = read_header(lines, text=True)
        columns: list[list[str]] = [[] for _ in header.names]
        check_size(0, len(columns), name, limits)
        most = limits.most_rows(len(columns))
        for number, cells in enumerate(read_cells(lines, header), start=1):
            if number > most:
                check_size(number, len(columns), name, limits, sample_rows)
            for column, cell in zip(columns, cells, strict=True):
                column.append(cell)
    except (ArffError, UnicodeDecodeError) as error:
        raise TableError(Problem.NOT_ARFF, file=name, token=str(error)) from error
    nominal = zip(header.names, header.nominal, strict=True)
    return header.names, columns, frozenset(name for name, values in nominal if values)


def _check_bytes(n_bytes: int, name: str, limits: Limits) -> None:
    if n_bytes > limits.max_bytes:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=n_bytes, bound=limits.max_bytes)
