"""Eigenvectors of a similarity graph, component by component, and the eigengap.

A doubly stochastic S has the eigenvalue 1 once per connected component. An iterative solver run on all of S may miss
some of these copies and returns arbitrary mixtures of the others, so each component is treated on its own: within
one, the leading eigenvalue is simple.

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

# Up to this size a dense eigendecomposition beats an iterative one.
DENSE_SIZE = 256
ARPACK_TOL = 1e-8
# Restarts granted before the shift-inverted fallback. Where more are needed, gaps are tiny, so the graph falls apart
# along few edges (Cheeger) and a sparse factorisation fills in little; where gaps are wide, ARPACK is done sooner.
ARPACK_ROUNDS = 15
# Two eigenvalues that differ by less than this, relative to the largest, count as one.
SAME_VALUE = 1e-7
# Distance of the shift from the largest eigenvalue, 1, in the shift-inverted fallback.
SHIFT = 1e-6
# Size of a Laplacian eigenvalue from which gaps begin to count in full. On 48 labelled data sets (bundled, synthetic
# and benchmark shapes; self-tuning kernel, k = 20) this finds the number of classes 26 times, within one 39 times;
# 0.02 finds it 21 times, the largest absolute gap 11 times.
GAP_FLOOR = 0.005

# Members of a component, its leading eigenvalues in descending order, and the eigenvectors in columns.
Spectrum = tuple[IntArray, FloatArray, FloatArray]


def leading_eigenvectors(A: Similarity, k: int) -> tuple[FloatArray, FloatArray]:
    """The k largest eigenvalues and their eigenvectors of a symmetric matrix whose graph is connected.

    Parameters
    ----------
    A : csr_array or ndarray of shape (n, n)
        With eigenvalues of at most 1.
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
    # A fixed start makes runs repeatable; it must not be the constant vector, which is an eigenvector itself.
    v0 = np.random.default_rng(0).uniform(0.5, 1.5, n)
    try:
        values, vectors = _complete(LinearOperator(A.shape, matvec=A.__matmul__, dtype=np.float64), k, v0)
    except ArpackNoConvergence:
        if isinstance(A, np.ndarray):
            return _dense(A, k)
        values, vectors = _shift_inverted(A, k, v0)
    return values, _signed(vectors)


def _complete(operator: LinearOperator, k: int, v0: FloatArray, **options: float) -> tuple[FloatArray, FloatArray]:
    """The k largest eigenpairs, copies of repeated eigenvalues included, in descending order.

    A Krylov space holds one vector of each eigenspace, so ARPACK finds further copies by rounding alone, or not at all.
    What it found is therefore taken out of the operator, and the largest rest is asked for, until that is no larger
    than what there is.
    """
    limits = {"tol": ARPACK_TOL, "maxiter": ARPACK_ROUNDS, **options}
    values, vectors = eigsh(operator, k, which="LA", v0=v0, **limits)
    for attempt in range(1, k + 1):
        floor = values.min() - 1.0

        def deflated(x: FloatArray, V: FloatArray = vectors, w: FloatArray = values - floor) -> FloatArray:
            return operator @ x - V @ (w * (V.T @ x))

        rest = LinearOperator(operator.shape, matvec=deflated, dtype=np.float64)
        # A new start each time: one that is symmetric to an earlier one may have no part in what is missing.
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
    # All of them: LAPACK's solver for a part of the spectrum fails on some matrices with many equal eigenvalues.
    values, vectors = (part[..., n - k :] for part in eigh(full, driver="evd"))
    return values[::-1], _signed(vectors[:, ::-1])


def _shift_inverted(A: csr_array, k: int, v0: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eigenvectors next to 1 by a sparse factorisation: slow to set up, but indifferent to tiny gaps."""
    shifted = csc_array(eye_array(A.shape[0]) * (1.0 + SHIFT) - A)
    factor = splu(shifted, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    inverse = LinearOperator(A.shape, matvec=factor.solve, dtype=np.float64)
    values, vectors = _complete(inverse, k, v0, maxiter=len(v0))
    return 1.0 + SHIFT - 1.0 / values, vectors


def _signed(vectors: FloatArray) -> FloatArray:
    """Fix the sign of each column, which solvers leave open."""
    largest = np.argmax(np.abs(vectors), axis=0)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])])
    return vectors * np.where(signs == 0, 1.0, signs)


def cluster_qr(vectors: FloatArray) -> IntArray:
    """Labels from eigenvectors by a pivoted QR factorisation (Damle, Minden and Ying 2019).

    Parameters
    ----------
    vectors : ndarray of shape (n_samples, n_clusters)
        Orthonormal columns.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        Clusters left without a sample are possible.
    """
    k = vectors.shape[1]
    pivots = qr(vectors.T, mode="r", pivoting=True)[1][:k]
    left, _, right = svd(vectors[pivots].T, full_matrices=False)
    return np.abs(vectors @ (left @ right)).argmax(axis=1)


def component_spectra(S: Similarity, components: IntArray, k: int) -> list[Spectrum]:
    """Leading eigenpairs of every component of S.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    components : ndarray of shape (n_samples,)
        Component of each sample.
    k : int
        Pairs wanted per component; a smaller component gives as many as it has samples.

    Returns
    -------
    list of (members, values, vectors)
        One triple per component: indices of its samples, eigenvalues in descending order, eigenvectors in columns.
    """
    order = np.argsort(components, kind="stable")
    groups = np.split(order, np.cumsum(np.bincount(components))[:-1])
    spectra: list[Spectrum] = []
    for members in groups:
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
        Diagonal entry for a sample without any affinity; 1 makes it a component of its own, with the Laplacian's
        eigenvalue 0.

    Returns
    -------
    normalized : csr_array or ndarray of shape (n_samples, n_samples)
        Of the kind that `K` is.
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
    """The k largest eigenvalues of ``D^-1/2 K D^-1/2``, D being the diagonal of row sums.

    1 minus these are the smallest eigenvalues of the normalised Laplacian; the number of ones is the number of
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
    """How much the Laplacian's eigenvalues jump after 2, 3, ... of them, in relation to where they jump to.

    With mu = 1 - eigenvalue in ascending order, the gap after k is ``(mu_{k+1} - mu_k) / (mu_{k+1} + 0.005)``: a jump
    from 0.0003 to 0.02 tells more than one from 0.4 to 0.5, but differences far below 0.005 tell nothing.

    Parameters
    ----------
    eigenvalues : ndarray of shape (k,)
        Descending, as `normalized_spectrum` gives them.

    Returns
    -------
    gaps : ndarray of shape (max(k - 2, 0),)
        Between 0 and 1.
    """
    return (eigenvalues[1:-1] - eigenvalues[2:]) / (1.0 - eigenvalues[2:] + GAP_FLOOR)


def suggest_n_clusters(eigenvalues: FloatArray) -> int:
    """Number of clusters before the largest relative gap between the Laplacian's eigenvalues.

    Parameters
    ----------
    eigenvalues : ndarray of shape (k,)
        Descending, as `normalized_spectrum` gives them; k at least 3 to choose among 2 and more.

    Returns
    -------
    int
        At least 2 where three or more values are given; 1 otherwise. See
        :func:`rnse_core.graph.eigengap.judge_gap` for how far it can be relied on.
    """
    return int(np.argmax(relative_gaps(eigenvalues))) + 2 if len(eigenvalues) > 2 else 1
