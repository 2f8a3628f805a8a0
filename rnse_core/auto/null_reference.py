"""Whether there are clusters at all: the gap of the data beside that of data without clusters.

Any data can be divided, and the pool may agree on how. Data without clusters that have the same covariance, a normal
and a uniform distribution, show how large a gap the spectrum of S has by chance. Only where the gap of the data is far
outside of what these show are the clusters called clear. The references are drawn as for the gap statistic (Tibshirani,
Walther and Hastie 2001, https://doi.org/10.1111/1467-9868.00293).

Few samples are compared: a graph of few samples with many neighbours each holds a cluster together, so that a gap means
more, and it is quick. The largest gap is compared, and with the number of clusters given also the gap after as many.
Where neither is clear and the clusters were found in whitened features, these are compared with draws that were
whitened by clusters found in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import eigvalsh

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.pool import PoolSetting, fitted_to
from rnse_core.auto.progress import Progress, Step, in_threads
from rnse_core.auto.samples import FeatureSamples, MetricSamples, Samples
from rnse_core.auto.spectrum import COUNT_FLOOR, relative_gap
from rnse_core.auto.whitening import linear_map, whitening_matrix
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
        Relative gap of the spectrum of S.
    reference_gaps : dict of str to tuple of float
        The gaps of the draws from each distribution.
    n_samples : int
        Samples that were compared.
    n_clusters : int or None
        The gap is that after so many eigenvalues; None: the largest one.
    whitened : bool
        Whether the features, and those of the draws, were whitened.
    """

    gap: float
    reference_gaps: dict[str, tuple[float, ...]]
    n_samples: int
    n_clusters: int | None = None
    whitened: bool = False

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
    def doubtful(self) -> bool:
        """Whether more draws might change what is said."""
        return 0.0 < self.excess < 2.0 * LEAST_EXCESS and self.share < 0.5

    @property
    def finding(self) -> ClustersAgainstReference:
        """What it says, as a finding."""
        largest = max(max(gaps) for gaps in self.reference_gaps.values())
        n_draws = sum(len(gaps) for gaps in self.reference_gaps.values())
        return ClustersAgainstReference(self.clear, self.gap, largest, self.share, n_draws)


def judge_structure(
    samples: Samples,
    seed: int,
    *,
    n_clusters: int | None = None,
    max_clusters: int = 2,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> Structure | None:
    """Compare the gaps of samples with those of data without clusters.

    Parameters
    ----------
    samples : Samples
    seed : int
        For the parts and the draws.
    n_clusters : int or None, default=None
        The gap after so many eigenvalues is compared as well as the largest; None compares the largest alone.
    max_clusters : int, default=2
        Largest number of clusters that the largest gap may be after.
    n_jobs : int or None, default=None
        Threads, as of joblib.
    progress : Progress or None, default=None

    Returns
    -------
    Structure or None
        Of the gap that stands out more. None where there are too few distinct samples, for similarities, which have no
        coordinates, and where the progress was stopped.
    """
    if not isinstance(samples, MetricSamples):
        return None
    size = compared_size(samples, n_clusters)
    numbers = range(2, min(max_clusters, size - 1) + 1)

    def gaps(part: MetricSamples) -> list[float]:
        values = reference_eigenvalues(part)
        return [largest_gap(values, numbers), *([] if n_clusters is None else [largest_gap(values, [n_clusters])])]

    def gaps_of_rows(rows: IntArray) -> list[float]:
        return gaps(samples.part(rows))

    def gaps_of_draw(X: FloatArray) -> list[float]:
        return gaps(FeatureSamples(X))

    found = _compare(samples, seed, size, gaps_of_rows, gaps_of_draw, n_jobs, progress)
    if not found:
        return None
    structures = [replace(one, n_clusters=number) for one, number in zip(found, (None, n_clusters), strict=False)]
    return max(structures, key=lambda structure: (structure.clear, structure.excess))


def judge_whitened(
    samples: FeatureSamples,
    seed: int,
    matrix: FloatArray,
    n_clusters: int,
    *,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> Structure | None:
    """Compare the gap of whitened features with those of draws that are whitened by clusters found in them.

    Whitening makes clusters of any data rounder and so the gap larger. The draws show by how much.

    Parameters
    ----------
    samples : FeatureSamples
    seed : int
    matrix : ndarray of shape (n_features, n_features)
        What the features are whitened by.
    n_clusters : int
        The gap after so many eigenvalues is compared.
    n_jobs : int or None, default=None
    progress : Progress or None, default=None

    Returns
    -------
    Structure or None
        As for `judge_structure`.
    """

    def gaps(part: FeatureSamples, by: FloatArray | None) -> list[float]:
        mapped = part if by is None else FeatureSamples(linear_map(part.Y, by))
        return [largest_gap(reference_eigenvalues(mapped), [n_clusters])]

    def gaps_of_rows(rows: IntArray) -> list[float]:
        return gaps(samples.part(rows), matrix)

    def gaps_of_draw(X: FloatArray) -> list[float]:
        drawn = FeatureSamples(X)
        labels = PoolGraph(drawn, _setting(drawn)).labels(n_clusters, seed)
        return gaps(drawn, whitening_matrix(drawn.Y, labels))

    size = compared_size(samples, n_clusters)
    found = _compare(samples, seed, size, gaps_of_rows, gaps_of_draw, n_jobs, progress)
    return replace(found[0], n_clusters=n_clusters, whitened=True) if found else None


def compared_size(samples: Samples, n_clusters: int | None) -> int:
    """Return how many samples are compared.

    Parameters
    ----------
    samples : Samples
    n_clusters : int or None

    Returns
    -------
    int
    """
    return min(samples.n_samples, max(COMPARED, COMPARED_PER_CLUSTER * (n_clusters or 0)))


def _compare(
    samples: MetricSamples,
    seed: int,
    size: int,
    gaps_of_rows: Callable[[IntArray], list[float]],
    gaps_of_draw: Callable[[FloatArray], list[float]],
    n_jobs: int | None,
    progress: Progress | None,
) -> list[Structure]:
    """Compare several gaps of parts of the samples with those of draws; none where that is not possible or stopped."""
    progress = progress or Progress()
    if samples.n_distinct < FEWEST_COMPARED or progress.stopped:
        return []
    deviations = samples.principal_deviations()
    if len(deviations) == 0:
        return []
    random = np.random.default_rng(seed)
    rows = [random.permutation(samples.n_samples)[:size] for _ in range(PARTS if size < samples.n_samples else 1)]
    own = np.median(list(in_threads(gaps_of_rows, rows, n_jobs)), axis=0)
    reference: dict[str, list[list[float]]] = {kind: [] for kind in DISTRIBUTIONS}
    structures: list[Structure] = []
    for _ in range(BATCHES):
        for kind, found in reference.items():
            draws = [draw_reference(kind, deviations, size, random) for _ in range(BATCH)]
            found += in_threads(gaps_of_draw, draws, n_jobs)
            if progress.tell(Step.REFERENCE, distribution=kind, n_draws=len(found)):
                return []
        structures = [
            Structure(float(gap), {kind: tuple(g[i] for g in found) for kind, found in reference.items()}, size)
            for i, gap in enumerate(own)
        ]
        sure = any(structure.clear and not structure.doubtful for structure in structures)
        if sure or not any(structure.doubtful for structure in structures):
            break
    return structures


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


def reference_eigenvalues(samples: MetricSamples) -> FloatArray:
    """Return all eigenvalues of the S that gaps are compared in.

    Parameters
    ----------
    samples : MetricSamples

    Returns
    -------
    ndarray of shape (n_samples,)
        In descending order.
    """
    S = PoolGraph(samples, _setting(samples)).similarity
    return eigvalsh(S if isinstance(S, np.ndarray) else S.toarray(), check_finite=False)[::-1]


def _setting(samples: MetricSamples) -> PoolSetting:
    like = replace(samples.settings[0], n_neighbors=N_NEIGHBORS, alpha=ALPHA)
    return fitted_to([like], samples.n_samples)[0]


def largest_gap(eigenvalues: FloatArray, numbers: Iterable[int]) -> float:
    """Return the largest relative gap after some numbers of eigenvalues.

    Parameters
    ----------
    eigenvalues : ndarray of shape (n_samples,)
        In descending order.
    numbers : iterable of int

    Returns
    -------
    float
        From 0 to 1.
    """
    return max((relative_gap(eigenvalues, number, COUNT_FLOOR) for number in numbers), default=0.0)
