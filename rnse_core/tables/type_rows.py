"""Rows below the names that say what type the columns have, as databases, statistics programs and Orange write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_KINDS = """
string str text char character chr varchar varchar2 nvarchar nvarchar2 nchar bpchar clob enum category
categorical nominal factor fct ord ordinal discrete continuous numeric number decimal dec money real float
float4 float8 float16 float32 float64 f16 f32 f64 double dbl single integer int int2 int4 int8 int16 int32
int64 int128 i8 i16 i32 i64 u8 u16 u32 u64 uint uint8 uint16 uint32 uint64 ubigint hugeint tinyint smallint
mediumint bigint long short byte serial bigserial bool boolean lgl bit logical date datetime datetime2 time
timestamp timestamptz interval uuid json jsonb object any cat list
"""
_WORDS = re.compile(
    rf"(?:double precision|timestamp with(?:out)? time zone|{'|'.join(_KINDS.split())})"
    r"(?: ?\(\d+(?:, ?\d+)?\)| ?\[[a-zμ]+(?:, ?[A-Za-z/_]+)?\])?(?: unsigned| not null| null|\?)?"
    r"|Union\{[\w, ]+\}|<\w{3,4}>",
    re.IGNORECASE,
)
_FORMAT = re.compile(r"\d{1,4}[SNDM]", re.IGNORECASE)
_DASHES = re.compile(r"-{2,}|={2,}")
_LETTERS = frozenset("cdst")
#: What the third row of Orange calls columns that are no features.
ROLES = frozenset({"class", "meta", "ignore", "c", "i", "m", "w", "weight", "skip"})
_FEWEST = 2


def type_rows(rows: Sequence[Sequence[str]]) -> int:
    """Count the rows below the names that hold types, such as ``string,int,float``, ``5s 15s 14n`` or dashes.

    Two rows are those of Orange: a letter or a word for each type, and the roles of some columns.

    Parameters
    ----------
    rows : sequence of sequence of str
        The rows below the names.
    """
    if len(rows) <= _FEWEST:
        return 0
    first, second = ([cell.strip() for cell in row] for row in rows[:2])
    if are_roles(second):
        return 2 if any(cell.casefold() in _LETTERS or _WORDS.fullmatch(cell) for cell in first) else 0
    return 1 if are_types(first) and not are_types(second) else 0


def are_roles(cells: Sequence[str]) -> bool:
    """Return whether the cells of a row say which columns are no features, as the third row of Orange does.

    Parameters
    ----------
    cells : sequence of str
    """
    found = {cell.strip().casefold() for cell in cells}
    return found <= ROLES | {""} and any(found)


def are_types(cells: Sequence[str]) -> bool:
    """Return whether the cells of a row are types of columns, or all of them dashes."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if len(filled) < max(_FEWEST, len(cells) - 1):
        return False
    return any(all(map(kind.fullmatch, filled)) for kind in (_WORDS, _FORMAT, _DASHES))
