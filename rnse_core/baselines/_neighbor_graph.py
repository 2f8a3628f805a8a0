"""The nearest-neighbour graph of Laplacian eigenmaps, LPP, spectral regression and GNMF."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_choice, check_positive
from rnse_core.affinity.dense import knn_graph
from rnse_core.affinity.distances import center_and_scale, pairwise_squared_distances
from rnse_core.exceptions import ParameterError, Reason

WEIGHTS = ("heat", "binary")


def neighbor_graph(X: FloatArray, n_neighbors: int = 5, weights: str = "heat", t: float | None = None) -> FloatArray:
    """Graph with an edge where one of two samples is among the nearest neighbours of the other.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    n_neighbors : int, default=5
        Neighbours per sample, without the sample itself. Clipped to n_samples - 1 with a warning.
    weights : {"heat", "binary"}, default="heat"
        ``exp(-d_ij^2 / (2 t^2))``, or 1.
    t : float or None, default=None
        Width of the heat kernel in the unit of X. None means the mean distance over all n_samples^2 pairs.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        Symmetric, with a zero diagonal.

    Raises
    ------
    ParameterError
        If `weights` is not one of these, or `t` is so small that every weight is 0.
    """
    check_choice("weights", weights, WEIGHTS)
    edges = knn_graph(X, n_neighbors) > 0
    np.fill_diagonal(edges, False)
    if weights == "binary":
        return edges.astype(np.float64)
    Y, scale = center_and_scale(X)
    D = pairwise_squared_distances(Y)
    if t is None:
        width = float(np.sqrt(D).mean())
    else:
        # Division of the square root of D, so that widths of any size stay in range.
        with np.errstate(over="ignore", under="ignore"):
            width = float(np.float64(check_positive("t", t)) / np.float64(scale))
    W = np.zeros_like(D)
    W[edges] = 1.0
    distant = edges & (D > 0)
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        W[distant] = np.exp(-0.5 * np.square(np.sqrt(D[distant]) / width))
    if len(W) > 1 and not W.any():
        message = f"t={t:g} is so small that all weights are 0; use a larger one."
        raise ParameterError("t", t, Reason.TOO_SMALL, message=message)
    return W
