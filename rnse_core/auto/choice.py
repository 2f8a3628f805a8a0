"""The choice of a fit at a given number of clusters: the member of a pool that agrees best with the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.pool_fit import Candidate, PoolFit, fit_pool, learn_graphs
from rnse_core.auto.progress import Progress
from rnse_core.auto.samples import FeatureSamples, Samples
from rnse_core.auto.whitening import Whitening, whitened_pools, worth_whitening


@dataclass(frozen=True, eq=False)
class Choice:
    """A chosen fit.

    Attributes
    ----------
    pools : tuple of PoolFit
        Of the samples as they are, and of whitened ones.
    pool : PoolFit
        The one that the fit is from.
    whitening : Whitening or None
        What was done to the features of that pool.
    """

    pools: tuple[PoolFit, ...]
    pool: PoolFit
    whitening: Whitening | None

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All fits that were looked at."""
        return tuple(candidate for pool in self.pools for candidate in pool.candidates)

    @property
    def candidate(self) -> Candidate:
        """The chosen fit."""
        return self.pool.candidates[self.pool.best]


def choose_fit(
    samples: Samples,
    n_clusters: int,
    seed: int,
    *,
    graphs: Sequence[PoolGraph] = (),
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> Choice:
    """Choose among the fits of a pool, and among those of whitened features if there are features.

    Parameters
    ----------
    samples : Samples
    n_clusters : int
        At most the number of distinct samples.
    seed : int
        `random_state` of each fit.
    graphs : sequence of PoolGraph, default=()
        Those of `samples` that are known already.
    n_jobs : int or None, default=None
        Threads, as of joblib.
    progress : Progress or None, default=None

    Returns
    -------
    Choice
        Among the fits that were finished where the progress was stopped.
    """
    progress = progress or Progress()
    known = {graph.setting: graph for graph in graphs}
    missing = [setting for setting in samples.settings if setting not in known]
    if missing and not (known and progress.stopped):
        start = graphs[0] if graphs else None
        learned = learn_graphs(samples, missing, start=start, n_pairs_for=n_clusters, n_jobs=n_jobs, progress=progress)
        known.update((graph.setting, graph) for graph in learned)
    in_order = [known[setting] for setting in samples.settings if setting in known]
    plain = fit_pool(in_order, n_clusters, seed, n_jobs=n_jobs, progress=progress)
    if progress.stopped or not isinstance(samples, FeatureSamples):
        return Choice((plain,), plain, None)
    whitened, matrix = whitened_pools(samples, plain, n_clusters, seed, n_jobs=n_jobs, progress=progress)
    pools = (plain, *whitened)
    if matrix is None or not worth_whitening(plain, whitened):
        return Choice(pools, plain, None)
    return Choice(pools, whitened[-1], Whitening(samples.scaling, matrix))
