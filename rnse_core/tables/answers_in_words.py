"""Words such as "None" and "?" in columns of words: answers like the others, or no answer."""

from __future__ import annotations

from collections.abc import Sequence

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.ticks import may_be_ticks

_IN_USE = (RoleReason.ONE_HOT, RoleReason.ORDINAL, RoleReason.WORDS)


def ask_about_answers(columns: Sequence[TypedColumn], missing: MissingInColumns, max_levels: int, log: Log) -> None:
    """Ask whether words that elsewhere mean "no value" are answers in columns of words that are used, or may be.

    Parameters
    ----------
    columns : sequence of TypedColumn
        Without those of which the user has said what means "no value".
    missing : MissingInColumns
    max_levels : int
        Most values that become 0/1 columns; columns of more words are not offered for anything.
    log : Log
    """
    words: dict[str, tuple[str, ...]] = {}
    taken: list[str] = []
    for column in columns:
        if not _is_of_words(column, max_levels):
            continue
        found = missing[column.name].beside_pluses(column.raw.counts).answers_among(column.raw.counts)
        if found:
            words[column.name] = tuple(dict.fromkeys(token.strip() for token in found))
            if any(token in column.levels for token in words[column.name]):
                taken.append(column.name)
    for are_answers in (True, False):
        asked = {name: tokens for name, tokens in words.items() if (name in taken) is are_answers}
        if asked:
            _ask(asked, log, are_answers=are_answers)


def _is_of_words(column: TypedColumn, max_levels: int) -> bool:
    """Return whether a column of words is used, or offered for use, as something else than ticks."""
    if column.raw.values is not None or column.suggestion is not None or column.type not in ("text", "number"):
        return False
    if may_be_ticks(column):
        return False
    if column.role == "ignored":
        return column.reason is RoleReason.TEXT and 2 <= column.n_distinct <= max_levels
    return column.role == "feature" and column.reason in _IN_USE


def _ask(asked: dict[str, tuple[str, ...]], log: Log, *, are_answers: bool) -> None:
    tokens = tuple(dict.fromkeys(token for found in asked.values() for token in found))
    answer = Option(OptionKind.COUNT_AS_ANSWER, {"missing_in": dict.fromkeys(asked, ())}, count=len(tokens))
    nothing = Option(OptionKind.COUNT_AS_MISSING, {"missing_in": asked}, count=len(tokens))
    options = (answer, nothing) if are_answers else (nothing, answer)
    log.ask(Question(QuestionKind.ANSWERS, options, columns=tuple(asked), values=tokens))
