"""Graphs for tests: blocks with random edges, with degrees alike or with a heavy tail, and a social network."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array, csr_array

# Zachary (1977), An information flow model for conflict and fission in small groups: members who spoke outside lessons.
KARATE = (
    "2-1 3-1 3-2 4-1 4-2 4-3 5-1 6-1 7-1 7-5 7-6 8-1 8-2 8-3 8-4 9-1 9-3 10-3 11-1 11-5 11-6 12-1 13-1 13-4 14-1 14-2 "
    "14-3 14-4 17-6 17-7 18-1 18-2 20-1 20-2 22-1 22-2 26-24 26-25 28-3 28-24 28-25 29-3 30-24 30-27 31-2 31-9 32-1 "
    "32-25 32-26 32-29 33-3 33-9 33-15 33-16 33-19 33-21 33-23 33-24 33-30 33-31 33-32 34-9 34-10 34-14 34-15 34-16 "
    "34-19 34-20 34-21 34-23 34-24 34-27 34-28 34-29 34-30 34-31 34-32 34-33"
)
# The members who stayed with the instructor.
INSTRUCTORS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 17, 18, 20, 22)


def adjacency(first, second, n_nodes):
    off = np.asarray(first) != np.asarray(second)
    ends = np.asarray(first)[off], np.asarray(second)[off]
    A = csr_array(coo_array((np.ones(off.sum()), ends), shape=(n_nodes, n_nodes)))
    A = csr_array(A + A.T)
    A.data[:] = 1.0
    return csr_array((A.data, A.indices.astype(np.int32), A.indptr.astype(np.int32)), shape=A.shape)


def block_graph(n_nodes, n_blocks, degree, inside, *, heavy=False, seed=0):
    """Return the adjacency matrix of a graph without nodes that have no edge, and the block of each node."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_blocks, n_nodes)
    weight = np.minimum(rng.pareto(1.5, n_nodes) + 1, 3 * np.sqrt(n_nodes)) if heavy else np.ones(n_nodes)
    first, second = rng.choice(n_nodes, (2, int(n_nodes * degree / 2)), p=weight / weight.sum())
    kept = rng.random(len(first)) < inside
    for block in range(n_blocks):
        members = np.flatnonzero(y == block)
        of_block = kept & (y[first] == block)
        second[of_block] = rng.choice(members, of_block.sum(), p=weight[members] / weight[members].sum())
    A = adjacency(first, second, n_nodes)
    joined = np.flatnonzero(np.diff(A.indptr) > 0)
    return csr_array(A[joined][:, joined]), y[joined]


def karate_club():
    """Return the adjacency matrix of 34 members of a club, and the two clubs that it became."""
    ends = np.array([edge.split("-") for edge in KARATE.split()], dtype=int) - 1
    return adjacency(*ends.T, 34), np.isin(np.arange(1, 35), INSTRUCTORS, invert=True).astype(int)
