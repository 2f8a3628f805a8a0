"""Find the columns of a list of edges: its two ends, and the weight of each edge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from rnse_core.tables.model import FloatArray
from rnse_core.tables.raw_table import RawColumn

# Names that nothing else has; with the others a part of the nodes has to occur at both ends.
_SURE = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("src", "dest"), ("from node", "to node"),
    ("fromnodeid", "tonodeid"), ("source id", "target id"), ("from id", "to id"), ("sourceid", "targetid"),
    ("citing", "cited"), ("start node", "end node"), ("follower", "followee"),
)  # fmt: skip
_ENDS = (
    ("u", "v"), ("i", "j"), ("row", "col"), ("head", "tail"), ("start", "end"),
    ("query", "subject"), ("query", "target"), ("query", "hit"), ("qseqid", "sseqid"), ("sender", "receiver"),
    ("sender", "recipient"), ("origin", "destination"), ("quelle", "ziel"), ("von", "nach"),
    ("item", "other"), ("parent", "child"), ("subject", "object"),
)  # fmt: skip
_WEIGHTS = frozenset(
    {
        "weight", "weights", "w", "value", "values", "count", "counts", "n", "score", "scores", "similarity",
        "strength", "correlation", "corr", "r", "affinity", "identity", "pident", "bitscore", "frequency", "freq",
        "amount", "number", "gewicht", "anzahl",
    }
)  # fmt: skip
_DISTANCES = frozenset(
    {
        "distance", "distances", "dist", "d", "dissimilarity", "length", "cost", "km", "miles", "metres", "meters",
        "evalue", "distanz", "abstand", "entfernung",
    }
)  # fmt: skip
# What lists of edges have beside, as Gephi, Neo4j and message logs write them.
_BESIDE = frozenset(
    {
        "type", "id", "label", "labels", "kind", "timeset", "interval", "timestamp", "time", "date", "year",
        "color", "colour", "key", "directed",
    }
)  # fmt: skip
# Of columns that no name tells: so much of the smaller set of nodes occurs at both ends; so many rows there are.
_SHARED = 0.3
_FEWEST_ROWS = 10
# A table of more columns describes its rows.
_MOST_COLUMNS = 20


@dataclass(frozen=True)
class EdgeColumns:
    """Where a table holds edges.

    Parameters
    ----------
    ends : tuple of int
        The places of the two columns of nodes.
    weight : int or None
        The place of the column of weights; None where every edge has the weight 1.
    is_certain : bool
        Whether the names of the columns, or their text, leave no other reading that makes sense.
    are_distances : bool
        Whether the weights are distances, by their name.
    """

    ends: tuple[int, int]
    weight: int | None
    is_certain: bool
    are_distances: bool


def find_edge_columns(columns: Sequence[RawColumn]) -> EdgeColumns | None:
    """Find the columns of edges, by their names or by values that both ends share; None where there are none.

    Parameters
    ----------
    columns : sequence of RawColumn
        All columns of a table.

    Returns
    -------
    EdgeColumns or None
    """
    if len(columns) > _MOST_COLUMNS:
        return None
    names = [_plain(column.name) for column in columns]
    varying = [k for k, column in enumerate(columns) if not _is_constant_text(column)]
    named = [(i, j) for i, j in combinations(varying, 2) if _are_ends(names[i], names[j])]
    if named:
        ends = named[0]
        rest = [k for k in varying if k not in ends and names[k] not in _BESIDE]
        weight, others = _weight_among(columns, names, rest)
        is_sure = (names[ends[0]], names[ends[1]]) in _SURE
        if is_sure or _share_nodes(columns[ends[0]], columns[ends[1]]):
            return EdgeColumns(ends, weight, not others, weight is not None and _is_distance(names[weight]))
        return None
    if not 2 <= len(varying) <= 3:
        return None
    ends = (varying[0], varying[1])
    weight, others = _weight_among(columns, names, varying[2:])
    if others or not _look_like_edges(columns[ends[0]], columns[ends[1]]):
        return None
    are_text = columns[ends[0]].values is None and columns[ends[1]].values is None
    return EdgeColumns(ends, weight, are_text, weight is not None and _is_distance(names[weight]))


def weights_of(column: RawColumn) -> FloatArray | None:
    """Return the weights in a column; those of networkx are behind a brace. None where a cell is no number."""
    if column.values is not None:
        return column.values
    cells = [cell.strip().rstrip("}").strip() for cell in column.text()]
    try:
        return np.array([float(cell) for cell in cells])
    except ValueError:
        return None


def _plain(name: str) -> str:
    return re.sub(r"[_\-.\s]+", " ", name).lstrip("# ").strip().casefold()


def _is_constant_text(column: RawColumn) -> bool:
    """Return whether a column says the same in all rows, or nothing."""
    if column.values is not None:
        return not np.isfinite(column.values).any()
    return len({token.strip() for token in column.counts} - {""}) <= 1


def _are_ends(one: str, other: str) -> bool:
    """Return whether two names are those of the ends of an edge: known ones, or a word with 1 and 2, or a and b."""
    if (one, other) in _SURE + _ENDS:
        return True
    first, second = re.fullmatch(r"(.*?[a-z])\s?([1a])", one), re.fullmatch(r"(.*?[a-z])\s?([2b])", other)
    if first is None or second is None or first[1] != second[1] or (first[2] == "1") != (second[2] == "2"):
        return False
    return first[1].split()[-1] in (
        "node",
        "id",
        "vertex",
        "protein",
        "gene",
        "person",
        "user",
        "name",
        "item",
        "author",
    )


def _is_distance(name: str) -> bool:
    return bool(_DISTANCES & set(name.split()))


def _weight_among(
    columns: Sequence[RawColumn], names: Sequence[str], places: Sequence[int]
) -> tuple[int | None, list[int]]:
    """Return the place of the weights among columns, and the other columns of numbers."""
    numbers = [k for k in places if weights_of(columns[k]) is not None]
    told = [k for k in numbers if (_WEIGHTS | _DISTANCES) & set(names[k].split())]
    weight = told[0] if told else numbers[0] if len(numbers) == 1 else None
    return weight, [k for k in numbers if k != weight]


def nodes_in(column: RawColumn) -> npt.NDArray[Any]:
    """Return the nodes in a column: its words, or its numbers."""
    return np.array([cell.strip() for cell in column.text()]) if column.values is None else column.values


def _is_whole(column: RawColumn) -> bool:
    """Return whether a column may hold nodes: words, or whole numbers."""
    values = column.values
    return values is None or bool(np.isfinite(values).all() and np.array_equal(values, np.floor(values)))


def _share_nodes(one: RawColumn, other: RawColumn) -> bool:
    """Return whether a part of the nodes occurs at both ends."""
    if (one.values is None) != (other.values is None) or not (_is_whole(one) and _is_whole(other)):
        return False
    first, second = np.unique(nodes_in(one)), np.unique(nodes_in(other))
    return len(np.intersect1d(first, second)) >= _SHARED * min(len(first), len(second))


def _look_like_edges(one: RawColumn, other: RawColumn) -> bool:
    """Return whether the values of two columns are nodes: no pair twice, few in a row with themselves, in order."""
    a, b = nodes_in(one), nodes_in(other)
    if len(a) < _FEWEST_ROWS or (one.values is None) != (other.values is None):
        return False
    if one.values is not None and not _are_node_numbers(one.values, other.values):
        return False
    nodes, places = np.unique(np.concatenate([a, b]), return_inverse=True)
    if len(nodes) > len(a) + 1 or not _share_nodes(one, other):
        return False
    first, second = places[: len(a)], places[len(a) :]
    pairs = np.minimum(first, second) * len(nodes) + np.maximum(first, second)
    times = np.unique(pairs, return_counts=True)[1]
    return bool(times.max() <= 2 and np.mean(first == second) < 0.1)


def _are_node_numbers(a: FloatArray, b: FloatArray | None) -> bool:
    """Return whether two columns of numbers are whole, and one of them is in order, as lists of edges are written."""
    if b is None or not (np.isfinite(a).all() and np.isfinite(b).all()):
        return False
    whole = np.array_equal(a, np.floor(a)) and np.array_equal(b, np.floor(b))
    in_order = bool((a[1:] >= a[:-1]).all() or (b[1:] >= b[:-1]).all())
    return whole and in_order and min(a.min(), b.min()) >= 0 and len(np.unique(a)) < len(a)
