"""Cuts of disconnected graphs: which parts are cut separately, and into how many clusters."""

from __future__ import annotations

import warnings

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.exceptions import ComponentsEffect, ComponentsWarning
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import component_spectra, normalized_affinity
from rnse_core.indicator.component_merging import merge_components

# Share of non-zero entries below which eigenvectors are found faster from a sparse matrix.
SPARSE_SHARE = 0.125


def plan_cuts(graph: Similarity, n_clusters: int) -> tuple[IntArray, IntArray, int]:
    """Return the parts of a graph that are cut separately, and the number of clusters in each.

    Returns
    -------
    parts : ndarray of shape (n_samples,)
        Part of each sample: its component, or the group of components that its component is merged into.
    clusters_per_part : ndarray of shape (n_parts,)
        Adds up to `n_clusters`.
    n_components : int
        Connected components of the graph.
    """
    components = component_labels(graph)
    sizes = np.bincount(components)
    n_components = len(sizes)
    if n_components == 1:
        return components, np.array([n_clusters]), 1
    if n_components >= n_clusters:
        # As many components as clusters is what a cut hopes for.
        if n_components > n_clusters:
            warn_disconnected(sizes, n_clusters, ComponentsEffect.WHOLE_COMPONENTS)
        return merge_components(components, graph, n_clusters), np.ones(n_clusters, dtype=np.intp), n_components
    warn_disconnected(sizes, n_clusters, ComponentsEffect.WITHIN_COMPONENTS)
    n_to_share = n_clusters - n_components
    spectra = component_spectra(normalized_graph(graph)[0], components, n_to_share + 1)
    # The largest eigenvalue of every component, 1 (or 0 for a single point), stands for its first cluster.
    values = np.concatenate([values[1:] for _, values, _ in spectra])
    owners = np.repeat(np.arange(n_components), [len(values) - 1 for _, values, _ in spectra])
    chosen = owners[np.argsort(-values, kind="stable")[:n_to_share]]
    return components, 1 + np.bincount(chosen, minlength=n_components), n_components


def warn_disconnected(sizes: IntArray, n_clusters: int, effect: ComponentsEffect) -> None:
    """Warn that the affinity graph falls into components, and what that means for the clusters."""
    warnings.warn(ComponentsWarning(tuple(sizes.tolist()), n_clusters, effect), stacklevel=4)


def normalized_graph(graph: Similarity) -> tuple[Similarity, FloatArray]:
    """Return ``D^-1/2 K D^-1/2``, sparse where most of it is zero, and the diagonal of ``D^-1/2``."""
    if isinstance(graph, np.ndarray) and np.count_nonzero(graph) < SPARSE_SHARE * graph.size:
        graph = csr_array(graph)
    return normalized_affinity(graph)
