"""What eigenvalues random edges have: the noise level of a graph, and whether its edges look random.

The edges of a graph get random signs. That leaves each edge its weight and destroys every group, so the largest
eigenvalue of what is left is what the largest one would be by chance alone: eigenvalues above it belong to groups of
nodes. (The idea is that of parallel analysis with random signs; Hong, Sheng and Dobriban 2020.)

The spectrum of random edges is symmetric, so that a graph of groups with random edges has a smallest eigenvalue near
minus this level. In a graph of nearest neighbours edges come in triangles, and the smallest eigenvalue is much nearer
to 0. In a graph with two sides, whose edges all join one to the other, it is minus the largest.

References
----------
Hong, D., Sheng, Y. and Dobriban, E. (2020). Selecting the number of components in PCA via random signs.
https://doi.org/10.48550/arXiv.2012.02985
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigvalsh
from scipy.sparse import coo_array, csr_array
from scipy.sparse.linalg import ArpackNoConvergence, eigsh

# Draws of random signs, of which the largest eigenvalue counts, and how far beyond it one must be.
DRAWS = 4
MARGIN = 1.02
# Minus the smallest eigenvalue, in units of the noise level without its margin, where edges are random. Measured: 0.82
# to 1.00 in 43 graphs of blocks and communities (0.85 and more where less than half of the pairs in each are joined),
# 0.50 to 0.81 in 20 graphs of nearest neighbours, 1.11 and more in grids and bipartite graphs.
RANDOM_SHARES = (0.83, 1.05)
# Size up to which a full decomposition is as quick.
DENSE_SIZE = 256
# Relative precision of the extreme eigenvalues.
PRECISION = 1e-3


@dataclass(frozen=True)
class EdgeNoise:
    """What eigenvalues the edges of a graph have by chance.

    Parameters
    ----------
    level : float
        Eigenvalues beyond it belong to groups of nodes.
    lowest : float
        The smallest eigenvalue of the graph.
    """

    level: float
    lowest: float

    @property
    def random(self) -> bool:
        """Whether the edges look random within and between groups."""
        if self.level <= 0:
            return False
        low, high = RANDOM_SHARES
        return low <= -self.lowest * MARGIN / self.level <= high


def edge_noise(L: csr_array) -> EdgeNoise:
    """Measure the noise of a graph.

    Parameters
    ----------
    L : csr_array of shape (n_samples, n_samples)
        Symmetric, with a zero diagonal and at least one edge.

    Returns
    -------
    EdgeNoise
        The signs are drawn with a fixed seed.
    """
    entries = L.tocoo()
    rows, cols = entries.coords
    upper = rows < cols
    rows, cols, weights = rows[upper], cols[upper], entries.data[upper]
    random = np.random.default_rng(0)
    level = 0.0
    for _ in range(DRAWS):
        signed = weights * random.choice((-1.0, 1.0), len(weights))
        half = csr_array(coo_array((signed, (rows, cols)), shape=L.shape))
        level = max(level, _extreme(csr_array(half + half.T), "LA"))
    return EdgeNoise(MARGIN * level, _extreme(L, "SA"))


def _extreme(A: csr_array, which: str) -> float:
    """The largest ("LA") or the smallest ("SA") eigenvalue."""
    n = A.shape[0]
    if n <= DENSE_SIZE:
        values = eigvalsh(A.toarray())
        return float(values[-1] if which == "LA" else values[0])
    start = np.random.default_rng(0).uniform(0.5, 1.5, n)
    try:
        return float(eigsh(A, 1, which=which, v0=start, tol=PRECISION, return_eigenvectors=False)[0])
    except ArpackNoConvergence as stopped:
        return float(stopped.eigenvalues[0]) if len(stopped.eigenvalues) else 0.0
