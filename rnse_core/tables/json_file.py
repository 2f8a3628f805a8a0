"""JSON documents that hold a table: a list of records, or a list for each column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from rnse_core.tables.cell_blocks import count_byte
from rnse_core.tables.encoding import find_encoding
from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import OtherFormat
from rnse_core.tables.json_faults import json_error
from rnse_core.tables.json_lines import first_json_of, frame_of_rows, json_of
from rnse_core.tables.json_names import named_rows, names_columns
from rnse_core.tables.json_schema import in_schema, schema_of
from rnse_core.tables.kinds import OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.unused_keywords import refuse_unused

# As Python's objects a document takes many times its size.
_MOST_BYTES = 100_000_000
_MOST_VALUES = 10_000_000
_SPLIT = {"columns", "data"}
_FEWEST_RECORDS = 4
# At most one comma is between values that follow one another.
_BETWEEN = re.compile(r"[ \t\r\n]*(?:,[ \t\r\n]*)?")


def read_json(
    data: bytes, name: str, limits: Limits, sample_rows: int | None, *, transpose: bool, log: Log
) -> pd.DataFrame:
    """Read a document as its records, in any of the forms that pandas writes, or as an answer that has them in one key.

    A record of records may hold the rows or the columns; where nothing tells which, it is asked.

    Raises
    ------
    TableError
        When it holds no table, is too large, or should be transposed and is no record of records.
    """
    bound = min(limits.max_bytes, _MOST_BYTES)
    if len(data) > bound:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=len(data), bound=bound)
    # So many at least: each but the first of a list or an object comes after a comma.
    if (n_values := count_byte(data, b",")) > _MOST_VALUES:
        raise TableError(Problem.TOO_MANY_VALUES, file=name, value=n_values, bound=_MOST_VALUES)
    no_table = TableError(Problem.OTHER_FORMAT, file=name, value=OtherFormat.JSON)
    try:
        document = _loaded(_decoded(data, name, log))
        if not transpose and (schema := schema_of(document)) is not None:
            frame = frame_of_rows(map(_as_record, document["data"]), name, limits, sample_rows)
            return in_schema(frame, schema)
        named = None if transpose else named_rows(document)
        part = _part_with_table(document) if named is None else None
        if named is not None:
            rows: list[Any] | None = named
        elif isinstance(part, dict) and _is_record_of_records(part):
            rows = _of_records(_rows_of(part, transpose, log))
        else:
            refuse_unused({"transpose": transpose and part is not None}, "json", name)
            rows = _rows(part)
    except TableError:
        raise
    except json.JSONDecodeError as error:
        raise json_error(error, name) from error
    except (ValueError, RecursionError) as error:
        raise no_table from error
    if rows is None:
        raise no_table
    return frame_of_rows(map(_as_record, rows), name, limits, sample_rows)


def _as_record(row: Any) -> dict[str, Any]:
    """Return a row of names and values; a list has its places for names.

    Raises
    ------
    ValueError
        For anything else.
    """
    if isinstance(row, list):
        return {f"column {k}": value for k, value in enumerate(row, start=1)}
    if not isinstance(row, dict):
        raise ValueError("a row is a single value")
    return row


def _decoded(data: bytes, name: str, log: Log) -> str:
    """Return the text of a document; its encoding is guessed where it is none of Unicode, and said."""
    try:
        return data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
    except UnicodeDecodeError:
        found = find_encoding(data, name)
        log.report += [found.note] if found.note is not None else []
        return (data if found.repaired is None else found.repaired).decode(found.codec, "replace")


def _loaded(text: str) -> Any:
    """Return the document; values that follow one another, with or without commas between them, are one list.

    Raises
    ------
    json.JSONDecodeError
        For the first place at which neither one value nor several can go on.
    """
    try:
        return json_of(text)
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Extra data"):
            raise
        try:
            values = _values(text)
        except json.JSONDecodeError as later:
            raise later if later.pos > error.pos else error from None
        if all(isinstance(value, dict) for value in values) and set.intersection(*map(set, values)):
            return values
        if not all(isinstance(value, list) and value for value in values):
            raise
    # Lists of records are the pages of an answer; other lists are rows.
    return [row for value in values for row in value] if isinstance(values[0][0], dict) else values


def _values(text: str) -> list[Any]:
    """Return the values that follow one another in a text."""
    values: list[Any] = []
    place = 0
    while (start := _BETWEEN.match(text, place)) is not None and start.end() < len(text):
        value, place = first_json_of(text, start.end())
        values.append(value)
    return values


def _part_with_table(document: Any) -> list[Any] | dict[str, Any] | None:
    """Return the document, or the only value in it, that holds records; None where there is none, or are several."""
    if not isinstance(document, dict) or _is_split(document) or _are_columns(document):
        return document if document and isinstance(document, list | dict) else None
    (only, *others) = document.values() or (None,)
    is_wrapped = not others and isinstance(only, dict) and (_is_record_of_records(only) or _lack_fields(only))
    if _is_record_of_records(document) and not is_wrapped:
        return document
    if _lack_fields(document):
        return _filled(document)
    parts = {key: part for key, value in document.items() if (part := _part_with_table(value)) and _n_rows(part) > 1}
    if len(parts) > 1:  # without the descriptions of columns
        parts = {key: part for key, part in parts.items() if not names_columns(key)}
    return next(iter(parts.values())) if len(parts) == 1 else None


def _n_rows(part: list[Any] | dict[str, Any]) -> int:
    if isinstance(part, dict) and _is_record_of_records(part):
        return max(len(part), len(next(iter(part.values()))))
    return len(_rows(part) or ())


def _rows(part: Any) -> list[Any] | None:
    """Return the records of a list, or of columns by their names; None where a list has something else in it."""
    if part is None:
        return None
    if isinstance(part, list):
        is_table = all(isinstance(row, dict) for row in part) or all(isinstance(row, list) for row in part)
        return part if is_table else None
    if _is_split(part):
        names = [str(column) for column in part["columns"]]
        return [dict(zip(names, row, strict=True)) for row in part["data"]]
    return list(_records(part))


def _is_split(document: dict[str, Any]) -> bool:
    return document.keys() >= _SPLIT and isinstance(document["columns"], list) and isinstance(document["data"], list)


def _are_columns(document: dict[str, Any]) -> bool:
    columns = list(document.values())
    if not columns or not all(isinstance(column, list) for column in columns) or len(set(map(len, columns))) > 1:
        return False
    return not any(isinstance(cell, dict) for cell in columns[0])


def _lack_fields(document: dict[str, Any]) -> bool:
    """Return whether a document has records by their keys, some of which lack fields that most of them have."""
    parts = list(document.values())
    if len(parts) < _FEWEST_RECORDS or not all(isinstance(part, dict) and part for part in parts):
        return False
    if any(isinstance(cell, dict | list) for part in parts for cell in part.values()):
        return False
    fields = {key for part in parts for key in part}
    return bool(set.intersection(*map(set, parts))) and all(2 * len(part) >= len(fields) for part in parts)


def _filled(document: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    fields = dict.fromkeys(key for part in document.values() for key in part)
    return _of_records({key: {one: part.get(one) for one in fields} for key, part in document.items()})


def _turned(document: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    places = next(iter(document.values()))
    return {place: {key: document[key][place] for key in document} for place in places}


def _is_record_of_records(document: Any) -> bool:
    """Return whether a document is a record of records that all have the same keys, and no tables in them."""
    if not isinstance(document, dict) or not document or not all(isinstance(part, dict) for part in document.values()):
        return False
    if any(
        isinstance(cell, list) and any(isinstance(one, dict) for one in cell)
        for one in document.values()
        for cell in one.values()
    ):
        return False
    keys = {frozenset(part) for part in document.values()}
    return len(keys) == 1 and keys != {frozenset()}


def _rows_of(document: dict[str, dict[str, Any]], transpose: bool, log: Log) -> dict[str, dict[str, Any]]:
    """Return the rows of a record of records by their keys, and ask where nothing tells rows from columns.

    The outer keys are the rows where they count them, or where the parts of each differ in type and those of an inner
    key do not. Else there are taken to be more rows than columns.
    """
    turned = _turned(document)
    counted, turned_counted = _count_rows(document), _count_rows(turned)
    mixed, turned_mixed = _are_mixed(document), _are_mixed(turned)
    if counted != turned_counted:
        outer = counted
    elif mixed != turned_mixed:
        outer = mixed
    else:
        outer = len(document) > len(turned)
        log.ask(
            Question(
                QuestionKind.ORIENTATION,
                tuple(
                    Option(kind, {"transpose": side}, count=len(document if outer != side else turned))
                    for kind, side in (
                        (OptionKind.ROWS_ARE_POINTS, transpose),
                        (OptionKind.COLUMNS_ARE_POINTS, not transpose),
                    )
                ),
            )
        )
    return document if outer != transpose else turned


def _are_mixed(parts: dict[str, dict[str, Any]]) -> bool:
    """Return whether words and numbers stand together in some part."""
    kinds = ({isinstance(cell, str) for cell in part.values() if cell is not None} for part in parts.values())
    return any(len(found) > 1 for found in kinds)


def _count_rows(keys: Iterable[str]) -> bool:
    numbers = [int(key) if key.isdecimal() else -1 for key in keys]
    return numbers[0] in (0, 1) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _of_records(rows: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows with their keys as an index, unless these count them."""
    if _count_rows(rows):
        return list(rows.values())
    return [{"": key, **row} for key, row in rows.items()]


def _records(document: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    return (dict(zip(document, cells, strict=True)) for cells in zip(*document.values(), strict=True))
