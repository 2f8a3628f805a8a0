"""One run of Algorithm 1, on a dense kernel or on a graph of neighbours."""

from __future__ import annotations

import time
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.checks import check_entries
from rnse_core._base.executors import get_executor
from rnse_core._base.threads import one_blas_thread
from rnse_core._fit.diagnostics import about_copies, about_structure
from rnse_core._fit.normalized_cut import falls_apart_around_copies, surely_better_cut
from rnse_core._fit.objective import (
    embedding_disagreement,
    mean_nonzeros,
    objective_parts,
    orthogonality_error,
    row_sum_error,
)
from rnse_core.affinity.sparse import NeighborKernel
from rnse_core.exceptions import (
    ConvergenceAdvice,
    IncompleteGraphWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    Reason,
)
from rnse_core.graph.components import component_labels, join_groups
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.initialization import best_start, spectral_start
from rnse_core.indicator.local_search import refine_labels
from rnse_core.indicator.updates import labels_to_indicator, soften, update_indicator
from rnse_core.projection.dense_target import RegularizedKernel
from rnse_core.projection.doubly_stochastic import project_target
from rnse_core.projection.newton import DualResult
from rnse_core.projection.sparse_target import NeighborTarget
from rnse_core.projection.target import Target
from rnse_core.stages import tell

if TYPE_CHECKING:
    from rnse_core.rnse import RNSE

# tr(P L P') of an indicator that divides no component: 0 up to this.
ROUNDING = 1e-10
# Squares and products of a start must not overflow.
LARGEST_START = 1e50
STARTS = {"auto": best_start, "spectral": spectral_start}
KERNEL_CUT = "P is a cut of the kernel: S falls apart around copies"


class Fit:
    """One run of Algorithm 1; leaves its results in the model, also when it is interrupted.

    Parameters
    ----------
    model : RNSE
    kernel : ndarray of shape (n_samples, n_samples) or NeighborKernel
        K.
    n_clusters : int
    groups : ndarray of shape (n_samples,) or None
        Samples with the same number share a cluster.
    order : ndarray of shape (n_samples,) or None, default=None
        Number, in the user's data, of each sample of the kernel; None where these are the same.
    """

    def __init__(
        self,
        model: RNSE,
        kernel: FloatArray | NeighborKernel,
        n_clusters: int,
        groups: IntArray | None,
        order: IntArray | None = None,
    ) -> None:
        self.model = model
        self.kernel = kernel
        self.n_clusters = n_clusters
        self.groups = groups
        self.order = order
        self.place = None if order is None else np.argsort(order)
        self.shown: tuple[Similarity, Similarity] | None = None
        self.made_by: DualResult | None = None
        self.executor = get_executor(model.executor)
        self.alpha, self.beta = float(model.alpha), float(model.beta)
        self.random = check_random_state(model.random_state)
        self.warm_start: DualResult | None = None
        self.projection_iterations = 0
        self.projected = False
        self.follows_kernel = False
        self.history: list[dict[str, Any]] = []
        self._S: Similarity | None = None
        self.P = np.empty((0, 0))

    @property
    def K(self) -> Similarity:
        """K as a matrix; that on a pattern of neighbours is replaced where the pattern grows."""
        return self.kernel.matrix if isinstance(self.kernel, NeighborKernel) else self.kernel

    @property
    def S(self) -> Similarity:
        """S of the last round, made again where it had to make room."""
        if self._S is None:
            assert self.made_by is not None
            self._S = self.made_by.similarity()
        return self._S

    def _make_room(self) -> None:
        """Give up an S without zeros until somebody asks for it: it and the next one would be most of the memory."""
        if isinstance(self._S, np.ndarray) and self.made_by is not None:
            self._S = self.shown = None

    def _target(self, P: FloatArray | None) -> Target:
        if isinstance(self.kernel, NeighborKernel):
            return NeighborTarget(self.kernel, self.alpha, self.beta, P, self.executor, grows=self.model.grow_graph)
        return RegularizedKernel(self.kernel, self.alpha, self.beta, P)

    def run(self) -> None:
        """Alternate the two steps until they agree, and say what the user should know."""
        with one_blas_thread():
            complete = self._alternate()
        self._warn(complete)

    def _alternate(self) -> bool:
        model = self.model
        P = self._starting_indicator()
        stopped = settled = False
        started = time.perf_counter()
        try:
            for iteration in range(1, model.max_iter + 1):
                S, made_by, note = self._s_step(P)
                P, p_note = self._p_step(S, P)
                note = note or p_note
                # Assigned together, so that an interruption between the steps leaves a matching pair.
                unchanged = iteration > 1 and np.array_equal(P, self.P)
                self._S, self.made_by, self.P = S, made_by, P
                del S  # so that it can make room for the next one
                record = self._record(iteration, note, time.perf_counter() - started)
                self.history.append(record)
                stopped = self._call_back(iteration, record)
                settled = unchanged or self._settled()
                if stopped or settled:
                    break
        finally:
            if self.history:
                self._store(converged=settled and (self.projected or model.projection != "newton"))
        return stopped or settled

    def _starting_indicator(self) -> FloatArray | None:
        """P before the first S step; None leaves it to the first S."""
        model, shape = self.model, (self.n_clusters, self.K.shape[0])
        if isinstance(model.init, str):
            if model.init in STARTS:
                return None
            if model.init == "random":
                return self.random.uniform(size=shape)
            choices = (*STARTS, "random", "an array")
            raise ParameterError("init", model.init, Reason.UNKNOWN_CHOICE, choices=choices)
        P = np.array(model.init, dtype=np.float64)
        if P.shape != shape:
            raise InputError("init", Reason.WRONG_SHAPE, P.shape, bound=shape)
        check_entries("init", P, LARGEST_START)
        empty = np.flatnonzero(~P.any(axis=1))
        if len(empty):
            row = int(empty[0])
            message = f"Row {row} of init is all zero; each cluster needs a positive entry to start from."
            raise InputError("init", Reason.EMPTY, row=row, message=message)
        return P if self.order is None else P[:, self.order]

    def _s_step(self, P: FloatArray | None) -> tuple[Similarity, DualResult | None, str]:
        model = self.model
        self._make_room()
        S, info = project_target(
            self._target(P), model.projection, model.projection_tol, model.projection_max_iter, self.warm_start
        )
        self.warm_start = info.warm_start
        self.projection_iterations = info.n_iter
        if model.projection == "newton" and self.history and P is not None:
            objective = objective_parts(self.K, S, P, self.alpha, self.beta).total
            if objective > self.history[-1]["objective"]:
                del S  # before the old one is made again
                return self.S, self.made_by, "S kept: it is optimal to rounding"
        self.projected = info.converged
        return S, info.warm_start, ""

    def _p_step(self, S: Similarity, P: FloatArray | None) -> tuple[FloatArray, str]:
        model = self.model
        tell("P step: components of S")
        components = join_groups(component_labels(S), self.groups)
        if P is None:
            P = self._first_indicator(S, components)
            return P, KERNEL_CUT if self.follows_kernel else ""
        if self.follows_kernel:
            return P, KERNEL_CUT
        if model.indicator == "moves" and components.max() + 1 >= self.n_clusters:
            return self._whole_components(S, P, components), ""
        new = self._update(S, P)
        # With an exact S the objective can only rise by a multiplicative update; the published runs take that rise. The
        # start is left in any case: it need not be orthonormal, and being small would look better than any P that is.
        may_rise = model.projection == "newton" and model.indicator != "moves" and self.history
        if may_rise and embedding_disagreement(S, new) > embedding_disagreement(S, P):
            return P, "P kept: its update would have raised the objective"
        return new, ""

    def _first_indicator(self, S: Similarity, components: IntArray) -> FloatArray:
        """P found in the first S; where that falls apart in the wrong places, in the kernel."""
        model, n_clusters = self.model, self.n_clusters
        moves = model.indicator == "moves"
        optimal = moves and components.max() + 1 >= n_clusters
        if optimal:
            labels = merge_components(components, self.K, n_clusters)
        else:
            points = self.kernel.points.Y if isinstance(self.kernel, NeighborKernel) and self.kernel.points else None
            labels = STARTS[str(model.init)](S, n_clusters, self.K, self.random, points)
            if moves:
                labels = refine_labels(S, labels, n_clusters, self.groups)
        if moves and model.init == "auto":
            labels = self._unless_copies_decide(labels, components)
        P = labels_to_indicator(labels, n_clusters)
        return P if moves else self._update(S, soften(P))

    def _unless_copies_decide(self, labels: IntArray, components: IntArray) -> IntArray:
        """Labels of a cut of the kernel, where copies have made S fall apart in the wrong places; else those given."""
        if self.groups is None or not falls_apart_around_copies(components, self.groups):
            return labels
        better = surely_better_cut(self.kernel, labels, self.n_clusters, self.groups, self.random)
        self.follows_kernel = better is not None
        return labels if better is None else better

    def _whole_components(self, S: Similarity, P: FloatArray, components: IntArray) -> FloatArray:
        """P that divides no component, which is optimal; a P that is an optimal indicator already is kept."""
        if max(embedding_disagreement(S, P), orthogonality_error(P)) <= ROUNDING:
            return P
        labels = merge_components(components, self.K, self.n_clusters)
        new = labels_to_indicator(labels, self.n_clusters)
        # Clusters keep the row of P that they overlap most, so that a given start decides their order.
        rows, clusters = linear_sum_assignment(P @ new.T, maximize=True)
        return new[clusters[np.argsort(rows)]]

    def _update(self, S: Similarity, P: FloatArray) -> FloatArray:
        model = self.model
        return update_indicator(
            S, P, model.indicator, max_iter=model.indicator_max_iter, tol=model.indicator_tol, groups=self.groups
        )

    def _record(self, iteration: int, note: str, seconds: float) -> dict[str, Any]:
        tell("Objective and residuals")
        parts = objective_parts(self.K, self.S, self.P, self.alpha, self.beta)
        return {
            "iteration": iteration,
            "objective": parts.total,
            **parts._asdict(),
            "row_sum_error": row_sum_error(self.S),
            "orthogonality_error": orthogonality_error(self.P),
            "n_components": int(component_labels(self.S).max()) + 1,
            "nonzeros_per_row": mean_nonzeros(self.S),
            "seconds": seconds,
            "projection_iterations": self.projection_iterations,
            "note": note,
        }

    def _call_back(self, iteration: int, record: dict[str, Any]) -> bool:
        """Show the round to the user's function; return whether it wants to stop."""
        if self.model.callback is None:
            return False
        info = {
            **record,
            "similarity": self._shown_similarity(),
            "indicator": self._columns(self.P),
            "labels": self._in_users_order(self._labels()),
        }
        return bool(self.model.callback(iteration, info))

    def _labels(self) -> IntArray:
        """Largest entry of each column of P; identical samples are judged by the sum of their columns."""
        if self.groups is None:
            return self.P.argmax(axis=0)
        sums = np.zeros((int(self.groups.max()) + 1, self.n_clusters))
        np.add.at(sums, self.groups, self.P.T)
        return sums.argmax(axis=1)[self.groups]

    def _settled(self) -> bool:
        """Whether the last two objectives agree to within the tolerance."""
        history, tol = self.history, self.model.tol
        if len(history) < 2 or tol == 0:
            return False
        old, new = history[-2]["objective"], history[-1]["objective"]
        return abs(old - new) <= tol * max(abs(old), np.finfo(float).tiny)

    def _in_users_order(self, values: Any) -> Any:
        """Rows, and of a matrix also columns, in the order of the user's samples."""
        if self.order is None or self.place is None:
            return values
        return values[self.place] if values.ndim == 1 else permuted(values, self.place, self.order)

    def _shown_similarity(self) -> Similarity:
        """S in the user's order, made once for the callback, the next round that keeps S, and the result."""
        if self.shown is None or self.shown[0] is not self.S:
            self.shown = self.S, self._in_users_order(self.S)
        return self.shown[1]

    def _columns(self, P: FloatArray) -> FloatArray:
        return P if self.place is None else P[:, self.place]

    def _store(self, converged: bool) -> None:
        model, last = self.model, self.history[-1]
        sparse = isinstance(self.kernel, NeighborKernel)
        model.history_ = self.history
        model.labels_ = self._in_users_order(self._labels())
        model.indicator_ = self._columns(self.P)
        S = self._shown_similarity()
        model.similarity_ = S if isinstance(S, np.ndarray) or sparse else S.toarray()
        model.affinity_matrix_ = self._in_users_order(self.K)
        multipliers = None if self.warm_start is None else self.warm_start.multipliers
        model.multipliers_ = None if multipliers is None else self._in_users_order(multipliers)
        model.graph_ = "knn" if sparse else "dense"
        model.graph_complete_ = self.kernel.complete if isinstance(self.kernel, NeighborKernel) else True
        model.objective_ = last["objective"]
        model.n_iter_ = len(self.history)
        model.converged_ = bool(converged)
        model.n_components_ = last["n_components"]
        model.n_clusters_found_ = len(np.unique(model.labels_))

    def _warn(self, complete: bool) -> None:
        model = self.model
        if not complete and model.tol > 0:
            advice = ConvergenceAdvice.RAISE_LIMIT_OR_TOL
            warnings.warn(NotConvergedWarning("RNSE", len(self.history), advice=advice), stacklevel=4)
        if model.projection == "newton" and not self.projected:
            warnings.warn(
                NotConvergedWarning(
                    model.projection,
                    self.projection_iterations,
                    row_sum_error(self.S),
                    parameter="projection_max_iter",
                ),
                stacklevel=4,
            )
        if isinstance(self.kernel, NeighborKernel) and model.grow_graph and not model.graph_complete_:
            entries = self.kernel.matrix.nnz, self.kernel.entries_among_copies
            warnings.warn(IncompleteGraphWarning(*entries), stacklevel=4)
        findings = (
            *about_copies(self._labels(), self.groups, self.alpha),
            *about_structure(self.K, self.S, self.n_clusters, model.n_clusters_found_, self.follows_kernel, self.alpha),
        )
        for finding in findings:
            warnings.warn(finding, stacklevel=4)


def permuted(A: Similarity, place: IntArray, order: IntArray) -> Similarity:
    """Rows and columns of a matrix in another order.

    Parameters
    ----------
    A : csr_array or ndarray of shape (n, n)
    place : ndarray of shape (n,)
        Old number of each new row.
    order : ndarray of shape (n,)
        Its inverse: new number of each old column.

    Returns
    -------
    csr_array or ndarray of shape (n, n)
    """
    if isinstance(A, np.ndarray):
        return A[np.ix_(place, place)]
    rows = A[place]
    result = csr_array((rows.data, order[rows.indices].astype(np.int32), rows.indptr), shape=A.shape)
    result.sort_indices()
    return result
