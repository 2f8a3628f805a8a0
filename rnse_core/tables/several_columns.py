"""Columns whose cells hold several numbers, as one column for each number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.several_numbers import of_separator


def with_several(raw: RawTable, numbers: Mapping[str, str], missing: MissingInColumns, log: Log) -> None:
    """Add the columns of the numbers in the cells of others, behind these.

    Parameters
    ----------
    raw : RawTable
        It is changed.
    numbers : mapping of str to str
        What stands between the numbers, by the names of columns. A name that does not exist is left for the check of
        all names.
    missing : MissingInColumns
    log : Log
        Gets a note for each column.

    Raises
    ------
    TableError
        When no cell of a column holds several numbers with this separator between them.
    """
    if not numbers:
        return
    taken = {column.name for column in raw.columns}
    columns: list[RawColumn] = []
    for column in raw.columns:
        columns.append(column)
        if column.name in numbers:
            parts = _divided(column, numbers[column.name], raw.choices.decimal or ".", missing, taken)
            log.note(NoteKind.VECTORS, [column.name], count=len(parts))
            columns += parts
    raw.columns = columns


def _divided(
    column: RawColumn, separator: str, decimal: str, missing: MissingInColumns, taken: set[str]
) -> list[RawColumn]:
    gone = missing[column.name]
    present = {} if column.values is not None else {cell: n for cell, n in column.counts.items() if cell not in gone}
    found = of_separator(present, separator, decimal)
    if found is None:
        raise TableError(Problem.NOT_DIVIDED, column=column.name, token=separator)
    cells = column.text()
    read = {cell: found.read(cell, decimal) for cell in present}
    absent = Counter({cell: n for cell, n in column.counts.items() if read.get(cell) is None})
    parts = []
    for place in range(found.count):
        name = _free_name(f"{column.name} {place + 1}", taken)
        values = np.array([numbers[place] if (numbers := read.get(cell)) else np.nan for cell in cells])
        codes = missing[name].numbers
        coded = {cell for cell, numbers in read.items() if numbers and numbers[place] in codes}
        values[[cell in coded for cell in cells]] = np.nan
        counts = absent + Counter({cell: column.counts[cell] for cell in coded})
        shown = {cell: numbers[place] for cell, numbers in read.items() if numbers and cell not in coded}
        text = _Text(cells, {cell: repr(number).removesuffix(".0") for cell, number in shown.items()})
        parts.append(RawColumn(name, column.position, values, counts, text, column.line_of))
    return parts


class _Text:
    """The cells of a part: its number, or the cell of the file where this has none."""

    def __init__(self, cells: list[str], numbers: Mapping[str, str]) -> None:
        self._cells, self._numbers = cells, numbers

    def __call__(self) -> list[str]:
        return [self._numbers.get(cell, cell) for cell in self._cells]


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name = f"{name}'"
    taken.add(name)
    return name


def leave_out_divided(columns: Sequence[TypedColumn], numbers: Collection[str], label: str | None) -> None:
    """Leave out the columns whose numbers stand in columns of their own; that of the labels stays."""
    for column in columns:
        if column.name in numbers and column.name != label:
            column.ignore(RoleReason.SEVERAL_NUMBERS)


def ask_about_several(columns: Sequence[TypedColumn], log: Log) -> None:
    """Ask about columns that were left out and hold several numbers in each cell."""
    found = [
        column
        for column in columns
        if column.role == "ignored"
        and column.several is not None
        and column.values is None
        and column.reason in (RoleReason.TEXT, RoleReason.DISTINCT_TEXT, RoleReason.DATES)
    ]
    if not found:
        return
    names = {column.name: column.several.separator for column in found if column.several}
    options = (
        Option(OptionKind.LEAVE_OUT),
        Option(
            OptionKind.NUMBER_COLUMNS,
            {"numbers": names},
            count=sum(column.several.n_failing for column in found if column.several),
            total=sum(column.several.count for column in found if column.several),
        ),
    )
    log.ask(Question(QuestionKind.SEVERAL_NUMBERS, options, columns=tuple(names)))
