"""What a choice without labels says: how many clusters, how sure, by which setting, and which samples are doubtful."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.findings.structure import Finding

#: Mean adjusted Rand index from which on settings are said to agree, and below which they are said to differ.
AGREE, DIFFER = 0.9, 0.6
#: Share of the best score from which on another number of clusters is nearly as good.
NEAR = 0.8
#: Confidence below which a row lies between two clusters.
DOUBTFUL = 2.0 / 3.0


@dataclass(frozen=True)
class ChosenNumber(Finding):
    """The number of clusters that a choice without labels has found.

    Attributes
    ----------
    n_clusters : int
    score : float
        From 0 to 1, see :class:`rnse_core.auto.NumberScore`.
    most : int
        Largest number that was considered.
    runner_up : int or None
        The number with the next largest score; None where no other was considered.
    runner_up_score : float
    near : tuple of int
        The numbers that are nearly as good, with a score of :data:`NEAR` times the best or more, the best first.
    """

    n_clusters: int
    score: float
    most: int
    runner_up: int | None
    runner_up_score: float
    near: tuple[int, ...] = ()


@dataclass(frozen=True)
class GroupsOfGraph(Finding):
    """How many groups a given graph shows beyond what random edges have.

    Attributes
    ----------
    n_groups : int
        Eigenvalues beyond those of random edges; one is a graph without any division.
    n_clusters : int
        Clusters that it was divided into.
    sure : bool
        Whether the smallest of the eigenvalues is clearly beyond.
    """

    n_groups: int
    n_clusters: int
    sure: bool


@dataclass(frozen=True)
class PoolAgreement(Finding):
    """How far the settings that were tried agree on the labels.

    Attributes
    ----------
    agreement : float
        Mean adjusted Rand index of the labels of each two.
    n_fits : int
        Fits that were looked at.
    """

    agreement: float
    n_fits: int

    @property
    def agrees(self) -> bool:
        """Whether the result hardly depends on the setting."""
        return self.agreement >= AGREE

    @property
    def differs(self) -> bool:
        """Whether the result depends on the setting."""
        return self.agreement < DIFFER


@dataclass(frozen=True)
class ChosenSetting(Finding):
    """The setting of RNSE that was taken.

    Attributes
    ----------
    affinity : str
        The parameter of RNSE; "graph_groups" where K was made of the groups that a given graph shows.
    n_neighbors : int or None
        None for similarities, which have no scale neighbour.
    alpha : float
    whitened : bool
        Whether the features were whitened by the covariance within the clusters.
    n_chosen_on : int
        Samples that the choice was made on.
    n_samples : int
    """

    affinity: str
    n_neighbors: int | None
    alpha: float
    whitened: bool
    n_chosen_on: int
    n_samples: int


@dataclass(frozen=True)
class DoubtfulSamples(Finding):
    """Samples of one cluster that may belong to another one.

    Attributes
    ----------
    cluster, second : int
        Their cluster, and the one that comes next.
    n_samples : int
    samples : tuple of int
        The least sure of them, from 0, the least sure first.
    """

    cluster: int
    second: int
    n_samples: int
    samples: tuple[int, ...]
