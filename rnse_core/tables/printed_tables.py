"""Tables as programs print them: ruled with bars and dashes, rows in brackets, or cells in single quotation marks."""

from __future__ import annotations

import re

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note

# Longer texts are no prints.
_MOST_BYTES = 50_000_000
_START = 20_000
_RULE = re.compile(r"\s*[|+:]?(?=.*--|.*==)[-=+|: ]+\s*")
_ROW = re.compile(r"\[([^\[\]]*)\]")
_BRACKETED = re.compile(r"\s*(?:(?:np\.)?array\()?[\[\]\s\d.,eE+\-naif]*\)?,?\s*")
_SINGLE = re.compile(r"(?:^|(?<=[,;\t|]))[ ]*'[^'\n]*(?:''[^'\n]*)*'[ ]*(?=[,;\t|\r\n]|$)", re.MULTILINE)
_FEWEST_ROWS = 2


def unprinted(data: bytes, encoding: str) -> tuple[bytes, Note] | None:
    """Return a table that a program has printed as a text of commas, with a note; None for any other text.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    tuple of (bytes, Note), or None
        UTF-8.
    """
    if len(data) > _MOST_BYTES:
        return None
    start = decoded(data[:_START], encoding)
    if "|" in start and any(map(_RULE.fullmatch, start.splitlines())):
        return _unruled(decoded(data, encoding).splitlines())
    if start.lstrip(" (arynp.").startswith("["):
        return _without_brackets(decoded(data, encoding))
    if "'" in start and '"' not in start:
        return _with_double_quotes(decoded(data, encoding))
    return None


def decoded(data: bytes, encoding: str) -> str:
    """Return the text of some bytes, with signs for what does not fit; empty for codecs that cannot do that."""
    try:
        return data.decode(encoding, "replace")
    except UnicodeError:
        return ""


def _unruled(lines: list[str]) -> tuple[bytes, Note] | None:
    """Take the rows between bars; what stands above, below and between them is no part of the table."""
    rule = next((k for k, line in enumerate(lines) if k and "|" in lines[k - 1] and _RULE.fullmatch(line)), None)
    if rule is None:
        return None
    names = _between_bars(lines[rule - 1])
    rows = [_between_bars(line) for line in lines[rule + 1 :] if "|" in line and not _RULE.fullmatch(line)]
    rows = [row for row in rows if len(row) == len(names)]
    if len(names) < 2 or len(rows) < _FEWEST_ROWS:
        return None
    others = sum(bool(line.strip()) and not _RULE.fullmatch(line) for line in lines) - 1 - len(rows)
    return _written([names, *rows]), Note(NoteKind.RULED_TABLE, count=others)


def _between_bars(line: str) -> list[str]:
    line = line.strip()
    return [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]


def _without_brackets(text: str) -> tuple[bytes, Note] | None:
    """Take rows in brackets, as NumPy and Python print them; a row may go over several lines."""
    if not all(map(_BRACKETED.fullmatch, text.splitlines())):
        return None
    rows = [row.replace(",", " ").split() for row in _ROW.findall(text)]
    if len(rows) < _FEWEST_ROWS or len(set(map(len, rows))) > 1 or not rows[0]:
        return None
    return _written(rows), Note(NoteKind.BRACKETS)


def _with_double_quotes(text: str) -> tuple[bytes, Note] | None:
    lines = [line for line in text[:_START].splitlines()[:-1] or text.splitlines() if line.strip()]
    quoted = sum(_SINGLE.search(line) is not None for line in lines)
    if '"' in text or 2 * quoted <= len(lines) or len(lines) < _FEWEST_ROWS:
        return None
    doubled = _SINGLE.sub(lambda cell: f'"{cell[0].strip()[1:-1]}"'.replace("''", "'"), text)
    return doubled.encode("utf-8", "replace"), Note(NoteKind.SINGLE_QUOTES)


def _written(rows: list[list[str]]) -> bytes:
    stream = CsvText()
    row_writer(stream).writerows(rows)
    return stream.getvalue().encode("utf-8", "replace")
