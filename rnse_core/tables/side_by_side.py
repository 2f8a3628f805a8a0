"""Tables side by side in one file, with a blank column between them: their rows need not belong together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

_NUMBERED = re.compile(r" \(\d+\)$")
_MADE = re.compile(r"column \d+")
_FEWEST_COLUMNS = 2
_MOST_TABLES = 5


def ask_about_tables_side_by_side(columns: Sequence[TypedColumn], log: Log) -> None:
    """Ask whether blocks of columns that share a name, with a blank column between them, are tables of their own.

    Parameters
    ----------
    columns : sequence of TypedColumn
        In the order of the file.
    log : Log
    """
    blocks: list[list[str]] = [[]]
    for column in columns:
        if column.type == "empty" and _MADE.fullmatch(column.name):
            blocks.append([])
        elif (column.role, column.reason) != ("ignored", RoleReason.AS_ASKED):
            blocks[-1].append(column.name)
    blocks = [block for block in blocks if block]
    bases = [{_NUMBERED.sub("", name) for name in block} for block in blocks]
    if not 1 < len(blocks) <= _MOST_TABLES or min(map(len, blocks)) < _FEWEST_COLUMNS or not set.intersection(*bases):
        return
    alone = (tuple(name for other in blocks if other is not block for name in other) for block in blocks)
    options = (
        Option(OptionKind.ROWS_TOGETHER),
        *(Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": rest}) for rest in alone),
    )
    log.ask(Question(QuestionKind.SIDE_BY_SIDE, options, columns=tuple(block[0] for block in blocks)))
