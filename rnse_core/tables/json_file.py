"""JSON documents that hold a table: a list of records, or a list for each column."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pandas as pd

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OtherFormat, Problem
from rnse_core.tables.model import Limits
from rnse_core.tables.packed_files import read_json_lines

# As Python's objects a document takes many times its size.
_MOST_BYTES = 100_000_000
_SPLIT = {"columns", "data"}


def read_json(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read a document as its records, in any of the forms that pandas writes, or as an answer that has them in one key.

    Raises
    ------
    TableError
        When it holds no table, or is too large.
    """
    bound = min(limits.max_bytes, _MOST_BYTES)
    if len(data) > bound:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=len(data), bound=bound)
    no_table = TableError(Problem.OTHER_FORMAT, file=name, value=OtherFormat.JSON)
    try:
        rows = _rows(_loaded(data.removeprefix(b"\xef\xbb\xbf").strip()))
    except (ValueError, RecursionError) as error:
        raise no_table from error
    if rows is None:
        raise no_table
    lines = b"\n".join(json.dumps(row).encode() for row in rows)
    return read_json_lines(lines, name, limits, sample_rows)


def _loaded(data: bytes) -> Any:
    """Return the document; lists that follow one another, as a list of Python is printed, are one list."""
    try:
        return json.loads(data)
    except ValueError:
        return json.loads(b"[" + data.removesuffix(b",") + b"]")


def _rows(document: Any) -> list[Any] | None:
    """Return the records of a document; None where it has none, or several lists of them."""
    if isinstance(document, list):
        is_table = all(isinstance(row, dict) for row in document) or all(isinstance(row, list) for row in document)
        return document if document and is_table else None
    if not isinstance(document, dict) or not document:
        return None
    if document.keys() >= _SPLIT and isinstance(document["columns"], list) and isinstance(document["data"], list):
        names = [str(column) for column in document["columns"]]
        return [dict(zip(names, row, strict=True)) for row in document["data"]]
    columns = list(document.values())
    if all(isinstance(column, dict) for column in columns) and len({frozenset(column) for column in columns}) == 1:
        return [{key: document[key][place] for key in document} for place in columns[0]]
    are_columns = all(isinstance(column, list) for column in columns) and len(set(map(len, columns))) == 1
    if are_columns and not any(isinstance(cell, dict) for cell in columns[0]):
        return list(_records(document))
    lists = [rows for value in columns if isinstance(value, list | dict) and (rows := _rows(value)) and len(rows) > 1]
    return lists[0] if len(lists) == 1 else None


def _records(document: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    return (dict(zip(document, cells, strict=True)) for cells in zip(*document.values(), strict=True))
