"""What a finished fit of RNSE has to say about its result, each in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rnse_core._base.arrays import IntArray, Similarity
from rnse_core.graph.components import component_labels
from rnse_core.wording import counted, listed_sizes

# Distinct samples for each cluster, from which on one that has a single distinct sample is worth a word.
FEWEST_DISTINCT = 10
# How many times larger an alpha is named to try.
LARGER = 10.0


def about_structure(
    K: Similarity, S: Similarity, n_clusters: int, n_clusters_found: int, follows_kernel: bool, alpha: float
) -> Iterator[str]:
    """Yield a sentence for each reason why the clusters are not what was asked for.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n_samples, n_samples)
    S : csr_array or ndarray of shape (n_samples, n_samples)
    n_clusters, n_clusters_found : int
    follows_kernel : bool
        Whether P is a cut of K, and not of S.
    alpha : float

    Yields
    ------
    str
    """
    if n_clusters > 1 and _all_pairs_alike(K):
        yield "All pairs of samples have the same affinity, so the clusters are arbitrary: there is nothing to find."
    sizes = np.bincount(component_labels(S))
    if follows_kernel:
        yield (
            f"With alpha={alpha:g} the learned graph falls into {counted(len(sizes), 'component')} "
            f"(sizes {listed_sizes(sizes)}) around identical samples, so the clusters are a normalised cut of the "
            f"affinity instead. With a larger alpha, such as {LARGER * alpha:g}, S may show them too."
        )
    elif len(sizes) > n_clusters:
        yield (
            f"The learned graph has {counted(len(sizes), 'component')} (sizes {listed_sizes(sizes)}) for "
            f"{counted(n_clusters, 'cluster')}, so components were joined by their affinity; a "
            "larger alpha connects more samples."
        )
    if n_clusters_found < n_clusters:
        yield f"Only {n_clusters_found} of the {n_clusters} clusters asked for have any sample."


def about_copies(labels: IntArray, copies: IntArray | None, alpha: float) -> Iterator[str]:
    """Yield a sentence where a cluster is nothing but copies of one sample.

    So many copies are near enough to each other to need nobody else: a component of S of their own, which the optimal P
    makes a cluster, though two others have to be joined for it.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
    copies : ndarray of shape (n_samples,) or None
        Identical samples have the same number; None where all are distinct.
    alpha : float

    Yields
    ------
    str
    """
    if copies is None:
        return
    sizes = np.bincount(labels)
    clusters = np.flatnonzero(sizes)
    if len(clusters) < 2:
        return
    lowest = np.full(len(sizes), np.iinfo(np.intp).max)
    highest = np.full(len(sizes), -1)
    np.minimum.at(lowest, labels, copies)
    np.maximum.at(highest, labels, copies)
    alike = clusters[(lowest[clusters] == highest[clusters]) & (sizes[clusters] > 1)]
    # Where there are few distinct samples for each cluster, one with a single of them is nothing unusual.
    if len(alike) == 0 or int(copies.max()) + 1 < FEWEST_DISTINCT * len(clusters):
        return
    these = "A cluster is" if len(alike) == 1 else f"{counted(len(alike), 'cluster')} are"
    yield (
        f"{these} nothing but {counted(int(sizes[alike].max()), 'identical sample')}, which may have made others join "
        f"that belong apart. Do not rely on these clusters before you have tried a larger alpha, such as "
        f"{LARGER * alpha:g}."
    )


def about_growth(n_entries: int, entries_among_copies: int) -> str:
    """Return a sentence on a graph of neighbours that could not grow as far as S needs.

    Parameters
    ----------
    n_entries : int
        Entries that it has.
    entries_among_copies : int
        Entries that it would need between identical samples alone.

    Returns
    -------
    str
    """
    if entries_among_copies > n_entries:
        return (
            f"S is near the optimum only: its {counted(entries_among_copies, 'entry', 'entries')} between identical "
            "samples are too many to be kept. The clusters seldom hang on them; with most of the identical samples "
            "left out S is exact."
        )
    return (
        "S was learned on the graph of nearest neighbours alone: with these settings it would need more entries than "
        "could be looked for, or than memory has room for, so it is near the optimum only. A smaller alpha makes S "
        "sparser."
    )


def _all_pairs_alike(K: Similarity) -> bool:
    """Whether all entries off the diagonal are equal, for more than one pair."""
    if not isinstance(K, np.ndarray):
        if K.nnz < K.shape[0] ** 2:
            return False
        K = K.toarray()
    if len(K) < 3 or K[0, 1] != K[0, 2]:
        return False
    first = K[0, 1]
    alike = np.equal(K, first)
    return bool(np.count_nonzero(alike) - np.count_nonzero(alike.diagonal()) == K.size - len(K))
