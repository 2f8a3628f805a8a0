"""Keywords that do nothing for a kind of file or table are refused, so that no answer is ignored."""

from __future__ import annotations

from collections.abc import Mapping

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OptionKind, Problem
from rnse_core.tables.labels import AUTO
from rnse_core.tables.questions import Option
from rnse_core.tables.roles import ColumnRequest


def refuse_unused(given: Mapping[str, bool], kind: str, name: str) -> None:
    """Raise TableError for a keyword that does nothing.

    Parameters
    ----------
    given : mapping of str to bool
        Whether each of the keywords that do nothing is given.
    kind : str
        Of the file or the table.
    name : str
        Name of the file, for messages.
    """
    for keyword, is_given in given.items():
        if is_given:
            option = Option(OptionKind.WITHOUT_KEYWORD, without={keyword: ()})
            raise TableError(Problem.UNUSED_KEYWORD, file=name, keyword=keyword, value=kind, options=(option,))


def refuse_for_edges(request: ColumnRequest, name: str) -> None:
    """Raise TableError for what does nothing for a list of edges: its nodes have no labels and it has no totals.

    Parameters
    ----------
    request : ColumnRequest
    name : str
        Name of the file, for messages.
    """
    given = {
        "label_column": request.label_column not in (AUTO, None),
        "drop_totals": request.drop_totals is not None,
        "missing": request.missing not in (AUTO, "drop"),
    }
    refuse_unused(given, request.kind if request.kind != AUTO else "edges", name)
