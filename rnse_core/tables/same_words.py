"""Words that differ in nothing but case and blanks, as people type them: Setosa, setosa and "SETOSA "."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn
from rnse_core.tables.role_reasons import RoleReason

# More different words are hardly classes.
_MOST_WORDS = 200
_IN_USE = (RoleReason.ONE_HOT, RoleReason.WORDS)


def fold_words(column: RawColumn, log: Log) -> RawColumn:
    """Return a column in which words that differ in case and blanks alone are written as the commonest of them.

    Parameters
    ----------
    column : RawColumn
        Numbers stay as they are.
    log : Log
    """
    if column.values is not None:
        return column
    written: dict[str, str] = {}
    for tokens in _groups(column.counts).values():
        common = max(tokens, key=lambda token: (column.counts[token], token)).strip()
        written |= dict.fromkeys(tokens, common)
    cells = [written[cell] for cell in column.text()]
    n_changed = sum(count for token, count in column.counts.items() if token.strip() != written[token])
    log.note(NoteKind.FOLDED, [column.name], count=n_changed)
    return replace(column, counts=Counter(cells), text=lambda: cells)


def _groups(tokens: Collection[str]) -> dict[str, list[str]]:
    """Return the tokens by what they are without case and further blanks."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for token in tokens:
        groups[" ".join(token.split()).casefold()].append(token)
    return groups


def ask_about_same_words(columns: Sequence[TypedColumn], folded: Collection[str], max_levels: int, log: Log) -> None:
    """Ask whether words that differ in case and blanks alone are the same, in the labels and in columns of words.

    Parameters
    ----------
    columns : sequence of TypedColumn
    folded : collection of str
        Columns in which they were taken for the same.
    max_levels : int
        Most values that become 0/1 columns.
    log : Log
    """
    found: dict[str, tuple[str, ...]] = {}
    for column in columns:
        if column.name in folded or len(column.raw.counts) > _MOST_WORDS or not _is_of_words(column, max_levels):
            continue
        groups = (dict.fromkeys(map(str.strip, tokens)) for tokens in _groups(column.raw.counts).values())
        alike = next((tuple(words) for words in groups if len(words) > 1), None)
        if alike is not None:
            found[column.name] = alike
    if found:
        names = tuple(found)
        options = (Option(OptionKind.KEEP_APART), Option(OptionKind.FOLD, {"fold_case": names}, count=len(names)))
        log.ask(Question(QuestionKind.SAME_WORDS, options, columns=names, values=tuple(found.values())))


def _is_of_words(column: TypedColumn, max_levels: int) -> bool:
    if column.raw.values is not None:
        return False
    if column.role == "label":
        return True
    if column.role == "ignored":
        is_offered = column.reason is RoleReason.TEXT and column.suggestion is None
        return is_offered and 2 <= len(_groups(column.raw.counts)) <= max_levels
    return column.reason in _IN_USE
