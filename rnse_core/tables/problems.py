"""The fields of an error about a table, apart from the exception, so that sentences are made from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rnse_core.tables.kinds import Problem
from rnse_core.tables.questions import Option


@dataclass(eq=False)
class ProblemFields:
    """What is wrong with a file or a keyword; :class:`rnse_core.tables.TableError` describes the fields."""

    problem: Problem
    file: str = ""
    line: int | None = None
    column: str | int | None = None
    variable: str = ""
    keyword: str = ""
    matrix: str = ""
    token: str = ""
    value: Any = None
    bound: Any = None
    count: int = 0
    shape: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
