"""Lists of edges, one per row with its two nodes and its weight, as a similarity of the nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rnse_core.tables.array_file import ArrayOriginal, array_column
from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.errors import TableError, too_many_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable

_ENDS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("node1", "node2"), ("node 1", "node 2"), ("u", "v"),
    ("i", "j"), ("from node", "to node"), ("fromnodeid", "tonodeid"), ("head", "tail"), ("citing", "cited"),
    ("start", "end"),
)  # fmt: skip
_WEIGHTS = ("weight", "weights", "w", "value", "count", "score", "similarity", "strength")


def is_edge_list(columns: Sequence[RawColumn]) -> bool:
    """Return whether a table is a list of edges by the names of its columns: both ends, and at most a weight."""
    names = [column.name.casefold().replace("_", " ").lstrip("# ").strip() for column in columns]
    if len(names) not in (2, 3) or tuple(names[:2]) not in _ENDS:
        return False
    return len(names) == 2 or names[2] in _WEIGHTS


def ask_about_edges(columns: Sequence[RawColumn], n_nodes: int, log: Log) -> None:
    """Ask whether the rows are edges, which they were read as."""
    options = (
        Option(OptionKind.EDGES, {"kind": "edges"}, count=n_nodes),
        Option(OptionKind.COLUMNS, {"kind": "features"}),
    )
    log.ask(Question(QuestionKind.EDGES, options, columns=tuple(column.name for column in columns[:2])))


def read_edges(raw: RawTable, limits: Limits, log: Log) -> RawTable:
    """Return the similarity of the nodes as a table: the weights of the edges between them, in both directions.

    Edges that occur more than once add up, unless both directions of an edge have the same weight.

    Raises
    ------
    TableError
        When the columns are not two of nodes and one of weights, or there are too many nodes.
    """
    wrong = TableError(Problem.NOT_EDGES, options=(Option(OptionKind.COLUMNS, {"kind": "features"}),))
    if len(raw.columns) not in (2, 3):
        raise wrong
    ends = [[cell.strip() for cell in column.text()] for column in raw.columns[:2]]
    weights = raw.columns[2].values if len(raw.columns) == 3 else np.ones(len(ends[0]))
    if weights is None or not np.isfinite(weights).all() or (weights < 0).any():
        raise wrong
    nodes = list(dict.fromkeys(cell for pair in zip(*ends, strict=True) for cell in pair))
    if any(node in STANDARD_MISSING for node in nodes) or len(nodes) < 2:
        raise wrong
    if len(nodes) > limits.most_rows(len(nodes)):
        raise too_many_rows(limits, len(nodes), n_rows=len(nodes))
    place = {node: k for k, node in enumerate(nodes)}
    A = np.zeros((len(nodes), len(nodes)))
    np.add.at(A, ([place[node] for node in ends[0]], [place[node] for node in ends[1]]), weights)
    both = np.array_equal(A, A.T)
    S = A if both else A + A.T - np.diag(np.diagonal(A))
    log.note(NoteKind.EDGES, count=len(ends[0]), total=len(nodes))
    columns = [array_column(name, k, S[:, k], STANDARD_MISSING) for k, name in enumerate(nodes)]
    original = ArrayOriginal(S, nodes)
    numbers = np.arange(1, len(nodes) + 1, dtype=np.int64)
    return replace(raw, columns=columns, row_numbers=numbers, n_rows_read=len(nodes), original=original)
