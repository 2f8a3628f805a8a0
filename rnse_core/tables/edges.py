"""Lists of edges, one per row with its two nodes and its weight, as a similarity of the nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import shortest_path

from rnse_core.tables.array_columns import array_column
from rnse_core.tables.array_file import ArrayOriginal, PointOriginal
from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.edge_columns import EdgeColumns, edges_by_place, find_edge_columns, weights_of
from rnse_core.tables.edge_matrix import EdgeSimilarity, is_better_sparse, joined_parts, note_graph
from rnse_core.tables.edge_nodes import Nodes, missing_names
from rnse_core.tables.errors import TableError, too_many_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import FloatArray, Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable

#: Lists of edges whose weights are similarities, or distances.
EDGE_KINDS = ("edges", "edge_distances")
_AS_FEATURES = Option(OptionKind.COLUMNS, {"kind": "features"})


def ask_about_edges(columns: Sequence[RawColumn], found: EdgeColumns, log: Log) -> None:
    """Ask whether the rows are edges; the first answer is how they are read."""
    ends = tuple(columns[k].name for k in found.ends)
    n_nodes = len(found.nodes.names)
    similar = Option(OptionKind.EDGES, {"kind": "edges"}, count=n_nodes)
    distant = Option(OptionKind.EDGE_DISTANCES, {"kind": "edge_distances"}, count=n_nodes)
    answers = [similar]
    if found.weight is not None and joined_parts(found.nodes) == 1:
        answers = [distant, similar] if found.are_distances else [similar, distant]
    options = (*answers, _AS_FEATURES) if found.is_certain else (_AS_FEATURES, *answers)
    log.ask(Question(QuestionKind.EDGES, options, columns=ends))


def read_edges(raw: RawTable, kind: str, limits: Limits, log: Log, found: EdgeColumns | None = None) -> RawTable:
    """Return the similarity of the nodes, or the distances between them, as a table.

    Weights that are similarities count in both directions, and add up where an edge occurs more than once, unless both
    directions have the same weight. Of distances the least counts; where not all pairs of nodes have one, the others
    get the length of the shortest path. The similarity of many nodes is a sparse matrix.

    Parameters
    ----------
    raw : RawTable
        The rows of the file.
    kind : {"edges", "edge_distances"}
    limits : Limits
    log : Log
        Takes the notes.
    found : EdgeColumns, optional
        The columns of edges, where they are known.

    Raises
    ------
    TableError
        When the columns are not two of nodes and one of weights, a weight is missing or negative, distances do not join
        all nodes, or there are too many nodes.
    """
    found = found or find_edge_columns(raw.columns) or edges_by_place(raw.columns)
    if found is None:
        raise TableError(Problem.NOT_EDGES, options=(_AS_FEATURES,))
    nodes, kept = _usable_nodes(found.nodes)
    n_nodes = len(nodes.names)
    if n_nodes > limits.max_rows:
        raise too_many_rows(limits, 1, n_rows=n_nodes)
    first, second = nodes.first[kept], nodes.second[kept]
    weights = _usable_weights(raw, found, nodes, kept)
    taken = [raw.columns[k].name for k in (*found.ends, found.weight) if k is not None]
    log.note(
        NoteKind.EDGES, taken if len(raw.columns) > len(taken) else (), count=len(first), total=n_nodes, values=[kind]
    )
    if not kept.all():
        log.note(NoteKind.LONE_NODES, count=int((~kept).sum()))
    numbers = np.arange(1, n_nodes + 1, dtype=np.int64)
    if kind == "edges":
        edges = EdgeSimilarity.of(first, second, weights, n_nodes)
        if edges.n_repeated:
            log.note(NoteKind.REPEATED_EDGES, count=edges.n_repeated)
        if edges.both_ways:
            log.note(NoteKind.EDGES_BOTH_WAYS)
        note_graph(edges.matrix, nodes.names, log)
        if is_better_sparse(n_nodes, edges.matrix.nnz):
            pairs = edges.matrix, nodes.names
            raw = replace(raw, columns=[], row_numbers=numbers, n_rows_read=n_nodes, labels=None)
            return replace(raw, original=PointOriginal(*pairs, "node"), pairs=pairs)
    elif (n_parts := joined_parts(nodes)) > 1:
        raise TableError(Problem.UNJOINED_NODES, count=n_parts, value=n_nodes, options=(_AS_FEATURES,))
    if n_nodes > limits.most_rows(n_nodes):
        matrix = "similarity" if kind == "edges" else "distance"
        bound = isqrt(limits.max_cells)
        raise TableError(Problem.TOO_MANY_NODES, matrix=matrix, value=n_nodes, bound=bound, options=(_AS_FEATURES,))
    A = edges.matrix.toarray() if kind == "edges" else _distances(first, second, weights, n_nodes)
    columns = [array_column(name, k, A[:, k], STANDARD_MISSING) for k, name in enumerate(nodes.names)]
    original = ArrayOriginal(A, nodes.names)
    return replace(raw, columns=columns, row_numbers=numbers, n_rows_read=n_nodes, original=original)


def _usable_nodes(nodes: Nodes) -> tuple[Nodes, npt.NDArray[np.bool_]]:
    """Return the nodes, and which rows are edges: a row with one end alone names a node that may have none.

    Raises
    ------
    TableError
        When there are not two nodes, most rows are no edges, or a name means "no value".
    """
    kept = (nodes.first >= 0) & (nodes.second >= 0)
    empty = (nodes.first < 0) & (nodes.second < 0)
    if len(nodes.names) < 2 or missing_names(nodes) or empty.any() or 2 * kept.sum() < len(kept):
        raise TableError(Problem.NOT_EDGES, options=(_AS_FEATURES,))
    return nodes, kept


def _usable_weights(raw: RawTable, found: EdgeColumns, nodes: Nodes, kept: npt.NDArray[np.bool_]) -> FloatArray:
    """Return the weights of the edges.

    Raises
    ------
    TableError
        When one is missing or negative; its row is named.
    """
    if found.weight is None:
        return np.ones(int(kept.sum()))
    column = raw.columns[found.weight]
    weights = weights_of(column)
    if weights is None:
        raise TableError(Problem.NOT_EDGES, options=(_AS_FEATURES,))
    for problem, wrong in (
        (Problem.MISSING_WEIGHT, ~np.isfinite(weights)),
        (Problem.NEGATIVE_WEIGHT, weights < 0),
    ):
        wrong &= kept
        if wrong.any():
            k = int(wrong.argmax())
            ends = nodes.names[nodes.first[k]], nodes.names[nodes.second[k]]
            raise TableError(
                problem,
                column=column.name,
                value=float(weights[k]),
                count=int(wrong.sum()) - 1,
                places=(int(raw.row_numbers[k]),),
                choices=ends,
                options=(_AS_FEATURES,),
            )
    return weights[kept]


def _distances(
    first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], weights: FloatArray, n_nodes: int
) -> FloatArray:
    D = np.full((n_nodes, n_nodes), np.inf)
    np.minimum.at(D, (first, second), weights)
    np.minimum.at(D, (second, first), weights)
    np.fill_diagonal(D, 0.0)
    if np.isinf(D).any():
        # A path of length 0 would be no edge to the library.
        D = shortest_path(np.where(np.isinf(D), 0.0, np.maximum(D, np.finfo(float).tiny)), directed=False)
    return D
