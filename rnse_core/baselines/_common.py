"""Shared steps of all estimators: validation of the input, storage of the labels, and the record of rounds."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, issparse

from rnse_core._base.arrays import IntArray
from rnse_core._base.checks import check_data, check_distinct_rows, check_n_clusters
from rnse_core._base.identical_rows import find_duplicates
from rnse_core.exceptions import EmptyClustersWarning, NotConvergedWarning

# (iteration, info) -> True to stop, as in RNSE.
Callback = Callable[[int, dict[str, Any]], bool | None]


def check_samples(
    model: Any, X: ArrayLike, n_clusters: object, *, precomputed: bool = False
) -> tuple[Any, int, IntArray]:
    """Validate the input of `fit`.

    Parameters
    ----------
    model : estimator
        Gets `n_features_in_` and, for data frames, `feature_names_in_`.
    X : array-like of shape (n_samples, n_features)
    n_clusters : object
        The parameter as given by the user.
    precomputed : bool, default=False
        Whether rows are affinities, where identical rows need not be identical samples.

    Returns
    -------
    data : ndarray of float64 of shape (n_samples, n_features)
        A csr_array where affinities were given so, and the tags of the model say that they may be.
    n_clusters : int
    duplicate_ids : ndarray of int of shape (n_samples,)
        Number of the distinct row that each row equals.

    Raises
    ------
    TypeError, ValueError
        If X is sparse and should not be, holds NaN or infinity, or has too few distinct rows, or `n_clusters` is out
        of range.
    """
    accepted = ["csr"] if precomputed and model.__sklearn_tags__().input_tags.sparse else False
    data = check_data(model, X, accept_sparse=accepted)
    data = csr_array(data) if issparse(data) else data
    checked = check_n_clusters(n_clusters, data.shape[0])
    duplicate_ids = np.arange(data.shape[0]) if precomputed else find_duplicates(data)
    if not precomputed:
        check_distinct_rows(duplicate_ids, checked)
    return data, checked, duplicate_ids


def unite_duplicates(duplicate_ids: IntArray, labels: IntArray) -> IntArray:
    """Give identical rows the most frequent of their labels; a graph that breaks ties by index may separate them."""
    if int(duplicate_ids.max()) + 1 == len(labels):
        return labels
    votes = np.zeros((int(duplicate_ids.max()) + 1, int(labels.max()) + 1), dtype=np.intp)
    np.add.at(votes, (duplicate_ids, labels), 1)
    return votes.argmax(axis=1)[duplicate_ids]


def set_labels(model: Any, labels: IntArray, duplicate_ids: IntArray, n_clusters: int) -> None:
    """Store `labels_`, from 0 without gaps, and `n_clusters_found_`; warn when that is less than asked for."""
    found, model.labels_ = np.unique(unite_duplicates(duplicate_ids, labels), return_inverse=True)
    model.n_clusters_found_ = len(found)
    if len(found) < n_clusters:
        warnings.warn(EmptyClustersWarning(n_clusters, len(found)), stacklevel=3)


class Rounds:
    """History of the rounds of an iterative solver, and whether its callback asked to stop.

    Parameters
    ----------
    callback : callable or None
        ``callback(iteration, info)``; returning True stops the solver.
    """

    def __init__(self, callback: Callback | None) -> None:
        self.callback = callback
        self.history: list[dict[str, Any]] = []
        self.stopped = False

    def record(self, **info: Any) -> bool:
        """Add a round to the history; return whether the callback asks to stop."""
        record = {"iteration": len(self.history) + 1, **info}
        self.history.append(record)
        if self.callback is not None:
            self.stopped = bool(self.callback(len(self.history), record))
        return self.stopped

    def store(self, model: Any, converged: bool) -> None:
        """Store `history_`, `n_iter_` and `converged_`; warn if the solver ended at its limit on the rounds."""
        model.history_ = self.history
        model.n_iter_ = len(self.history)
        model.converged_ = bool(converged)
        if not converged and not self.stopped:
            warnings.warn(NotConvergedWarning(type(model).__name__, len(self.history)), stacklevel=3)
