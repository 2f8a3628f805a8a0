"""The arrays of a file as their headers describe them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rnse_core.tables.file_kinds import VariableProblem


@dataclass(frozen=True)
class Variable:
    """An array in a file, known from its header alone.

    Parameters
    ----------
    name : str
        Its name; empty in an ``.npy`` file.
    shape : tuple of int
        Its shape.
    type : str
        Its element type, or MATLAB's name of its class.
    problem : VariableProblem, optional
        Why it cannot be a table; None if it can. :func:`rnse_core.tables.variable_problem_text` words it.
    is_text : bool, default=False
        Whether it holds text, which can only be labels.
    is_sparse : bool, default=False
        Whether only its nonzero entries are stored.
    n_bytes : int, default=0
        Bytes it takes in memory.
    limit : int, default=0
        The number of entries or bytes that it exceeds: TOO_MANY_ENTRIES, TOO_MANY_BYTES.
    fields : tuple of str, default=()
        Names of the fields that each entry has; they become columns.
    width : int, default=1
        Columns that an entry takes.
    field : str, default=""
        The field with a problem: NESTED_FIELD, FIELD_TYPE.
    """

    name: str
    shape: tuple[int, ...]
    type: str
    problem: VariableProblem | None = None
    is_text: bool = False
    is_sparse: bool = False
    n_bytes: int = 0
    limit: int = 0
    fields: tuple[str, ...] = ()
    width: int = 1
    field: str = ""

    @property
    def size(self) -> int:
        """Number of elements; each field counts."""
        return math.prod(self.shape) * self.width

    @property
    def is_vector(self) -> bool:
        """Whether at most one of its dimensions is larger than one, and its entries are single values."""
        return not self.fields and sum(length != 1 for length in self.shape) <= 1

    @property
    def is_numeric(self) -> bool:
        """Whether it can be a table of numbers."""
        return self.problem is None and not self.is_text
