"""A fit of samples that are on the workers of a dask cluster, of which the driver sees vectors alone.

X, K and S stay in blocks of rows on the workers. The driver has vectors of length n_samples, arrays of shape
(n_clusters, n_samples), and graphs of at most some thousand nodes, whatever the number of samples is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.checks import check_distinct_rows, check_n_clusters
from rnse_core._base.executors import Executor
from rnse_core._base.memory import sparse_bytes
from rnse_core._fit.alternation import Alternation, Callback
from rnse_core._fit.diagnostics import Alike, pairs_alike
from rnse_core._fit.normalized_cut import better_cut_of_distinct, falls_apart_around_duplicates
from rnse_core._fit.objective import ObjectiveParts, embedding_disagreement
from rnse_core._fit.plan import FitPlan, pattern_neighbors
from rnse_core._fit.preparation import PreparedData, prepare
from rnse_core._fit.settings import Settings
from rnse_core.affinity.prepared_points import PreparedPoints
from rnse_core.distributed.kernel import DistributedKernel, ScaledRows, distributed_kernel
from rnse_core.distributed.local_search import refine_blocks
from rnse_core.distributed.rows import RowSource
from rnse_core.distributed.starts import block_start, merge_block_components
from rnse_core.distributed.target import DistributedTarget
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.indicator.initialization import MAX_SPECTRAL_SAMPLES
from rnse_core.indicator.updates import labels_to_indicator
from rnse_core.stages import report_stage

# Most distinct samples among duplicates of which K is computed at all pairs, on the driver.
MAX_DISTINCT = 2000


def check_distributed(settings: Settings) -> None:
    """Raise ParameterError where a fit on the workers is not possible with these settings.

    Parameters
    ----------
    settings : Settings

    Raises
    ------
    ParameterError
        With what to do instead.
    """
    if settings.executor != "dask":
        message = "X is a dask array: use executor='dask' to fit it on the workers of a client, or pass X.compute()."
        raise ParameterError("executor", settings.executor, Reason.INCOMPATIBLE, choices=("dask",), message=message)
    if settings.precomputed:
        message = f"affinity={settings.affinity!r} needs an array; a dask array has the features of samples."
        raise ParameterError("affinity", settings.affinity, Reason.INCOMPATIBLE, message=message)
    if settings.graph == "dense":
        message = (
            "graph='dense' holds all pairs in one process: leave it out for a dask array, which gives the same S, or "
            "pass X.compute()."
        )
        raise ParameterError("graph", "dense", Reason.INCOMPATIBLE, choices=("auto", "knn"), message=message)
    if settings.projection != "newton":
        message = f"projection={settings.projection!r} holds all pairs in one process: use 'newton' for a dask array."
        raise ParameterError(
            "projection", settings.projection, Reason.INCOMPATIBLE, choices=("newton",), message=message
        )


def prepare_blocks(settings: Settings, data: RowSource, *, n_clusters: object = None) -> PreparedData:
    """Compute what a fit begins with, on the workers.

    Parameters
    ----------
    settings : Settings
    data : RowSource
        With the extremes of its features.
    n_clusters : int, optional
        As for :func:`rnse_core._fit.preparation.prepare`.

    Returns
    -------
    PreparedData
        Its kernel is a `DistributedKernel`.

    Raises
    ------
    ValueError
        If so many clusters are not possible, or there is a single sample.
    """
    n_samples, n_features = data.shape
    if n_samples < 2:
        raise InputError(
            "X", Reason.TOO_SMALL, n_samples, bound=2, message="A fit on a dask cluster needs two samples."
        )
    wanted = 1 if n_clusters is None else check_n_clusters(n_clusters, n_samples)
    report_stage(f"Looking for identical rows among {n_samples:,}")
    duplicate_ids = data.duplicate_ids()
    if duplicate_ids is not None:
        check_distinct_rows(duplicate_ids, wanted)
    arguments = settings.kernel_arguments(n_samples)
    k = pattern_neighbors(settings, n_samples, None, arguments)
    scaled = ScaledRows.of(data, settings.affinity)
    n_bytes = sparse_bytes(n_samples, n_features, k)
    plan = FitPlan("knn", n_samples, n_features, k, arguments, n_bytes, True, scaled.method, {})
    if duplicate_ids is not None and scaled.order is not None:
        duplicate_ids = duplicate_ids[scaled.order]
    kernel = distributed_kernel(
        scaled, settings.affinity, k, affinity_neighbors=arguments.get("n_neighbors"), gamma=arguments.get("gamma")
    )
    return PreparedData(plan, kernel, duplicate_ids, scaled.order, None, settings.kernel_key)


def prepared_where_data_are(settings: Settings, data: Any, n_clusters: object = None) -> PreparedData:
    """Compute what a fit begins with, in this process or on the workers.

    Parameters
    ----------
    settings : Settings
    data : RowSource, ndarray or csr_array
        Validated.
    n_clusters : int, optional
        As for :func:`rnse_core._fit.preparation.prepare`.

    Returns
    -------
    PreparedData
    """
    if isinstance(data, RowSource):
        return prepare_blocks(settings, data, n_clusters=n_clusters)
    return prepare(settings, data, n_clusters=n_clusters, stacklevel=3)


def new_run(settings: Settings, data: PreparedData, n_clusters: int, callback: Callback | None) -> Alternation:
    """Return a run of Algorithm 1 where the kernel of some data is.

    Parameters
    ----------
    settings : Settings
    data : PreparedData
    n_clusters : int
    callback : callable or None

    Returns
    -------
    Alternation
    """
    kind = DistributedAlternation if isinstance(data.kernel, DistributedKernel) else Alternation
    return kind(settings, data, n_clusters, callback)


class DistributedAlternation(Alternation):
    """A run of Algorithm 1 whose K and S stay on the workers."""

    kernel: DistributedKernel

    def _find_executor(self) -> Executor:
        return self.kernel.executor

    def _target(self, P: FloatArray | None) -> DistributedTarget:
        grows = self.settings.grow_graph
        return DistributedTarget(self.kernel, self.alpha, self.beta, P, self.executor, grows=grows)

    def _find_components(self, S: Any) -> IntArray:
        return S.components()

    def _objective(self, S: Any, P: FloatArray) -> ObjectiveParts:
        K = self.kernel.matrix
        smoothness = float(K.diagonal() @ S.sum(axis=1)) - S.inner(K)
        return ObjectiveParts(smoothness, self.alpha * S.sum_of_squares(), self.beta * embedding_disagreement(S, P))

    def _first_labels(self, S: Any, components: IntArray) -> tuple[IntArray, bool]:
        moves, start = self.settings.indicator == "moves", str(self.settings.init)
        if int(components.max()) + 1 >= self.n_clusters:
            # Without moves one process may divide components anew; these are whole in either case.
            labels = self._merged(components)
        else:
            labels = block_start(
                S,
                components,
                self.kernel.matrix,
                self.n_clusters,
                self.random,
                self.kernel.search.rows,
                landmarks=start == "auto",
            )
            if moves:
                labels = refine_blocks(S, labels, self.n_clusters, self.duplicate_ids)
        ids = self.duplicate_ids
        if ids is None or not moves or start != "auto" or not falls_apart_around_duplicates(components, ids):
            return labels, False
        better = better_cut_of_distinct(self._between_distinct(ids), labels, self.n_clusters, ids, self.random)
        return (labels, False) if better is None else (better, True)

    def _between_distinct(self, ids: IntArray) -> FloatArray:
        """Sums of K between the distinct samples, each with all its duplicates."""
        first: IntArray = np.unique(ids, return_index=True)[1]
        if len(first) > MAX_DISTINCT:
            message = (
                f"S falls apart around identical rows, and a fit on a dask cluster looks at {MAX_DISTINCT:,} distinct "
                f"ones at most, not {len(first):,}: use init='spectral', raise alpha, or fit in one process."
            )
            raise InputError("X", Reason.TOO_LARGE, len(first), bound=MAX_DISTINCT, message=message)
        points: PreparedPoints = self.kernel.points
        if points.scale is None:
            return self.kernel.matrix.sums_between(ids, len(first)).toarray()
        Y, s, counts = self.kernel.search.rows.take(first), points.scale[first], np.bincount(ids)
        K = np.empty((len(first), len(first)))
        for row, y in enumerate(Y):
            difference = Y - y
            squared = np.einsum("ij,ij->i", difference, difference)
            K[row] = points.profile.value(squared / (s * s[row])) * (counts[row] * counts)
        return K

    def _merged(self, components: IntArray) -> IntArray:
        return merge_block_components(components, self.kernel.matrix, self.n_clusters)

    def _update(self, S: Any, P: FloatArray) -> FloatArray:
        if self.settings.indicator != "moves":
            return super()._update(S, P)
        labels = refine_blocks(S, P.argmax(axis=0), self.n_clusters, self.duplicate_ids)
        return labels_to_indicator(labels, self.n_clusters)

    def _unwritable_similarity(self) -> Similarity:
        return self._shown_similarity()

    def _inside(self, labels: IntArray) -> FloatArray:
        # In the order of the fit, as S is.
        S: Any = self.S
        inside: FloatArray = S.sums_between(labels, self.n_clusters).diagonal()
        return inside

    def _pairs_alike(self) -> Alike:
        K = self.kernel.matrix
        whole = K.nnz == K.shape[0] ** 2 and K.shape[0] <= MAX_SPECTRAL_SAMPLES
        if self.n_clusters == 1 or not whole:
            return Alike.NO
        S: Any = self.S
        return pairs_alike(K.collect(), S.collect(), self.P, self.alpha, self.beta)
