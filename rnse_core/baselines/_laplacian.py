"""Smallest eigenpairs of the Laplacian D - A of a graph, to full accuracy.

The number of components of a learned graph is decided by sums of eigenvalues of 1e-11, and the graphs are compared with
published ones to many digits. So the tolerance of a solver must not limit the accuracy, and no copy of a multiple
eigenvalue may be missed by a Krylov space.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, eigh
from scipy.sparse import csc_array, csr_array, diags_array, eye_array
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, SuperLU, eigsh, splu

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.graph.components import component_labels

# Up to this size a dense eigendecomposition is as fast as a sparse one.
DENSE_SIZE = 256
# With larger shares of non-zero entries, or of wanted eigenpairs, it is faster at any size.
MOST_FILLED = 0.05
MOST_WANTED = 0.05
# Distance of the shift from the eigenvalue 0, relative to the largest degree.
SHIFT = 1e-3
# Least number of vectors in a Krylov space, and limit on its restarts. More are needed where all gaps are tiny.
KRYLOV_SIZE = 40
RESTARTS = 30
# Residual of an eigenpair, relative to the largest degree, that rounding explains.
ROUNDING = 1e-13
# Eigenvalues with a smaller relative difference count as copies.
SAME_VALUE = 1e-6


def symmetrized(S: csr_array) -> csr_array:
    """Return ``(S + S') / 2`` without stored zeros, so that the stored entries are the edges."""
    A = csr_array(0.5 * (S + S.T))
    A.eliminate_zeros()
    return A


def smallest_eigenpairs(A: csr_array, k: int) -> tuple[FloatArray, FloatArray]:
    """The k smallest eigenvalues of ``D - A`` and their eigenvectors, D being the diagonal of row sums.

    The eigenvalue 0 has one eigenvector per connected component, which is constant on it. So each component is treated
    separately, and with k or more components nothing has to be computed.

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
    # Apart from its constant vector, a component contributes at most k - n_zeros of the k smallest.
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
    """Members of a component, and its k smallest eigenpairs (or all) without that of the constant vector."""
    k = min(k, len(members) - 1)
    if k == 0:
        return members, np.empty(0), np.empty((len(members), 0))
    block = A if len(members) == A.shape[0] else A[members][:, members]
    n = len(members)
    if n > DENSE_SIZE and block.nnz <= MOST_FILLED * n * n and k <= MOST_WANTED * n:
        found = _by_inversion(block, k)
        if found is not None:
            return members, *found
    return members, *_by_decomposition(block, k)


def _by_decomposition(block: csr_array, k: int) -> tuple[FloatArray, FloatArray]:
    degrees = block.sum(axis=1)
    laplacian = -block.toarray()
    laplacian[np.diag_indices_from(laplacian)] += degrees
    # Moves the eigenvalue of the constant vector to the top, since no other exceeds twice the largest degree. It could
    # not be distinguished from another eigenvalue close to 0.
    laplacian += 2.0 * degrees.max() / len(degrees)
    try:
        values, vectors = eigh(laplacian, subset_by_index=[0, k - 1], driver="evr")
    except LinAlgError:
        # LAPACK's fastest solver fails on some matrices with many equal eigenvalues; this one does not.
        values, vectors = eigh(laplacian, driver="evd")
    return values[:k], vectors[:, :k]


def _by_inversion(block: csr_array, k: int) -> tuple[FloatArray, FloatArray] | None:
    """Eigenpairs by Lanczos on the inverse, with a sparse factorisation; None if they cannot be verified."""
    n = block.shape[0]
    degrees = block.sum(axis=1)
    laplacian = csc_array(diags_array(degrees) - block)
    scale = float(degrees.max())
    inverse = _factorized(laplacian, SHIFT * scale)

    def without_constant(x: FloatArray) -> FloatArray:
        y: FloatArray = inverse.solve(x - x.mean())
        return y - y.mean()

    operator = LinearOperator((n, n), matvec=without_constant, dtype=np.float64)
    size = min(n - 1, max(KRYLOV_SIZE, 2 * k + 1))
    # A fixed start makes the result reproducible.
    start = np.random.default_rng(0).uniform(-1.0, 1.0, n)
    try:
        inverted, vectors = eigsh(operator, k, which="LA", v0=start, ncv=size, maxiter=RESTARTS, tol=0.0)
    except ArpackNoConvergence:
        return None
    vectors = vectors[:, np.argsort(-inverted, kind="stable")]
    image = laplacian @ vectors
    values = np.einsum("ij,ij->j", vectors, image)
    accurate = np.abs(image - vectors * values).max() <= ROUNDING * scale
    return (values, vectors) if accurate and _complete(laplacian, values) else None


def _complete(laplacian: csc_array, values: FloatArray) -> bool:
    """Whether no eigenvalue below the last one is missing, copies included.

    By Sylvester's law of inertia, L - t I has as many negative pivots as L has eigenvalues below t.
    """
    below = values[-1] * (1.0 - SAME_VALUE)
    try:
        factor = _factorized(laplacian, -below)
    except RuntimeError:
        # A pivot of exactly 0.
        return False
    if not np.array_equal(factor.perm_r, factor.perm_c):
        return False
    # One more for the eigenvalue 0 of the constant vector.
    return bool(np.count_nonzero(factor.U.diagonal() < 0) == np.count_nonzero(values < below) + 1)


def _factorized(laplacian: csc_array, shift: float) -> SuperLU:
    """Factorise L + shift I with pivots on the diagonal."""
    shifted = csc_array(laplacian + shift * eye_array(laplacian.shape[0]))
    return splu(shifted, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})


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
