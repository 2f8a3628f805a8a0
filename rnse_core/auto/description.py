"""What a choice without labels has found, as findings that a page, a report or the command line can word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.auto.estimator import AutoRNSE
from rnse_core.auto.sensitivity import changes_of
from rnse_core.findings.automatic import (
    DOUBTFUL,
    NEAR,
    ChosenNumber,
    ChosenSetting,
    DoubtfulSamples,
    GroupsOfGraph,
    PoolAgreement,
)
from rnse_core.findings.changes import GRAPH_GROUPS, LabelsWouldChange
from rnse_core.findings.few_rows import few_rows_of
from rnse_core.findings.profiles import profile_clusters
from rnse_core.findings.structure import Finding

#: Doubtful samples that a finding names, and pairs of clusters that findings are made of.
MOST_SAMPLES = 5
MOST_PAIRS = 6


def describe_choice(
    model: AutoRNSE,
    X: ArrayLike | None = None,
    feature_names: Sequence[str] = (),
    *,
    standardised: ArrayLike | None = None,
) -> tuple[Finding, ...]:
    """Return what a fitted AutoRNSE says about its result.

    Parameters
    ----------
    model : AutoRNSE
        Fitted.
    X : array-like of shape (n_samples, n_features) or None, default=None
        The features in their own units, for a profile of each cluster; None for similarities and distances.
    feature_names : sequence of str, default=()
        One for each column of `X`.
    standardised : array-like of shape (n_samples, n_features) or None, default=None
        The features scaled alike, where the model was fitted to features that were not: the chosen setting is then
        fitted to these as well, to tell how much the scale matters.

    Returns
    -------
    tuple of Finding
        Whether there are too few samples, the number of clusters, the groups that a given graph shows, the setting,
        whether there are any clusters, how far settings agree, a profile of each
        cluster, doubtful samples, and which change would change the labels most.

    Raises
    ------
    NotFittedError
        Before `fit`.
    ValueError
        If the numbers of rows or names do not fit.
    """
    check_is_fitted(model, "labels_")
    few = few_rows_of(len(model.labels_), n_clusters_chosen=len(model.n_clusters_scores_) > 1)
    findings: list[Finding] = [] if few is None else [few]
    if model.n_clusters_scores_:
        findings.append(_chosen_number(model))
    groups = model.block_coordinates_
    if groups is not None:
        findings.append(GroupsOfGraph(groups.n_groups, model.n_clusters_, groups.sure))
    if model.candidates_:
        findings.append(_chosen_setting(model))
    if model.structure_ is not None:
        findings.append(model.structure_.finding)
    if model.candidates_:
        findings.append(PoolAgreement(model.agreement_, len(model.candidates_)))
    if X is not None:
        findings += profile_clusters(X, model.labels_, feature_names)
    findings += doubtful_samples(model.labels_, model.second_labels_, model.confidence_)
    changes = changes_of(model, standardised)
    if changes:
        findings.append(LabelsWouldChange(changes))
    return tuple(findings)


def choice_parameters(model: AutoRNSE) -> dict[str, Any]:
    """Return what gives the chosen fit again, as values of JSON.

    Parameters
    ----------
    model : AutoRNSE
        Fitted.

    Returns
    -------
    dict
        ``"chosen"``: the parameters of the fit that was taken. ``"whitening"``: None, or the rows of the matrix W that
        the features were multiplied by, one text each, as ``numpy.loadtxt`` reads them;
        ``RNSE(**chosen).fit(X @ W)`` then finds the same clusters.

    Raises
    ------
    NotFittedError
        Before `fit`.
    """
    check_is_fitted(model, "labels_")
    matrix = model.whitening_
    rows = None if matrix is None else [" ".join(map(repr, row)) for row in matrix.tolist()]
    return {"chosen": model.estimator_.get_params(deep=False), "whitening": rows}


def _chosen_number(model: AutoRNSE) -> ChosenNumber:
    scores = {one.n_clusters: one.score for one in model.n_clusters_scores_}
    # A score that was not computed is bounded by the gap, and is no rival.
    computed = {one.n_clusters: one.score for one in model.n_clusters_scores_ if one.agreement is not None}
    rivals = [number for number in computed if number != model.n_clusters_]
    second = max(rivals, key=lambda number: computed[number], default=None)
    best = scores[model.n_clusters_]
    near = [number for number in rivals if best > 0 and computed[number] >= NEAR * best]
    return ChosenNumber(
        model.n_clusters_,
        best,
        max(scores),
        second,
        0.0 if second is None else computed[second],
        tuple(sorted(near, key=lambda number: -computed[number])),
    )


def _chosen_setting(model: AutoRNSE) -> ChosenSetting:
    chosen = model.estimator_
    return ChosenSetting(
        chosen.affinity if model.block_coordinates_ is None else GRAPH_GROUPS,
        chosen.affinity_neighbors,
        chosen.alpha,
        model.whitening_ is not None,
        len(model.sample_),
        len(model.labels_),
    )


def doubtful_samples(labels: IntArray, second: IntArray, confidence: FloatArray) -> tuple[DoubtfulSamples, ...]:
    """Return the samples of low confidence, by their cluster and the one that comes next.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
    second : ndarray of shape (n_samples,)
        The cluster that comes next; -1 for none.
    confidence : ndarray of shape (n_samples,)

    Returns
    -------
    tuple of DoubtfulSamples
        The pairs with the most samples, the largest first.
    """
    doubtful = np.flatnonzero((confidence < DOUBTFUL) & (second >= 0))
    doubtful = doubtful[np.argsort(confidence[doubtful], kind="stable")]
    pairs: dict[tuple[int, int], list[int]] = {}
    for sample in doubtful.tolist():
        pairs.setdefault((int(labels[sample]), int(second[sample])), []).append(sample)
    largest = sorted(pairs.items(), key=lambda item: -len(item[1]))[:MOST_PAIRS]
    return tuple(
        DoubtfulSamples(cluster, other, len(samples), tuple(samples[:MOST_SAMPLES]))
        for (cluster, other), samples in largest
    )
