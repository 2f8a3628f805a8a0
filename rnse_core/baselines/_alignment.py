"""Rotation of eigenvectors towards the axes; its remaining cost indicates the number of clusters."""

from __future__ import annotations

import numpy as np
from scipy.linalg import expm, qr, svd

from rnse_core._base.arrays import FloatArray

MAX_ROUNDS = 300
# Decrease of the cost, per sample, that ends the descent.
TOLERANCE = 1e-7
# Smallest share of the decrease predicted by the gradient that a step must achieve (Armijo rule).
SUFFICIENT = 0.01
SMALLEST_STEP = 1e-10


def alignment_cost(Z: FloatArray) -> float:
    """Mean over the samples of ``sum_j Z_ij^2 / max_j Z_ij^2``, less 1 (Eq. 3 of the paper, per sample).

    Parameters
    ----------
    Z : ndarray of shape (n_samples, n_columns)
        Rows of unit length.

    Returns
    -------
    float
        0 if every row has a single non-zero entry, at most n_columns - 1.
    """
    return float(np.mean(np.square(Z).max(axis=1) ** -1.0)) - 1.0


def _slope(Z: FloatArray) -> FloatArray:
    """Gradient G of the cost at A = 0 in ``Z exp(A)`` over skew-symmetric A.

    Rotations keep the length of a row, so only the changes of its largest entry M count: -2 / M^3 each.
    """
    samples = np.arange(len(Z))
    column = np.abs(Z).argmax(axis=1)
    gradient = np.zeros_like(Z)
    gradient[samples, column] = -2.0 / (Z[samples, column] ** 3 * len(Z))
    product = Z.T @ gradient
    return 0.5 * (product - product.T)


def align_columns(Z: FloatArray) -> tuple[FloatArray, float]:
    """Rotate the columns of Z so that each row comes close to an axis, by a local search.

    The published search descends along the gradient over the angles of Givens rotations. This one descends over the
    same rotations in local coordinates, ``Z exp(A)`` with A skew-symmetric, with a line search.

    Parameters
    ----------
    Z : ndarray of shape (n_samples, n_columns)
        A row of zeros lies along no axis and costs as much as one that is equally far from all.

    Returns
    -------
    Z : ndarray of shape (n_samples, n_columns)
        Rotated.
    cost : float
        The `alignment_cost` of its rows after scaling to unit length.
    """
    lengths = np.linalg.norm(Z, axis=1)
    placed = lengths > 0
    if not placed.any():
        return Z, Z.shape[1] - 1.0
    rows = Z[placed] / lengths[placed, None]
    cost, step = alignment_cost(rows), 1.0
    for _ in range(MAX_ROUNDS):
        A = _slope(rows)
        steepness = float(np.vdot(A, A))
        turned = rows @ expm(-step * A)
        while alignment_cost(turned) > cost - SUFFICIENT * step * steepness and step > SMALLEST_STEP:
            step *= 0.5
            turned = rows @ expm(-step * A)
        turned_cost = alignment_cost(turned)
        if turned_cost >= cost - TOLERANCE:
            break
        rows, cost, step = turned, turned_cost, 4.0 * step
    turned = np.zeros_like(Z)
    turned[placed] = rows * lengths[placed, None]
    share = float(np.mean(placed))
    return turned, share * cost + (1.0 - share) * (Z.shape[1] - 1.0)


def alignment_costs(vectors: FloatArray, first: int) -> dict[int, float]:
    """Cost of the best alignment found for each number of leading eigenvectors.

    Two starts are tried: the alignment of one vector less together with the next vector, as published, and the rotation
    that maps the most independent rows, found by pivoted QR, to the axes.

    Parameters
    ----------
    vectors : ndarray of shape (n_samples, n_vectors)
        Orthonormal, leading ones first.
    first : int
        Smallest number of vectors.

    Returns
    -------
    dict of int to float
        From `first` to n_vectors.
    """
    costs = {}
    Z = vectors[:, : first - 1]
    for size in range(first, vectors.shape[1] + 1):
        starts = (np.column_stack([Z, vectors[:, size - 1]]), _pivoted_start(vectors[:, :size]))
        Z, costs[size] = min((align_columns(start) for start in starts), key=lambda result: result[1])
    return costs


def _pivoted_start(vectors: FloatArray) -> FloatArray:
    _, _, pivots = qr(vectors.T, mode="economic", pivoting=True)
    left, _, right = svd(vectors[pivots[: vectors.shape[1]]].T)
    return vectors @ (left @ right)
