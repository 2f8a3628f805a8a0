"""How large the pages of a Parquet file are by their own headers, which the footer of the file need not agree with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Types of the compact protocol of Thrift.
_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
_INTEGERS = (_I16, _I32, _I64)
# Fields of a page header.
_UNPACKED, _PACKED, _DATA, _DICTIONARY, _DATA_V2 = 2, 3, 5, 7, 8
_N_VALUES = 1
# Fields of the footer, of a group of rows, of a part of a column, and of what is said about it.
_ROW_GROUPS, _COLUMNS, _META_DATA = 4, 1, 3
_COMPRESSED_SIZE, _DATA_PAGES, _DICTIONARY_PAGE = 7, 9, 11
_DEEPEST = 12


@dataclass(frozen=True)
class Page:
    """What the header of a page states.

    Parameters
    ----------
    n_bytes : int
        Its size when unpacked.
    n_values : int
        Values in it.
    is_dictionary : bool
        Whether the values are those that other pages refer to.
    """

    n_bytes: int
    n_values: int
    is_dictionary: bool


def parquet_pages(data: bytes) -> Iterator[Page]:
    """Yield the pages of a Parquet file by their headers; nothing is unpacked.

    The places of the pages are read from the footer here: pyarrow ends the process where a column in a damaged footer
    contradicts itself.

    Parameters
    ----------
    data : bytes
        The file.

    Raises
    ------
    ValueError, IndexError, KeyError, TypeError
        For headers that are damaged or lie outside the file.

    References
    ----------
    The format: https://parquet.apache.org/docs/file-format/
    """
    footer, _ = _struct(data, len(data) - 8 - int.from_bytes(data[-8:-4], "little"))
    for group in footer[_ROW_GROUPS]:
        for chunk in group[_COLUMNS]:
            column = chunk[_META_DATA]
            position = min(filter(None, (column[_DATA_PAGES], column.get(_DICTIONARY_PAGE))))
            end = position + column[_COMPRESSED_SIZE]
            while position < end:
                fields, position = _struct(data, position)
                packed = fields.get(_PACKED, -1)
                if packed < 0 or position + packed > len(data):
                    raise ValueError("a page lies outside the file")
                position += packed
                header: dict[int, Any] = next(
                    (fields[key] for key in (_DATA, _DATA_V2, _DICTIONARY) if key in fields), {}
                )
                yield Page(fields.get(_UNPACKED, -1), header.get(_N_VALUES, 0), _DICTIONARY in fields)


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7
        if shift > 63:
            raise ValueError("a number is too long")


def _integer(data: bytes, position: int) -> tuple[int, int]:
    value, position = _varint(data, position)
    return (value >> 1) ^ -(value & 1), position


def _struct(data: bytes, position: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """Read the integers, the structures and the lists of structures of a structure, and step over its other fields."""
    if depth > _DEEPEST:
        raise ValueError("structures are nested too deeply")
    fields: dict[int, Any] = {}
    key = 0
    while byte := data[position]:
        position += 1
        kind, step = byte & 0x0F, byte >> 4
        if step:
            key += step
        else:
            key, position = _integer(data, position)
        if kind in (_TRUE, _FALSE):  # the type is the value
            continue
        value, position = _value(data, position, kind, depth)
        if value is not None:
            fields[key] = value
    return fields, position + 1


def _value(data: bytes, position: int, kind: int, depth: int) -> tuple[Any, int]:
    if kind in _INTEGERS:
        return _integer(data, position)
    if kind == _STRUCT:
        return _struct(data, position, depth + 1)
    if kind in (_TRUE, _FALSE, _BYTE):
        return None, position + 1
    if kind == _DOUBLE:
        return None, position + 8
    if kind == _BINARY:
        length, position = _varint(data, position)
        return None, position + length
    if kind in (_LIST, _SET):
        head = data[position]
        count, position = (head >> 4, position + 1) if head >> 4 < 15 else _varint(data, position + 1)
        if count > len(data):
            raise ValueError("a list is longer than the file")
        items = []
        for _ in range(count):
            item, position = _value(data, position, head & 0x0F, depth + 1)
            items.append(item)
        return items, position
    raise ValueError("a field of another type")
