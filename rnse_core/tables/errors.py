"""The error for a file or a keyword that gives no table."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.exceptions._fields import WithFields
from rnse_core.tables.kinds import Problem
from rnse_core.tables.model import Limits
from rnse_core.tables.problems import ProblemFields
from rnse_core.tables.questions import Option
from rnse_core.tables.sentences import problem_sentence


@dataclass(eq=False)
class TableError(ProblemFields, WithFields, ValueError):
    """A file or a keyword that gives no table. Its text is one plain sentence, made from the fields.

    Parameters
    ----------
    problem : Problem
        What is wrong.
    file : str, default=""
        Name of the file.
    line : int, optional
        Line of the file, counted from 1.
    column : str or int, optional
        Name of the column, or its number counted from 1 where it has no name.
    variable : str, default=""
        Name of an array in the file.
    keyword : str, default=""
        The keyword of :func:`rnse_core.tables.read_table` that cannot be used.
    matrix : str, default=""
        Kind of the matrix: "similarity" or "distance".
    token : str, default=""
        Text at fault: a cell, a row, or the name of an encoding; of UNREADABLE and NOT_ARFF the reason.
    value : object, default=None
        What was given or found: the value of a keyword, an entry, a number of rows, fields or bytes, an
        :class:`OtherFormat`, a :class:`JsonFault` or a :class:`Variable`. NO_TABLE: all variables. NO_FEATURES: pairs
        of a column and the reason of its role.
    bound : object, default=None
        The limit that the value breaks, or what it should be; of NOT_SYMMETRIC the mirrored entry.
    count : int, default=0
        How many rows are left or fit, or how many more are alike.
    shape : tuple of int, default=()
        Numbers of rows and columns.
    places : tuple of int, default=()
        Row and column of an entry, the number of a byte, or further lines, from 1.
    choices : tuple of str, default=()
        What may be given instead.
    options : tuple of Option, default=()
        Ways to read the file all the same.
    message : str, default=""
        Sentence in place of the one made from the fields.
    """

    def _sentence(self) -> str:
        return problem_sentence(self)


def too_many_rows(
    limits: Limits,
    n_columns: int,
    *,
    n_rows: int | None = None,
    file: str = "",
    options: tuple[Option, ...] = (),
) -> TableError:
    """Return the error for more rows than the limits allow; it names the limit that is broken first.

    Parameters
    ----------
    limits : Limits
    n_columns : int
        Columns of the table.
    n_rows : int, optional
        Its rows, where they have been counted.
    file : str, default=""
        Name of the file.
    options : tuple of Option, default=()

    Returns
    -------
    TableError
    """
    most = limits.most_rows(n_columns)
    if most == limits.max_rows:
        return TableError(Problem.TOO_MANY_ROWS, file=file, value=n_rows, bound=most, options=options)
    return TableError(
        Problem.TOO_MANY_CELLS, file=file, value=n_rows, bound=limits.max_cells, count=most, options=options
    )
