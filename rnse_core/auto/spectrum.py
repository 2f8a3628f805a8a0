"""Leading eigenpairs of a learned graph S, and how large the gap after a number of them is.

S is symmetric, doubly stochastic and sparse, so its eigenvalues are at most 1, and 1 occurs once per connected
component. As many eigenvalues near 1, and then a gap, as there are clusters is what a graph with clusters shows
(the eigengap heuristic; von Luxburg 2007, https://doi.org/10.1007/s11222-007-9033-z).

The pool has many graphs on the same samples, whose leading eigenvectors are alike. They are found by subspace iteration
with Chebyshev polynomials (Zhou, Saad, Tiago and Chelikowsky 2006, https://doi.org/10.1016/j.jcp.2006.03.017): a block
method, which finds equal eigenvalues together, and which can start from the vectors of another graph.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.graph.chebyshev import chebyshev_filtered, rayleigh_ritz
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import Spectrum, leading_eigenvectors, normalized_affinity

# Size of 1 - eigenvalue from which a gap counts in full, for the choice among fits and among numbers of clusters.
FIT_FLOOR = 0.005
COUNT_FLOOR = 0.001
# Vectors beyond those wanted: the iteration converges at the rate of the first one left out.
GUARD = 6
TOLERANCE = 1e-4
# Up to this size a full decomposition is as quick.
DENSE_SIZE = 64
MAX_ROUNDS = 30
# Rows up to which eigenpairs without a gap to the others are made exact, which may factorise the matrix: the factors of
# a graph of random edges are dense. Beyond, they are as near as the rounds have brought them.
MOST_FACTORED = 20_000


def component_pairs(S: Similarity, components: IntArray, k: int, start: FloatArray | None = None) -> list[Spectrum]:
    """Leading eigenpairs of each component of S.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, doubly stochastic.
    components : ndarray of shape (n_samples,)
        Component of each sample.
    k : int
        Pairs wanted per component; a smaller component gives as many as it has samples.
    start : ndarray of shape (n_samples, m) or None, default=None
        Vectors near those that are sought, such as the leading eigenvectors of a similar graph.

    Returns
    -------
    list of (members, values, vectors)
        One triple per component: indices of its samples, eigenvalues in descending order, eigenvectors in columns.
    """
    order = np.argsort(components, kind="stable")
    spectra: list[Spectrum] = []
    for members in np.split(order, np.cumsum(np.bincount(components))[:-1]):
        block = S if len(members) == S.shape[0] else S[members][:, members]
        values, vectors = leading_pairs(block, min(k, len(members)), None if start is None else start[members])
        spectra.append((members, values, vectors))
    return spectra


def graph_eigenvalues(K: csr_array, k: int) -> FloatArray:
    """Compute the k largest eigenvalues of ``D^-1/2 K D^-1/2`` of a large sparse similarity, D being its row sums.

    Those of :func:`rnse_core.graph.spectral.normalized_spectrum`, to the digits that a gap needs.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative.
    k : int

    Returns
    -------
    ndarray of shape (min(k, n_samples),)
        In descending order.
    """
    components = component_labels(K)
    n_components = int(components.max()) + 1
    if n_components >= k:
        return np.ones(k)
    normalized, _ = normalized_affinity(K, isolated=1.0)
    spectra = component_pairs(normalized, components, k)
    return np.sort(np.concatenate([values for _, values, _ in spectra]))[::-1][:k]


def leading_pairs(A: Similarity, k: int, start: FloatArray | None = None) -> tuple[FloatArray, FloatArray]:
    """The k largest eigenvalues and their eigenvectors of a matrix with eigenvalues from -1 to 1.

    Parameters
    ----------
    A : csr_array or ndarray of shape (n, n)
        Symmetric, non-negative, with row sums of 1, or scaled to eigenvalues up to 1.
    k : int
        At most n.
    start : ndarray of shape (n, m) or None, default=None
        Vectors near those that are sought.

    Returns
    -------
    values : ndarray of shape (k,)
        In descending order.
    vectors : ndarray of shape (n, k)
        Orthonormal.
    """
    n = A.shape[0]
    size = k + GUARD + k // 4
    if n <= DENSE_SIZE or 3 * size >= n:
        return leading_eigenvectors(A, k)
    V = np.random.default_rng(0).standard_normal((n, size))
    if start is not None:
        kept = min(start.shape[1], size)
        V[:, :kept] = start[:, :kept]
    # Gershgorin's bound, where a row sums to 1.
    lowest = max(-1.0, 2.0 * float(A.diagonal().min()) - 1.0)
    values, V = rayleigh_ritz(A, V)
    for _ in range(MAX_ROUNDS):
        V = chebyshev_filtered(A, V, lowest, max(float(values[-1]), 0.5 * lowest))
        values, V = rayleigh_ritz(A, V)
        residual = A @ V[:, :k] - V[:, :k] * values[:k]
        if np.sqrt(np.einsum("ij,ij->j", residual, residual).max()) <= TOLERANCE:
            return values[:k], V[:, :k]
    if n > MOST_FACTORED:
        return values[:k], V[:, :k]
    return leading_eigenvectors(A, k)


def relative_gap(eigenvalues: FloatArray, n_clusters: int, floor: float) -> float:
    """How much the eigenvalues of S fall after so many of them, in relation to where they fall to.

    ``g = (l_C - l_C+1) / (1 - l_C+1 + floor)``: 0 where S falls into more components than there are clusters, nearly 1
    where it falls into exactly as many and these hold together.

    Parameters
    ----------
    eigenvalues : ndarray of shape (k,)
        In descending order, with k > n_clusters, or all of them.
    n_clusters : int
    floor : float
        Differences far below it tell nothing.

    Returns
    -------
    float
        From 0 to 1.
    """
    if len(eigenvalues) <= n_clusters:
        return 0.0
    last, following = float(eigenvalues[n_clusters - 1]), float(eigenvalues[n_clusters])
    return max(0.0, last - following) / (max(0.0, 1.0 - following) + floor)
