"""Tables that programs draw: boxes of DuckDB, Polars and Julia, reStructuredText, lists of Stata, prints of R."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.fixed_width import cut_by_gaps
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded
from rnse_core.tables.type_rows import are_types

_MOST_BYTES = 50_000_000
# R prints 99,999 cells at most.
_MOST_BYTES_OF_PRINTS = 5_000_000
_START = 20_000
_BARS = re.compile("[│┃║┆┇┊┋╎╏]")
_BOX = re.compile("[\u2500-\u257f]")
_LINES = frozenset(map(chr, range(0x2500, 0x2580)))
_OF_RULES = _LINES | frozenset(" \t+|:=~-")
_HORIZONTAL = frozenset("─━┄┅┈┉╌╍═")
_RUNS = re.compile(r"\s*(={2,})(?:\s+={2,})+\s*")
_STATA_ROW = re.compile(r"\s*\d+\.\s+\|(.*)\|\s*")
_STATA_RULE = re.compile(r"\s*[+|]-{3,}[+|]\s*")
_ELLIPSIS = frozenset({"…", "⋮", "...", "·", "", "⋱"})
_FEWEST_ROWS = 2
_MOST_BLOCKS = 200

Table = tuple[list[list[str]], list[Note]]


def undrawn(data: bytes, encoding: str) -> tuple[bytes, list[Note]] | None:
    """Return a table that is drawn with lines as a text of commas, with notes; None for any other text.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    tuple of (bytes, list of Note), or None
        UTF-8.
    """
    if len(data) > _MOST_BYTES:
        return None
    start = decoded(data[:_START], encoding)
    lines = start.splitlines()
    read = None
    if _BOX.search(start):
        read = _boxed
    elif any(map(_RUNS.fullmatch, lines)):
        read = _between_runs
    elif sum(_STATA_ROW.fullmatch(line) is not None for line in lines) >= _FEWEST_ROWS:
        read = _listed_by_stata
    elif len(data) <= _MOST_BYTES_OF_PRINTS and len(lines) > 2 * _FEWEST_ROWS and lines[0][:1] in (" ", "\t"):
        read = _wrapped
    found = read([line.rstrip() for line in decoded(data, encoding).splitlines()]) if read is not None else None
    if found is None:
        return None
    rows, notes = found
    stream = CsvText()
    row_writer(stream).writerows(rows)
    return stream.getvalue().encode("utf-8", "replace"), notes


def _boxed(lines: list[str]) -> Table | None:
    """Take the rows between bars of Unicode; without bars at both ends, the lines are cut where all have a space."""
    barred = [_BARS.sub("|", line) for line in lines]
    rules = [_is_rule(line) for line in lines]
    rule = next((k for k, is_rule in enumerate(rules) if is_rule and k and "|" in barred[k - 1]), None)
    if rule is None:
        return None
    first = rule
    while first and "|" in barred[first - 1] and not rules[first - 1]:
        first -= 1
    head = [line.strip() for line in barred[first:rule]]
    body = [line.strip() for line, is_rule in zip(barred[rule + 1 :], rules[rule + 1 :], strict=True) if not is_rule]
    if not all(line.startswith("|") and line.endswith("|") for line in head):
        return _right_of_one_bar(barred[first:rule], [line for line in barred[rule + 1 :] if "|" in line])
    rows = [_cells(line) for line in [*head, *body] if line.startswith("|") and line.endswith("|")]
    names, below = _joined_names(rows[: len(head)])
    if names is None:
        return None
    return _with_notes(names, rows[len(head) :], len(lines) - sum(rules) - len(rows) + below)


def _is_rule(line: str) -> bool:
    letters = set(line)
    return letters <= _OF_RULES and not letters.isdisjoint(_HORIZONTAL)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line[1:-1].split("|")]


def _joined_names(head: Sequence[list[str]]) -> tuple[list[str] | None, int]:
    """Return the names, which may go on over lines, without the types below them, and how many lines these take."""
    if not head or len({*map(len, head)}) > 1 or len(head[0]) < 2:
        return None, 0
    lines = [cells for k, cells in enumerate(head) if not k or not (are_types(cells) or {*cells} <= {"---", "--", ""})]
    return [" ".join(filter(None, parts)) for parts in zip(*lines, strict=True)], len(head) - len(lines)


def _right_of_one_bar(head: Sequence[str], body: Sequence[str]) -> Table | None:
    """Take the rows of Julia, whose numbers alone stand left of a bar."""
    if any(line.count("|") != 1 for line in (*head, *body)) or not head:
        return None
    kept = [line.replace("|", " ") for line in (head[0], *body)]
    shown = [line for line in kept if not {*line.split()} <= _ELLIPSIS]
    rows = cut_by_gaps(shown)
    if rows is None:
        return None
    notes = [Note(NoteKind.RULED_TABLE, count=len(head) - 1)]
    return rows, [*notes, *([Note(NoteKind.CUT_PRINT)] if len(shown) < len(kept) else [])]


def _with_notes(names: list[str], body: Sequence[list[str]], n_others: int) -> Table | None:
    fitting = [row for row in body if len(row) == len(names)]
    shown = [row for row in fitting if not {*row} <= _ELLIPSIS]
    # A column of dots stands for those that were left out.
    places = [j for j, name in enumerate(names) if not ({name, *(row[j] for row in shown)} <= _ELLIPSIS)]
    if len(shown) < _FEWEST_ROWS or len(places) < 2:
        return None
    n_left_out = n_others + len(body) - len(fitting)
    notes = [Note(NoteKind.RULED_TABLE, count=n_left_out)]
    if len(shown) < len(fitting) or len(places) < len(names):
        notes.append(Note(NoteKind.CUT_PRINT))
    return [[row[j] for j in places] for row in (names, *shown)], notes


def _between_runs(lines: list[str]) -> Table | None:
    """Take the rows below a rule of equal signs, whose parts show where columns begin, as reStructuredText has it."""
    rules = [k for k, line in enumerate(lines) if _RUNS.fullmatch(line)]
    if len(rules) < 2 or lines[rules[0]].split() != lines[rules[1]].split() or rules[1] - rules[0] < 2:
        return None
    starts = [run.start() for run in re.finditer(r"=+", lines[rules[0]])]
    places = [*pairwise([*starts, None])]
    end = rules[2] if len(rules) > 2 else len(lines)

    def cut(line: str) -> list[str]:
        return [line[a:b].strip() for a, b in places]

    head = [cut(line) for line in lines[rules[0] + 1 : rules[1]] if not {*line} <= {*"- "}]
    names = [" ".join(filter(None, parts)) for parts in zip(*head, strict=True)]
    body = [cut(line) for line in lines[rules[1] + 1 : end] if line.strip() and not {*line} <= {*"- "}]
    others = [line for line in (*lines[: rules[0]], *lines[end + 1 :]) if line.strip()]
    return _with_notes(names, body, len(others)) if len(names) > 1 else None


def _listed_by_stata(lines: list[str]) -> Table | None:
    """Take what ``list`` prints: numbered rows in a box, which repeats its names where it is long."""
    inner = [line.strip().strip("|") for line in lines if "|" in line and not _STATA_RULE.fullmatch(line)]
    rows = [match[1] for line in lines if (match := _STATA_ROW.fullmatch(line))]
    names = next((cells for cells in inner if not cells.lstrip()[:1].isdigit()), None)
    if names is None or len(rows) < _FEWEST_ROWS:
        return None
    words = [line.split() for line in (names, *rows)]
    cells = words if len({*map(len, words)}) == 1 else cut_by_gaps([names, *rows])
    if cells is None or len(cells[0]) < 2:
        return None
    others = [line for line in lines if line.strip() and "|" not in line and not _STATA_RULE.fullmatch(line)]
    return cells, [Note(NoteKind.RULED_TABLE, count=len(others))]


def _wrapped(lines: list[str]) -> Table | None:
    """Join blocks of columns with the same names of rows, one below the other, as R prints a wide table."""
    rows = [line.split() for line in lines if line.strip()]
    n_blocks = next((n for n in range(_MOST_BLOCKS, 1, -1) if _are_blocks(rows, n)), 0)
    if not n_blocks:
        return None
    n_rows = len(rows) // n_blocks
    blocks = [rows[start : start + n_rows] for start in range(0, len(rows), n_rows)]
    joined = [[""] + [name for block in blocks for name in block[0]]]
    joined += [[blocks[0][k][0], *(cell for block in blocks for cell in block[k][1:])] for k in range(1, n_rows)]
    return joined, [Note(NoteKind.WRAPPED_COLUMNS, count=n_blocks)]


def _are_blocks(rows: Sequence[Sequence[str]], n_blocks: int) -> bool:
    """Return whether rows are so many blocks of names and rows, whose first words are the same in each block."""
    n_rows, rest = divmod(len(rows), n_blocks)
    if rest or n_rows <= _FEWEST_ROWS:
        return False
    first = [row[0] for row in rows[1:n_rows]]
    for start in range(0, len(rows), n_rows):
        names, *body = rows[start : start + n_rows]
        if [row[0] for row in body] != first or any(len(row) != len(names) + 1 for row in body):
            return False
    return len({*first}) == len(first)
