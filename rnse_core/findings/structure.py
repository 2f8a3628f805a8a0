"""What the learned S, the clusters and the rounds of one fit say about each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import IntArray, Similarity
from rnse_core.graph.components import component_labels
from rnse_core.metrics import Membership, cross_cluster_affinity, membership

# Below this mean number of other samples in a row of S, most rows are next to empty.
FEWEST_NEIGHBORS = 2.0
# From this share of all pairs on, a row of S tells near samples from far ones by size alone.
LARGEST_FILLED = 0.5
# Where no entry exceeds the mean of its row by this factor, sizes do not tell near from far either.
LARGEST_RATIO = 3.0
# A sample with a smaller share of its similarity in its own cluster lies between two.
FIRM = 2.0 / 3.0
# Row sums off by more than this are visible: S is not doubly stochastic.
ROW_SUM_TOLERANCE = 1e-3
# A rise of the objective by less, relative to its size, is rounding.
RISE_TOLERANCE = 1e-9


class Finding:
    """Base of all findings; a finding is a frozen dataclass with the numbers that it rests on."""


@dataclass(frozen=True)
class ComponentsAreClusters(Finding):
    """S falls into as many components as there are clusters, and each cluster is one of them.

    Attributes
    ----------
    n_clusters : int
    """

    n_clusters: int


@dataclass(frozen=True)
class MoreComponentsThanClusters(Finding):
    """S falls into more components than clusters, so that K decided which of them belong together.

    Attributes
    ----------
    n_components, n_clusters : int
    n_alone : int
        Samples that are similar to no other one.
    """

    n_components: int
    n_clusters: int
    n_alone: int


@dataclass(frozen=True)
class AlphaTooSmall(Finding):
    """S is almost empty, so that the labels come from K.

    Attributes
    ----------
    alpha : float
    neighbors_per_row : float
        Mean number of other samples that a sample is similar to.
    mean_diagonal : float
        1 means that every sample keeps to itself.
    """

    alpha: float
    neighbors_per_row: float
    mean_diagonal: float


@dataclass(frozen=True)
class AlphaTooLarge(Finding):
    """S is almost uniform, so that it does not tell near samples from far ones.

    Attributes
    ----------
    alpha : float
    filled : float
        Share of the pairs that are similar.
    largest_ratio : float
        Largest entry off the diagonal over the mean entry.
    """

    alpha: float
    filled: float
    largest_ratio: float


@dataclass(frozen=True)
class CrossingAffinity(Finding):
    """How much of the similarity joins samples of different clusters.

    Attributes
    ----------
    share : float
    """

    share: float


@dataclass(frozen=True)
class BetaMadeBlocks(Finding):
    """The first S, learned from K alone, was connected; the blocks of the last one follow P.

    Attributes
    ----------
    beta : float
    components_before, components_after : int
    n_clusters : int
    """

    beta: float
    components_before: int
    components_after: int
    n_clusters: int


@dataclass(frozen=True)
class BetweenClusters(Finding):
    """Samples whose similarity is divided between two clusters.

    Attributes
    ----------
    first, second : object
        Names of the two clusters.
    samples : tuple of int
        Their numbers, from 0, the least firm first.
    """

    first: Any
    second: Any
    samples: tuple[int, ...]


@dataclass(frozen=True)
class ObjectiveRose(Finding):
    """The objective went up between rounds.

    Attributes
    ----------
    n_rounds : int
        Rounds in which it rose.
    largest : float
        Largest rise, relative to the value before.
    row_sum_error : float
        Largest error of a row sum of S over the rounds: a projection that is not finished is what lets it rise.
    """

    n_rounds: int
    largest: float
    row_sum_error: float


@dataclass(frozen=True)
class RowSumsOff(Finding):
    """The rows of the last S do not sum to 1: it is not doubly stochastic.

    Attributes
    ----------
    error : float
        Largest ``|row sum - 1|``.
    """

    error: float


def structure_findings(
    S: Similarity,
    labels: ArrayLike,
    history: Sequence[Mapping[str, Any]],
    *,
    n_clusters: int,
    alpha: float,
    beta: float,
    start_from_data: bool = True,
) -> tuple[Finding, ...]:
    """Return what one fit says, the most important finding first.

    Parameters
    ----------
    S : ndarray or csr_array of shape (n_samples, n_samples)
    labels : array-like of shape (n_samples,)
    history : sequence of mapping
        Of the fit; see :class:`rnse_core.RNSE`.
    n_clusters : int
        As asked for.
    alpha, beta : float
    start_from_data : bool, default=True
        Whether P was found in the first S, which then owes nothing to beta. False for a start that was given or drawn.

    Returns
    -------
    tuple of Finding
    """
    labels = np.asarray(labels)
    n, last = S.shape[0], history[-1]
    components = component_labels(S)
    n_components = int(components.max()) + 1
    neighbors = float(last["nonzeros_per_row"]) - 1.0
    tied = membership(S, labels)
    found: list[Finding] = []
    if last["row_sum_error"] > ROW_SUM_TOLERANCE:
        found.append(RowSumsOff(float(last["row_sum_error"])))
    if start_from_data and beta > 0 and history[0]["n_components"] < n_clusters <= n_components:
        found.append(BetaMadeBlocks(beta, int(history[0]["n_components"]), n_components, n_clusters))
    elif n_components == n_clusters and _same_partition(components, labels):
        found.append(ComponentsAreClusters(n_clusters))
    if n_components > n_clusters:
        if neighbors < FEWEST_NEIGHBORS:
            found.append(AlphaTooSmall(alpha, neighbors, float(S.diagonal().mean())))
        alone = int(np.count_nonzero(np.isnan(tied.confidence)))
        found.append(MoreComponentsThanClusters(n_components, n_clusters, alone))
    filled = neighbors / max(n - 1, 1)
    ratio = _largest_ratio(S)
    if filled > LARGEST_FILLED and ratio < LARGEST_RATIO and n_components < n_clusters:
        found.append(AlphaTooLarge(alpha, filled, ratio))
    if n_components < n_clusters and len(np.unique(labels)) > 1:
        found.append(CrossingAffinity(cross_cluster_affinity(S, labels)))
    found += _between(tied)
    rose = objective_rose(history)
    return (*found, rose) if rose is not None else tuple(found)


def _same_partition(a: IntArray, b: IntArray) -> bool:
    return len(np.unique(np.stack([a, np.unique(b, return_inverse=True)[1]]), axis=1).T) == len(np.unique(b))


def _largest_ratio(S: Similarity) -> float:
    """Largest entry off the diagonal, over the mean of all entries off the diagonal."""
    n = S.shape[0]
    if isinstance(S, np.ndarray):
        off = S.copy()
        np.fill_diagonal(off, 0.0)
        largest = float(off.max())
    else:
        entries = S.tocoo()
        largest = float(entries.data[entries.row != entries.col].max(initial=0.0))
    mean = (float(S.sum()) - float(S.diagonal().sum())) / max(n * (n - 1), 1)
    return largest / mean if mean > 0 else np.inf


def _between(tied: Membership) -> list[BetweenClusters]:
    """Samples between two clusters, by pair, the largest pair first."""
    loose = np.flatnonzero((tied.confidence < FIRM) & (tied.second >= 0))
    own = tied.codes[loose]
    pairs: dict[tuple[int, int], list[int]] = {}
    for sample, one in zip(loose.tolist(), own.tolist(), strict=True):
        other = int(tied.second[sample])
        pairs.setdefault((min(one, other), max(one, other)), []).append(sample)
    found = []
    for (first, second), samples in pairs.items():
        least_firm = sorted(samples, key=lambda sample: (float(tied.confidence[sample]), sample))
        found.append(BetweenClusters(tied.clusters[first], tied.clusters[second], tuple(least_firm)))
    return sorted(found, key=lambda one: -len(one.samples))


def objective_rose(history: Sequence[Mapping[str, Any]]) -> ObjectiveRose | None:
    """Return whether the objective of a fit went up between rounds.

    Parameters
    ----------
    history : sequence of mapping
        Of the fit; see :class:`rnse_core.RNSE`.

    Returns
    -------
    ObjectiveRose or None
        None where it fell, or stayed, from each round to the next.
    """
    values = np.array([float(record["objective"]) for record in history])
    rises = np.diff(values) / np.maximum(np.abs(values[:-1]), np.finfo(float).tiny)
    rising = rises > RISE_TOLERANCE
    if not rising.any():
        return None
    error = max(float(record["row_sum_error"]) for record in history)
    return ObjectiveRose(int(np.count_nonzero(rising)), float(rises.max()), error)
