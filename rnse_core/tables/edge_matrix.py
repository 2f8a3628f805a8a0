"""The similarity of the nodes of a graph as a sparse matrix, and what is said about the graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array, diags_array
from scipy.sparse.csgraph import connected_components

from rnse_core.tables.edge_nodes import Nodes
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log

#: Up to so many nodes the similarity is an array of all pairs, which more methods and pictures take.
MOST_DENSE_NODES = 2000
#: So it is of more nodes where a larger share of the pairs has an edge: an entry of a sparse matrix takes 12 bytes.
_LARGEST_SHARE = 0.1
# A node is a hub that is joined to so large a share of the others.
_HUB = 0.5
_FEWEST_FOR_HUB = 20


@dataclass(frozen=True, eq=False)
class EdgeSimilarity:
    """The similarity of nodes by the edges between them.

    Parameters
    ----------
    matrix : csr_array of shape (n_nodes, n_nodes)
        Symmetric, without stored zeros, with indices of 32 bits.
    n_repeated : int
        Edges that occurred before.
    both_ways : bool
        Whether each edge was listed in both directions with the same weight.
    """

    matrix: csr_array
    n_repeated: int
    both_ways: bool

    @classmethod
    def of(
        cls, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], weights: FloatArray, n_nodes: int
    ) -> EdgeSimilarity:
        """Add up the weights of the edges, which count in both directions unless both are listed alike.

        Parameters
        ----------
        first, second : ndarray of shape (n_edges,) of int
            Numbers of the nodes.
        weights : ndarray of shape (n_edges,)
            Finite and not negative; an edge of weight 0 is none.
        n_nodes : int
        """
        ends = first.astype(np.int32), second.astype(np.int32)
        A = csr_array(coo_array((weights, ends), shape=(n_nodes, n_nodes)))
        n_repeated = len(weights) - A.nnz
        A.eliminate_zeros()
        turned = csr_array(A.T)
        loops = A.diagonal()
        if (turned != A).nnz == 0:
            both_ways = A.nnz > np.count_nonzero(loops)
            return cls(with_short_indices(A), n_repeated, both_ways)
        S = csr_array(A + turned)
        n_mutual = (A.nnz + turned.nnz - S.nnz - np.count_nonzero(loops)) // 2
        if loops.any():
            S = csr_array(S - diags_array(loops))
        return cls(with_short_indices(S), n_repeated + n_mutual, False)


def with_short_indices(S: csr_array) -> csr_array:
    """Return a matrix with sorted indices of 32 bits, which scikit-learn asks for."""
    S.sort_indices()
    return csr_array((S.data, S.indices.astype(np.int32), S.indptr.astype(np.int32)), shape=S.shape)


def is_better_sparse(n_nodes: int, n_stored: int) -> bool:
    """Return whether the matrix over the pairs of so many nodes is kept as a sparse one."""
    return n_nodes > MOST_DENSE_NODES and n_stored <= _LARGEST_SHARE * n_nodes**2


def note_graph(S: csr_array, names: list[str], log: Log) -> None:
    """Note what the clusters of a graph depend on: loops, parts that no edge joins, and a node joined to most others.

    Parameters
    ----------
    S : csr_array of shape (n_nodes, n_nodes)
    names : list of str
        Of the nodes.
    log : Log
        Takes the notes.
    """
    n_nodes = S.shape[0]
    is_loop = S.diagonal() != 0
    if is_loop.any():
        log.note(NoteKind.SELF_LOOPS, count=int(is_loop.sum()))
    n_parts, part = connected_components(S, directed=False)
    if n_parts > 1:
        sizes = np.bincount(part)
        log.note(NoteKind.GRAPH_PARTS, count=int(n_parts), total=int(sizes.max()), values=[int((sizes == 1).sum())])
    degrees = np.diff(S.indptr) - is_loop
    hub = int(degrees.argmax())
    if n_nodes >= _FEWEST_FOR_HUB and degrees[hub] > _HUB * (n_nodes - 1):
        n_hubs = int((degrees > _HUB * (n_nodes - 1)).sum())
        if n_hubs <= _HUB * n_nodes:
            log.note(NoteKind.HUB, count=int(degrees[hub]), total=n_nodes - 1, values=[names[hub], n_hubs])


def joined_parts(nodes: Nodes) -> int:
    """Return the number of parts of a graph that no edge joins."""
    first, second, n_nodes = nodes.first, nodes.second, len(nodes.names)
    kept = (first >= 0) & (second >= 0)
    graph = coo_array((np.ones(kept.sum(), dtype=bool), (first[kept], second[kept])), shape=(n_nodes, n_nodes))
    return int(connected_components(graph, directed=False)[0])
