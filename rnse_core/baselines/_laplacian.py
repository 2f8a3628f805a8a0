"""Smallest eigenpairs of the Laplacian D - A of a graph, to full accuracy."""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, eigh
from scipy.sparse import csr_array

from rnse_core._validation import FloatArray, IntArray
from rnse_core.objective import component_labels


def symmetrized(S: csr_array) -> csr_array:
    """Return ``(S + S') / 2`` without stored zeros, so that what is stored are the edges."""
    A = csr_array(0.5 * (S + S.T))
    A.eliminate_zeros()
    return A


def smallest_eigenpairs(A: csr_array, k: int) -> tuple[FloatArray, FloatArray]:
    """The k smallest eigenvalues of ``D - A`` and their eigenvectors, D being the diagonal of row sums.

    The eigenvalue 0 has one eigenvector per connected component, constant on it. So each component is treated on its
    own; where there are k components or more, nothing needs to be computed.

    Parameters
    ----------
    A : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative, without stored zeros.
    k : int
        Clipped to n_samples.

    Returns
    -------
    values : ndarray of shape (min(k, n_samples),)
        In ascending order.
    vectors : ndarray of shape (n_samples, min(k, n_samples))
        Orthonormal columns.
    """
    n = A.shape[0]
    components = component_labels(A)
    sizes = np.bincount(components)
    k = min(k, n)
    values = np.zeros(k)
    vectors = np.zeros((n, k))
    n_zeros = min(k, len(sizes))
    constant = np.flatnonzero(components < n_zeros)
    vectors[constant, components[constant]] = 1.0 / np.sqrt(sizes[components[constant]])
    if n_zeros == k:
        return values, vectors
    # Beyond its constant vector, a component can have at most as many of the k smallest as there are left.
    others = [_beyond_constant(A, np.flatnonzero(components == c), k - n_zeros) for c in range(len(sizes))]
    owner = np.repeat(np.arange(len(sizes)), [len(found) for _, found, _ in others])
    column = np.concatenate([np.arange(len(found)) for _, found, _ in others])
    merged = np.concatenate([found for _, found, _ in others])
    chosen = np.argsort(merged, kind="stable")[: k - n_zeros]
    values[n_zeros:] = merged[chosen]
    for at, (c, j) in enumerate(zip(owner[chosen], column[chosen], strict=True), start=n_zeros):
        members, _, found = others[c]
        vectors[members, at] = found[:, j]
    return values, vectors


def _beyond_constant(A: csr_array, members: IntArray, k: int) -> tuple[IntArray, FloatArray, FloatArray]:
    """Members of a component, and its smallest k eigenpairs (or all) apart from the constant vector's."""
    k = min(k, len(members) - 1)
    if k == 0:
        return members, np.empty(0), np.empty((len(members), 0))
    block = A if len(members) == A.shape[0] else A[members][:, members]
    degrees = block.sum(axis=1)
    laplacian = -block.toarray()
    laplacian[np.diag_indices_from(laplacian)] += degrees
    # Lifts the constant vector's eigenvalue to the top: no other exceeds twice the largest degree. Next to another
    # eigenvalue of almost 0, it could not be told apart.
    laplacian += 2.0 * degrees.max() / len(members)
    try:
        values, vectors = eigh(laplacian, subset_by_index=[0, k - 1], driver="evr")
    except LinAlgError:
        # LAPACK's fastest solver gives up on some matrices with many equal eigenvalues; this one does not.
        values, vectors = eigh(laplacian, driver="evd")
    return members, values[:k], vectors[:, :k]


def pair_distances(F: FloatArray, rows: IntArray, cols: IntArray) -> FloatArray:
    """Squared distances ``||f_i - f_j||^2`` between rows i and j of an embedding.

    Parameters
    ----------
    F : ndarray of shape (n_samples, n_dimensions)
    rows, cols : ndarray of int
        Of shapes that broadcast.

    Returns
    -------
    ndarray
        Of the shape that `rows` and `cols` broadcast to.
    """
    difference = F[rows] - F[cols]
    distances: FloatArray = np.einsum("...c,...c->...", difference, difference)
    return distances
