"""Lists of edges, one per row with its two nodes and its weight, as a similarity of the nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, shortest_path

from rnse_core.tables.array_file import ArrayOriginal, array_column
from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.edge_columns import EdgeColumns, find_edge_columns, nodes_in, weights_of
from rnse_core.tables.errors import TableError, too_many_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import FloatArray, Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable

#: Lists of edges whose weights are similarities, or distances.
EDGE_KINDS = ("edges", "edge_distances")


def ask_about_edges(columns: Sequence[RawColumn], found: EdgeColumns, log: Log) -> None:
    """Ask whether the rows are edges; the first answer is how they are read."""
    ends = tuple(columns[k].name for k in found.ends)
    n_nodes, n_parts = _nodes_and_parts(columns, found)
    similar = Option(OptionKind.EDGES, {"kind": "edges"}, count=n_nodes)
    distant = Option(OptionKind.EDGE_DISTANCES, {"kind": "edge_distances"}, count=n_nodes)
    answers = [similar]
    if found.weight is not None and n_parts == 1:
        answers = [distant, similar] if found.are_distances else [similar, distant]
    points = Option(OptionKind.COLUMNS, {"kind": "features"})
    options = (*answers, points) if found.is_certain else (points, *answers)
    log.ask(Question(QuestionKind.EDGES, options, columns=ends))


def _nodes_and_parts(columns: Sequence[RawColumn], found: EdgeColumns) -> tuple[int, int]:
    """Count the nodes, and the parts that no edge joins."""
    ends = [nodes_in(columns[k]) for k in found.ends]
    _, places = np.unique(np.concatenate(ends), return_inverse=True)
    n_edges, n_nodes = len(ends[0]), int(places.max()) + 1
    graph = coo_array((np.ones(n_edges), (places[:n_edges], places[n_edges:])), shape=(n_nodes, n_nodes))
    return n_nodes, int(connected_components(graph, directed=False)[0])


def read_edges(raw: RawTable, kind: str, limits: Limits, log: Log) -> RawTable:
    """Return the similarity of the nodes, or the distances between them, as a table.

    Weights that are similarities count in both directions, and add up where an edge occurs more than once, unless both
    directions have the same weight. Of distances the least counts; where not all pairs of nodes have one, the others
    get the length of the shortest path.

    Raises
    ------
    TableError
        When the columns are not two of nodes and one of weights, or there are too many nodes.
    """
    wrong = TableError(Problem.NOT_EDGES, options=(Option(OptionKind.COLUMNS, {"kind": "features"}),))
    found = find_edge_columns(raw.columns) or _by_place(raw.columns)
    if found is None:
        raise wrong
    ends = [[cell.strip() for cell in raw.columns[k].text()] for k in found.ends]
    weights = np.ones(len(ends[0])) if found.weight is None else weights_of(raw.columns[found.weight])
    if weights is None or not np.isfinite(weights).all() or (weights < 0).any():
        raise wrong
    nodes = list(dict.fromkeys(cell for pair in zip(*ends, strict=True) for cell in pair))
    if any(node in STANDARD_MISSING for node in nodes) or len(nodes) < 2:
        raise wrong
    if len(nodes) > limits.most_rows(len(nodes)):
        raise too_many_rows(limits, len(nodes), n_rows=len(nodes))
    place = {node: k for k, node in enumerate(nodes)}
    a, b = (np.array([place[node] for node in end]) for end in ends)
    S = _similarity(a, b, weights, len(nodes)) if kind == "edges" else _distances(a, b, weights, nodes, wrong)
    log.note(NoteKind.EDGES, count=len(a), total=len(nodes), values=[kind])
    columns = [array_column(name, k, S[:, k], STANDARD_MISSING) for k, name in enumerate(nodes)]
    original = ArrayOriginal(S, nodes)
    numbers = np.arange(1, len(nodes) + 1, dtype=np.int64)
    return replace(raw, columns=columns, row_numbers=numbers, n_rows_read=len(nodes), original=original)


def _similarity(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64], weights: FloatArray, n_nodes: int) -> FloatArray:
    A = np.zeros((n_nodes, n_nodes))
    np.add.at(A, (a, b), weights)
    return A if np.array_equal(A, A.T) else A + A.T - np.diag(np.diagonal(A))


def _distances(
    a: npt.NDArray[np.int64], b: npt.NDArray[np.int64], weights: FloatArray, nodes: Sequence[str], wrong: TableError
) -> FloatArray:
    D = np.full((len(nodes), len(nodes)), np.inf)
    np.minimum.at(D, (a, b), weights)
    np.minimum.at(D, (b, a), weights)
    np.fill_diagonal(D, 0.0)
    if np.isinf(D).any():
        # A path of length 0 would be no edge to the library.
        D = shortest_path(np.where(np.isinf(D), 0.0, np.maximum(D, np.finfo(float).tiny)), directed=False)
    if np.isinf(D).any():
        raise wrong
    return D


def _by_place(columns: Sequence[RawColumn]) -> EdgeColumns | None:
    """Return the first two columns as the ends, and a third one as weights, as a user has said who asks for edges."""
    if len(columns) not in (2, 3):
        return None
    return EdgeColumns((0, 1), 2 if len(columns) == 3 else None, True, False)
