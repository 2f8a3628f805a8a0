"""The decisions of a reading as values: what was found in a file and done about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.questions import Question
from rnse_core.tables.role_reasons import RoleReason

#: Rows or lines that a note names; the others are only counted.
MOST_PLACES = 10


@dataclass(frozen=True)
class Note:
    """One decision; :func:`rnse_core.tables.note_sentence` makes its sentence.

    Parameters
    ----------
    kind : NoteKind
        What was decided or found.
    columns : tuple of str, default=()
        Names of the columns.
    count : int, default=0
        How many rows, lines, cells, names or labels.
    total : int, default=0
        Out of how many.
    shape : tuple of int, default=()
        Numbers of rows and columns: TEXT_FILE, ARRAY_FILE, RESULT.
    places : tuple of int, default=()
        Numbers of lines (ENCODING_GUESSED, BAD_ROWS), of data rows (INCOMPLETE_ROWS, LARGE_VALUES), of a column
        (NAME_CHANGED), or of the row and the column of an entry (NEGATIVE_ENTRY), from 1. At most the first ten.
    reason : RoleReason, optional
        Why the columns have their role: IGNORED, LABEL_COLUMN.
    values : tuple, default=()
        What else the sentence shows:

        - TEXT_FILE, ARRAY_FILE: the name of the file and its :class:`Choices`;
        - ENCODING_GUESSED: the encoding; SEPARATOR_LINE: the line; NAME_CHANGED: the name in the file;
        - VARIABLES_NOT_READ, ENTRY_PER_COLUMN, LABEL_VARIABLE: names of variables;
        - CONVERTED, CONVERTIBLE: the :class:`Suggestion`; ONE_HOT: the levels;
        - BOOLEAN: the word for 0 and that for 1, or several words for each;
        - MISSING_CELLS: pairs of a token and its number of cells; FILLED: the value and the policy;
        - MISSING_CODES: the :class:`MissingCodes`; LARGE_VALUES: the :class:`LargeValues`;
        - NEGATIVE_ENTRY: the entry; SYMMETRIZED, ROUNDING_EVENED: the largest difference; RESULT: the kind of table;
          CORRELATIONS: the kind asked for, and whether they are no covariances.
    """

    kind: NoteKind
    columns: tuple[str, ...] = ()
    count: int = 0
    total: int = 0
    shape: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    reason: RoleReason | None = None
    values: tuple[Any, ...] = ()


@dataclass
class Log:
    """The notes and questions of one reading, in their order."""

    report: list[Note] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def note(
        self,
        kind: NoteKind,
        columns: Iterable[str] = (),
        *,
        count: int = 0,
        total: int = 0,
        shape: tuple[int, ...] = (),
        places: Iterable[int] = (),
        reason: RoleReason | None = None,
        values: Iterable[Any] = (),
    ) -> None:
        """Add a note; see :class:`Note` for the fields. Of the places the first ten are kept."""
        first = tuple(islice(_as_int(places), MOST_PLACES))
        self.report.append(Note(kind, tuple(columns), count, total, shape, first, reason, tuple(values)))

    def ask(self, question: Question) -> None:
        """Add a question."""
        self.questions.append(question)


def _as_int(places: Iterable[int]) -> Iterator[int]:
    return (int(place) for place in places)
