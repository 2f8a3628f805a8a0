"""Codes that could be read as numbers: bins such as 1E4, areas such as 01005 and 2A004, long hexadecimal keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from rnse_core.tables.cell_types import STANDARD_MISSING, MissingInColumns
from rnse_core.tables.columns import TypedColumn, find_type, is_row_number, surely_numbers_rows
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.identifier_names import is_identifier_name
from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.labels import is_named_label
from rnse_core.tables.large_whole_numbers import made_equal
from rnse_core.tables.model import Original
from rnse_core.tables.notes import Log
from rnse_core.tables.number_dates import ways_of
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.section_numbers import are_classes, are_sections, may_be_points

# Two categories with numbers for names are 0 and 1, or as good as that.
_FEWEST_CATEGORIES = 3
# A power of ten without a sign or a decimal mark, as programs do not write it.
_EXPONENT = re.compile(r"\d{1,4}[eE]\d{1,3}")
_SCIENTIFIC = re.compile(r"[-+]?(?:\d+\.\d*[eE][-+]?|\.\d+[eE][-+]?|\d+[eE][-+])\d+")
_PADDED = re.compile(r"0\d+")
_WHOLE = re.compile(r"\d+")
# Rows that are looked at before a column is, and columns that are beside codes.
_LOOKED_AT = 100
# Rows that are compared where the first ones may be numbers of sections.
_MOST_SECTIONS = 20_000
_MOST_COLUMNS = 200
# So many different cells with zeros in front, and this share of them, where the cells differ in length; so many
# columns of them, where it is how the numbers of the file are written.
_FEWEST_PADDED, _SHARE_PADDED = 2, 0.05
_PART_OF_DATE = re.compile(
    r"(?:.*[_ .-])?(?:hours?|hrs?|hh|minutes?|mins?|mm|seconds?|secs?|ss|days?|dd|weeks?|months?|years?|yy|yyyy"
    r"|stunde|tag|monat|jahr|woche|heure|jour|mois|année)",
    re.IGNORECASE,
)


def take_for_codes(
    columns: list[TypedColumn],
    original: Original,
    decimal: str,
    missing: MissingInColumns,
    answered: Collection[str],
    of_words: Collection[str],
    max_levels: int,
    log: Log,
) -> None:
    """Take columns of numbers that are written as codes for words, and ask.

    Cells such as ``1E4``, all of them without a sign or a decimal mark, are codes of places and parts rather than
    powers of ten, unless the letter is small or another column has numbers in scientific notation. Whole numbers with
    zeros in front are codes of areas and the like, unless all columns are written so. Numbers of sections, of which
    ``1.1`` and ``1.10`` differ, and other codes with a point are codes (:mod:`rnse_core.tables.section_numbers`), and
    so are whole numbers with so many digits that different ones are the same float64, and numbers that the file
    declares as the names of categories.

    Parameters
    ----------
    columns : list of TypedColumn
        It is changed.
    original : Original
        The cells of the file.
    decimal : {".", ","}
        The decimal mark of the file.
    missing : MissingInColumns
    answered : collection of str
        Columns that the user has said something about; they stay as they are.
    of_words : collection of str
        Columns that the user wants to use as words; they are not asked about.
    max_levels : int
        Most values that become 0/1 columns.
    log : Log
    """
    numeric = [column for column in columns if column.type == "number" and column.n_distinct > 1]
    unanswered = [column for column in numeric if column.name not in answered]
    equal = [one.name for one in columns if one.type == "number" and one.name not in answered and made_equal(one)]
    free = [column for column in unanswered if not is_identifier_name(column.name)]
    rows = [row for _, row in islice(original.records(), _LOOKED_AT)] if unanswered else []
    place_of = {name: place for place, name in enumerate(original.header)}
    sections = _sections({one.name: place_of[one.name] for one in unanswered if one.name in place_of}, rows, original)
    found = dict.fromkeys([*sections, *equal], True)  # whether the column is taken for words
    suspects: list[TypedColumn] = []
    for column in free:
        if column.raw.is_category:
            if column.n_distinct >= _FEWEST_CATEGORIES and not is_named_label(column):
                found[column.name] = True
        elif column.name in place_of and _may_be_codes(column, rows, place_of[column.name]):
            suspects.append(column)
    others = [column for column in numeric if column.name in place_of] if suspects else []
    looks = [_cells(rows, place_of[column.name]) for column in others[:_MOST_COLUMNS]]
    for column in suspects:
        written = set(map(str.strip, column.raw.text())) - column.missing_tokens.keys()
        if _are_exponents(written):
            in_capitals = not any("e" in cell for cell in written)
            found[column.name] = in_capitals and not any(map(_are_scientific, looks))
        elif _are_padded(written) and not _pad_numbers(looks):
            found[column.name] = True
    for place, column in enumerate(columns):
        if found.get(column.name):
            raw = replace(column.raw, values=None, counts=Counter(column.raw.text()))
            columns[place] = replace(find_type(raw, decimal, missing[column.name]), suggestion=None)
    for as_words in (True, False):
        asked = [one for one in columns if found.get(one.name) is as_words and one.name not in of_words]
        if asked:
            _ask(asked, max_levels, log, as_words=as_words)


def _sections(places: Mapping[str, int], rows: Sequence[Sequence[str]], original: Original) -> list[str]:
    """Return the columns that hold numbers of sections or other codes with a point, by the first rows, then by more."""
    likely = {
        name: place
        for name, place in places.items()
        # Most columns of wide tables are digits alone, which is seen sooner.
        if not all(row[place].isdigit() for row in rows if place < len(row))
        and may_be_points(_present(rows, place), is_identifier=is_identifier_name(name))
    }
    if not likely:
        return []
    cells: dict[str, list[str]] = {name: [] for name in likely}
    for _, row in islice(original.records(), _MOST_SECTIONS):
        for name, place in likely.items():
            cells[name] += _present([row], place)
    return [
        name
        for name, found in cells.items()
        if are_sections(found) or are_classes(found, is_identifier=is_identifier_name(name))
    ]


def _ask(columns: Sequence[TypedColumn], max_levels: int, log: Log, *, as_words: bool) -> None:
    """Ask whether columns hold codes; what was done comes first."""
    names = tuple(column.name for column in columns)
    numbers = Option(OptionKind.CONVERT, {"convert": dict.fromkeys(names, ConversionKind.NUMBER.value)})
    few = [column for column in columns if column.n_distinct <= max_levels]
    if as_words:
        options = [Option(OptionKind.LEAVE_AS_TEXT), numbers]
    else:
        options = [numbers, Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names})]
    if few:
        one_hot = tuple(column.name for column in few)
        options.append(Option(OptionKind.ONE_HOT, {"one_hot": one_hot}, count=sum(c.n_distinct for c in few)))
    examples = tuple(_example(column) for column in columns)
    log.ask(Question(QuestionKind.CODES, tuple(options), columns=names, values=examples))


def _example(column: TypedColumn) -> str:
    cells = [cell.strip() for cell in islice(column.raw.text(), _LOOKED_AT)]
    return next((cell for cell in cells if _PADDED.fullmatch(cell) or _EXPONENT.fullmatch(cell)), cells[0])


def _may_be_codes(column: TypedColumn, rows: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether the cells that a column has in the first rows of the file are written as codes."""
    first = next((row[place] for row in rows if place < len(row) and row[place] not in STANDARD_MISSING), "")
    if not (_WHOLE.fullmatch(first.strip()) or _EXPONENT.fullmatch(first.strip())):
        return False
    cells = _cells(rows, place)
    return _are_exponents(cells) or (_are_padded(cells) and not _counts_or_dates(column))


def _present(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    """Return the cells of a column in some rows, without the missing ones."""
    return [row[place].strip() for row in rows if place < len(row) and row[place] not in STANDARD_MISSING]


def _cells(rows: Sequence[Sequence[str]], place: int) -> set[str]:
    """Return the different cells of a column in some rows, without the missing ones."""
    return set(_present(rows, place))


def _are_exponents(cells: Collection[str]) -> bool:
    return len(cells) > 1 and all(map(_EXPONENT.fullmatch, cells))


def _are_scientific(cells: Iterable[str]) -> bool:
    return any(map(_SCIENTIFIC.fullmatch, cells))


def _are_padded(cells: Collection[str]) -> bool:
    """Return whether cells are whole numbers, some with zeros in front."""
    if not _are_whole(cells):
        return False
    n_padded = sum(map(bool, map(_PADDED.fullmatch, cells)))
    fewest = 1 if len(set(map(len, cells))) == 1 else max(_FEWEST_PADDED, _SHARE_PADDED * len(cells))
    return n_padded >= fewest


def _pad_numbers(columns: Iterable[Collection[str]]) -> bool:
    """Return whether zeros in front fill the numbers of a file up to a width: of several columns, and of no fewer."""
    several = [cells for cells in columns if max(map(len, cells), default=0) > 1]
    if sum(map(_are_padded, several)) < _FEWEST_PADDED:
        return False
    return all(len(set(map(len, cells))) == 1 and (_are_whole(cells) or _begin_with_zeros(cells)) for cells in several)


def _are_whole(cells: Collection[str]) -> bool:
    return all(map(_WHOLE.fullmatch, cells))


def _begin_with_zeros(cells: Collection[str]) -> bool:
    return any(map(_PADDED.match, cells))


def _counts_or_dates(column: TypedColumn) -> bool:
    """Return whether a column only numbers the rows, or may hold dates, times or parts of them."""
    assert column.values is not None
    return (
        (is_row_number(column) and (column.raw.position == 0 or surely_numbers_rows(column)))
        or _PART_OF_DATE.fullmatch(column.name.strip()) is not None
        or bool(ways_of(column.name, column.values)[0])
    )
