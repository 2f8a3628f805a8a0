"""Columns that say how many cases a row stands for, as surveys and tables of counts have them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

_WEIGHT = re.compile(
    r"(?:p|f|a|i|case|sampling|sample|survey|person|household|hh|design|final|frequency|freq|post ?strat(?:ification)?)"
    r"[_ .-]?(?:weights?|wgts?|wts?)"
    r"|wgts?|weighting|gewichtung|gewichtungsfaktor|hochrechnungsfaktor|pond(?:e|é)ration|ponderaci(?:o|ó)n|fnlwgt|perwt"
    r"|hhwt|wtssall",
    re.IGNORECASE,
)
# How R calls the counts of a table, which stand behind its columns of words.
_COUNTS = frozenset({"Freq", "n_cases", "n_obs"})


def ask_about_case_weights(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Ask about features whose names say that they weigh the rows.

    Parameters
    ----------
    columns : sequence of TypedColumn
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    has_words = any(column.type == "text" for column in columns)
    found = tuple(
        column.name
        for column in columns
        if column.role == "feature"
        and column.type == "number"
        and column.name not in keep
        and (_WEIGHT.fullmatch(column.name.strip()) or (has_words and column.name in _COUNTS))
    )
    if found:
        options = (Option(OptionKind.KEEP, {"keep": found}), Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": found}))
        log.ask(Question(QuestionKind.CASE_WEIGHTS, options, columns=found))
