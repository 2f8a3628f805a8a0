"""What a fit needs of the data before alpha, beta and the number of clusters matter: K, and which rows are identical.

Several fits of the same data can share it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.checks import check_distinct_rows, check_n_clusters, check_scale
from rnse_core._base.executors import local_executor
from rnse_core._base.identical_rows import find_duplicates
from rnse_core._base.large_values import warn_of_large_values
from rnse_core._base.memory import needed_bytes
from rnse_core._fit.plan import FitPlan, plan_fit
from rnse_core._fit.settings import Settings
from rnse_core.affinity.dense import compute_affinity
from rnse_core.affinity.float32 import to_float32
from rnse_core.affinity.given_graph import BlockKernel, block_kernel, graph_in
from rnse_core.affinity.kinds import UNIT_KERNELS
from rnse_core.affinity.neighbors import spatial_order
from rnse_core.affinity.sparse import neighbor_kernel, sparse_precomputed
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.exceptions import InputError, Reason
from rnse_core.graph.block_coordinates import block_coordinates
from rnse_core.stages import call_in_stage, report_stage
from rnse_core.wording import format_bytes

# Rows of a sparse matrix that a thread permutes at a time.
PERMUTED_ROWS = 10_000


@dataclass(frozen=True, eq=False)
class PreparedData:
    """Data that are ready for a fit.

    Attributes
    ----------
    plan : FitPlan
    kernel : ndarray of shape (n_samples, n_samples) or NeighborKernel
        K, in the order of the fit.
    duplicate_ids : ndarray of shape (n_samples,) or None
        Number of the distinct row that each sample is, in the order of the fit; None where all rows differ.
    order : ndarray of shape (n_samples,) or None
        Number, in the user's data, of each sample of the fit: a sparse fit works in an order in which near samples
        come after each other. None where the orders are the same.
    features : ndarray of shape (n_samples, n_features) or None
        A copy of the features, in the user's order; None for a matrix over pairs, and for a sparse kernel, which holds
        its samples.
    kernel_key : tuple
        Of the settings that K was made with.
    block : BlockKernel or None, default=None
        What K was made of where that was a graph of random edges; see `rnse_core.affinity.given_graph`.
    """

    plan: FitPlan
    kernel: FloatArray | NeighborKernel
    duplicate_ids: IntArray | None
    order: IntArray | None
    features: FloatArray | None
    kernel_key: tuple[Any, ...]
    block: BlockKernel | None = None

    @property
    def n_columns(self) -> int:
        """Columns of the data."""
        return self.plan.n_features or self.plan.n_samples

    @property
    def affinity(self) -> Similarity:
        """K as a matrix, in the user's order; sparse where the graph is one of neighbours."""
        K = self.kernel.matrix if isinstance(self.kernel, NeighborKernel) else self.kernel
        return K if self.order is None else permuted(K, np.argsort(self.order), self.order)

    def check(self, settings: Settings) -> int:
        """Check that a fit with these settings is possible on these data.

        Returns
        -------
        n_clusters : int

        Raises
        ------
        TypeError, ValueError
            If the number of clusters is not possible, the weights and K are too far apart to compute with, or the data
            were prepared for another kernel.
        """
        if settings.kernel_key != self.kernel_key:
            message = "The data were prepared for another kernel, graph or storage; prepare them again with this model."
            raise InputError("data", Reason.INCOMPATIBLE, message=message)
        n_clusters = check_n_clusters(settings.n_clusters, self.plan.n_samples)
        if self.duplicate_ids is not None:
            check_distinct_rows(self.duplicate_ids, n_clusters)
        largest = self.kernel.largest if isinstance(self.kernel, NeighborKernel) else self.kernel.max()
        check_scale(settings.alpha, settings.beta, float(largest))
        return n_clusters

    def shared(self) -> PreparedData:
        """Return the same data for another fit: no fit writes to what this one reads."""
        if isinstance(self.kernel, NeighborKernel):
            return replace(self, kernel=self.kernel.fork())
        return self


def prepare(settings: Settings, data: Any, *, n_clusters: object = None, stacklevel: int = 2) -> PreparedData:
    """Compute what a fit begins with.

    Parameters
    ----------
    settings : Settings
    data : ndarray or csr_array of shape (n_samples, n_features) or (n_samples, n_samples)
        Validated. Nothing of the result shares memory with it.
    n_clusters : int, optional
        Number of clusters to check before K is computed; the fit checks its own in any case.
    stacklevel : int, default=2
        Where warnings point to; 2 is the caller of the caller.

    Returns
    -------
    PreparedData

    Raises
    ------
    ValueError
        If so many clusters are not possible, or the graph asked for.

    Warns
    -----
    LargeValueWarning
        If a few values leave no digits to the others of their feature.
    """
    n_samples = data.shape[0]
    wanted = 1 if n_clusters is None else check_n_clusters(n_clusters, n_samples)
    duplicate_ids: IntArray | None = None
    if not settings.precomputed:
        report_stage(f"Looking for identical rows among {n_samples:,}")
        duplicate_ids = find_duplicates(data)
        check_distinct_rows(duplicate_ids, wanted)
        if settings.affinity not in UNIT_KERNELS:
            warn_of_large_values(data, stacklevel=stacklevel + 1)
        duplicate_ids = None if duplicate_ids.max() + 1 == n_samples else duplicate_ids
    plan = plan_fit(settings, data)
    order = None
    if plan.search == "tree":
        report_stage(f"Sorting {n_samples:,} samples by place")
        # Near samples next to each other: what is computed of neighbours then stays in cache.
        order = spatial_order(data)
    if order is not None and duplicate_ids is not None:
        duplicate_ids = duplicate_ids[order]
    kernel = _kernel(settings, plan, data if order is None else data[order])
    block = _block_kernel(settings, kernel)
    if block is not None:
        kernel = NeighborKernel(block.matrix) if plan.sparse else _stored(block.matrix.toarray(), settings)
    features = None if settings.precomputed or plan.sparse else np.array(data)
    return PreparedData(plan, kernel, duplicate_ids, order, features, settings.kernel_key, block)


def _kernel(settings: Settings, plan: FitPlan, data: Any) -> FloatArray | NeighborKernel:
    """K in the form that a fit works with; a dense one has the precision of the `storage`."""
    if issparse(data):
        return sparse_precomputed(data)
    arguments = plan.kernel_arguments
    if plan.n_neighbors is None:
        stage = f"Kernel over all pairs: {describe_dense(len(data))}"
        K: Any = call_in_stage(stage, compute_affinity, data, settings.affinity, **arguments)
        return _stored(K, settings)
    return neighbor_kernel(
        data,
        settings.affinity,
        plan.n_neighbors,
        affinity_neighbors=arguments.get("n_neighbors"),
        gamma=arguments.get("gamma"),
        search=plan.search,
    )


def _stored(K: Any, settings: Settings) -> Any:
    """A dense K in the precision of the `storage`."""
    return to_float32(K) if settings.storage == "float32" else K


def _block_kernel(settings: Settings, kernel: FloatArray | NeighborKernel) -> BlockKernel | None:
    """The kernel of a graph that was given, where single edges are a poor measure of similarity."""
    if settings.affinity != "precomputed" or settings.graph_kernel is None:
        return None
    report_stage("Groups that the graph shows")
    graph = graph_in(kernel.matrix if isinstance(kernel, NeighborKernel) else np.asarray(kernel))
    return None if graph is None else block_kernel(graph, block_coordinates(graph))


def describe_dense(n_samples: int) -> str:
    """Say how large one matrix over all pairs of samples is, such as "20,000 x 20,000 matrix, 3.0 GB".

    Parameters
    ----------
    n_samples : int

    Returns
    -------
    str
    """
    return f"{n_samples:,} x {n_samples:,} matrix, {format_bytes(needed_bytes(n_samples, matrices=1))}"


def permuted(A: Similarity, place: IntArray, order: IntArray) -> Similarity:
    """Rows and columns of a matrix in another order.

    Parameters
    ----------
    A : csr_array, ndarray or DistributedMatrix of shape (n, n)
    place : ndarray of shape (n,)
        Old number of each new row.
    order : ndarray of shape (n,)
        Its inverse: new number of each old column.

    Returns
    -------
    csr_array, ndarray or DistributedMatrix of shape (n, n)
    """
    if isinstance(A, DistributedMatrix):
        return A.in_order(order)
    if isinstance(A, np.ndarray):
        return A[np.ix_(place, place)]
    columns = order.astype(np.int32)
    indptr = np.concatenate([[0], np.cumsum(np.diff(A.indptr)[place])]).astype(A.indptr.dtype)
    data, indices = np.empty_like(A.data), np.empty(A.nnz, dtype=np.int32)

    def fill(start: int) -> None:
        stop = min(start + PERMUTED_ROWS, len(place))
        rows = A[place[start:stop]]
        rows = csr_array((rows.data, columns[rows.indices], rows.indptr), shape=rows.shape)
        rows.sort_indices()
        part = slice(indptr[start], indptr[stop])
        data[part], indices[part] = rows.data, rows.indices

    local_executor().gather(fill, range(0, len(place), PERMUTED_ROWS))
    result = csr_array((data, indices, indptr), shape=A.shape)
    result.has_sorted_indices = True
    return result
