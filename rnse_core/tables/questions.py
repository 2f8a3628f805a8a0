"""What a file leaves open, and the answers, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rnse_core.tables.kinds import OptionKind, QuestionKind


@dataclass(frozen=True)
class Option:
    """One way to go on, that a user interface can show as a button or a list entry.

    :func:`rnse_core.tables.option_text` says what it does.

    Parameters
    ----------
    kind : OptionKind
        What it does.
    keywords : dict, default={}
        The keywords of :func:`rnse_core.tables.read_table` that make it so; empty where it was done already.
    count : int, default=0
        How many rows, columns, cells or values it is about.
    total : int, default=0
        Out of how many.
    values : tuple, default=()
        What else the text shows. ENCODING: words of the file in this encoding; VARIABLE: the shape; CLUSTER_ON: the
        columns; CONVERT_COLUMNS: the :class:`Suggestion` of each column.
    without : dict of str to tuple of str, default={}
        The keywords that are taken back before: of each the columns it is no longer said of; the whole of it where no
        column is named.
    """

    kind: OptionKind
    keywords: Mapping[str, Any] = field(default_factory=dict)
    count: int = 0
    total: int = 0
    values: tuple[Any, ...] = ()
    without: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def apply(self, keywords: Mapping[str, Any]) -> dict[str, Any]:
        """Take keywords back, and merge this choice into those used so far; see :func:`merge_keywords`.

        Parameters
        ----------
        keywords : dict
            The keywords of the reading that raised the question.

        Returns
        -------
        dict
            The keywords for reading again.
        """
        return merge_keywords(_taken_back(keywords, self.without), self.keywords)


@dataclass(frozen=True)
class Question:
    """A decision that the file does not settle; the table was read with the first option.

    :func:`rnse_core.tables.question_sentence` makes its sentence.

    Parameters
    ----------
    kind : QuestionKind
        What it is about.
    options : tuple of Option
        The answers; the first one is what was done.
    columns : tuple of str, default=()
        The columns it is about.
    values : tuple, default=()
        What else the sentence shows. ENCODING: the name of the file; MISSING_CODES: the codes of each column;
        MISSING_WORDS: the words.
    """

    kind: QuestionKind
    options: tuple[Option, ...]
    columns: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()


def merge_keywords(keywords: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Merge changes into keywords of :func:`rnse_core.tables.read_table`.

    Tuples of columns and mappings by column grow; everything else is replaced.

    Parameters
    ----------
    keywords, changes : dict

    Returns
    -------
    dict
    """
    merged = dict(keywords)
    for key, value in changes.items():
        if isinstance(value, Mapping):
            merged[key] = {**as_conversions(merged.get(key, ())), **value}
        elif isinstance(value, tuple):
            merged[key] = tuple(dict.fromkeys((*as_names(merged.get(key, ())), *value)))
        else:
            merged[key] = value
    return merged


def _taken_back(keywords: Mapping[str, Any], without: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Return keywords without what is said of some columns, or at all."""
    left: dict[str, Any] = {}
    for name, value in keywords.items():
        columns = without.get(name)
        if columns is None:
            left[name] = value
        elif columns and name == "convert":
            left[name] = {column: way for column, way in as_conversions(value).items() if column not in columns}
        elif columns and isinstance(value, Mapping):
            left[name] = {column: one for column, one in value.items() if column not in columns}
        elif columns:
            left[name] = tuple(column for column in as_names(value) if column not in columns)
        if columns and not left[name]:
            del left[name]
    return left


def as_conversions(convert: Any) -> dict[str, str]:
    """Turn ``convert`` (names, or a mapping of names to kinds) into a mapping; a bare name means "auto"."""
    if isinstance(convert, Mapping):
        return dict(convert)
    return dict.fromkeys(as_names(convert), "auto")


def as_names(value: Iterable[str]) -> tuple[str, ...]:
    """Turn one name, or several, into a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)
