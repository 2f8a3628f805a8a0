"""The number of clusters: at which the settings of a pool agree, and their graphs have a gap.

A number is right where it does not matter how S was learned: all settings then find the same clusters, and the
eigenvalues of S fall after as many of them.

In a graph of few neighbours a cluster may lose a few odd samples, which are components of their own, and a long one is
nearly divided; in one of many neighbours clusters that lie close are joined. So the gap is a mean over graphs that see
near and far, and components of odd samples are not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import methodcaller

import numpy as np

from rnse_core._base.arrays import IntArray
from rnse_core.auto.agreement import mean_agreement, medoid, pairwise_agreement
from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.progress import Progress, Step, in_threads
from rnse_core.auto.spectrum import COUNT_FLOOR

# Power of the agreement in the score of a number.
AGREEMENT_POWER = 2


@dataclass(frozen=True)
class NumberScore:
    """What speaks for a number of clusters.

    Attributes
    ----------
    n_clusters : int
    gap : float
        Mean relative gap after so many eigenvalues.
    agreement : float or None
        Mean adjusted Rand index of the labels of each two settings; None where the gap alone is below the best score.
    score : float
        ``agreement ** 2 * gap``; the gap, which bounds it, where the agreement is not known.
    labels : ndarray of shape (n_samples,) or None
        Those of the setting that agrees best with the others, where the agreement is known.
    """

    n_clusters: int
    gap: float
    agreement: float | None
    score: float
    labels: IntArray | None = field(default=None, repr=False, compare=False)


def score_numbers(
    graphs: Sequence[PoolGraph],
    max_clusters: int,
    seed: int,
    *,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[NumberScore, ...]:
    """Score each number of clusters from 2 on.

    A score is at most the gap, so labels are found for those numbers only whose gap is above the best score so far:
    the largest gap first.

    Parameters
    ----------
    graphs : sequence of PoolGraph
        The gaps of all of them count, and the labels of those whose setting counts.
    max_clusters : int
        At least 2, and at most the number of distinct samples.
    seed : int
    n_jobs : int or None, default=None
    progress : Progress or None, default=None

    Returns
    -------
    tuple of NumberScore
        For 2, ..., max_clusters.
    """
    progress = progress or Progress()
    numbers = range(2, max_clusters + 1)
    gaps = {C: float(np.mean([graph.gap(C, COUNT_FLOOR, large=True) for graph in graphs])) for C in reversed(numbers)}
    counting = [graph for graph in graphs if graph.setting.counts]
    agreements: dict[int, float] = {}
    medoids: dict[int, IntArray] = {}
    best = 0.0
    for C in sorted(numbers, key=lambda C: (-gaps[C], C)):
        if gaps[C] <= best or progress.stopped:
            break
        labels = list(in_threads(methodcaller("labels", C, seed), counting, n_jobs))
        pairwise = pairwise_agreement(labels)
        agreements[C] = max(0.0, mean_agreement(pairwise))
        medoids[C] = labels[medoid(pairwise)]
        best = max(best, agreements[C] ** AGREEMENT_POWER * gaps[C])
        progress.tell(Step.NUMBER, n_clusters=C, agreement=agreements[C], gap=gaps[C])
    return tuple(
        NumberScore(C, gaps[C], agreements.get(C), gaps[C] * agreements.get(C, 1.0) ** AGREEMENT_POWER, medoids.get(C))
        for C in numbers
    )


def best_number(scores: Sequence[NumberScore]) -> int:
    """Return the number of clusters with the highest score; the smallest of equals.

    Parameters
    ----------
    scores : sequence of NumberScore

    Returns
    -------
    int
        Of those whose agreement is known, or of all where none is.
    """
    known = [score for score in scores if score.agreement is not None] or scores
    return max(known, key=lambda score: (score.score, -score.n_clusters)).n_clusters
