"""Coordinates of the nodes of a graph whose edges are random within and between groups, such as a network of contacts.

In such a graph single edges tell little: a node of few edges hangs on one of them, and the edges of a node of many are
a random choice of its group. What a node has in common with its group is in the leading eigenvectors of
``L = (D + tau)^-1/2 A (D + tau)^-1/2``, A being the similarities of different nodes, D their row sums and tau the mean
of these. Without tau they would sit on small parts that hang on few edges (Chaudhuri, Chung and Tsiatas 2012; Amini,
Chen, Bickel and Levina 2013; Qin and Rohe 2013). Those count whose eigenvalue is beyond what random edges have (see
`rnse_core.graph.noise`). The coordinates are the rows of ``L V``, the rows of L projected on the eigenvectors V; their
directions do not depend on degrees.

References
----------
Amini, A. A., Chen, A., Bickel, P. J. and Levina, E. (2013). Pseudo-likelihood methods for community detection in large
sparse networks. Annals of Statistics 41(4). https://doi.org/10.1214/13-AOS1138
Chaudhuri, K., Chung, F. and Tsiatas, A. (2012). Spectral clustering of graphs with general degrees in the extended
planted partition model. Proc. 25th Conference on Learning Theory.
Qin, T. and Rohe, K. (2013). Regularized spectral clustering under the degree-corrected stochastic blockmodel. Advances
in Neural Information Processing Systems 26. https://doi.org/10.48550/arXiv.1309.4111
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.graph.chebyshev import chebyshev_filtered, rayleigh_ritz
from rnse_core.graph.noise import edge_noise
from rnse_core.graph.spectral import with_fixed_signs

# Fewer nodes than this do not show whether edges are random.
FEWEST_NODES = 30
# Size up to which a full decomposition is as quick.
DENSE_SIZE = 512
# Vectors that the iteration begins with, and most of them; so many must be below the noise to see that none is missing.
FIRST_VECTORS = 24
MOST_VECTORS = 200
GUARD = 4
ROUNDS = 6
# Relative change of the eigenvalues that count from which on they are found.
CONVERGED = 1e-4
# Most groups, in square roots of the number of nodes: more cannot be told from a graph that has a shape.
MOST_GROUPS = 2.0**0.5
# A smallest eigenvalue of less than this, in units of the noise level, may be one of random edges.
SURE = 1.05
# A row shorter than this, relative to the median, has no part in the eigenvectors.
NO_PART = 1e-4


@dataclass(frozen=True, eq=False)
class BlockCoordinates:
    """Coordinates of the nodes of a graph by the groups that they are connected with.

    Attributes
    ----------
    scale : ndarray of shape (n_samples,)
        (D + tau)^-1/2.
    mean_degree : float
        tau.
    vectors : ndarray of shape (n_samples, n_groups)
        V.
    values : ndarray of shape (n_groups,)
        Their eigenvalues, in descending order.
    level : float
        Largest eigenvalue of random edges.
    rows : ndarray of shape (n_samples, n_groups)
        Coordinates of the nodes.
    unplaced : ndarray of shape (n_unplaced,)
        Nodes of small separate parts, which are connected with no group. They have the coordinates of others that are
        spread evenly, one for each part.
    """

    scale: FloatArray
    mean_degree: float
    vectors: FloatArray
    values: FloatArray
    level: float
    rows: FloatArray
    unplaced: IntArray

    @property
    def n_groups(self) -> int:
        """Number of groups that the graph shows: of eigenvalues beyond those of random edges."""
        return len(self.values)

    @property
    def sure(self) -> bool:
        """Whether the smallest of these eigenvalues is clearly beyond."""
        return bool(self.values[-1] >= SURE * self.level)

    def of_new(self, X: FloatArray | csr_array) -> FloatArray:
        """Coordinates of new nodes.

        Parameters
        ----------
        X : ndarray or csr_array of shape (n_queries, n_samples)
            Their similarities to the nodes of the graph.

        Returns
        -------
        ndarray of shape (n_queries, n_groups)
            Those of a node of the graph, for its row; up to a positive factor.
        """
        return np.asarray(X @ (self.scale[:, None] * self.vectors))


def block_coordinates(K: csr_array) -> BlockCoordinates | None:
    """Compute the coordinates of the nodes of a graph whose edges look random, by the groups that it shows.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative. The diagonal does not count.

    Returns
    -------
    BlockCoordinates or None
        None for a graph of fewer than 30 nodes; where edges come in triangles, as those of nearest neighbours do, or
        join two sides; and where no eigenvalue, or very many, are beyond those of random edges. A single group is a
        graph without any division.
    """
    n = K.shape[0]
    if n < FEWEST_NODES:
        return None
    A = csr_array(K - diags_array(K.diagonal()))
    A.eliminate_zeros()
    degrees = np.asarray(A.sum(axis=1), dtype=np.float64).ravel()
    mean = float(degrees.mean())
    if mean == 0:
        return None
    scale = 1.0 / np.sqrt(degrees + mean)
    weights = A.data * scale[A.indices] * np.repeat(scale, np.diff(A.indptr))
    L = csr_array((weights, A.indices, A.indptr), shape=A.shape)
    noise = edge_noise(L)
    if not noise.random:
        return None
    found = _eigenpairs_above(L, noise.lowest, noise.level)
    if found is None or not 1 <= len(found[0]) <= MOST_GROUPS * np.sqrt(n):
        return None
    values, vectors = found
    rows = L @ vectors
    unplaced = _spread_unplaced(L, rows)
    return BlockCoordinates(scale, mean, vectors, values, noise.level, rows, unplaced)


def _eigenpairs_above(L: csr_array, lowest: float, level: float) -> tuple[FloatArray, FloatArray] | None:
    """Eigenpairs beyond a level; None where there are very many."""
    n = L.shape[0]
    if n <= DENSE_SIZE:
        values, V = (part[..., ::-1] for part in eigh(L.toarray(), driver="evd"))
    else:
        low = min(lowest, -level) * 1.01
        random = np.random.default_rng(0)
        V = random.standard_normal((n, FIRST_VECTORS))
        while True:
            values = np.zeros(V.shape[1])
            for _ in range(ROUNDS):
                before = values
                values, V = rayleigh_ritz(L, chebyshev_filtered(L, V, low, level))
                if np.allclose(np.maximum(values, level), np.maximum(before, level), rtol=CONVERGED, atol=0.0):
                    break
            if values[-GUARD] <= level:
                break
            if 2 * V.shape[1] > min(MOST_VECTORS, n // 2):
                return None
            V = np.column_stack([V, random.standard_normal(V.shape)])
    count = int(np.count_nonzero(values > level))
    return values[:count], with_fixed_signs(V[:, :count])


def _spread_unplaced(L: csr_array, rows: FloatArray) -> IntArray:
    """Give nodes that no eigenvector reaches the rows of others, and return these nodes.

    With a constant added to all edges, as tau does, their parts would be connected with all other nodes alike.
    """
    lengths = np.linalg.norm(rows, axis=1)
    without = lengths <= NO_PART * np.median(lengths)
    unplaced = np.flatnonzero(without)
    if len(unplaced):
        placed = np.flatnonzero(~without)
        n_parts, part = connected_components(L[unplaced][:, unplaced], directed=False)
        rows[unplaced] = rows[placed[((part + 0.5) * len(placed) / n_parts).astype(np.intp)]]
    return unplaced
