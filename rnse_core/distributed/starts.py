"""Starts for P where S is on the workers: coarse graphs of it are small enough for the driver.

Levels of coarsening and sums between landmarks are computed where S is. A graph of at most as many nodes as
:func:`rnse_core.indicator.initialization.best_start` computes eigenvectors of is fetched: 8000, whatever the number of
samples is. All further steps are those of one process.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.row_blocks import RowBlock
from rnse_core.distributed.local_search import BlockLocalSearch, refine_blocks
from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.distributed.rows import RowSource
from rnse_core.exceptions import InputError, Reason
from rnse_core.indicator import initialization as starts
from rnse_core.indicator.coarsening import FreeEdges, Hierarchy, Level, multilevel_start
from rnse_core.indicator.component_merging import MAX_COMPONENTS, merge_by_sums
from rnse_core.indicator.landmarks import (
    COMPONENTS,
    DIRECTION_SAMPLES,
    MAX_SAMPLES,
    landmark_centers,
    leading_directions,
    nearest_landmarks,
)
from rnse_core.indicator.split_merge import split_merge_labels
from rnse_core.stages import report_stage
from rnse_core.wording import counted


class BlockHierarchy(Hierarchy):
    """Coarser and coarser graphs of a similarity on the workers; the driver gets those of few nodes."""

    def choices(
        self, graph: csr_array | DistributedMatrix, weight: FloatArray
    ) -> Callable[[NDArray[np.bool_] | None], IntArray]:
        """Return the function that finds the strongest neighbours among free nodes."""
        if not isinstance(graph, DistributedMatrix):
            return super().choices(graph, weight)
        rows, numbers = graph.rows, np.arange(graph.rows.n_rows)

        def strongest(free: NDArray[np.bool_] | None) -> IntArray:
            some = np.ones(rows.n_rows, dtype=bool) if free is None else free
            found = rows.executor.gather(_strongest, rows.blocks, rows.parts(weight), rows.parts(some))
            # Places within what the block needs; -1 where there is none.
            pairs = zip(found, rows.needed, strict=True)
            return np.concatenate([np.where(one < 0, -1, numbers[needed][one]) for one, needed in pairs])

        return strongest

    def contracted(self, graph: csr_array | DistributedMatrix, coarse_nodes: IntArray) -> csr_array | DistributedMatrix:
        """Return the sums of a graph between and inside coarse nodes."""
        if not isinstance(graph, DistributedMatrix):
            return super().contracted(graph, coarse_nodes)
        n_nodes = int(coarse_nodes.max()) + 1
        if n_nodes <= starts.MAX_SPECTRAL_SAMPLES:
            return graph.sums_between(coarse_nodes, n_nodes)
        return graph.contracted(coarse_nodes, n_nodes)

    def moved(self, level: Level, labels: IntArray) -> IntArray:
        """Return the labels of the nodes of a level after moves."""
        if isinstance(level.graph, DistributedMatrix):
            return BlockLocalSearch(level.graph, level.weight, labels, self.n_clusters).run()
        return super().moved(level, labels)


def block_start(
    S: DistributedMatrix,
    components: IntArray,
    K: DistributedMatrix,
    n_clusters: int,
    random: np.random.RandomState,
    points: RowSource,
    *,
    landmarks: bool,
) -> IntArray:
    """The best of the starts that :func:`rnse_core.indicator.initialization.best_start` takes for large S.

    Parameters
    ----------
    S : DistributedMatrix of shape (n_samples, n_samples)
    components : ndarray of int of shape (n_samples,)
        Component of S that each sample is in, fewer than `n_clusters`.
    K : DistributedMatrix of shape (n_samples, n_samples)
    n_clusters : int
    random : RandomState
    points : RowSource
        Scaled samples, for landmarks.
    landmarks : bool
        Whether landmarks and multilevel starts are tried beside the cut of a coarse graph.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
    """
    if S.shape[0] <= starts.MAX_SPECTRAL_SAMPLES:
        small, kernel = S.collect(), K.collect()
        method = starts.best_start if landmarks else starts.spectral_start
        return method(small, n_clusters, kernel, random)
    hierarchy = BlockHierarchy(S, n_clusters)
    found = [starts.coarse_start(hierarchy)]
    if landmarks or found[0] is None:
        found += [_landmark_start(S, n_clusters, points, size, random) for size in starts.LANDMARKS]
    if landmarks:
        found += [multilevel_start(hierarchy, nodes) for nodes in starts.NODES_PER_CLUSTER]
    partitions = [labels for labels in found if labels is not None]
    report_stage(f"Start for P: the best of {len(partitions)} starts")
    return max(partitions, key=lambda labels: association(K, labels, n_clusters))


def association(K: DistributedMatrix, labels: IntArray, n_clusters: int) -> float:
    """Sum over clusters of (K inside the cluster) / (K from the cluster to all).

    Parameters
    ----------
    K : DistributedMatrix of shape (n_samples, n_samples)
    labels : ndarray of int of shape (n_samples,)
    n_clusters : int

    Returns
    -------
    float
    """
    sums = K.sums_between(labels, n_clusters).toarray()
    volume = sums.sum(axis=1)
    return float(np.divide(sums.diagonal(), volume, out=np.zeros(n_clusters), where=volume > 0).sum())


def merge_block_components(components: IntArray, K: DistributedMatrix, n_clusters: int) -> IntArray:
    """Merge components of S by their affinity, as :func:`rnse_core.indicator.component_merging.merge_components` does.

    Parameters
    ----------
    components : ndarray of int of shape (n_samples,)
    K : DistributedMatrix of shape (n_samples, n_samples)
    n_clusters : int
        At most the number of components.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)

    Raises
    ------
    InputError
        If there are more components than a table of all pairs of them is made for.
    """
    n_components = int(components.max()) + 1
    if n_components == n_clusters:
        return components
    if n_components > MAX_COMPONENTS:
        message = (
            f"S falls into {counted(n_components, 'component')}, and a fit on a dask cluster joins at most "
            f"{MAX_COMPONENTS:,}: raise alpha, or fit in one process."
        )
        raise InputError("alpha", Reason.TOO_SMALL, n_components, bound=MAX_COMPONENTS, message=message)
    report_stage(f"P step: {n_components:,} components joined by their affinity")
    between = K.sums_between(components, n_components).toarray()
    own = np.bincount(components, weights=K.diagonal(), minlength=n_components).astype(np.float64)
    return merge_by_sums(components, between, own, n_clusters)


def _landmark_start(
    S: DistributedMatrix, n_clusters: int, points: RowSource, n_landmarks: int, random: np.random.RandomState
) -> IntArray:
    """Labels from the graph between landmarks; the random draws are those of one process."""
    n_samples = points.n_samples
    size = min(max(n_landmarks, starts.MIN_NODES_PER_CLUSTER * n_clusters), n_samples)
    report_stage(f"Start for P: {size:,} landmarks")
    directions = None
    if points.n_features > COMPONENTS:
        chosen = random.choice(n_samples, min(n_samples, DIRECTION_SAMPLES), replace=False)
        directions = leading_directions(points.take(chosen), random)
    sample = random.choice(n_samples, min(n_samples, MAX_SAMPLES), replace=False)
    centers = landmark_centers(points.take(sample, directions), size, random)
    nearest = np.concatenate(points.executor.gather(_nearest_center, points.blocks, centers, directions))
    _, nodes = np.unique(nearest, return_inverse=True)
    report_stage(f"Start for P: sums of S between {size:,} landmarks")
    weight = np.bincount(nodes).astype(np.float64)
    level = Level(S.sums_between(nodes, len(weight)), weight, nodes)
    return refine_blocks(S, split_merge_labels(level, n_clusters)[nodes], n_clusters)


def _strongest(block: RowBlock, weight: FloatArray, free: NDArray[np.bool_]) -> IntArray:
    graph = csr_array((block.values, block.cols, block.indptr), shape=(len(block.indptr) - 1, len(weight)))
    return FreeEdges(graph, weight, block.start).strongest(free)


def _nearest_center(Y: FloatArray, centers: FloatArray, directions: FloatArray | None) -> IntArray:
    return nearest_landmarks(Y if directions is None else Y @ directions.T, centers)
