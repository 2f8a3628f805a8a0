"""The first labels of a fit: what P starts from once the first S is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._fit.normalized_cut import falls_apart_around_duplicates, surely_better_cut
from rnse_core.affinity.given_graph import BlockKernel
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.graph.spectral import Spectrum
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.initialization import best_start, spectral_start
from rnse_core.indicator.local_search import refine_labels


def first_labels(
    S: Similarity,
    components: IntArray,
    kernel: FloatArray | NeighborKernel,
    n_clusters: int,
    random: np.random.RandomState,
    duplicate_ids: IntArray | None = None,
    *,
    init: str = "auto",
    moves: bool = True,
    spectra: Sequence[Spectrum] | None = None,
    block: BlockKernel | None = None,
) -> tuple[IntArray, bool]:
    """Labels found in the first S; where that falls apart in the wrong places, in the kernel.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    components : ndarray of shape (n_samples,)
        Component of S that each sample is in; duplicates are in the same one.
    kernel : ndarray of shape (n_samples, n_samples) or NeighborKernel
        K.
    n_clusters : int
    random : RandomState
        For K-Means within the spectral starts.
    duplicate_ids : ndarray of int of shape (n_samples,) or None, default=None
        Identical samples have the same id; None where all differ.
    init : {"auto", "spectral"}, default="auto"
        See :class:`rnse_core.RNSE`.
    moves : bool, default=True
        Whether P is to be an exact indicator: whole components are then joined, else the start is refined by moves.
    spectra : sequence of Spectrum or None, default=None
        Leading eigenpairs of each component of S, if they are known already; see `best_start`.
    block : BlockKernel or None, default=None
        Where K was made from a graph that was given: its directions are the start with ``init="auto"``, and its edges
        decide which components are joined.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    follows_kernel : bool
        Whether they are a cut of K, and not of S.
    """
    K = kernel.matrix if isinstance(kernel, NeighborKernel) else kernel
    if moves and int(components.max()) + 1 >= n_clusters:
        labels = merge_components(components, K if block is None else block.given, n_clusters)
    else:
        if init == "spectral":
            labels = spectral_start(S, n_clusters, K, random, spectra=spectra)
        elif block is not None:
            labels = block.starting_labels(n_clusters, random)
        else:
            points = kernel.coordinates if isinstance(kernel, NeighborKernel) else None
            labels = best_start(S, n_clusters, K, random, points, spectra=spectra)
        if moves:
            labels = refine_labels(S, labels, n_clusters, duplicate_ids)
    if (
        duplicate_ids is None
        or not moves
        or init != "auto"
        or not falls_apart_around_duplicates(components, duplicate_ids)
    ):
        return labels, False
    better = surely_better_cut(kernel, labels, n_clusters, duplicate_ids, random)
    return (labels, False) if better is None else (better, True)
