"""Which one change would change the labels most: another number, another setting, other features."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from rnse_core.findings.structure import Finding
from rnse_core.wording import counted

#: Agreement from which on a change is said to change hardly any label.
HARDLY = 0.95
#: In place of an affinity where K was made of the groups that a given graph shows.
GRAPH_GROUPS = "graph_groups"


class ChangeKind(StrEnum):
    """What is changed."""

    NUMBER = auto()
    SETTING = auto()
    NOT_WHITENED = auto()
    WHITENED = auto()
    STANDARDISED = auto()


@dataclass(frozen=True)
class Change:
    """One change, and how much of the result stays.

    Attributes
    ----------
    kind : ChangeKind
    agreement : float
        Adjusted Rand index of the labels with and without the change; 1 for the same.
    n_clusters : int
        With the change.
    affinity : str, default=""
        For SETTING; as in :class:`ChosenSetting`.
    n_neighbors : int or None, default=None
    alpha : float, default=0.0
    """

    kind: ChangeKind
    agreement: float
    n_clusters: int
    affinity: str = ""
    n_neighbors: int | None = None
    alpha: float = 0.0


@dataclass(frozen=True)
class LabelsWouldChange(Finding):
    """How the labels would change with each of some changes.

    Attributes
    ----------
    changes : tuple of Change
        That which changes the labels most comes first.
    """

    changes: tuple[Change, ...]


def changes_sentence(found: LabelsWouldChange) -> str:
    """Word the changes, the largest first."""
    first, *rest = [f"{_what(one)} ({one.agreement:.2f})" for one in found.changes]
    unit = "in brackets the agreement with this result, 1 for the same labels"
    if found.changes[0].agreement >= HARDLY:
        return f"No single change that was tried changes much: {'; '.join([first, *rest])}; {unit}."
    others = f"; less with {'; '.join(rest)}" if rest else ""
    return f"The labels would change most with {first}{others}; {unit}."


def _what(one: Change) -> str:
    if one.kind is ChangeKind.NUMBER:
        return counted(one.n_clusters, "cluster")
    if one.kind is ChangeKind.SETTING:
        neighbors = "" if one.n_neighbors is None else f", {counted(one.n_neighbors, 'neighbour')}"
        return f"another setting, {kernel_name(one.affinity)}{neighbors}, alpha = {one.alpha:g}"
    return _FEATURES[one.kind]


def kernel_name(affinity: str) -> str:
    """Return the name of a kernel for a reader; the affinity of RNSE, or :data:`GRAPH_GROUPS`."""
    return _KERNELS.get(affinity, affinity)


_FEATURES = {
    ChangeKind.NOT_WHITENED: "features that are not whitened",
    ChangeKind.WHITENED: "whitened features",
    ChangeKind.STANDARDISED: "all columns standardised alike",
}
_KERNELS = {
    GRAPH_GROUPS: "similarities of the groups that the graph shows",
    "self_tuning": "self-tuned Gaussian kernel",
    "knn": "graph of nearest neighbours",
    "precomputed": "the similarities as given",
    "precomputed_distance": "self-tuned kernel of the distances",
}
