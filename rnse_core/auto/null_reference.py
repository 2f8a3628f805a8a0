"""Whether there are clusters at all: the gap of the data beside that of data without clusters.

Any data can be divided, and the pool may agree on how. Data without clusters that have the same covariance, a normal
and a uniform distribution, show how large a gap the spectrum of S has by chance. Only where the gap of the data is far
outside of what these show are the clusters called clear. The references are drawn as for the gap statistic (Tibshirani,
Walther and Hastie 2001, https://doi.org/10.1111/1467-9868.00293).

Few samples are compared: a graph of few samples with many neighbours each holds a cluster together, so that a gap means
more, and it is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import eigvalsh

from rnse_core._base.arrays import FloatArray
from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.pool import fitted_to
from rnse_core.auto.progress import Progress, Step, in_threads
from rnse_core.auto.samples import FeatureSamples, MetricSamples, Samples
from rnse_core.auto.spectrum import COUNT_FLOOR, relative_gap
from rnse_core.findings import ClustersAgainstReference

# Samples in a comparison; more for many clusters, so that each has some.
COMPARED = 200
COMPARED_PER_CLUSTER = 10
# With fewer samples, or fewer distinct ones, nothing is compared.
FEWEST_COMPARED = 20
# Random parts of more samples, the median of whose gaps counts.
PARTS = 3
# Draws of each distribution: in two batches, the second one where the first leaves doubt.
BATCH = 4
BATCHES = 2
# Standard deviations of the reference above its mean from which a gap is clear; twice as many leave no doubt.
LEAST_EXCESS = 2.0
# The graph whose gap is compared.
N_NEIGHBORS, ALPHA = 30, 1.0

DISTRIBUTIONS: dict[str, Callable[[np.random.Generator, tuple[int, int]], FloatArray]] = {
    "normal": lambda random, shape: random.standard_normal(shape),
    "uniform": lambda random, shape: random.uniform(-(3**0.5), 3**0.5, shape),
}


@dataclass(frozen=True)
class Structure:
    """How data compare with data without clusters.

    Attributes
    ----------
    gap : float
        Relative gap of the spectrum of S: the largest one, or that after the number of clusters that was given.
    reference_gaps : dict of str to tuple of float
        The gaps of the draws from each distribution.
    n_samples : int
        Samples that were compared.
    """

    gap: float
    reference_gaps: dict[str, tuple[float, ...]]
    n_samples: int

    @property
    def share(self) -> float:
        """How often data without clusters look as good: share of the draws from the distribution that looks best."""
        return max(float(np.mean(np.asarray(gaps) >= self.gap)) for gaps in self.reference_gaps.values())

    @property
    def excess(self) -> float:
        """Standard deviations between the gap and the mean of the distribution that is nearest to it."""
        gaps = np.array(list(self.reference_gaps.values()))
        deviation = float(np.sqrt(gaps.var(axis=1, ddof=1).mean()))
        return (self.gap - float(gaps.mean(axis=1).max())) / max(deviation, np.finfo(float).eps)

    @property
    def clear(self) -> bool:
        """Whether there are clusters beyond what data without clusters show."""
        return self.share == 0.0 and self.excess >= LEAST_EXCESS

    @property
    def finding(self) -> ClustersAgainstReference:
        """What it says, as a finding."""
        largest = max(max(gaps) for gaps in self.reference_gaps.values())
        n_draws = sum(len(gaps) for gaps in self.reference_gaps.values())
        return ClustersAgainstReference(self.clear, self.gap, largest, self.share, n_draws)

    @property
    def doubtful(self) -> bool:
        """Whether more draws might change what is said."""
        return 0.0 < self.excess < 2.0 * LEAST_EXCESS and self.share < 0.5


def judge_structure(
    samples: Samples,
    seed: int,
    *,
    n_clusters: int | None = None,
    max_clusters: int = 2,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> Structure | None:
    """Compare the gap of samples with those of data without clusters.

    Parameters
    ----------
    samples : Samples
    seed : int
        For the parts and the draws.
    n_clusters : int or None, default=None
        The gap after so many eigenvalues is compared; None compares the largest gap.
    max_clusters : int, default=2
        Largest number of clusters that a gap may be after.
    n_jobs : int or None, default=None
        Threads, as of joblib.
    progress : Progress or None, default=None

    Returns
    -------
    Structure or None
        None where there are too few distinct samples, for similarities, which have no coordinates, and where the
        progress was stopped.
    """
    progress = progress or Progress()
    if not isinstance(samples, MetricSamples) or samples.n_distinct < FEWEST_COMPARED or progress.stopped:
        return None
    deviations = samples.principal_deviations()
    if len(deviations) == 0:
        return None
    random = np.random.default_rng(seed)
    size = min(samples.n_samples, max(COMPARED, COMPARED_PER_CLUSTER * (n_clusters or 0)))
    numbers = range(2, min(max_clusters, size - 1) + 1) if n_clusters is None else (n_clusters,)
    rows = [random.permutation(samples.n_samples)[:size] for _ in range(PARTS if size < samples.n_samples else 1)]
    found = in_threads(lambda part: largest_gap(samples.part(part), numbers), rows, n_jobs)
    gap = float(np.median(list(found)))
    reference: dict[str, list[float]] = {kind: [] for kind in DISTRIBUTIONS}
    for _ in range(BATCHES):
        for kind, gaps in reference.items():
            draws = [draw_reference(kind, deviations, size, random) for _ in range(BATCH)]
            gaps += in_threads(lambda X: largest_gap(FeatureSamples(X), numbers), draws, n_jobs)
            if progress.tell(Step.REFERENCE, distribution=kind, n_draws=len(gaps)):
                return None
        structure = Structure(gap, {kind: tuple(gaps) for kind, gaps in reference.items()}, size)
        if not structure.doubtful:
            break
    return structure


def draw_reference(kind: str, deviations: FloatArray, n_samples: int, random: np.random.Generator) -> FloatArray:
    """Draw samples without clusters, in principal directions: a rotation would change no distance.

    Parameters
    ----------
    kind : {"normal", "uniform"}
    deviations : ndarray of shape (n_directions,)
        Standard deviation in each direction.
    n_samples : int
    random : Generator

    Returns
    -------
    ndarray of shape (n_samples, n_directions)
    """
    return DISTRIBUTIONS[kind](random, (n_samples, len(deviations))) * deviations


def largest_gap(samples: MetricSamples, numbers: Iterable[int]) -> float:
    """Return the largest relative gap after some numbers of eigenvalues of S.

    Parameters
    ----------
    samples : MetricSamples
    numbers : iterable of int

    Returns
    -------
    float
        From 0 to 1.
    """
    (setting,) = fitted_to([replace(samples.settings[0], n_neighbors=N_NEIGHBORS, alpha=ALPHA)], samples.n_samples)
    S = PoolGraph(samples, setting).similarity
    values = eigvalsh(S if isinstance(S, np.ndarray) else S.toarray(), check_finite=False)[::-1]
    return max((relative_gap(values, number, COUNT_FLOOR) for number in numbers), default=0.0)
