"""Eigenvectors of a similarity, one connected component at a time, and the eigengap.

The multiplicity of the eigenvalue 1 of a doubly stochastic S is the number of its connected components (Theorem 1,
since L_S = I - S). An iterative solver for all of S may miss some of these eigenvalues, and it returns an arbitrary
basis of the eigenspace. The components are therefore handled separately; within a component, the largest eigenvalue is
simple.

References
----------
Damle, A., Minden, V. and Ying, L. (2019). Simple, direct and efficient multi-way spectral clustering. Information
and Inference 8(1). https://doi.org/10.1093/imaiai/iay008
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, qr, svd
from scipy.sparse import csc_array, csr_array, diags_array, eye_array
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh, splu

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.checks import check_count
from rnse_core.graph.components import component_labels

# Largest size at which a dense eigendecomposition is faster than an iterative one.
DENSE_SIZE = 256
ARPACK_TOL = 1e-8
# Restarts before the shift-inverted fallback. If more are needed, the gaps between eigenvalues are tiny. The graph is
# then nearly divided by few edges (Cheeger's inequality), so that a sparse factorisation has little fill-in.
ARPACK_ROUNDS = 15
# Eigenvalues that differ by less than this, relative to the largest, are taken for equal.
SAME_VALUE = 1e-7
# Distance of the shift from the largest eigenvalue, 1, in the shift-inverted fallback.
SHIFT = 1e-6
# Added to a Laplacian eigenvalue before a gap is divided by it. Measured on 48 labelled data sets (bundled, synthetic
# and benchmark shapes; self-tuning kernel, k = 20): it gives the number of classes 26 times, and a number that differs
# from it by at most one 39 times; 0.02 gives it 21 times, the largest absolute gap 11 times.
GAP_FLOOR = 0.005

# Samples of a component, its leading eigenvalues in descending order, and the eigenvectors in columns.
Spectrum = tuple[IntArray, FloatArray, FloatArray]


def leading_eigenvectors(A: Similarity, k: int) -> tuple[FloatArray, FloatArray]:
    """Compute the k largest eigenvalues and the eigenvectors of a symmetric matrix whose graph is connected.

    Parameters
    ----------
    A : csr_array or ndarray of shape (n, n)
        Its largest eigenvalue is at most 1.
    k : int
        At most n.

    Returns
    -------
    values : ndarray of shape (k,)
        In descending order.
    vectors : ndarray of shape (n, k)
        Orthonormal, each with the entry of largest magnitude positive.
    """
    n = A.shape[0]
    if n <= DENSE_SIZE or k >= n - 1:
        return _dense(A, k)
    # A fixed start, so that runs can be repeated. It is not the constant vector, which is an eigenvector.
    v0 = np.random.default_rng(0).uniform(0.5, 1.5, n)
    try:
        values, vectors = _complete(LinearOperator(A.shape, matvec=A.__matmul__, dtype=np.float64), k, v0)
    except ArpackNoConvergence:
        if isinstance(A, np.ndarray):
            return _dense(A, k)
        values, vectors = _shift_inverted(A, k, v0)
    return values, with_fixed_signs(vectors)


def _complete(operator: LinearOperator, k: int, v0: FloatArray, **options: float) -> tuple[FloatArray, FloatArray]:
    """The k largest eigenpairs, with the multiplicities of repeated eigenvalues, in descending order.

    A Krylov space contains one vector of each eigenspace. ARPACK finds further ones by rounding alone, or not at all.
    The eigenpairs that it found are therefore deflated, and the largest eigenvalue of the rest is computed, until that
    is not larger than the smallest one found.
    """
    limits = {"tol": ARPACK_TOL, "maxiter": ARPACK_ROUNDS, **options}
    values, vectors = eigsh(operator, k, which="LA", v0=v0, **limits)
    for attempt in range(1, k + 1):
        floor = values.min() - 1.0

        def deflated(x: FloatArray, V: FloatArray = vectors, w: FloatArray = values - floor) -> FloatArray:
            return operator @ x - V @ (w * (V.T @ x))

        rest = LinearOperator(operator.shape, matvec=deflated, dtype=np.float64)
        # A new start each time: an earlier one may be orthogonal to the missing eigenvectors.
        start = np.random.default_rng(attempt).uniform(0.5, 1.5, len(v0))
        value, vector = eigsh(rest, 1, which="LA", v0=start, **limits)
        if value[0] <= values.min() + SAME_VALUE * abs(values).max():
            break
        kept = np.argsort(-values, kind="stable")[: k - 1]
        vector -= vectors @ (vectors.T @ vector)
        values = np.append(values[kept], value)
        vectors = np.column_stack([vectors[:, kept], vector / np.linalg.norm(vector)])
    order = np.argsort(-values, kind="stable")
    return values[order], vectors[:, order]


def _dense(A: Similarity, k: int) -> tuple[FloatArray, FloatArray]:
    full = A if isinstance(A, np.ndarray) else A.toarray()
    n = len(full)
    # The whole spectrum: LAPACK's solver for a part of it fails on some matrices with many equal eigenvalues.
    values, vectors = (part[..., n - k :] for part in eigh(full, driver="evd"))
    return values[::-1], with_fixed_signs(vectors[:, ::-1])


def _shift_inverted(A: csr_array, k: int, v0: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The eigenvalues next to 1, by a sparse factorisation. Its cost does not depend on their gaps."""
    shifted = csc_array(eye_array(A.shape[0]) * (1.0 + SHIFT) - A)
    factor = splu(shifted, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    inverse = LinearOperator(A.shape, matvec=factor.solve, dtype=np.float64)
    values, vectors = _complete(inverse, k, v0, maxiter=len(v0))
    return 1.0 + SHIFT - 1.0 / values, vectors


def with_fixed_signs(vectors: FloatArray) -> FloatArray:
    """Make the entry of largest magnitude in each column positive: solvers leave the sign undetermined.

    Parameters
    ----------
    vectors : ndarray of shape (n, k)
        In columns.

    Returns
    -------
    ndarray of shape (n, k)
    """
    largest = np.argmax(np.abs(vectors), axis=0)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])])
    return vectors * np.where(signs == 0, 1.0, signs)


def cluster_qr(vectors: FloatArray) -> IntArray:
    """Compute labels from eigenvectors by a pivoted QR factorisation (Damle, Minden and Ying 2019).

    The pivots are samples whose rows are nearly orthogonal. A rotation aligns the axes with these rows; the label of a
    sample is then the largest entry of its row.

    Parameters
    ----------
    vectors : ndarray of shape (n_samples, n_clusters)
        Orthonormal columns.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        Some clusters may have no sample.
    """
    k = vectors.shape[1]
    pivots = qr(vectors.T, mode="r", pivoting=True)[1][:k]
    left, _, right = svd(vectors[pivots].T, full_matrices=False)
    return np.abs(vectors @ (left @ right)).argmax(axis=1)


def component_spectra(S: Similarity, components: IntArray, k: int) -> list[Spectrum]:
    """Compute the leading eigenpairs of every component of S.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    components : ndarray of shape (n_samples,)
        Component of each sample.
    k : int
        Eigenpairs of each component; a component with fewer samples has as many as it has samples.

    Returns
    -------
    list of (members, values, vectors)
        For each component its samples, the eigenvalues in descending order, and the eigenvectors in columns.
    """
    order = np.argsort(components, kind="stable")
    spectra: list[Spectrum] = []
    for members in np.split(order, np.cumsum(np.bincount(components))[:-1]):
        block = S if len(members) == S.shape[0] else S[members][:, members]
        values, vectors = leading_eigenvectors(block, min(k, len(members)))
        spectra.append((members, values, vectors))
    return spectra


def normalized_affinity(K: Similarity, *, isolated: float = 0.0) -> tuple[Similarity, FloatArray]:
    """Return ``D^-1/2 K D^-1/2`` and the diagonal of ``D^-1/2``, D being the diagonal of row sums.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    isolated : float, default=0.0
        Diagonal entry for a sample without any affinity; with 1 it is a component with the Laplacian eigenvalue 0.

    Returns
    -------
    normalized : csr_array or ndarray of shape (n_samples, n_samples)
        Of the same type as `K`.
    scale : ndarray of shape (n_samples,)
        1 for a sample without any affinity.
    """
    degrees = np.asarray(K.sum(axis=1), dtype=np.float64).ravel()
    scale = 1.0 / np.sqrt(np.where(degrees > 0, degrees, 1.0))
    if not isinstance(K, np.ndarray):
        alone = diags_array(np.where(degrees == 0, isolated, 0.0))
        return csr_array(diags_array(scale) @ K @ diags_array(scale) + alone), scale
    normalized = K * np.multiply.outer(scale, scale)
    places = np.flatnonzero(degrees == 0)
    normalized[places, places] = isolated
    return normalized, scale


def normalized_spectrum(K: FloatArray, k: int) -> FloatArray:
    """Compute the k largest eigenvalues of ``D^-1/2 K D^-1/2``, D being the diagonal of row sums.

    1 minus these are the smallest eigenvalues of the normalised Laplacian. The multiplicity of 1 is the number of
    connected components (Theorem 1).

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    k : int
        Clipped to n_samples.

    Returns
    -------
    values : ndarray of shape (min(k, n_samples),)
        In descending order, within [-1, 1] up to rounding.
    """
    k = min(check_count("k", k), len(K))
    normalized, _ = normalized_affinity(K, isolated=1.0)
    spectra = component_spectra(normalized, component_labels(K), k)
    values = np.concatenate([values for _, values, _ in spectra])
    return np.sort(values)[::-1][:k]


def relative_gaps(eigenvalues: FloatArray) -> FloatArray:
    """Compute the gaps between the eigenvalues of the Laplacian, relative to the larger one.

    With mu_k = 1 - eigenvalue k, in ascending order, the gap after k is ``(mu_{k+1} - mu_k) / (mu_{k+1} + 0.005)``, for
    k = 2, 3, ... A step from 0.0003 to 0.02 is more significant than one from 0.4 to 0.5; steps far below 0.005 are not
    significant.

    Parameters
    ----------
    eigenvalues : ndarray of shape (k,)
        Descending, from `normalized_spectrum`.

    Returns
    -------
    gaps : ndarray of shape (max(k - 2, 0),)
        Between 0 and 1.
    """
    return (eigenvalues[1:-1] - eigenvalues[2:]) / (1.0 - eigenvalues[2:] + GAP_FLOOR)


def suggest_n_clusters(eigenvalues: FloatArray) -> int:
    """Return the number of eigenvalues of the Laplacian before their largest relative gap.

    Parameters
    ----------
    eigenvalues : ndarray of shape (k,)
        Descending, from `normalized_spectrum`.

    Returns
    -------
    int
        At least 2 with three or more values, else 1. :func:`rnse_core.graph.eigengap.judge_gap` judges how reliable it
        is.
    """
    return int(np.argmax(relative_gaps(eigenvalues))) + 2 if len(eigenvalues) > 2 else 1
