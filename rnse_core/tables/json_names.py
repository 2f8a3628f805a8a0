"""JSON documents that give the names of the columns and the cells of the rows apart, as programs answer queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.notes import Log
from rnse_core.tables.quantities import split_token

# Keys, without their marks and in lower case, of lists that name or describe the columns.
_KEYS_OF_NAMES = frozenset(
    {
        "columns", "column", "cols", "fields", "fieldnames", "header", "headers", "heading", "headings", "names",
        "columnnames", "colnames", "columnheaders", "columninfo", "rowtype", "featurenames", "variables", "schema",
        "meta", "metadata", "dimensionheaders", "metricheaders", "resultsetmetadata",
    }
)  # fmt: skip
# Where the description of a column has its name, and a cell with more than its value has this.
_NAME = ("label", "name", "fieldname", "columnname", "displayname", "title", "text", "id", "field", "key")
_VALUE = ("v", "value", "varcharvalue", "longvalue", "doublevalue")
_DEEPEST = 8
_MOSTLY = 0.8


@dataclass(frozen=True)
class _Cells:
    """The cells of a table, and what stands beside them: the names of its columns, and words that are for all rows."""

    rows: list[list[Any]]
    names: list[str]
    about: dict[str, Any]


def names_columns(key: str) -> bool:
    """Return whether what stands at a key describes the columns of a table, and is no table."""
    return _plain(key) in _KEYS_OF_NAMES


def named_rows(document: Any) -> list[dict[str, Any]] | None:
    """Return the rows of a document by the names that it has for its columns.

    The names stand at a key such as ``columns``, ``fields`` or ``header``, as words or in records that describe the
    columns, or in the first of the rows. Cells may be records of their own with the value in them. Tables of the same
    columns are read as one, with the words that tell them apart.

    Parameters
    ----------
    document : object
        As the ``json`` module gives it.

    Returns
    -------
    list of dict or None
        None where it has no such rows.
    """
    found = list(_tables(document, [], 0))
    if not found:
        return None
    tables = [table for place in found if (table := _with_names(*place)) is not None]
    if len(tables) < len(found) or len({tuple(table.names) for table in tables}) > 1:
        return None
    names = tables[0].names
    apart = [key for key in tables[0].about if len({str(table.about.get(key)) for table in tables}) > 1]
    unique = unique_names([*apart, *names], Log())
    return [
        dict(zip(unique, [*(table.about.get(key) for key in apart), *row], strict=False))
        for table in tables
        for row in table.rows
    ]


def _plain(key: str) -> str:
    return "".join(filter(str.isalnum, key)).casefold()


def _tables(
    part: Any, above: Sequence[dict[str, Any]], depth: int
) -> Iterator[tuple[list[list[Any]], Sequence[dict[str, Any]]]]:
    """Yield the rows of each table in a document, with the records that they stand in, the nearest last."""
    if depth > _DEEPEST or not isinstance(part, list | dict):
        return
    if isinstance(part, dict):
        for key, value in part.items():
            if not names_columns(key):
                yield from _tables(value, [*above, part], depth + 1)
        return
    rows = _as_rows(part)
    if rows is not None:
        yield rows, above
        return
    for one in part:
        yield from _tables(one, above, depth + 1)


def _as_rows(part: list[Any]) -> list[list[Any]] | None:
    """Return the cells of rows that are lists, or records of lists; None for anything else."""
    if len(part) < 2:
        return None
    if all(isinstance(row, list) for row in part):
        rows = part
    elif all(isinstance(row, dict) and row and all(isinstance(v, list) for v in row.values()) for row in part):
        if any(_holds_tables(value) for row in part for value in row.values()):
            return None
        rows = [[cell for cells in row.values() for cell in cells] for row in part]
    else:
        return None
    cells = [[_cell(cell) for cell in row] for row in rows]
    return None if any(isinstance(cell, list | dict) for row in cells for cell in row) else cells


def _holds_tables(value: list[Any]) -> bool:
    return any(isinstance(cell, list) or (isinstance(cell, dict) and not _value_of(cell)) for cell in value)


def _value_of(cell: dict[str, Any]) -> list[Any]:
    return [value for key, value in cell.items() if _plain(key) in _VALUE]


def _cell(cell: Any) -> Any:
    found = _value_of(cell) if isinstance(cell, dict) else None
    return found[0] if found else None if cell == {} else cell


def _with_names(rows: list[list[Any]], above: Sequence[dict[str, Any]]) -> _Cells | None:
    width = max(map(len, rows))
    about = _about(above)
    for record in reversed(above):
        lists = list(_lists_of_names(record, 0))
        together = [name for names in lists for name in names]
        for names in (*lists, together):
            if len(names) == width and width:
                return _Cells(rows[1:] if rows[0] == names else rows, names, about)
        turned = next((names for names in lists if len(names) == len(rows) and len(set(map(len, rows))) == 1), None)
        if turned is not None:
            return _Cells([list(row) for row in zip(*rows, strict=True)], turned, about)
    return _Cells(rows[1:], list(rows[0]), about) if _names_rows(rows) else None


def _names_rows(rows: Sequence[Sequence[Any]]) -> bool:
    """Return whether the first row has words where the others have numbers, and no word that stands below it."""
    first = rows[0]
    if not all(isinstance(name, str) for name in first) or len(set(first)) < len(first) or len(rows) < 3:
        return False
    below = [[row[place] for row in rows[1:] if place < len(row)] for place in range(len(first))]
    if any(name in cells for name, cells in zip(first, below, strict=True)):
        return False
    of_numbers = [(name, cells) for name, cells in zip(first, below, strict=True) if _are_numbers(cells)]
    # Years and the like are words of JSON above its numbers.
    return bool(of_numbers) and all(
        not _is_number(name) or not any(isinstance(cell, str) for cell in cells) for name, cells in of_numbers
    )


def _are_numbers(cells: Sequence[Any]) -> bool:
    """Return whether most cells that hold something are numbers, perhaps with a mark."""
    present = [cell for cell in cells if cell not in (None, "")]
    return bool(present) and sum(map(_is_number, present)) >= _MOSTLY * len(present)


def _is_number(cell: Any) -> bool:
    if not isinstance(cell, str):
        return isinstance(cell, int | float)
    return parse_number(cell) is not None or split_token(cell) is not None


def _lists_of_names(record: dict[str, Any], depth: int) -> Iterator[list[str]]:
    """Yield the lists of names in a record and in the descriptions within it, in their order."""
    for key, value in record.items():
        if not names_columns(key):
            continue
        if isinstance(value, list):
            names = _names(value)
            if names:
                yield names
        elif isinstance(value, dict) and depth < _DEEPEST:
            yield from _lists_of_names(_descriptions(value), depth + 1)


def _descriptions(value: dict[str, Any]) -> dict[str, Any]:
    """Return a record with what the records in it hold beside, as in meta.view.columns."""
    found = dict(value)
    for one in value.values():
        if isinstance(one, dict):
            found = {**_descriptions(one), **found}
    return found


def _names(value: Sequence[Any]) -> list[str]:
    if all(isinstance(one, str) for one in value):
        return list(value)
    if not all(isinstance(one, dict) for one in value):
        return []
    names = []
    for one in value:
        plain = {_plain(key): text for key, text in one.items() if isinstance(text, str) and text}
        names.append(next((plain[key] for key in _NAME if key in plain), ""))
    return names if all(names) else []


def _about(above: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the single words of the record that a table stands in, with those of a record of tags in it."""
    if not above:
        return {}
    nearest = above[-1]
    tags = {key: one for value in nearest.values() if isinstance(value, dict) for key, one in value.items()}
    return {key: value for key, value in {**nearest, **tags}.items() if isinstance(value, str)}
