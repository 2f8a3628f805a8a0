"""What the clusters of a table are: the name of each, the features in which it differs most, and a typical row.

The name is made of the features that differ: ``high income, low age``. Of features that say much the same, one is in a
name, and names become longer until no two clusters share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.findings.structure import Finding
from rnse_core.preprocessing import powers_of_two, standardise

# Features that a profile lists, and the difference from which on one is called high or low.
MOST_FEATURES = 3
NOTABLE = 0.5
#: Features that a name has at first, and at most.
NAMED, MOST_NAMED = 2, 4
#: Correlation from which on two features say much the same.
SAME = 0.8
#: Name of a cluster that differs in no feature.
AVERAGE = "near the average"


@dataclass(frozen=True)
class FeatureDifference:
    """How one feature of a cluster differs from the table.

    Attributes
    ----------
    feature : str
    mean : float
        In the cluster, in the unit of the column.
    overall : float
        Mean of all rows.
    deviations : float
        The difference in standard deviations of the column.
    is_mark : bool, default=False
        Whether the column holds 0 and 1 only, so that the mean is a share.
    """

    feature: str
    mean: float
    overall: float
    deviations: float
    is_mark: bool = False

    @property
    def notable(self) -> bool:
        """Whether the cluster is high or low in this feature."""
        return abs(self.deviations) >= NOTABLE

    @property
    def level(self) -> str:
        """How the cluster stands to the table in this feature, as a word before its name."""
        if self.is_mark:
            if self.deviations > 0:
                return "mostly" if self.mean >= 0.5 else "more often"
            return "rarely" if self.mean < 0.5 else "less often"
        return "high" if self.deviations > 0 else "low"


@dataclass(frozen=True)
class ClusterProfile(Finding):
    """One cluster of a table.

    Attributes
    ----------
    cluster : object
        Its name.
    size : int
    share : float
        Of all rows.
    features : tuple of FeatureDifference
        Those that differ most, the largest first.
    typical : int
        The row nearest to the middle of the cluster, from 0.
    named_by : tuple of FeatureDifference, default=()
        What its name is made of; empty where it differs in nothing.
    """

    cluster: Any
    size: int
    share: float
    features: tuple[FeatureDifference, ...]
    typical: int
    named_by: tuple[FeatureDifference, ...] = ()

    @property
    def name(self) -> str:
        """The name, such as "high income, low age"."""
        return ", ".join(f"{one.level} {one.feature}" for one in self.named_by) or AVERAGE


def profile_clusters(
    X: ArrayLike, labels: ArrayLike, feature_names: Sequence[str], *, most: int = MOST_FEATURES
) -> tuple[ClusterProfile, ...]:
    """Describe each cluster of a table.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Features in their own units.
    labels : array-like of shape (n_samples,)
    feature_names : sequence of str
    most : int, default=3
        Features to list for each cluster.

    Returns
    -------
    tuple of ClusterProfile
        By the name of the cluster.

    Raises
    ------
    ValueError
        If the numbers of rows or names do not fit.
    """
    data, labels = np.asarray(X, dtype=float), np.asarray(labels)
    if data.shape != (len(labels), len(feature_names)):
        raise ValueError(f"X has the shape {data.shape}, but labels: {len(labels)}, names: {len(feature_names)}.")
    scaled = standardise(data)
    clusters = np.unique(labels)
    members = [np.flatnonzero(labels == cluster) for cluster in clusters]
    differences = _Differences(data, scaled, members, feature_names)
    named = _names(differences, scaled)
    return tuple(
        ClusterProfile(
            cluster.item() if isinstance(cluster, np.generic) else cluster,
            len(rows),
            len(rows) / len(data),
            tuple(differences.of(place, j) for j in differences.largest(place)[:most]),
            int(rows[np.argmin(np.square(scaled[rows] - differences.middles[place]).sum(axis=1))]),
            tuple(differences.of(place, j) for j in named[place]),
        )
        for place, (cluster, rows) in enumerate(zip(clusters, members, strict=True))
    )


class _Differences:
    """How far each cluster is from the table in each feature."""

    def __init__(self, data: FloatArray, scaled: FloatArray, members: Sequence[IntArray], names: Sequence[str]) -> None:
        self.names = names
        self.overall = _mean(data)
        self.means = [_mean(data[rows]) for rows in members]
        self.middles = [scaled[rows].mean(axis=0) for rows in members]
        self.marks = ((data == 0.0) | (data == 1.0)).all(axis=0)

    def largest(self, place: int) -> list[int]:
        """Return the features of a cluster, those that differ most first."""
        return np.argsort(-np.abs(self.middles[place]), kind="stable").tolist()

    def of(self, place: int, j: int) -> FeatureDifference:
        """Return how a cluster differs in a feature."""
        return FeatureDifference(
            self.names[j],
            float(self.means[place][j]),
            float(self.overall[j]),
            float(self.middles[place][j]),
            bool(self.marks[j]),
        )


def _mean(data: FloatArray) -> FloatArray:
    """Mean of each column; values near the largest double do not overflow."""
    exponents = powers_of_two(data)
    return np.ldexp(np.ldexp(data, -exponents).mean(axis=0), exponents)


def _names(differences: _Differences, scaled: FloatArray) -> list[list[int]]:
    """Return the features that name each cluster: as few as tell the clusters apart."""
    offered = [_telling(differences, scaled, place) for place in range(len(differences.middles))]
    named = [features[:NAMED] for features in offered]
    for length in range(NAMED + 1, MOST_NAMED + 1):
        texts = [tuple((j, differences.of(place, j).level) for j in one) for place, one in enumerate(named)]
        named = [offered[place][:length] if texts.count(text) > 1 else named[place] for place, text in enumerate(texts)]
    return named


def _telling(differences: _Differences, scaled: FloatArray, place: int) -> list[int]:
    """Return the notable features of a cluster, without those that say much the same as one before."""
    kept: list[int] = []
    for j in differences.largest(place):
        if len(kept) == MOST_NAMED or abs(differences.middles[place][j]) < NOTABLE:
            break
        if all(abs(np.mean(scaled[:, j] * scaled[:, other])) < SAME for other in kept):
            kept.append(j)
    return kept
