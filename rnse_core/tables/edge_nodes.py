"""The nodes of a list of edges, numbered in the order in which they first occur."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.model import FloatArray
from rnse_core.tables.raw_table import RawColumn

#: The number of a node where a row names none.
NONE = -1
# Whole numbers up to here are exact in float64.
_EXACT = 2.0**53


@dataclass(frozen=True, eq=False)
class Nodes:
    """The nodes at the two ends of each edge.

    Parameters
    ----------
    first, second : ndarray of shape (n_edges,) of int
        Their numbers; -1 where the cell is empty.
    names : list of str
        Of each node.
    """

    first: npt.NDArray[np.int64]
    second: npt.NDArray[np.int64]
    names: list[str]

    @property
    def n_shared(self) -> int:
        """How many nodes occur at both ends."""
        one, other = self._occur
        return int((one & other).sum())

    @property
    def n_at_fewer_end(self) -> int:
        """How many nodes occur at the end that has fewer."""
        return int(min(end.sum() for end in self._occur))

    @property
    def _occur(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        occur = []
        for end in (self.first, self.second):
            found = np.zeros(len(self.names), dtype=bool)
            found[end[end >= 0]] = True
            occur.append(found)
        return occur[0], occur[1]


def number_nodes(one: RawColumn, other: RawColumn) -> Nodes:
    """Number the nodes in two columns: whole numbers by their value, anything else by its text.

    Parameters
    ----------
    one, other : RawColumn
        The ends of the edges.

    Returns
    -------
    Nodes
    """
    values = None if one.values is None or other.values is None else (one.values, other.values)
    if values is not None and all(map(are_whole, values)):
        numbers, found = pd.factorize(_interleaved(values, np.float64))
        return Nodes(numbers[0::2], numbers[1::2], [str(int(value)) for value in found.tolist()])
    numbers, found = pd.factorize(_interleaved((one.text(), other.text()), object), use_na_sentinel=False)
    # Cells that differ in spaces around them name the same node.
    stripped = [str(cell).strip() for cell in found.tolist()]
    place: dict[str, int] = {"": NONE}
    for name in stripped:
        place.setdefault(name, len(place) - 1)
    numbers = np.array([place[name] for name in stripped], dtype=np.int64)[numbers]
    return Nodes(numbers[0::2], numbers[1::2], list(place)[1:])


def are_whole(values: FloatArray) -> bool:
    """Return whether all numbers are whole and exact."""
    return bool((np.isfinite(values) & (np.abs(values) <= _EXACT)).all() and np.array_equal(values, np.floor(values)))


def missing_names(nodes: Nodes) -> list[str]:
    """Return the names that mean "no value" in a table."""
    return [name for name in nodes.names if name in STANDARD_MISSING]


def cells_share_nodes(rows: Sequence[Sequence[str]], least: float) -> bool:
    """Return whether a part of the words in the first two cells of some rows occurs in both places."""
    first, second = {row[0] for row in rows}, {row[1] for row in rows}
    return len(first & second) >= least * min(len(first), len(second))


def _interleaved(ends: tuple[Any, Any], dtype: Any) -> npt.NDArray[Any]:
    """Return the two ends of each edge, one after the other."""
    if dtype is not object:
        return np.column_stack(ends).ravel()
    cells = np.empty(2 * len(ends[0]), dtype=object)
    cells[:] = list(chain.from_iterable(zip(*ends, strict=True)))
    return cells
