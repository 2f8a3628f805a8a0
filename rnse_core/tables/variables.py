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
    """

    name: str
    shape: tuple[int, ...]
    type: str
    problem: VariableProblem | None = None
    is_text: bool = False
    is_sparse: bool = False
    n_bytes: int = 0
    limit: int = 0

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def is_vector(self) -> bool:
        """Whether at most one of its dimensions is larger than one."""
        return sum(length != 1 for length in self.shape) <= 1

    @property
    def is_numeric(self) -> bool:
        """Whether it can be a table of numbers."""
        return self.problem is None and not self.is_text
