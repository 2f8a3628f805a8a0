"""Subspace iteration with Chebyshev polynomials: the steps that every search for leading eigenvectors shares.

The polynomial is small on an interval of unwanted eigenvalues and grows fast beyond it, so that few products with the
matrix separate what is wanted. A block method finds equal eigenvalues together.

References
----------
Zhou, Y., Saad, Y., Tiago, M. L. and Chelikowsky, J. R. (2006). Self-consistent-field calculations using
Chebyshev-filtered subspace iteration. Journal of Computational Physics 219(1).
https://doi.org/10.1016/j.jcp.2006.03.017
"""

from __future__ import annotations

from scipy.linalg import eigh, qr

from rnse_core._base.arrays import FloatArray, Similarity

DEGREE = 10


def chebyshev_filtered(A: Similarity, V: FloatArray, low: float, high: float) -> FloatArray:
    """V times the Chebyshev polynomial that is small between two values and grows beyond them.

    Parameters
    ----------
    A : csr_array or ndarray of shape (n, n)
        Symmetric.
    V : ndarray of shape (n, k)
    low, high : float
        Ends of the interval of unwanted eigenvalues, low < high.

    Returns
    -------
    ndarray of shape (n, k)
    """
    half, middle = 0.5 * (high - low), 0.5 * (high + low)
    before, now = V, (A @ V - middle * V) / half
    for _ in range(DEGREE - 1):
        before, now = now, (2.0 / half) * (A @ now - middle * now) - before
    return now


def rayleigh_ritz(A: Similarity, V: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Ritz values, in descending order, and orthonormal Ritz vectors within the span of V.

    Parameters
    ----------
    A : csr_array or ndarray of shape (n, n)
        Symmetric.
    V : ndarray of shape (n, k)

    Returns
    -------
    values : ndarray of shape (k,)
    vectors : ndarray of shape (n, k)
    """
    Q = qr(V, mode="economic", check_finite=False)[0]
    values, rotation = eigh(Q.T @ (A @ Q), check_finite=False)
    return values[::-1], Q @ rotation[:, ::-1]
