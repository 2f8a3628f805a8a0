"""Names in three rows, and the questions of a survey above their answers, which name the columns together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rnse_core.tables.header_names import number_in

_COMPARED = 200
_FEWEST_ROWS = 3
_MOSTLY = 0.8
# What survey programs write below a question with one answer in free words or from a list; it says nothing.
_ANSWER = frozenset(
    {"response", "open-ended response", "antwort", "offene antwort", "réponse", "respuesta", "risposta"}
)

Record = tuple[int, Sequence[str]]


def names_of_three_rows(names: Sequence[str], records: Sequence[Record]) -> list[str] | None:
    """Return the names that three rows give together, of which the two upper ones name groups; None for others.

    Parameters
    ----------
    names : sequence of str
        The upper row.
    records : sequence of (int, sequence of str)
        The rows below it, with their lines.
    """
    if len(records) < 2 + _FEWEST_ROWS or any(len(row) != len(names) for _, row in records[:2]):
        return None
    upper, middle, lower = ([cell.strip() for cell in row] for row in (names, records[0][1], records[1][1]))
    if any(number_in(cell) is not None for cell in lower) or not all(lower[1:]):
        return None
    groups, subgroups = _spread(upper), _spread(middle, upper)
    if groups is None or subgroups is None:
        return None
    triples = list(zip(groups, subgroups, lower, strict=True))
    if len(set(triples)) < len(triples) or len(set(zip(groups, lower, strict=True))) == len(triples):
        return None
    below = [cell for _, row in records[2:_COMPARED] for cell in row[1:] if cell.strip()]
    if not below or sum(number_in(cell) is not None for cell in below) < _MOSTLY * len(below):
        return None
    return [" ".join(filter(None, dict.fromkeys(triple))) for triple in triples]


def _spread(row: Sequence[str], above: Sequence[str] = ()) -> list[str] | None:
    """Return the name of the group of each column; None where each name stands over one column only.

    A name is over the empty cells to its right, up to the next group of the row above.
    """
    groups, over = [], ""
    for j, name in enumerate(row):
        if j < len(above) and above[j]:
            over = ""
        over = name or over
        groups.append(over)
    counted = Counter(groups[1:])
    return groups if all(groups[1:]) and max(counted.values(), default=0) > 1 else None


def names_of_questions(names: Sequence[str], records: Sequence[Record]) -> list[str] | None:
    """Return the names that questions give with the answers below them, as survey programs write them; or None.

    A question with several answers stands over the first one, and the cells to its right are empty. The row of answers
    has a word in each of them, and is empty below a column that is no question. A word among the answers is none of the
    column below it, unless that holds nothing else, as boxes to tick do.

    Parameters
    ----------
    names : sequence of str
        The upper row.
    records : sequence of (int, sequence of str)
        The rows below it, with their lines.
    """
    body = [row for _, row in records[1:_COMPARED] if len(row) == len(names)]
    if len(body) < _FEWEST_ROWS or len(records[0][1]) != len(names) or not names[0].strip():
        return None
    upper, lower = ([cell.strip() for cell in row] for row in (names, records[0][1]))
    unnamed = [j for j, name in enumerate(upper) if not name]
    filled = [sum(bool(row[j].strip()) for row in body) for j in range(len(upper))]
    alone = [j for j, word in enumerate(lower) if not word and 2 * filled[j] > len(body)]
    if not unnamed or not alone or any(upper[j] == "" for j in alone) or not all(lower[j] for j in unnamed):
        return None
    for j, word in enumerate(lower):
        below = {row[j].strip() for row in body} - {""}
        if word and (number_in(word) is not None or (word in below and len(below) > 1)):
            return None
    joined, question = [], ""
    for name, answer in zip(upper, lower, strict=True):
        question = name or question
        joined.append(" ".join(filter(None, (question, "" if answer.casefold() in _ANSWER else answer))))
    return joined
