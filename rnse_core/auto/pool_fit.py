"""The fits of a pool at one number of clusters, and how well they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import IntArray
from rnse_core.auto.agreement import agreement_with_others, mean_agreement, medoid, pairwise_agreement
from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.pool import PoolSetting
from rnse_core.auto.progress import Progress, Step, in_threads
from rnse_core.auto.samples import Samples
from rnse_core.auto.spectrum import FIT_FLOOR


@dataclass(frozen=True, eq=False)
class Candidate:
    """One fit of a pool.

    Attributes
    ----------
    setting : PoolSetting
    whitened : int
        How often the features were whitened before.
    agreement : float
        Mean adjusted Rand index of its labels with those of the others.
    gap : float
        Relative gap of its S after the number of clusters.
    seconds : float
        What it has taken.
    labels : ndarray of shape (n_samples,)
        Of the samples that the choice was made on.
    """

    setting: PoolSetting
    whitened: int
    agreement: float
    gap: float
    seconds: float
    labels: IntArray


@dataclass(frozen=True, eq=False)
class PoolFit:
    """The fits of a pool at one number of clusters.

    Attributes
    ----------
    graphs : tuple of PoolGraph
    candidates : tuple of Candidate
    agreement : float
        Mean adjusted Rand index over all pairs.
    gap : float
        Mean relative gap.
    best : int
        Number of the candidate that agrees best with the others.
    """

    graphs: tuple[PoolGraph, ...]
    candidates: tuple[Candidate, ...]
    agreement: float
    gap: float
    best: int

    @property
    def score(self) -> float:
        """How trustworthy the fits are: agreement plus gap, from below 0 to 2."""
        return self.agreement + self.gap

    @property
    def labels(self) -> IntArray:
        """Labels of the best candidate."""
        return self.candidates[self.best].labels


def learn_graphs(
    samples: Samples,
    settings: Sequence[PoolSetting],
    *,
    start: PoolGraph | None = None,
    n_pairs_for: int = 1,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> list[PoolGraph]:
    """Learn the graph S of each setting.

    Parameters
    ----------
    samples : Samples
    settings : sequence of PoolSetting
        At least one.
    start : PoolGraph or None, default=None
        A start for all of them; None means that the first is one for the others.
    n_pairs_for : int, default=1
        Number of clusters that the eigenpairs are to do for.
    n_jobs : int or None, default=None
        Threads, as of joblib.
    progress : Progress or None, default=None

    Returns
    -------
    list of PoolGraph
        Fewer than there are settings where the progress was stopped, but at least one.
    """
    progress = progress or Progress()
    graphs: list[PoolGraph] = []

    def learn(setting: PoolSetting) -> PoolGraph:
        graph = PoolGraph(samples, setting, start)
        graph.spectra(n_pairs_for)
        return graph

    rest = list(settings)
    if start is None:
        start = learn(rest.pop(0))
        graphs.append(start)
        if progress.tell(Step.GRAPH, setting=start.setting):
            return graphs
    for graph in in_threads(learn, rest, n_jobs):
        graphs.append(graph)
        if progress.tell(Step.GRAPH, setting=graph.setting):
            break
    return graphs


def fit_pool(
    graphs: Sequence[PoolGraph],
    n_clusters: int,
    seed: int,
    *,
    whitened: int = 0,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> PoolFit:
    """Find labels in each graph of a pool, and see how well they agree.

    Parameters
    ----------
    graphs : sequence of PoolGraph
        At least one.
    n_clusters : int
    seed : int
        `random_state` of each fit.
    whitened : int, default=0
        How often the features were whitened before.
    n_jobs : int or None, default=None
    progress : Progress or None, default=None

    Returns
    -------
    PoolFit
        Of the first graphs only where the progress was stopped.
    """
    progress = progress or Progress()
    found: list[IntArray] = []
    for labels in in_threads(lambda graph: graph.labels(n_clusters, seed), graphs, n_jobs):
        setting = graphs[len(found)].setting
        found.append(labels)
        if progress.tell(Step.LABELS, setting=setting, n_clusters=n_clusters, whitened=whitened):
            break
    done = tuple(graphs[: len(found)])
    agreement = pairwise_agreement(found)
    with_others = agreement_with_others(agreement)
    gaps = [graph.gap(n_clusters, FIT_FLOOR) for graph in done]
    candidates = tuple(
        Candidate(graph.setting, whitened, float(mean), gap, graph.seconds, labels)
        for graph, mean, gap, labels in zip(done, with_others, gaps, found, strict=True)
    )
    return PoolFit(done, candidates, mean_agreement(agreement), float(np.mean(gaps)), medoid(agreement))
