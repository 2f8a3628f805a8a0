"""Orders of the rows and columns that show the block structure of a similarity matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import IntArray
from rnse_core._base.checks import check_choice
from rnse_core.exceptions import ParameterError, Reason

from ._eigen import walk_order

#: The orders of `row_order`, with their names for a reader.
ROW_ORDERS: dict[str, str] = {
    "given": "As given",
    "true": "True",
    "predicted": "Predicted",
    "spectral": "Spectral",
}


def row_order(
    by: str,
    *,
    n_samples: int,
    similarity: Any = None,
    true_labels: ArrayLike | None = None,
    predicted_labels: ArrayLike | None = None,
) -> IntArray:
    """Return the order in which to draw the rows and columns of a similarity matrix.

    Parameters
    ----------
    by : {"given", "true", "predicted", "spectral"}
        "given" leaves the points as they are, "true" and "predicted" sort stably by label, and "spectral" takes
        the connected components one by one and sorts each by the second eigenvector of its normalized similarity
        (the Fiedler order), which brings neighbours together without using any label.
    n_samples : int
        Number of points.
    similarity : ndarray or sparse matrix of shape (n_samples, n_samples), optional
        Needed for "spectral".
    true_labels, predicted_labels : array-like of shape (n_samples,), optional
        Needed for the order of that name.

    Returns
    -------
    ndarray of shape (n_samples,)
        A permutation of the points.

    Raises
    ------
    ValueError
        If `by` is unknown or what it needs was not given.
    """
    check_choice("by", by, ROW_ORDERS)
    if by == "given":
        return np.arange(n_samples)
    if by == "spectral":
        if similarity is None:
            raise ParameterError("similarity", None, Reason.MISSING, message=f"The order {by!r} needs the similarity.")
        return walk_order(similarity)
    labels = true_labels if by == "true" else predicted_labels
    if labels is None:
        missing = "true_labels" if by == "true" else "predicted_labels"
        raise ParameterError(missing, None, Reason.MISSING, message=f"The order {by!r} needs {missing}.")
    _, codes = np.unique(np.asarray(labels).astype(str), return_inverse=True)
    return np.argsort(codes, kind="stable")
