"""Dates and times of day that are written as plain numbers, such as 20240320, 202403, 0419 or the days of Excel."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.identifier_names import is_identifier_name
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray, Suggestion
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import present_values
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

_WORD = re.compile(r"[^\W\d_]+?(?=[A-Z][a-z])|[^\W\d_]+")
_DATE_WORDS = frozenset(
    {
        "date", "dates", "datum", "dat", "fecha", "jour", "birth", "birthday", "dob", "born", "geburt", "geboren",
        "opened", "closed", "created", "updated", "modified", "expiry", "expires", "due", "deadline", "since", "seit",
        "timestamp", "ts", "period", "periode", "month", "monat", "mois", "mes", "yearmonth", "yyyymm", "yyyymmdd",
        "ddmmyyyy", "started", "ended", "posted", "ordered", "shipped", "issued", "when",
    }
)  # fmt: skip
_TIME_WORDS = frozenset({"time", "times", "zeit", "uhrzeit", "heure", "hora", "ora", "hhmm", "hhmmss", "tijd", "clock"})
_DATE_ENDS = ("date", "datum", "monat")
_TIME_ENDS = ("time", "zeit")
# Written for "no date" where a date must stand.
_NO_DATE = (0.0, 99999999.0, 999999.0)
_MOSTLY = 0.9
_FEWEST = 5
# Different times of day that show what they are without a name, and the hours that they are in.
_FEWEST_TIMES, _FEWEST_HOURS = 15, 5
_FEWEST_NAMED_TIMES = 8
_FIRST_YEAR, _LAST_YEAR = 1850, 2100
# Days of Excel from 1950 to 2065, and those that are likely without a name: from 2000 to 2035, over fifteen years.
_EXCEL = 18264.0, 60631.0
_EXCEL_LIKELY = 36526.0, 49674.0
_EXCEL_SPAN = 5500.0
_EXCEL_EPOCH = 25569.0
# Seconds since 1970: from 1990 to 2065.
_UNIX = 631152000.0, 3.0e9
_DAY = 86400.0
_QUICK = 256


def _days(year: FloatArray, month: FloatArray, day: FloatArray) -> FloatArray:
    """Return the days since 1970-01-01, NaN for what is no date."""
    fits = (year >= _FIRST_YEAR) & (year <= _LAST_YEAR) & (month >= 1) & (month <= 12) & (day >= 1)
    months = np.where(fits, (year - 1970) * 12 + month - 1, 0).astype(np.int64)
    first = months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    after = (months + 1).astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    return np.where(fits & (day <= after - first), first + day - 1, np.nan)


def _parts(values: FloatArray, *places: int) -> list[FloatArray]:
    """Cut whole numbers at decimal places, from the left."""
    parts = []
    for place in places:
        parts.append(np.floor(values / place))
        values = values - parts[-1] * place
    return [*parts, values]


def _year_first(values: FloatArray) -> FloatArray:
    year, month, day = _parts(values, 10_000, 100)
    return _days(year, month, day)


def _day_first(values: FloatArray) -> FloatArray:
    day, month, year = _parts(values, 1_000_000, 10_000)
    return _days(year, month, day)


def _month_first(values: FloatArray) -> FloatArray:
    month, day, year = _parts(values, 1_000_000, 10_000)
    return _days(year, month, day)


def _short_year(year: FloatArray) -> FloatArray:
    return np.where(year < 69, 2000 + year, 1900 + year)


def _short_year_first(values: FloatArray) -> FloatArray:
    year, month, day = _parts(values, 10_000, 100)
    return _days(np.where(year < 100, _short_year(year), -1), month, day)


def _short_day_first(values: FloatArray) -> FloatArray:
    day, month, year = _parts(values, 10_000, 100)
    return _days(_short_year(year), month, day)


def _months(values: FloatArray) -> FloatArray:
    year, month = _parts(values, 100)
    return _days(year, month, np.ones_like(values))


def _to_hour(values: FloatArray) -> FloatArray:
    date, hours = _parts(values, 100)
    return np.where(hours <= 24, _year_first(date) + hours / 24, np.nan)


def _to_minute(values: FloatArray) -> FloatArray:
    date, clock = _parts(values, 10_000)
    return _year_first(date) + _clock(clock) / _DAY


def _to_second(values: FloatArray) -> FloatArray:
    date, clock = _parts(values, 1_000_000)
    return _year_first(date) + _clock_with_seconds(clock) / _DAY


def _clock(values: FloatArray) -> FloatArray:
    hours, minutes = _parts(values, 100)
    fits = (values >= 0) & ((hours < 24) | (values == 2400)) & (minutes < 60)
    return np.where(fits, 60 * (60 * hours + minutes), np.nan)


def _clock_with_seconds(values: FloatArray) -> FloatArray:
    hours, minutes, seconds = _parts(values, 10_000, 100)
    fits = (values >= 0) & (hours < 24) & (minutes < 60) & (seconds < 60)
    return np.where(fits, 60 * (60 * hours + minutes) + seconds, np.nan)


def _excel(values: FloatArray) -> FloatArray:
    return np.where((values >= _EXCEL[0]) & (values <= _EXCEL[1]), values - _EXCEL_EPOCH, np.nan)


def _unix(values: FloatArray) -> FloatArray:
    seconds = np.where(values > 10 * _UNIX[1], values / 1000, values)
    return np.where((seconds >= _UNIX[0]) & (seconds <= _UNIX[1]), seconds / _DAY, np.nan)


#: The days since 1970-01-01, or the seconds of a time of day, that numbers stand for; NaN for what is none.
WAYS: dict[ConversionKind, Callable[[FloatArray], FloatArray]] = {
    ConversionKind.YEAR_MONTH_DAY: _year_first,
    ConversionKind.DAY_MONTH_YEAR: _day_first,
    ConversionKind.MONTH_DAY_YEAR: _month_first,
    ConversionKind.SHORT_YEAR_MONTH_DAY: _short_year_first,
    ConversionKind.DAY_MONTH_SHORT_YEAR: _short_day_first,
    ConversionKind.YEAR_MONTH: _months,
    ConversionKind.YEAR_TO_HOUR: _to_hour,
    ConversionKind.YEAR_TO_MINUTE: _to_minute,
    ConversionKind.YEAR_TO_SECOND: _to_second,
    ConversionKind.CLOCK: _clock,
    ConversionKind.CLOCK_WITH_SECONDS: _clock_with_seconds,
    ConversionKind.EXCEL_DAYS: _excel,
    ConversionKind.UNIX_TIME: _unix,
}
# The least number that is a date or a time of day in each way.
_LEAST: dict[ConversionKind, float] = {
    ConversionKind.YEAR_MONTH_DAY: _FIRST_YEAR * 10_000,
    ConversionKind.DAY_MONTH_YEAR: 1_010_000,
    ConversionKind.MONTH_DAY_YEAR: 1_010_000,
    ConversionKind.SHORT_YEAR_MONTH_DAY: 101,
    ConversionKind.DAY_MONTH_SHORT_YEAR: 10_100,
    ConversionKind.YEAR_MONTH: _FIRST_YEAR * 100,
    ConversionKind.YEAR_TO_HOUR: _FIRST_YEAR * 1_000_000,
    ConversionKind.YEAR_TO_MINUTE: _FIRST_YEAR * 100_000_000,
    ConversionKind.YEAR_TO_SECOND: _FIRST_YEAR * 10_000_000_000,
    ConversionKind.CLOCK: 0,
    ConversionKind.CLOCK_WITH_SECONDS: 0,
    ConversionKind.EXCEL_DAYS: _EXCEL[0],
    ConversionKind.UNIX_TIME: _UNIX[0],
}
# Values that are tried at once: a way is given up at the first of them.
_AT_ONCE = 1 << 14
# Dates with a time of day behind them, which no seconds since 1970 of our days have the digits of.
_WITH_TIMES = (ConversionKind.YEAR_TO_HOUR, ConversionKind.YEAR_TO_MINUTE, ConversionKind.YEAR_TO_SECOND)
_IN_FULL = (ConversionKind.YEAR_MONTH_DAY, ConversionKind.DAY_MONTH_YEAR, ConversionKind.MONTH_DAY_YEAR)
_WITH_A_DATE_NAME = (
    *_IN_FULL,
    ConversionKind.YEAR_MONTH,
    ConversionKind.SHORT_YEAR_MONTH_DAY,
    ConversionKind.DAY_MONTH_SHORT_YEAR,
    ConversionKind.EXCEL_DAYS,
    ConversionKind.UNIX_TIME,
)
_WITH_A_TIME_NAME = (ConversionKind.CLOCK, ConversionKind.CLOCK_WITH_SECONDS, ConversionKind.UNIX_TIME)


def _says(name: str, words: Collection[str], ends: tuple[str, ...]) -> bool:
    found = [word.casefold() for word in _WORD.findall(name)]
    return any(word in words or word.endswith(ends) for word in found) or name.casefold().strip() in words


def ways_of(name: str, values: FloatArray, *, beside_dates: bool = False) -> tuple[list[ConversionKind], bool]:
    """Return how numbers may be read as dates or times of day, the likeliest way first, and whether this is sure.

    Parameters
    ----------
    name : str
        Of the column.
    values : ndarray of shape (n_rows,)
        NaN where missing.
    beside_dates : bool, default=False
        Whether another column of the table holds dates.

    Returns
    -------
    ways : list of ConversionKind
        Empty for other numbers.
    is_sure : bool
        Whether the name of the column says so, or nearly all values are dates in full, as hardly any others are.
    """
    if not _can_be(values[:_QUICK]):
        return [], False
    present = values[np.isfinite(values) & ~np.isin(values, _NO_DATE)]
    if not any(_fits(way, present) for way in WAYS):
        return [], False
    distinct = np.unique(present)
    if len(distinct) < 2 or not _can_be(distinct):
        return [], False
    with_times = [way for way in _WITH_TIMES if _fits(way, present)]
    if with_times and len(distinct) >= _FEWEST:
        return with_times, True
    if _says(name, _TIME_WORDS, _TIME_ENDS):
        found = [way for way in _WITH_A_TIME_NAME if _fits(way, present)]
        if found:
            return found[:1], len(distinct) >= _FEWEST_NAMED_TIMES
    if _says(name, _DATE_WORDS, _DATE_ENDS):
        found = [way for way in _WITH_A_DATE_NAME if _fits(way, present)]
        if found:
            likely = beside_dates or name.casefold().strip().endswith(_DATE_ENDS)
            return found, likely or found[0] not in (ConversionKind.EXCEL_DAYS, ConversionKind.UNIX_TIME)
    if len(distinct) < _FEWEST:
        return [], False
    found = [way for way in _IN_FULL if _fits(way, present)]
    if found:
        return found, True
    for way, is_likely in (
        (ConversionKind.YEAR_MONTH, len(np.unique(np.floor(distinct / 100))) > 1),
        (ConversionKind.CLOCK, _are_likely_times(distinct)),
        (ConversionKind.EXCEL_DAYS, _are_likely_days(distinct, beside_dates=beside_dates)),
        (ConversionKind.UNIX_TIME, _may_be_seconds(name, distinct)),
    ):
        if is_likely and _fits(way, present):
            return [way], False
    return [], False


def _can_be(values: FloatArray) -> bool:
    present = present_values(values)
    return present.size == 0 or bool(present.min() >= 0 and present.max() < 1e15 and (present >= 100).mean() > 0.5)


def _fits(way: ConversionKind, present: FloatArray) -> bool:
    """Return whether most numbers are dates or times when read in a way."""
    if present.size == 0 or present.max() < _LEAST[way]:
        return False
    if way not in (ConversionKind.EXCEL_DAYS, ConversionKind.UNIX_TIME) and (present != np.floor(present)).any():
        return False
    n_values, n_failing = len(present), 0
    for start in range(0, n_values, _AT_ONCE):
        n_failing += int(np.count_nonzero(~np.isfinite(WAYS[way](present[start : start + _AT_ONCE]))))
        if (n_values - n_failing) / n_values < _MOSTLY:
            return False
    return True


def _are_likely_times(distinct: FloatArray) -> bool:
    """Return whether so many numbers have the minutes of a time by chance in less than one of a thousand cases."""
    minutes = distinct % 100
    hours = np.unique(np.floor(distinct / 100))
    return bool(len(distinct) >= _FEWEST_TIMES and len(hours) >= _FEWEST_HOURS and (minutes % 10 > 0).mean() > 0.5)


def _may_be_seconds(name: str, distinct: FloatArray) -> bool:
    """Return whether whole numbers are neither identifiers by their name nor numbers in a row."""
    if is_identifier_name(name) or (distinct != np.floor(distinct)).any():
        return False
    return bool(np.median(np.diff(distinct)) > 1)


def _are_likely_days(distinct: FloatArray, *, beside_dates: bool) -> bool:
    low, high = distinct.min(), distinct.max()
    if beside_dates:
        return bool(low >= _EXCEL[0] and high <= _EXCEL[1])
    whole = bool((distinct == np.floor(distinct)).all())
    return bool(whole and low >= _EXCEL_LIKELY[0] and high <= _EXCEL_LIKELY[1] and high - low <= _EXCEL_SPAN)


def convert_dates(column: TypedColumn, kind: str, log: Log) -> bool:
    """Read a column of numbers as dates or times of day; return whether it is one of them.

    Parameters
    ----------
    column : TypedColumn
        It is changed; what is no date becomes missing.
    kind : str
        One of :data:`WAYS`, or "auto" for the likeliest of them.
    log : Log
    """
    assert column.values is not None
    if kind == "auto":
        ways, _ = ways_of(column.name, column.values, beside_dates=True)
        if not ways:
            return False
        kind = ways[0]
    way = ConversionKind(kind)
    values = column.values
    dates = WAYS[way](np.where(np.isfinite(values), values, np.nan))
    if way not in (ConversionKind.EXCEL_DAYS, ConversionKind.UNIX_TIME):
        dates[values != np.floor(values)] = np.nan
    read = np.isfinite(dates)
    if not read.any():
        return False
    failing = np.isfinite(values) & ~read
    tokens, counts = np.unique(values[failing], return_counts=True)
    lost = sorted(((f"{token:.15g}", int(count)) for token, count in zip(tokens, counts, strict=True)), key=_by_count)
    first = int(np.argmax(read))
    column.suggestion = Suggestion(
        kind=way,
        example=(f"{values[first]:.15g}", float(dates[first])),
        n_converted=int(read.sum()),
        n_failing=int(failing.sum()),
        failing=tuple(lost[:_SHOWN]),
        first_failing=lost[0][0] if lost else "",
    )
    for token, count in lost:
        column.missing_tokens[token] = column.missing_tokens.get(token, 0) + count
    column.values, column.reason = dates, RoleReason.CONVERTED
    log.note(NoteKind.CONVERTED, [column.name], values=[column.suggestion])
    return True


_SHOWN = 10


def _by_count(token: tuple[str, int]) -> int:
    return -token[1]


def ask_about_number_dates(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Ask about numbers that may be dates or times of day; leave them out where that is sure, as other dates are.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns whose numbers the user wants as they are.
    log : Log
    """
    beside_dates = any(column.type == "date" for column in columns)
    sure: dict[str, list[ConversionKind]] = {}
    possible: dict[str, list[ConversionKind]] = {}
    for column in columns:
        if column.role != "feature" or column.type != "number" or column.reason is not None or column.name in keep:
            continue
        assert column.values is not None
        ways, is_sure = ways_of(column.name, column.values, beside_dates=beside_dates)
        if not ways:
            continue
        (sure if is_sure else possible)[column.name] = ways
        if is_sure:
            column.ignore(RoleReason.DATES)
    if sure:
        log.note(NoteKind.IGNORED, tuple(sure), reason=RoleReason.DATES)
    for found, left_out in ((sure, True), (possible, False)):
        if found:
            _ask(found, log, left_out=left_out)


def _ask(found: dict[str, list[ConversionKind]], log: Log, *, left_out: bool) -> None:
    names = tuple(found)
    ends = [Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names}), Option(OptionKind.KEEP, {"keep": names})]
    conversions = [Option(OptionKind.CONVERT_DATES, {"convert": {name: ways[0].value for name, ways in found.items()}})]
    for place in range(1, max(map(len, found.values()))):
        others = {name: ways[place].value for name, ways in found.items() if len(ways) > place}
        conversions.append(Option(OptionKind.CONVERT_DATES, {"convert": others}))
    first, last = ends if left_out else ends[::-1]
    log.ask(Question(QuestionKind.NUMBER_DATES, (first, *conversions, last), columns=names))
