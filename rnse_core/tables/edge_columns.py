"""Find the columns of a list of edges: its two ends, and the weight of each edge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.edge_nodes import Nodes, are_whole, cells_share_nodes, number_nodes
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
        "color", "colour", "key", "directed", "class", "classes", "group", "category", "cluster", "community", "module",
        "relation", "relationship", "relation type", "edge type", "predicate", "interaction",
    }
)  # fmt: skip
# Words that stand in columns with 1 and 2, or a and b, for the ends of an interaction and nothing else.
_MOLECULES = frozenset({"protein", "gene", "node", "vertex"})
# Of columns that no name tells: so much of the smaller set of nodes occurs at both ends; so many rows there are.
_SHARED = 0.3
_FEWEST_ROWS = 10
_FEWEST_PAIRS = 3
_MOST_LOOPS = 0.1
# Loops and repeated pairs that numbers in no order would have by chance, and the share of loops that edges have.
_BY_CHANCE = 3.0
_MOST_LOOPS_BY_CHANCE = 0.01
# Rows of a long table that are looked at first.
_COMPARED = 20_000
# Where rows are edges, nodes repeat.
_MOST_NODES_PER_ROW = 1.5
# Fields of a hit of BLAST, and those with the lengths of both sequences.
_BLAST_COLUMNS = (12, 14)
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
    nodes : Nodes
        The nodes in the two columns.
    """

    ends: tuple[int, int]
    weight: int | None
    is_certain: bool
    are_distances: bool
    nodes: Nodes = field(repr=False)


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
    ends_of_edges = [(i, j) for i, j in combinations(range(len(names)), 2) if _are_ends(names[i], names[j])]
    named = [ends for ends in ends_of_edges if _are_surely_ends(columns, names, ends) or set(ends) <= set(varying)]
    if named:
        ends = named[0]
        rest = [k for k in varying if k not in ends and names[k] not in _BESIDE]
        weight, others = _weight_among(columns, names, rest)
        is_sure = _are_surely_ends(columns, names, ends)
        one, other = columns[ends[0]], columns[ends[1]]
        if not is_sure and not _may_be_nodes(one, other):
            return None
        nodes = number_nodes(one, other)
        if not is_sure and not _share_nodes(nodes):
            return None
        return EdgeColumns(ends, weight, not others, weight is not None and _is_distance(names[weight]), nodes)
    if (hits := _hits_of_blast(columns)) is not None:
        return hits
    if not 2 <= len(varying) <= 3:
        return None
    ends = (varying[0], varying[1])
    weight, others = _weight_among(columns, names, [k for k in varying[2:] if names[k] not in _BESIDE])
    found = None if others else _nodes_of_edges(columns[ends[0]], columns[ends[1]])
    if found is None:
        pairs = None if others or weight is None else _nodes_of_few_pairs(columns[ends[0]], columns[ends[1]])
        return None if pairs is None else EdgeColumns(ends, weight, False, _is_distance(names[weight or 0]), pairs)
    are_text = columns[ends[0]].values is None and columns[ends[1]].values is None
    # Where a third column names the same things, a row is no pair of them.
    is_certain = are_text and not any(_names_some(columns[k], found) for k in varying[2:])
    return EdgeColumns(ends, weight, is_certain, weight is not None and _is_distance(names[weight]), found)


def _hits_of_blast(columns: Sequence[RawColumn]) -> EdgeColumns | None:
    """Return the sequences of a table of BLAST (``-outfmt 6``), and the bit score as the weight; None for others."""
    if len(columns) not in _BLAST_COLUMNS or any(column.values is not None for column in columns[:2]):
        return None
    numbers = [column.values for column in columns[2:12]]
    if any(values is None or not np.isfinite(values).all() for values in numbers):
        return None
    identity, *counts, expected, score = (values for values in numbers if values is not None)
    are_positions = all(are_whole(values) and values.min() >= 0 for values in counts)
    if not (
        are_positions and identity.min() >= 0 and identity.max() <= 100 and expected.min() >= 0 and score.min() >= 0
    ):
        return None
    nodes = number_nodes(columns[0], columns[1])
    return EdgeColumns((0, 1), 11, False, False, nodes) if _share_nodes(nodes) else None


def edges_by_place(columns: Sequence[RawColumn]) -> EdgeColumns | None:
    """Return the first two columns as the ends, and a third one as weights, as a user has said who asks for edges.

    Of more columns the ends are the first two of words that share nodes, or the first two of all if these may be nodes;
    the weight is a column that is called so, or the first one of numbers.
    """
    if len(columns) < 2:
        return None
    if len(columns) <= 3:
        nodes = number_nodes(columns[0], columns[1])
        has_weights = len(columns) == 3 and _plain(columns[2].name) not in _BESIDE and not _are_all_words(columns[2])
        weight = 2 if has_weights else None
        return EdgeColumns((0, 1), weight, True, False, nodes)
    words = [k for k, column in enumerate(columns) if column.values is None and not _is_constant_text(column)]
    for ends in (tuple(words[:2]), (0, 1)):
        if len(ends) < 2 or not _may_be_nodes(columns[ends[0]], columns[ends[1]]):
            continue
        nodes = number_nodes(columns[ends[0]], columns[ends[1]])
        if not _share_nodes(nodes):
            continue
        names = [_plain(column.name) for column in columns]
        rest = [k for k in range(len(columns)) if k not in ends and names[k] not in _BESIDE]
        weight, others = _weight_among(columns, names, rest)
        weight = others[0] if weight is None and others else weight
        return EdgeColumns((ends[0], ends[1]), weight, True, weight is not None and _is_distance(names[weight]), nodes)
    return None


def are_edges_between_words(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows of words, cut at spaces, are a list of edges, as STRING writes them.

    Parameters
    ----------
    rows : sequence of sequence of str
        The first rows, the names of the columns among them if there are any.

    Returns
    -------
    bool
    """
    width = len(rows[0]) if rows else 0
    if width not in (2, 3) or any(len(row) != width for row in rows):
        return False
    if _are_ends(_plain(rows[0][0]), _plain(rows[0][1])):
        return len(rows) > 1
    return len(rows) > _FEWEST_ROWS and cells_share_nodes(rows, _SHARED)


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
    words = (word for word in map(str.strip, column.counts) if word)
    first = next(words, "")
    return all(word == first for word in words)


def _are_surely_ends(columns: Sequence[RawColumn], names: Sequence[str], ends: tuple[int, int]) -> bool:
    """Return whether the names of two columns say that they are the ends of edges, whatever they hold."""
    one, other = ends
    are_words = columns[one].values is None and columns[other].values is None
    return (names[one], names[other]) in _SURE or (are_words and names[one][:-1].strip() in _MOLECULES)


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


def _may_be_nodes(one: RawColumn, other: RawColumn) -> bool:
    """Return whether two columns hold words, or both whole numbers."""
    if one.values is None or other.values is None:
        return one.values is None and other.values is None
    return are_whole(one.values) and are_whole(other.values)


def _share_nodes(nodes: Nodes) -> bool:
    """Return whether a part of the nodes occurs at both ends."""
    return nodes.n_shared >= _SHARED * nodes.n_at_fewer_end


def _are_all_words(column: RawColumn) -> bool:
    return column.values is None and all(parse_number(cell) is None for cell in column.counts)


def _names_some(column: RawColumn, nodes: Nodes) -> bool:
    """Return whether a column of words names some of the nodes too."""
    if column.values is not None:
        return False
    words = {word.strip() for word in column.counts} - {""}
    return len(words & set(nodes.names)) >= _SHARED * len(words)


def may_join(columns: Sequence[RawColumn]) -> Nodes | None:
    """Return the nodes of a table of two columns of words or identifiers that an answer may read as edges.

    Nodes of words alone may be of two kinds, such as users and what they bought; others occur at both ends.
    """
    if not 2 <= len(columns) <= 3 or not _may_be_nodes(columns[0], columns[1]):
        return None
    nodes = number_nodes(columns[0], columns[1])
    if not 2 < len(nodes.names) <= _MOST_NODES_PER_ROW * len(nodes.first):
        return None
    of_two_kinds = len(columns) == 2 and columns[0].values is None
    return nodes if of_two_kinds or _share_nodes(nodes) else None


def _nodes_of_few_pairs(one: RawColumn, other: RawColumn) -> Nodes | None:
    """Return the nodes of weighted pairs of words that may be edges, though they are few or many are loops.

    Words with their base forms and counts look the same.
    """
    if one.values is not None or other.values is not None:
        return None
    nodes = number_nodes(one, other)
    n_edges = len(nodes.first)
    is_small = len(nodes.names) < 3 or n_edges < _FEWEST_PAIRS
    if is_small or len(nodes.names) > n_edges + 1 or not _share_nodes(nodes) or np.all(nodes.first == nodes.second):
        return None
    pairs = np.minimum(nodes.first, nodes.second) * len(nodes.names) + np.maximum(nodes.first, nodes.second)
    return nodes if np.unique(pairs, return_counts=True)[1].max() <= 2 else None


def _nodes_of_edges(one: RawColumn, other: RawColumn) -> Nodes | None:
    """Return the nodes where two columns look like edges: no pair twice, few in a row with themselves, in order.

    Numbers in no order are edges where loops and pairs that repeat are missing and would not be by chance.
    """
    if not _may_be_nodes(one, other):
        return None
    in_order = one.values is None or _is_in_order(one.values, other.values)
    if one.values is not None and not _may_be_node_numbers(one.values, other.values, in_order):
        return None
    nodes = number_nodes(one, other)
    first, second = nodes.first, nodes.second
    n_edges, n_nodes = len(first), len(nodes.names)
    if n_edges < _FEWEST_ROWS or n_nodes > n_edges + 1 or not _share_nodes(nodes):
        return None
    pairs = np.minimum(first, second) * n_nodes + np.maximum(first, second)
    times = np.unique(pairs, return_counts=True)[1]
    loops = float(np.mean(first == second))
    if in_order:
        return nodes if times.max() <= 2 and loops < _MOST_LOOPS else None
    expected = n_edges / n_nodes + n_edges * (n_edges - 1) / n_nodes**2
    is_once = times.max() == 1 or ((times == 2).all() and len(np.unique(first * n_nodes + second)) == n_edges)
    return nodes if is_once and loops < _MOST_LOOPS_BY_CHANCE and expected >= _BY_CHANCE else None


def _may_be_node_numbers(a: FloatArray, b: FloatArray | None, in_order: bool) -> bool:
    """Return whether two columns of whole numbers may be nodes.

    Of the first rows of a long table in no order no pair repeats, and so many numbers do that there may be fewer nodes
    than rows.
    """
    if b is None or len(a) < _FEWEST_ROWS or min(a.min(), b.min()) < 0:
        return False
    if not in_order and len(a) > _COMPARED:
        first = np.column_stack([a[:_COMPARED], b[:_COMPARED]])
        n_repeated = first.size - len(np.unique(first))
        if first.size**2 > 4 * len(a) * n_repeated or len(np.unique(first, axis=0)) < len(first):
            return False
    return len(np.unique(a)) < len(a)


def _is_in_order(a: FloatArray, b: FloatArray | None) -> bool:
    """Return whether one of two columns of whole numbers is in order, as lists of edges are written."""
    return b is not None and bool((a[1:] >= a[:-1]).all() or (b[1:] >= b[:-1]).all())
