"""What can go wrong with a user's file, and what the user can be offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Option:
    """One way to go on, that a user interface can show as a button or a list entry.

    Parameters
    ----------
    text : str
        What choosing it means, in plain words.
    keywords : dict
        The keywords of :func:`rnse_core.tables.read_table` that make it so.
    """

    text: str
    keywords: Mapping[str, Any] = field(default_factory=dict)

    def apply(self, keywords: Mapping[str, Any]) -> dict[str, Any]:
        """Merge this choice into the keywords used so far.

        Lists of columns grow, and so does what is said of single columns; everything else is replaced.

        Parameters
        ----------
        keywords : dict
            The keywords of the reading that raised the question.

        Returns
        -------
        dict
            The keywords for reading again.
        """
        merged = dict(keywords)
        for key, value in self.keywords.items():
            if isinstance(value, Mapping):
                merged[key] = {**as_conversions(merged.get(key, ())), **value}
            elif isinstance(value, tuple):
                merged[key] = tuple(dict.fromkeys((*as_names(merged.get(key, ())), *value)))
            else:
                merged[key] = value
        return merged


def as_conversions(convert: Any) -> dict[str, str]:
    """Turn ``convert`` (names, or a mapping of names to kinds) into a mapping; a bare name means "auto"."""
    if isinstance(convert, Mapping):
        return dict(convert)
    return dict.fromkeys(as_names(convert), "auto")


def as_names(value: Iterable[str]) -> tuple[str, ...]:
    """Turn one name, or several, into a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


class TableError(ValueError):
    """A file or an option that gives no table, said in one plain sentence.

    Parameters
    ----------
    message : str
        What is wrong, where, and what to do.
    line : int, optional
        Line of the file, counted from 1.
    column : str or int, optional
        Name of the column, or its number counted from 1 where it has no name.
    options : sequence of Option, default=()
        Ways to read the file all the same.
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: str | int | None = None,
        options: tuple[Option, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.options = tuple(options)
