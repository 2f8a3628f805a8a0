"""Eigenvectors of the random walk on a similarity graph, as coordinates and as an order of the points."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse
from scipy.sparse.csgraph import connected_components

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.graph.spectral import component_spectra, leading_eigenvectors, normalized_affinity


def _as_matrix(similarity: Any) -> Similarity:
    return csr_array(similarity) if issparse(similarity) else np.asarray(similarity, dtype=float)


def diffusion_plane(similarity: Any) -> FloatArray:
    """Return the second and third eigenvector of the random walk; missing ones are zero.

    Parameters
    ----------
    similarity : ndarray or sparse matrix of shape (n, n)
        Symmetric and non-negative.

    Returns
    -------
    ndarray of shape (n, 2)
    """
    normalized, scale = normalized_affinity(_as_matrix(similarity))
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
    normalized, scale = normalized_affinity(_as_matrix(similarity))
    _, components = connected_components(csr_array(normalized), directed=False)
    parts: list[IntArray] = []
    for members, _, vectors in component_spectra(normalized, components, 2):
        position = vectors[:, -1] * scale[members]
        parts.append(members[np.argsort(position, kind="stable")])
    return np.concatenate(parts).astype(np.intp)
