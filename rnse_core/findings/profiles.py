"""What the clusters of a table are: the features in which each differs most, and a row that stands for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray
from rnse_core.findings.structure import Finding

# Features that a profile lists, and the difference from which on one is called high or low.
MOST_FEATURES = 3
NOTABLE = 0.5


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
    """

    feature: str
    mean: float
    overall: float
    deviations: float

    @property
    def notable(self) -> bool:
        """Whether the cluster is high or low in this feature."""
        return abs(self.deviations) >= NOTABLE


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
    """

    cluster: Any
    size: int
    share: float
    features: tuple[FeatureDifference, ...]
    typical: int


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
    overall, spread = data.mean(axis=0), data.std(axis=0)
    scaled = (data - overall) / np.where(spread > 0, spread, 1.0)
    return tuple(
        _profile(cluster, np.flatnonzero(labels == cluster), data, scaled, overall, feature_names, most)
        for cluster in np.unique(labels)
    )


def _profile(
    cluster: Any,
    members: np.ndarray,
    data: FloatArray,
    scaled: FloatArray,
    overall: FloatArray,
    names: Sequence[str],
    most: int,
) -> ClusterProfile:
    mean, middle = data[members].mean(axis=0), scaled[members].mean(axis=0)
    largest = np.argsort(-np.abs(middle), kind="stable")[:most]
    features = tuple(FeatureDifference(names[j], float(mean[j]), float(overall[j]), float(middle[j])) for j in largest)
    nearest = members[np.argmin(np.square(scaled[members] - middle).sum(axis=1))]
    name = cluster.item() if isinstance(cluster, np.generic) else cluster
    return ClusterProfile(name, len(members), len(members) / len(data), features, int(nearest))
