"""Exact projection of the rows of an array on the simplex {s >= 0, 1's = total}.

References
----------
Duchi, J., Shalev-Shwartz, S., Singer, Y. and Chandra, T. (2008). Efficient projections onto the l1-ball for learning
in high dimensions. ICML. https://doi.org/10.1145/1390156.1390191
"""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray


def project_on_simplex(d: FloatArray, weights: FloatArray | None = None, total: float = 1.0) -> FloatArray:
    """Minimise ``1/2 s' diag(w) s - s' d`` over the simplex, for every row d of an array with its weights w.

    Without weights this is the Euclidean projection. The solution is ``s_j = max((d_j + l) / w_j, 0)``, l being the
    multiplier of the constraint ``1's = total``. After d is sorted, l has a closed form.

    Parameters
    ----------
    d : ndarray of shape (n_rows, m)
        Entries of -inf are outside the support of their row: s is 0 there.
    weights : ndarray of shape (n_rows, m) or None, default=None
        Positive, finite; None stands for ones.
    total : float, default=1.0
        Positive.

    Returns
    -------
    s : ndarray of shape (n_rows, m)
        A row without support is 0.
    """
    if d.size == 0:
        return np.zeros_like(d)
    top = d.max(axis=1, keepdims=True)
    # With the largest entry at 0, the entries that stay positive are small and keep their digits.
    shifted = d - np.where(np.isfinite(top), top, 0.0)
    inverse = np.where(np.isfinite(shifted), 1.0 if weights is None else 1.0 / weights, 0.0)
    if weights is None:
        ordered = -np.sort(-shifted, axis=1)
        inverse_ordered = np.isfinite(ordered).astype(np.float64)
    else:
        order = np.argsort(-shifted, axis=1, kind="stable")
        ordered = np.take_along_axis(shifted, order, axis=1)
        inverse_ordered = np.take_along_axis(inverse, order, axis=1)
    inside = inverse_ordered > 0
    ordered[~inside] = 0.0
    slope = np.cumsum(inverse_ordered, axis=1)
    levels = (total - np.cumsum(ordered * inverse_ordered, axis=1)) / np.where(slope > 0, slope, 1.0)
    # Whether entry j is positive with the multiplier for the j largest entries: true for a leading part of each row.
    n_positive = np.count_nonzero(inside & (ordered + levels > 0), axis=1)[:, None]
    level = np.take_along_axis(levels, np.maximum(n_positive - 1, 0), axis=1)
    s: FloatArray = np.maximum(shifted + level, 0.0) * inverse
    return s
