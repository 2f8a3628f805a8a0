"""Tables whose rows are what others have in columns: each row holds numbers, or words."""

from __future__ import annotations

from collections.abc import Sequence

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind, OptionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option

_FEWEST_COLUMNS = 3
_MOST_ROWS = 1000
_MOST_COMPARED = 200
_MOSTLY = 0.8


def turned_option(columns: Sequence[TypedColumn], log: Log) -> Option | None:
    """Offer to turn a text round whose rows, below their names, each hold numbers or words alone; else None.

    Parameters
    ----------
    columns : sequence of TypedColumn
        None of them of numbers.
    log : Log
        Its report says whether the file is a text, and was turned round before.
    """
    kinds = {note.kind for note in log.report}
    others = [column.raw for column in columns[1:] if column.type == "text"][:_MOST_COMPARED]
    if NoteKind.TEXT_FILE not in kinds or NoteKind.TRANSPOSED in kinds or len(others) < _FEWEST_COLUMNS:
        return None
    rows = list(zip(*(column.text() for column in others), strict=True))
    if len(rows) > _MOST_ROWS:
        return None
    shares = []
    for row in rows:
        filled = [cell for cell in row if cell.strip() not in STANDARD_MISSING]
        if filled:
            shares.append(sum(parse_number(cell.strip()) is not None for cell in filled) / len(filled))
    if not any(share >= _MOSTLY for share in shares) or any(0 < share < _MOSTLY for share in shares):
        return None
    return Option(OptionKind.TRANSPOSE, {"transpose": True}, count=len(columns) - 1)
