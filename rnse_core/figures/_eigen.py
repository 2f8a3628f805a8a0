"""The leading eigenvectors of a similarity graph, for pictures only."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import ArpackError, eigsh

from .._validation import FloatArray


def diffusion_coordinates(similarity: Any, n_components: int) -> FloatArray:
    """Return the leading non-trivial eigenvectors of the random walk on a similarity graph.

    They are the eigenvectors of ``D^-1/2 S D^-1/2`` after the first, times ``D^-1/2``. Looser than what a
    clustering needs: a picture shows three digits at best.

    Parameters
    ----------
    similarity : ndarray or sparse matrix of shape (n, n)
        Symmetric and non-negative.
    n_components : int
        How many eigenvectors to return.

    Returns
    -------
    ndarray of shape (n, n_components)
        Columns by falling eigenvalue. The sign is chosen so that the entry of largest size is positive, and the
        start vector is fixed, so the same graph always gives the same picture.
    """
    degrees = np.asarray(similarity.sum(axis=1), dtype=float).ravel()
    n = len(degrees)
    coordinates = np.zeros((n, n_components))
    scale = np.zeros(n)
    np.divide(1.0, np.sqrt(degrees, where=degrees > 0, out=np.ones(n)), out=scale, where=degrees > 0)
    if sparse.issparse(similarity):
        normalized = sparse.diags_array(scale) @ similarity @ sparse.diags_array(scale)
    else:
        normalized = np.asarray(similarity, dtype=float) * scale[:, None] * scale[None, :]
    wanted = min(n_components + 1, n)
    values, vectors = _largest(normalized, wanted)
    for place, column in enumerate(np.argsort(-values, kind="stable")[1:wanted]):
        vector = vectors[:, column] * scale
        coordinates[:, place] = vector if vector[np.argmax(np.abs(vector))] >= 0 else -vector
    return coordinates


def _largest(matrix: Any, k: int) -> tuple[FloatArray, FloatArray]:
    n = matrix.shape[0]
    if k < n - 1:
        start = np.random.default_rng(0).normal(size=n)
        try:
            values, vectors = eigsh(matrix, k=k, which="LA", v0=start, tol=1e-4)
            return values, vectors
        except ArpackError:
            pass  # Lanczos can stall on clustered eigenvalues; the dense solver cannot.
    dense = matrix.toarray() if sparse.issparse(matrix) else matrix
    values, vectors = np.linalg.eigh(dense)
    return values[-k:], vectors[:, -k:]
