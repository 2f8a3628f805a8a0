"""Unique names for the columns of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Log

# Changed names that get a note each.
_MOST_NOTED = 10


# As pandas and R write the names of rows.
_INDEX_NAMES = {"", "unnamed: 0", "row.names", "rownames", "row names", "__index_level_0__"}


def is_index_name(name: str) -> bool:
    """Return whether the first column of a table, by its name, holds the names of the rows."""
    return name.strip().casefold() in _INDEX_NAMES


def unique_names(given: Iterable[str], log: Log) -> list[str]:
    """Make the names of columns unique and name the columns without one; every change is noted.

    Parameters
    ----------
    given : iterable of str
        Names as they stand in the file.
    log : Log

    Returns
    -------
    list of str
    """
    written = list(given)
    given = [" ".join(name.split()) for name in written]
    untidy = sum(new != old for new, old in zip(given, written, strict=True))
    if untidy:
        log.note(NoteKind.NAMES_TRIMMED, count=untidy)
    taken = set(given)  # so that a new name is never one that comes later
    seen: set[str] = set()
    next_number: dict[str, int] = {}
    result: list[str] = []
    changed: list[tuple[int, str, str]] = []
    for position, name in enumerate(given, start=1):
        base = new = name or f"column {position}"
        if not name or name in seen:
            while new in taken:
                number = next_number[base] = next_number.get(base, 1) + 1
                new = f"{base} ({number})"
        if name and new != name:
            changed.append((position, name, new))
        seen.add(name)
        taken.add(new)
        result.append(new)
    nameless = given.count("")
    if nameless:
        log.note(NoteKind.NAMES_MADE, count=nameless)
    for position, name, new in changed[:_MOST_NOTED]:
        log.note(NoteKind.NAME_CHANGED, [new], places=[position], values=[name])
    if len(changed) > _MOST_NOTED:
        log.note(NoteKind.MORE_NAMES_CHANGED, count=len(changed) - _MOST_NOTED)
    return result


def levels_of_index(names: Sequence[str]) -> int:
    """Count the first columns without a name, where each other column has one, as pandas writes an index of levels.

    Parameters
    ----------
    names : sequence of str
        The row of names.
    """
    n_levels = next((k for k, name in enumerate(names) if name.strip()), 0)
    return n_levels if all(name.strip() for name in names[n_levels:]) else 0
