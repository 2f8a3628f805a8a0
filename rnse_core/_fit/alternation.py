"""Algorithm 1 of the paper: the S step and the P step in turn, until they agree."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray, IntArray, Similarity, read_only
from rnse_core._base.executors import Executor, get_executor
from rnse_core._base.threads import one_blas_thread
from rnse_core._fit.diagnostics import Alike, about_duplicates, about_structure, pairs_alike
from rnse_core._fit.first_labels import first_labels
from rnse_core._fit.objective import (
    ObjectiveParts,
    embedding_disagreement,
    mean_nonzeros,
    objective_parts,
    orthogonality_error,
    row_sum_error,
)
from rnse_core._fit.preparation import PreparedData, permuted
from rnse_core._fit.settings import Settings
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.exceptions import ConvergenceAdvice, IncompleteGraphWarning, NotConvergedWarning
from rnse_core.graph.components import component_labels, join_duplicates
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.numbering import order_of_first_samples
from rnse_core.indicator.updates import labels_to_indicator, soften, sums_inside, update_indicator
from rnse_core.projection.dense_target import RegularizedKernel
from rnse_core.projection.doubly_stochastic import project_target
from rnse_core.projection.newton import DualResult
from rnse_core.projection.sparse_target import SparseTarget
from rnse_core.projection.target import Target
from rnse_core.stages import report_stage

Callback = Callable[[int, dict[str, Any]], bool | None]

# tr(P L P') of an indicator that divides no component: 0 up to this.
ROUNDING = 1e-10
KERNEL_CUT = "P is a cut of the kernel: S has components of identical samples only"


@dataclass(frozen=True, eq=False)
class FitState:
    """What a fit has found, in the order of the user's samples.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
    similarity : ndarray or csr_array of shape (n_samples, n_samples)
        S.
    indicator : ndarray of shape (n_clusters, n_samples)
        P.
    inside : ndarray of shape (n_clusters,)
        Sum of S inside each cluster.
    affinity : ndarray or csr_array of shape (n_samples, n_samples)
        K, on the pattern of S where that is sparse.
    multipliers : ndarray of shape (n_samples,) or None
        u; None for other projections than Newton's.
    graph_complete : bool
        Whether S is known to need no pair that was not looked at.
    history : list of dict
        An entry per round.
    converged : bool
    """

    labels: IntArray
    similarity: Similarity
    indicator: FloatArray
    inside: FloatArray
    affinity: Similarity
    multipliers: FloatArray | None
    graph_complete: bool
    history: list[dict[str, Any]]
    converged: bool


class Alternation:
    """One run of Algorithm 1. What it has found so far can be asked for at any time, also after an interruption.

    Parameters
    ----------
    settings : Settings
    data : PreparedData
        Its kernel may grow.
    n_clusters : int
    callback : callable or None, default=None
        See :class:`rnse_core.RNSE`.
    """

    def __init__(
        self, settings: Settings, data: PreparedData, n_clusters: int, callback: Callback | None = None
    ) -> None:
        self.settings = settings
        self.kernel = data.kernel
        self.block = data.block
        self.n_clusters = n_clusters
        self.callback = callback
        self.duplicate_ids = data.duplicate_ids
        self.order = data.order
        self.place = None if self.order is None else np.argsort(self.order)
        self.shown: tuple[Similarity, Similarity] | None = None
        self.made_by: DualResult | None = None
        self.executor = self._find_executor()
        self.alpha, self.beta = settings.alpha, settings.beta
        self.random = check_random_state(settings.random_state)
        self.warm_start: DualResult | None = None
        self.projection_iterations = 0
        self.projected = False
        self.stopped = self.settled = False
        self.follows_kernel = False
        self.history: list[dict[str, Any]] = []
        self._S: Similarity | None = None
        self._labelled: tuple[Similarity, IntArray] | None = None
        self.P = np.empty((0, 0))

    def _find_executor(self) -> Executor:
        return get_executor(self.settings.executor)

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

    def _components(self, S: Similarity) -> IntArray:
        """Component of each sample, found once for each S."""
        if self._labelled is None or self._labelled[0] is not S:
            self._labelled = S, self._find_components(S)
        return self._labelled[1]

    def _find_components(self, S: Similarity) -> IntArray:
        return component_labels(S)

    def _make_room(self) -> None:
        """Give up an S without zeros until somebody asks for it: it and the next one would be most of the memory."""
        if isinstance(self._S, np.ndarray) and self.made_by is not None:
            self._S = self.shown = self._labelled = None

    def _target(self, P: FloatArray | None) -> Target:
        if isinstance(self.kernel, NeighborKernel):
            return SparseTarget(self.kernel, self.alpha, self.beta, P, self.executor, grows=self.settings.grow_graph)
        return RegularizedKernel(self.kernel, self.alpha, self.beta, P)

    def run(self) -> None:
        """Alternate the two steps until they agree, the rounds are used up, or the callback ends it."""
        with one_blas_thread():
            self._alternate()

    def _alternate(self) -> None:
        P = self._starting_indicator()
        started = time.perf_counter()
        for iteration in range(1, self.settings.max_iter + 1):
            S, made_by, note = self._s_step(P)
            P, p_note = self._p_step(S, P)
            of_graph = self.block.note if iteration == 1 and self.block is not None else ""
            note = note or p_note or of_graph
            # Assigned together, so that an interruption between the steps leaves a matching pair.
            unchanged = iteration > 1 and np.array_equal(P, self.P)
            self._S, self.made_by, self.P = S, made_by, P
            del S  # so that it can make room for the next one
            record = self._record(iteration, note, time.perf_counter() - started)
            self.history.append(record)
            self.stopped = self._call_back(iteration, record)
            self.settled = unchanged or self._settled()
            if self.stopped or self.settled:
                break

    def _starting_indicator(self) -> FloatArray | None:
        """P before the first S step; None leaves it to the first S."""
        n_samples = self.K.shape[0]
        if isinstance(self.settings.init, str) and self.settings.init == "random":
            return self.random.uniform(size=(self.n_clusters, n_samples))
        P = self.settings.starting_indicator(self.n_clusters, n_samples)
        return P if P is None or self.order is None else P[:, self.order]

    def _s_step(self, P: FloatArray | None) -> tuple[Similarity, DualResult | None, str]:
        settings = self.settings
        self._make_room()
        S, info = project_target(
            self._target(P), settings.projection, settings.projection_tol, settings.projection_max_iter, self.warm_start
        )
        self.warm_start = info.warm_start
        self.projection_iterations = info.n_iter
        if settings.projection == "newton" and self.history and P is not None:
            objective = self._objective(S, P).total
            if objective > self.history[-1]["objective"]:
                del S  # before the old one is made again
                return self.S, self.made_by, "S unchanged; already optimal"
        self.projected = info.converged
        return S, info.warm_start, ""

    def _objective(self, S: Similarity, P: FloatArray) -> ObjectiveParts:
        return objective_parts(self.K, S, P, self.alpha, self.beta)

    def _p_step(self, S: Similarity, P: FloatArray | None) -> tuple[FloatArray, str]:
        settings = self.settings
        report_stage("P step: components of S")
        components = join_duplicates(self._components(S), self.duplicate_ids)
        if P is None:
            P = self._first_indicator(S, components)
            return P, KERNEL_CUT if self.follows_kernel else ""
        if self.follows_kernel:
            return P, KERNEL_CUT
        if settings.indicator == "moves" and components.max() + 1 >= self.n_clusters:
            return self._whole_components(S, P, components), ""
        new = self._update(S, P)
        # With an exact S the objective can only rise by a multiplicative update; the published runs take that rise. The
        # start is left in any case: it need not be orthonormal, and being small would look better than any P that is.
        may_rise = settings.projection == "newton" and settings.indicator != "moves" and self.history
        if may_rise and embedding_disagreement(S, new) > embedding_disagreement(S, P):
            return P, "P kept: its update would have raised the objective"
        return new, ""

    def _first_indicator(self, S: Similarity, components: IntArray) -> FloatArray:
        """P found in the first S; where that falls apart in the wrong places, in the kernel."""
        labels, self.follows_kernel = self._first_labels(S, components)
        P = labels_to_indicator(labels, self.n_clusters)
        return P if self.settings.indicator == "moves" else self._update(S, soften(P))

    def _first_labels(self, S: Similarity, components: IntArray) -> tuple[IntArray, bool]:
        return first_labels(
            S,
            components,
            self.kernel,
            self.n_clusters,
            self.random,
            self.duplicate_ids,
            init=str(self.settings.init),
            moves=self.settings.indicator == "moves",
            block=self.block,
        )

    def _whole_components(self, S: Similarity, P: FloatArray, components: IntArray) -> FloatArray:
        """P that divides no component, which is optimal; a P that is an optimal indicator already is kept."""
        if max(embedding_disagreement(S, P), orthogonality_error(P)) <= ROUNDING:
            return P
        labels = self._merged(components)
        new = labels_to_indicator(labels, self.n_clusters)
        # Clusters keep the row of P that they overlap most, so that a given start decides their order.
        rows, clusters = linear_sum_assignment(P @ new.T, maximize=True)
        return new[clusters[np.argsort(rows)]]

    def _merged(self, components: IntArray) -> IntArray:
        return merge_components(components, self.K if self.block is None else self.block.given, self.n_clusters)

    def _update(self, S: Similarity, P: FloatArray) -> FloatArray:
        method, max_iter, tol = (
            self.settings.indicator,
            self.settings.indicator_max_iter,
            self.settings.indicator_tol,
        )
        return update_indicator(S, P, method, max_iter=max_iter, tol=tol, duplicate_ids=self.duplicate_ids)

    def _record(self, iteration: int, note: str, seconds: float) -> dict[str, Any]:
        report_stage("Objective and residuals")
        parts = self._objective(self.S, self.P)
        return {
            "iteration": iteration,
            "objective": parts.total,
            **parts._asdict(),
            "row_sum_error": row_sum_error(self.S),
            "orthogonality_error": orthogonality_error(self.P),
            "n_components": int(self._components(self.S).max()) + 1,
            "nonzeros_per_row": mean_nonzeros(self.S),
            "seconds": seconds,
            "projection_iterations": self.projection_iterations,
            "note": note,
        }

    def _call_back(self, iteration: int, record: dict[str, Any]) -> bool:
        """Show the round to the user's function; return whether it wants to stop."""
        if self.callback is None:
            return False
        labels, P = self._numbered()
        info = {
            **record,
            "similarity": self._unwritable_similarity(),
            "indicator": read_only(self._columns(P)),
            "labels": read_only(self._in_users_order(labels)),
        }
        return bool(self.callback(iteration, info))

    def _labels(self) -> IntArray:
        """Largest entry of each column of P; identical samples are judged by the sum of their columns."""
        if self.duplicate_ids is None:
            return self.P.argmax(axis=0)
        sums = np.zeros((int(self.duplicate_ids.max()) + 1, self.n_clusters))
        np.add.at(sums, self.duplicate_ids, self.P.T)
        return sums.argmax(axis=1)[self.duplicate_ids]

    def _numbered(self) -> tuple[IntArray, FloatArray]:
        """Labels and P, with clusters that no given start has numbered in the order of their first samples."""
        labels = self._labels()
        if not isinstance(self.settings.init, str):
            return labels, self.P
        order = order_of_first_samples(self._in_users_order(labels), self.n_clusters)
        return np.argsort(order)[labels], self.P[order]

    def _settled(self) -> bool:
        """Whether the last two objectives agree to within the tolerance."""
        history, tol = self.history, self.settings.tol
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

    def _unwritable_similarity(self) -> Similarity:
        return read_only(self._shown_similarity())

    def _inside(self, labels: IntArray) -> FloatArray:
        """Sum of S inside each cluster."""
        return sums_inside(self.S, labels, self.n_clusters)

    def _columns(self, P: FloatArray) -> FloatArray:
        return P if self.place is None else P[:, self.place]

    def state(self) -> FitState | None:
        """Return what the finished rounds have found; None before the end of the first."""
        if not self.history:
            return None
        sparse = isinstance(self.kernel, NeighborKernel)
        S, (labels, P) = self._shown_similarity(), self._numbered()
        multipliers = None if self.warm_start is None else self.warm_start.multipliers
        return FitState(
            labels=self._in_users_order(labels),
            similarity=S if isinstance(S, np.ndarray) or sparse else S.toarray(),
            indicator=self._columns(P),
            inside=self._inside(labels),
            affinity=self._in_users_order(self.K),
            multipliers=None if multipliers is None else self._in_users_order(multipliers),
            graph_complete=self.kernel.complete if isinstance(self.kernel, NeighborKernel) else True,
            history=self.history,
            converged=bool(self.settled and (self.projected or self.settings.projection != "newton")),
        )

    def _pairs_alike(self) -> Alike:
        if self.n_clusters == 1:
            return Alike.NO
        return pairs_alike(self.K, self.S, self.P, self.alpha, self.beta)

    def warn(self, stacklevel: int = 2) -> None:
        """Warn of what the user should know about the result.

        Parameters
        ----------
        stacklevel : int, default=2
            As in :func:`warnings.warn`; 2 is the caller.
        """
        settings = self.settings
        if not (self.stopped or self.settled) and settings.tol > 0:
            advice = ConvergenceAdvice.RAISE_LIMIT_OR_TOL
            warnings.warn(NotConvergedWarning("RNSE", len(self.history), advice=advice), stacklevel=stacklevel)
        if settings.projection == "newton" and not self.projected:
            error, limit = row_sum_error(self.S), "projection_max_iter"
            unfinished = NotConvergedWarning(settings.projection, self.projection_iterations, error, parameter=limit)
            warnings.warn(unfinished, stacklevel=stacklevel)
        if isinstance(self.kernel, NeighborKernel) and settings.grow_graph and not self.kernel.complete:
            entries = self.kernel.matrix.nnz, self.kernel.entries_among_duplicates
            warnings.warn(IncompleteGraphWarning(*entries), stacklevel=stacklevel)
        labels = self._labels()
        found = len(np.unique(labels))
        components = self._components(self.S)
        findings = (
            *about_duplicates(labels, self.duplicate_ids, self.alpha),
            *about_structure(self._pairs_alike(), components, self.n_clusters, found, self.follows_kernel, self.alpha),
        )
        for finding in findings:
            warnings.warn(finding, stacklevel=stacklevel)
