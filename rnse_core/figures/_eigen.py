"""The random walk on a similarity graph, as far as pictures need it."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array, diags_array, issparse
from scipy.sparse.csgraph import connected_components

from .._validation import FloatArray, IntArray
from ..spectral import component_spectra, leading_eigenvectors


def _normalized(similarity: Any) -> tuple[Any, FloatArray]:
    """Return ``D^-1/2 S D^-1/2`` and the diagonal of ``D^-1/2``, with 1 for a point without any similarity."""
    degrees = np.asarray(similarity.sum(axis=1), dtype=float).ravel()
    scale = 1.0 / np.sqrt(np.where(degrees > 0, degrees, 1.0))
    if issparse(similarity):
        return csr_array(diags_array(scale) @ similarity @ diags_array(scale)), scale
    return np.asarray(similarity, dtype=float) * np.multiply.outer(scale, scale), scale


def diffusion_plane(similarity: Any) -> FloatArray:
    """Return the second and third eigenvector of the random walk, zeros where there are fewer.

    Parameters
    ----------
    similarity : ndarray or sparse matrix of shape (n, n)
        Symmetric and non-negative.

    Returns
    -------
    ndarray of shape (n, 2)
    """
    normalized, scale = _normalized(similarity)
    n = len(scale)
    plane = np.zeros((n, 2))
    _, vectors = leading_eigenvectors(normalized, min(3, n))
    plane[:, : vectors.shape[1] - 1] = vectors[:, 1:] * scale[:, None]
    return plane


def walk_order(similarity: Any) -> IntArray:
    """Return the points component by component, inside each along its second eigenvector (the Fiedler order).

    Parameters
    ----------
    similarity : ndarray or sparse matrix of shape (n, n)
        Symmetric and non-negative.

    Returns
    -------
    ndarray of shape (n,)
        A permutation.
    """
    normalized, scale = _normalized(similarity)
    _, components = connected_components(csr_array(normalized), directed=False)
    parts: list[IntArray] = []
    for members, _, vectors in component_spectra(normalized, components, 2):
        position = vectors[:, -1] * scale[members]
        parts.append(members[np.argsort(position, kind="stable")])
    return np.concatenate(parts).astype(np.intp)
