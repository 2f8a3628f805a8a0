"""Columns that go round: hours, months, days of the week, directions; the last value is next to the first."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import present_values
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.weekdays import WEEKDAYS


@dataclass(frozen=True)
class _Round:
    """Names of columns, the least and the largest value, after how much the values begin again, and whether whole."""

    names: re.Pattern[str]
    least: float
    largest: float
    period: float
    is_whole: bool = True


def _named(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:.*[_ .-])?(?:{words})(?:[_ .-]?(?:deg|degrees?|\u00b0|\(deg\)|\[deg\]|num|number))?", re.I)


_ROUNDS = (
    _Round(_named("hour|hr|hh|hour[_ ]?of[_ ]?day|hod|stunde|heure|hora|ora"), 0, 24, 24),
    _Round(_named("month|mon|month[_ ]?of[_ ]?year|mnth|monat|mois|mes|mese|m\u00eas"), 1, 12, 12),
    _Round(_named("weekday|dow|day[_ ]?of[_ ]?(?:the[_ ]?)?week|wday|wochentag|day_?week"), 0, 7, 7),
    _Round(_named("day[_ ]?of[_ ]?(?:the[_ ]?)?year|doy|yday|julian[_ ]?day|jday"), 0, 366, 365.25),
    _Round(_named("week[_ ]?of[_ ]?(?:the[_ ]?)?year|iso[_ ]?week|calendar[_ ]?week|kalenderwoche|kw"), 0, 53, 52.18),
    _Round(_named("minute[_ ]?of[_ ]?(?:the[_ ]?)?hour"), 0, 60, 60),
    _Round(_named("minute[_ ]?of[_ ]?(?:the[_ ]?)?day"), 0, 1440, 1440),
    _Round(
        _named(
            "dir|direction|wind ?dir|wdir|wd|wind ?direction|bearing|heading|azimuth|aspect|hue|course|richtung"
            "|windrichtung"
        ),
        0,
        360,
        360,
        is_whole=False,
    ),
)
# In a table of many columns quicker than all of the names.
_ANY = re.compile(
    r"hour|hr|hh|hod|stunde|heure|ora|mon|mnth|mois|mes|m\u00eas|day|dow|doy|tag|week|woche|kw|minute|dir|wd|bearing"
    r"|heading|azimuth|aspect|hue|course|richtung",
    re.IGNORECASE,
)
# So much of the round that values must reach, where few numbers could be something else.
_REACH = 0.5
_FEWEST_VALUES = 4
_MONTHS = (
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "january february march april may june july august september october november december",
    "jan feb m\u00e4r apr mai jun jul aug sep okt nov dez",
    "januar februar m\u00e4rz april mai juni juli august september oktober november dezember",
    "janvier f\u00e9vrier mars avril mai juin juillet ao\u00fbt septembre octobre novembre d\u00e9cembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
)
_COMPASS = (
    "n nne ne ene e ese se sse s ssw sw wsw w wnw nw nnw",
    "n nno no ono o oso so sso s ssw sw wsw w wnw nw nnw",
    "north northeast east southeast south southwest west northwest",
)
_WORDS = tuple(tuple(words.split()) for words in (*WEEKDAYS, *_MONTHS, *_COMPASS))


def round_of_words(levels: Collection[str]) -> dict[str, float]:
    """Return the places of words in a round, such as the days of the week, with its length behind them at ``""``.

    Empty where the words are of none.
    """
    plain = {level: level.strip().rstrip(".").casefold() for level in levels}
    for words in _WORDS:
        if len(plain) >= _FEWEST_VALUES and all(word in words for word in plain.values()):
            return {level: float(words.index(word)) for level, word in plain.items()} | {"": float(len(words))}
    return {}


def make_cyclic(column: TypedColumn, period: float, log: Log) -> None:
    """Make a column one that goes round; of words the places in their round are taken.

    Raises
    ------
    TableError
        When it holds neither numbers nor such words, or the period is not above zero.
    """
    places = round_of_words(column.levels) if column.values is None else {}
    if not (period > 0 and np.isfinite(period)) or (column.values is None and not places):
        raise TableError(Problem.NOT_CYCLIC, column=column.name, value=period)
    if places:
        period = places.pop("")
        column.values = np.array([places.get(cell.strip(), np.nan) for cell in column.raw.text()])
        column.type = "number"
    column.role, column.reason, column.period = "feature", RoleReason.CYCLIC, float(period)
    log.note(NoteKind.CYCLIC, [column.name], values=[float(period)])


def refuse_cyclic(cyclic: Collection[str]) -> None:
    """Raise TableError for columns that are to go round in a table whose rows are compared by Gower's distance."""
    for name in cyclic:
        option = Option(OptionKind.READ_AS, {"kind": "features"})
        raise TableError(Problem.NOT_WITH_WORDS, keyword="cyclic", value=name, options=(option,))


def circle(column: TypedColumn, values: FloatArray) -> list[tuple[str, FloatArray]]:
    """Return the names and values of the sine and the cosine of a column that goes round."""
    angle = 2 * np.pi * (values % column.period) / column.period
    return [(f"{column.name} (sin)", np.sin(angle)), (f"{column.name} (cos)", np.cos(angle))]


def ask_about_cyclic(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Ask whether columns go round, by their names and values, or by their words.

    Parameters
    ----------
    columns : sequence of TypedColumn
    keep : collection of str
        Columns that the user wants to use as they are.
    log : Log
    """
    numbers: dict[str, float] = {}
    words: dict[str, float] = {}
    for column in columns:
        if column.name in keep:
            continue
        if column.role == "feature" and column.type == "number" and column.reason is None:
            if period := _period(column):
                numbers[column.name] = period
        elif _is_guessed(column) and (places := round_of_words(column.levels)):
            words[column.name] = places[""]
    as_they_are = Option(OptionKind.KEEP, {"keep": tuple(numbers)})
    for found, stay in ((numbers, as_they_are), (words, Option(OptionKind.SAME_OR_NOT))):
        if found:
            cyclic = Option(OptionKind.CYCLIC, {"cyclic": found}, count=2 * len(found))
            log.ask(Question(QuestionKind.CYCLIC, (stay, cyclic), columns=tuple(found)))


def _is_guessed(column: TypedColumn) -> bool:
    """Return whether a column of words was left out, or taken for labels, without being asked for."""
    return column.role != "feature" and column.reason in (RoleReason.TEXT, RoleReason.REPEATED_TEXT)


def _period(column: TypedColumn) -> float:
    """Return the period of a column of numbers that goes round, 0 for any other."""
    assert column.values is not None
    if column.n_distinct < _FEWEST_VALUES or _ANY.search(column.name) is None:
        return 0.0
    present = present_values(column.values)
    for one in _ROUNDS:
        if (
            one.names.fullmatch(column.name.strip())
            and present.min() >= one.least
            and present.max() <= one.largest
            and present.max() - present.min() >= _REACH * one.period
            and (not one.is_whole or bool((present == np.floor(present)).all()))
        ):
            return one.period
    return 0.0
