"""How the labels of a choice would change with another number, another setting or other features.

The fits of the pool tell it; a new fit is made for another scale alone, which the pool does not have.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from rnse_core._base.arrays import IntArray
from rnse_core.auto.agreement import medoid, pairwise_agreement
from rnse_core.auto.estimator import AutoRNSE
from rnse_core.auto.pool import PoolSetting
from rnse_core.auto.pool_fit import Candidate
from rnse_core.findings.changes import GRAPH_GROUPS, Change, ChangeKind


def changes_of(model: AutoRNSE, standardised: ArrayLike | None = None) -> tuple[Change, ...]:
    """Return how the labels would change, the largest change first.

    Parameters
    ----------
    model : AutoRNSE
        Fitted.
    standardised : array-like of shape (n_samples, n_features) or None, default=None
        Features scaled alike, where the model was fitted to others; the chosen setting is fitted to those of them that
        the choice was made on.

    Returns
    -------
    tuple of Change
        At most one of each kind. Empty where there was no choice.
    """
    labels = model.labels_[model.sample_]
    found = [*_number(model, labels), *_fits(model, labels)]
    if standardised is not None and model.candidates_:
        X = np.asarray(standardised)[model.sample_]
        other = clone(model.estimator_).set_params(callback=None).fit(X).labels_
        found.append(Change(ChangeKind.STANDARDISED, agreement(labels, other), model.n_clusters_))
    return tuple(sorted(found, key=lambda change: change.agreement))


def agreement(labels: IntArray, others: IntArray) -> float:
    """Adjusted Rand index of two partitions.

    Parameters
    ----------
    labels, others : ndarray of shape (n_samples,)
        From 0.

    Returns
    -------
    float
    """
    return float(pairwise_agreement([labels, others])[0, 1])


def _number(model: AutoRNSE, labels: IntArray) -> list[Change]:
    """The number of clusters that comes next, of those whose labels were found."""
    others = [one for one in model.n_clusters_scores_ if one.labels is not None and one.n_clusters != model.n_clusters_]
    if not others:
        return []
    second = max(others, key=lambda one: one.score)
    assert second.labels is not None
    return [Change(ChangeKind.NUMBER, agreement(labels, second.labels), second.n_clusters)]


def _fits(model: AutoRNSE, labels: IntArray) -> list[Change]:
    """The fit of the chosen pool that differs most, and the best one of features that are whitened or not."""
    rounds = sorted({one.whitened for one in model.candidates_})
    if not rounds:
        return []
    chosen = 0 if model.whitening_ is None else rounds[-1]
    number = model.n_clusters_
    found = []
    others = [one for one in model.candidates_ if one.whitened == chosen and not _is_chosen(one.setting, model)]
    if others:
        least = min(others, key=lambda one: agreement(labels, one.labels))
        kernel = GRAPH_GROUPS if model.block_coordinates_ is not None else least.setting.affinity
        share = agreement(labels, least.labels)
        setting = least.setting
        found.append(Change(ChangeKind.SETTING, share, number, kernel, setting.n_neighbors, setting.alpha))
    other = 0 if chosen else rounds[-1]
    if other != chosen:
        kind = ChangeKind.NOT_WHITENED if chosen else ChangeKind.WHITENED
        found.append(Change(kind, agreement(labels, _best(model.candidates_, other)), number))
    return found


def _is_chosen(setting: PoolSetting, model: AutoRNSE) -> bool:
    taken = model.estimator_
    chosen = taken.affinity, taken.affinity_neighbors, taken.alpha
    return (setting.affinity, setting.n_neighbors, setting.alpha) == chosen


def _best(candidates: tuple[Candidate, ...], whitened: int) -> IntArray:
    of_round = [one.labels for one in candidates if one.whitened == whitened]
    return of_round[medoid(pairwise_agreement(of_round))]
