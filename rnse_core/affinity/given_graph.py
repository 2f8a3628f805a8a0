"""The kernel of a graph that is given: its edges, or near nodes by what they have in common with groups.

The doubly stochastic S gives all nodes the same sum. On a graph of random edges with unequal degrees it therefore falls
apart around nodes of few edges, and single edges are a poor measure of similarity there. Such a graph gets a kernel of
the same kind as features: a self-tuned one (Zelnik-Manor and Perona 2005) on nearest neighbours, between the directions
of `rnse_core.graph.block_coordinates`. Other graphs, such as those of nearest neighbours, are left as they are.

References
----------
Qin, T. and Rohe, K. (2013). Regularized spectral clustering under the degree-corrected stochastic blockmodel. Advances
in Neural Information Processing Systems 26. https://doi.org/10.48550/arXiv.1309.4111
Zelnik-Manor, L. and Perona, P. (2005). Self-tuning spectral clustering. Advances in Neural Information Processing
Systems 17.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array, eye_array
from sklearn.cluster import KMeans

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.threads import one_openmp_thread
from rnse_core.affinity.distances import unit_rows
from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.local_scales import local_scales
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.affinity.sparse import neighbor_kernel
from rnse_core.graph.block_coordinates import BlockCoordinates
from rnse_core.stages import report_stage
from rnse_core.wording import counted

# Neighbours in the kernel, and the one that sets the scale of a node. More than for features: directions in groups of
# random edges are noisy.
NEIGHBORS = 50
SCALE_NEIGHBORS = 33
# Of more nodes, half of the neighbours are sought in each of two random parts of so many nodes. Directions in a group
# differ by noise, so that it does not matter which of the near ones are taken, and all pairs are quadratic in time.
PART = 10_000
# Runs of K-Means on the directions.
KMEANS_STARTS = 5
# Share of pairs that are joined at most in what is taken for a graph.
MOST_JOINED = 0.5


@dataclass(frozen=True, eq=False)
class BlockKernel:
    """The kernel between nodes of a graph of random edges.

    Attributes
    ----------
    matrix : csr_array of shape (n_samples, n_samples)
        K: self-tuned, on nearest neighbours, with a diagonal of ones.
    given : csr_array of shape (n_samples, n_samples)
        The similarities that it was made from.
    directions : ndarray of shape (n_samples, n_groups)
        Unit rows: the directions of the coordinates.
    coordinates : BlockCoordinates
    """

    matrix: csr_array
    given: csr_array
    directions: FloatArray
    coordinates: BlockCoordinates

    @property
    def note(self) -> str:
        """Say what K was made from."""
        unplaced = len(self.coordinates.unplaced)
        said = f"K from {counted(self.coordinates.n_groups, 'group')} that the graph shows"
        return f"{said}; {counted(unplaced, 'sample')} in small parts could be in any cluster" if unplaced else said

    def starting_labels(self, n_clusters: int, random: np.random.RandomState) -> IntArray:
        """Cluster the directions by K-Means, a start for P (Qin and Rohe 2013).

        Parameters
        ----------
        n_clusters : int
        random : RandomState

        Returns
        -------
        ndarray of shape (n_samples,)
            From 0 to n_clusters - 1.
        """
        kmeans = KMeans(n_clusters, n_init=KMEANS_STARTS, random_state=random.randint(np.iinfo(np.int32).max))
        with one_openmp_thread():
            return kmeans.fit_predict(self.directions).astype(np.intp)

    def directions_of_new(self, X: FloatArray | csr_array) -> FloatArray:
        """Directions of new nodes, from their similarities to those of the graph.

        Parameters
        ----------
        X : ndarray or csr_array of shape (n_queries, n_samples)

        Returns
        -------
        ndarray of shape (n_queries, n_groups)
        """
        return unit_rows(self.coordinates.of_new(X))


def block_kernel(A: csr_array, coordinates: BlockCoordinates | None) -> BlockKernel | None:
    """Compute the kernel of a graph whose edges are random within and between groups.

    It does not change when all similarities are multiplied by one number.

    Parameters
    ----------
    A : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative.
    coordinates : BlockCoordinates or None
        From :func:`rnse_core.graph.block_coordinates.block_coordinates`.

    Returns
    -------
    BlockKernel or None
        None for other graphs, and for one that shows a single group.
    """
    if coordinates is None or coordinates.n_groups < 2:
        return None
    directions = unit_rows(coordinates.rows)
    return BlockKernel(_direction_kernel(directions), A, directions, coordinates)


def _direction_kernel(directions: FloatArray) -> csr_array:
    """The self-tuned kernel on nearest neighbours: of all nodes, or of those in the random parts that a node is in."""
    n = len(directions)
    if n <= PART:
        k, nearer = min(NEIGHBORS, n - 1), min(SCALE_NEIGHBORS, n - 1)
        return neighbor_kernel(directions, "self_tuning", k, affinity_neighbors=nearer).matrix
    n_pieces = 2 * -(-n // PART)
    pieces = np.array_split(np.random.default_rng(0).permutation(n), n_pieces)
    scale = np.zeros(n)
    found = []
    for number, piece in enumerate(pieces):
        report_stage(f"Neighbours by the groups of the graph: part {number + 1:,} of {n_pieces:,}")
        part = np.concatenate([piece, pieces[(number + 1) % n_pieces]])
        points = directions[part]
        near = NeighborSearch(points).neighbors_of_all(NEIGHBORS // 2)
        scale[part] += 0.5 * local_scales(near, Duplicates.among(points, near), SCALE_NEIGHBORS // 2)
        found.append((part, part[near.indices], near.distances))
    K = csr_array(eye_array(n))
    for part, cols, distances in found:
        rows = np.repeat(part, cols.shape[1])
        values = np.exp(-(distances.ravel() ** 2) / (scale[rows] * scale[cols.ravel()]))
        directed = csr_array(coo_array((values, (rows, cols.ravel())), shape=(n, n)))
        K = K.maximum(directed)
    K = csr_array(K.maximum(csr_array(K.T)))
    K.sort_indices()
    return K


def graph_in(K: FloatArray | csr_array) -> csr_array | None:
    """Return a similarity as a sparse matrix if it may be that of a graph, in which most pairs have no edge.

    Parameters
    ----------
    K : ndarray or csr_array of shape (n_samples, n_samples)

    Returns
    -------
    csr_array or None
        None where no two samples are similar, or more than half of all pairs. A dense matrix gives the same as a sparse
        one.
    """
    joined = np.count_nonzero(K if isinstance(K, np.ndarray) else K.data) - np.count_nonzero(K.diagonal())
    if not 0 < joined <= MOST_JOINED * K.shape[0] ** 2:
        return None
    return csr_array(K, dtype=np.float64) if isinstance(K, np.ndarray) else K
