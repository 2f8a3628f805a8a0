"""Scores that need true classes: accuracy, purity, NMI, ARI, matched confusion matrix, score of a single cluster."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from rnse_core._base.checks import check_choice
from rnse_core.metrics._labels import Comparison, encode, encode_classes

NMIAverage = Literal["arithmetic", "geometric", "max", "min"]
NMI_AVERAGES: tuple[NMIAverage, ...] = ("arithmetic", "geometric", "max", "min")


@dataclass(frozen=True)
class ConfusionResult:
    """Counts of classes in clusters, ordered so that matched pairs are on the diagonal.

    Attributes
    ----------
    matrix : ndarray of shape (n_classes, n_clusters)
        Number of samples of each class (row) in each cluster (column). Its trace over its sum is the accuracy.
    class_names : list
        The class of each row: matched classes first, then those without a cluster.
    cluster_names : list
        The cluster of each column: matched clusters first, in the order of their classes.
    assignment : dict
        Class of each cluster, None for a cluster left without a class because there are more clusters than classes.
    """

    matrix: NDArray[np.int64]
    class_names: list[Any]
    cluster_names: list[Any]
    assignment: dict[Hashable, Hashable | None]


class ScoreTable(TypedDict):
    """The result of :func:`score_table`; shares and scores are fractions, not per cent."""

    accuracy: float
    purity: float
    nmi: float
    nmi_average: NMIAverage
    ari: float
    majority_share: float
    accuracy_at_or_below_majority: bool
    purity_at_or_below_majority: bool
    n_classes: int
    n_clusters: int
    n_scored: int
    n_unlabelled: int


def labelled_mask(y: ArrayLike) -> NDArray[np.bool_]:
    """Return which entries of ``y`` have a label.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        Class labels of any type.

    Returns
    -------
    mask : ndarray of bool of shape (n_samples,)
        False for None, NaN, NaT, pandas' NA and blank text. The texts "NA", "None" and "nan" are labels.
    """
    return encode(y, "y")[0] >= 0


def clustering_accuracy(y: ArrayLike, labels: ArrayLike) -> float:
    """Share of samples whose cluster is matched with their class (ACC).

    Clusters and classes are matched one to one so that as many samples as possible agree (Hungarian method,
    [1]_). With more clusters than classes some clusters stay unmatched and all their samples count as errors; with
    fewer, some classes do.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.

    Returns
    -------
    accuracy : float
        Between 0 (excluded) and 1.

    Raises
    ------
    ValueError
        If the lengths differ, no sample has a label, or a sample has no cluster.

    References
    ----------
    .. [1] H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2,
       1955. https://doi.org/10.1002/nav.3800020109

    Examples
    --------
    >>> clustering_accuracy(["a", "a", "b", "b"], [1, 1, 0, 1])
    0.75
    """
    return _accuracy(Comparison(y, labels))


def purity_score(y: ArrayLike, labels: ArrayLike) -> float:
    """Share of samples that belong to the most frequent class of their cluster.

    Purity is never below :func:`majority_class_share` and rises to 1 as clusters are split, so it is only
    comparable at equal numbers of clusters.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.

    Returns
    -------
    purity : float
        Between 0 (excluded) and 1.

    Raises
    ------
    ValueError
        If the lengths differ, no sample has a label, or a sample has no cluster.
    """
    return _purity(Comparison(y, labels))


def normalized_mutual_information(y: ArrayLike, labels: ArrayLike, average: NMIAverage = "arithmetic") -> float:
    """Mutual information of classes and clusters, normalised by an average of the two entropies (NMI).

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.
    average : {"arithmetic", "geometric", "max", "min"}, default="arithmetic"
        How the entropies are averaged. Publications differ in this, so it should be reported.

    Returns
    -------
    nmi : float
        Between 0 and 1. One class found as one cluster scores 1.

    Raises
    ------
    ValueError
        If `average` is not one of the four, the lengths differ, no sample has a label, or a sample has no cluster.
    """
    return _nmi(Comparison(y, labels), average)


def adjusted_rand_index(y: ArrayLike, labels: ArrayLike) -> float:
    """Share of sample pairs on which classes and clusters agree, corrected for chance (ARI).

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.

    Returns
    -------
    ari : float
        1 for identical partitions, about 0 for independent ones, possibly negative.

    Raises
    ------
    ValueError
        If the lengths differ, no sample has a label, or a sample has no cluster.
    """
    return _ari(Comparison(y, labels))


def majority_class_share(y: ArrayLike) -> float:
    """Share of the largest class: the accuracy and purity of a single cluster.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out.

    Returns
    -------
    share : float
        Between 0 (excluded) and 1.

    Raises
    ------
    ValueError
        If no sample has a label.
    """
    return _majority_share(encode_classes(y)[0])


def matched_confusion_matrix(y: ArrayLike, labels: ArrayLike) -> ConfusionResult:
    """Count the samples of each class in each cluster, with matched classes and clusters on the diagonal.

    The matching is that of :func:`clustering_accuracy`. Classes and clusters that are left after all others are matched
    may be matched although they have no sample in common.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.

    Returns
    -------
    result : ConfusionResult
        The matrix, the names of its rows and columns, and the class assigned to each cluster.

    Raises
    ------
    ValueError
        If the lengths differ, no sample has a label, or a sample has no cluster.
    """
    comparison = Comparison(y, labels)
    matched_classes, matched_clusters = comparison.matching
    rows = _matched_first(matched_classes, len(comparison.class_names))
    columns = _matched_first(matched_clusters, len(comparison.cluster_names))
    classes, clusters = comparison.class_names, comparison.cluster_names
    assignment: dict[Hashable, Hashable | None] = dict.fromkeys(clusters)
    for i, j in zip(matched_classes, matched_clusters, strict=True):
        assignment[clusters[j]] = classes[i]
    return ConfusionResult(
        matrix=comparison.counts[np.ix_(rows, columns)],
        class_names=[classes[i] for i in rows],
        cluster_names=[clusters[j] for j in columns],
        assignment=assignment,
    )


def match_labels(y: ArrayLike, labels: ArrayLike) -> NDArray[np.int64]:
    """Renumber clusters by the classes they match, so that two pictures can use the same colours.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes, or the labels of another clustering. Unlabelled entries do not influence the matching.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.

    Returns
    -------
    matched : ndarray of int of shape (n_samples,)
        Position of the matched class among the sorted class names, for every sample, labelled or not. Clusters without
        a class get the numbers from n_classes on.

    Raises
    ------
    ValueError
        If the lengths differ, no sample has a label, or a sample has no cluster.
    """
    comparison = Comparison(y, labels)
    matched_classes, matched_clusters = comparison.matching
    n_classes, n_clusters = len(comparison.class_names), len(comparison.cluster_names)
    unmatched = _matched_first(matched_clusters, n_clusters)[matched_clusters.size :]
    numbers = np.empty(n_clusters, dtype=np.int64)
    numbers[matched_clusters] = matched_classes
    numbers[unmatched] = n_classes + np.arange(unmatched.size)
    return numbers[comparison.all_labels]


def score_table(y: ArrayLike, labels: ArrayLike, *, nmi_average: NMIAverage = "arithmetic") -> ScoreTable:
    """Compute every score that needs true classes, and compare it with that of a single cluster.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True classes. Unlabelled entries are left out and counted.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.
    nmi_average : {"arithmetic", "geometric", "max", "min"}, default="arithmetic"
        Average used by the NMI.

    Returns
    -------
    scores : dict
        Keys: accuracy, purity, nmi, nmi_average, ari; majority_share, the accuracy and purity of a single cluster;
        accuracy_at_or_below_majority and purity_at_or_below_majority, True where the clustering is not better than
        that; n_classes, n_clusters, n_scored, n_unlabelled.

    Raises
    ------
    ValueError
        If `nmi_average` is not one of the four, the lengths differ, no sample has a label, or a sample has no
        cluster.
    """
    comparison = Comparison(y, labels)
    accuracy, purity = _accuracy(comparison), _purity(comparison)
    # All three are an integer divided by the same n, so comparing them is exact.
    majority = _majority_share(comparison.y)
    return ScoreTable(
        accuracy=accuracy,
        purity=purity,
        nmi=_nmi(comparison, nmi_average),
        nmi_average=nmi_average,
        ari=_ari(comparison),
        majority_share=majority,
        accuracy_at_or_below_majority=accuracy <= majority,
        purity_at_or_below_majority=purity <= majority,
        n_classes=len(comparison.class_names),
        n_clusters=len(comparison.cluster_names),
        n_scored=comparison.y.size,
        n_unlabelled=comparison.all_labels.size - comparison.y.size,
    )


def _accuracy(comparison: Comparison) -> float:
    return float(comparison.counts[comparison.matching].sum() / comparison.y.size)


def _purity(comparison: Comparison) -> float:
    return float(comparison.counts.max(axis=0).sum() / comparison.y.size)


def _nmi(comparison: Comparison, average: NMIAverage) -> float:
    check_choice("average", average, NMI_AVERAGES)
    return float(normalized_mutual_info_score(comparison.y, comparison.labels, average_method=average))


def _ari(comparison: Comparison) -> float:
    return float(adjusted_rand_score(comparison.y, comparison.labels))


def _majority_share(y_codes: NDArray[np.int64]) -> float:
    sizes = np.bincount(y_codes[y_codes >= 0])
    return float(sizes.max() / sizes.sum())


def _matched_first(matched: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Positions 0 to n - 1, the matched ones first, in the order of their matching."""
    return np.concatenate([matched, np.setdiff1d(np.arange(n), matched)])
