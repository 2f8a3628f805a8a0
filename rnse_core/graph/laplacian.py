"""Laplacians of a weighted graph and their smallest eigenpairs, for graphs of up to a few thousand samples.

The multiplicity of the eigenvalue 0 is the number of connected components. The smaller the next eigenvalues are, the
smaller are the cuts that divide the graph.

References
----------
von Luxburg, U. (2007). A tutorial on spectral clustering. Statistics and Computing 17(4).
https://doi.org/10.1007/s11222-007-9033-z
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_choice, check_count
from rnse_core.graph.spectral import with_fixed_signs

LAPLACIANS = ("unnormalized", "symmetric", "random_walk")
# An eigenvalue of at most this counts as 0, relative to the largest degree.
ZERO = 1e-10


def laplacian(W: ArrayLike, kind: str = "unnormalized") -> FloatArray:
    """Laplacian of a graph.

    Parameters
    ----------
    W : array-like of shape (n_samples, n_samples)
        Symmetric, non-negative weights. The diagonal cancels out of the first kind, and counts in the others.
    kind : {"unnormalized", "symmetric", "random_walk"}, default="unnormalized"
        ``D - W``, ``I - D^-1/2 W D^-1/2`` or ``I - D^-1 W``, D being the diagonal of row sums. A sample without any
        weight has a row of zeros in all three.

    Returns
    -------
    L : ndarray of shape (n_samples, n_samples)

    Raises
    ------
    ParameterError
        If there is no such kind.
    """
    check_choice("kind", kind, LAPLACIANS)
    W = np.asarray(W, dtype=np.float64)
    degrees = W.sum(axis=1)
    if kind == "unnormalized":
        return np.diag(degrees) - W
    connected = np.diag((degrees > 0).astype(np.float64))
    inverse = np.divide(1.0, degrees, out=np.zeros_like(degrees), where=degrees > 0)
    if kind == "random_walk":
        return connected - inverse[:, None] * W
    root = np.sqrt(inverse)
    return connected - root[:, None] * W * root


def laplacian_eigenpairs(W: ArrayLike, k: int, kind: str = "unnormalized") -> tuple[FloatArray, FloatArray]:
    """Smallest eigenvalues of a Laplacian and their eigenvectors.

    Parameters
    ----------
    W : array-like of shape (n_samples, n_samples)
    k : int
        Clipped to n_samples.
    kind : {"unnormalized", "symmetric", "random_walk"}, default="unnormalized"
        The eigenvectors of "random_walk" are those of "symmetric" times D^-1/2, of unit length.

    Returns
    -------
    values : ndarray of shape (k,)
        Ascending, at least 0.
    vectors : ndarray of shape (n_samples, k)
        In columns, each with the entry of largest magnitude positive.
    """
    W = np.asarray(W, dtype=np.float64)
    k = min(check_count("k", k), len(W))
    L = laplacian(W, "symmetric" if kind == "random_walk" else kind)
    values, vectors = eigh(L, subset_by_index=[0, k - 1])
    if kind == "random_walk":
        degrees = W.sum(axis=1)
        vectors = vectors / np.sqrt(np.where(degrees > 0, degrees, 1.0))[:, None]
        vectors /= np.linalg.norm(vectors, axis=0)
    return np.maximum(values, 0.0), with_fixed_signs(vectors)


def count_zeros(values: ArrayLike, W: ArrayLike) -> int:
    """Number of eigenvalues that are 0 up to rounding, which is the number of connected components.

    Parameters
    ----------
    values : array-like of shape (k,)
        Of a Laplacian of `W`; with fewer than there are components, the count is k.
    W : array-like of shape (n_samples, n_samples)

    Returns
    -------
    int
    """
    scale = max(1.0, float(np.asarray(W, dtype=np.float64).sum(axis=1).max(initial=0.0)))
    return int(np.count_nonzero(np.asarray(values) <= ZERO * scale))
