"""RNSE: Regularized Non-negative Spectral Embedding, Algorithm 1 of the paper as a scikit-learn estimator."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from rnse_core._newton import DualResult
from rnse_core._fit_warnings import about_structure
from rnse_core._validation import (
    FloatArray,
    IntArray,
    check_count,
    check_distinct_rows,
    check_n_clusters,
    check_positive,
    identical_rows,
)
from rnse_core.affinity import AFFINITIES, PRECOMPUTED, compute_affinity
from rnse_core.indicator import METHODS as INDICATOR_METHODS
from rnse_core.indicator import labels_to_indicator, soften, update_indicator
from rnse_core.merging import merge_components
from rnse_core.objective import (
    Similarity,
    component_labels,
    embedding_disagreement,
    join_groups,
    mean_nonzeros,
    objective_parts,
    orthogonality_error,
    row_sum_error,
)
from rnse_core.presets import PRESETS
from rnse_core.projection import METHODS as PROJECTION_METHODS
from rnse_core.projection import project_target
from rnse_core.starts import best_start, spectral_start
from rnse_core.targets import LARGEST_ENTRY, RegularizedKernel

# tr(P L P') of an indicator that divides no component: 0 up to this.
ROUNDING = 1e-10
# Squares and products of a start must not overflow.
LARGEST_START = 1e50
# Default neighbours for the scale of the self-tuned kernel, chosen by benchmarks/shapes.py, and for the graphs.
SCALE_NEIGHBORS = 20
GRAPH_NEIGHBORS = 10
STARTS = {"auto": best_start, "spectral": spectral_start}

Callback = Callable[[int, dict[str, Any]], bool | None]


class RNSE(ClusterMixin, BaseEstimator):
    """Learn a similarity graph and the clusters in it together.

    Alternates two steps until the objective of the model (Eqs. 6 to 9) no longer falls: the *S step* projects
    ``(K + beta P'P) / (2 alpha)`` on the symmetric doubly stochastic matrices (Eq. 12), the *P step* finds a
    non-negative orthogonal P with large tr(P S P') (Eq. 23). The label of a sample is the row of P with the largest
    entry in its column.

    The default, also named ``RNSE.from_preset("exact")``, solves the S step to rounding error by Newton's method and
    ends the P step in an exact indicator; its objective never rises. The presets "paper" and "authors" do what the
    paper prints and what its authors' MATLAB code does.

    Parameters
    ----------
    n_clusters : int, default=2
    alpha : float, default=1.0
        Weight of ||S||_F^2. Larger values give more neighbours per sample; with the self-tuned kernel the useful
        range is about 0.5 to 5.
    beta : float, default=1.0
        Weight of the agreement of S with P. beta / n_c is what K gains inside a cluster of n_c samples.
    affinity : {"self_tuning", "rbf", "knn", "probabilistic_knn", "authors", "cosine", "precomputed", \
            "precomputed_distance"}, default="self_tuning"
        The kernel K, see `rnse_core.affinity`.
    affinity_neighbors : int or None, default=None
        Neighbours that the kernels with neighbours use. None means 20 for the self-tuned kernel and 10 for the graphs,
        but at most a fifth of the samples. The paper has 7, which is less robust (benchmarks/shapes.py).
    gamma : float or None, default=None
        For "rbf".
    projection : {"newton", "dykstra", "alternating"}, default="newton"
        S step. Dykstra's sweeps are the paper's Algorithm 2.
    projection_max_iter : int, default=500
    projection_tol : float, default=1e-12
    init : {"auto", "spectral", "random"} or array-like of shape (n_clusters, n_samples), default="auto"
        P at the start. "spectral" takes it from the eigenvectors of the first S, "auto" from the better of these
        and of a multilevel coarsening of S (see `rnse_core.starts`).
    indicator : {"moves", "strategic", "plain"}, default="moves"
        P step. "strategic" (Eq. 34) and "plain" (Eq. 32) are multiplicative updates.
    indicator_max_iter : int, default=100
        Multiplicative updates per P step.
    indicator_tol : float, default=1e-9
    max_iter : int, default=20
        Outer rounds.
    tol : float, default=1e-9
        Stop when the objective changes by at most this fraction of itself, or when P does not change at all.
    random_state : int, RandomState or None, default=None
        For the random start and for K-Means within the spectral one.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round, with the round's entry of `history_` and the keys
        "similarity", "indicator" and "labels". Returning True ends the fit with what there is.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
    similarity_ : ndarray of shape (n_samples, n_samples)
        S.
    indicator_ : ndarray of shape (n_clusters, n_samples)
        P.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        K.
    objective_ : float
    history_ : list of dict
        One entry per round: "iteration", "objective" and its parts "smoothness", "frobenius" and "embedding",
        "row_sum_error", "orthogonality_error", "n_components", "nonzeros_per_row", "seconds",
        "projection_iterations" and "note".
    n_iter_ : int
        Rounds done.
    converged_ : bool
    n_components_ : int
        Connected components of the graph of S.
    n_clusters_found_ : int
        Clusters with at least one sample.
    n_features_in_ : int

    References
    ----------
    Wang, Y., Liu, R., Chen, Y., Zhang, H. and Ye, Z. (2019). Regularized Non-negative Spectral Embedding for
    Clustering.

    Examples
    --------
    >>> from rnse_core import RNSE
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(n_samples=200, noise=0.05, random_state=0)
    >>> model = RNSE(n_clusters=2, random_state=0).fit(X)
    >>> model.n_components_
    2
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        alpha: float = 1.0,
        beta: float = 1.0,
        affinity: str = "self_tuning",
        affinity_neighbors: int | None = None,
        gamma: float | None = None,
        projection: str = "newton",
        projection_max_iter: int = 500,
        projection_tol: float = 1e-12,
        init: str | ArrayLike = "auto",
        indicator: str = "moves",
        indicator_max_iter: int = 100,
        indicator_tol: float = 1e-9,
        max_iter: int = 20,
        tol: float = 1e-9,
        random_state: int | np.random.RandomState | None = None,
        callback: Callback | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.beta = beta
        self.affinity = affinity
        self.affinity_neighbors = affinity_neighbors
        self.gamma = gamma
        self.projection = projection
        self.projection_max_iter = projection_max_iter
        self.projection_tol = projection_tol
        self.init = init
        self.indicator = indicator
        self.indicator_max_iter = indicator_max_iter
        self.indicator_tol = indicator_tol
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.callback = callback

    @classmethod
    def from_preset(cls, name: str, n_clusters: int = 2, **overrides: Any) -> Self:
        """Return an estimator with the parameters of a named preset.

        Parameters
        ----------
        name : {"exact", "paper", "authors"}
            - "exact": the defaults of this class.
            - "paper": the settings that the paper prints: scale neighbour 7, 20 rounds of 20 Dykstra sweeps and 20
              strategic updates, random start.
            - "authors": the authors' MATLAB code: samples of unit length, PKN affinity with k = 10, 100 rounds of
              50 sweeps and 50 updates without any stopping test, random start.
        n_clusters : int, default=2
        **overrides
            Parameters that replace those of the preset.

        Returns
        -------
        RNSE

        Raises
        ------
        ValueError
            If there is no preset of that name.
        """
        if name not in PRESETS:
            raise ValueError(f"The preset must be one of {', '.join(PRESETS)}; got {name!r}.")
        return cls(n_clusters, **{**PRESETS[name], **overrides})

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity in PRECOMPUTED
        tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        return tags

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Learn S, P and the labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or a similarity or distance matrix for the precomputed affinities.
        y : None
            Ignored.

        Returns
        -------
        self

        Raises
        ------
        TypeError, ValueError
            If a parameter or `X` is not valid; the message names it.

        Warns
        -----
        ConvergenceWarning
            If `max_iter` rounds did not converge.
        UserWarning
            If S has more components than there are clusters, or some cluster got no sample.
        """
        self._check_parameters()
        data = validate_data(self, X, dtype=np.float64, ensure_min_samples=1)
        n_clusters = check_n_clusters(self.n_clusters, len(data))
        groups: IntArray | None = None
        if self.affinity not in PRECOMPUTED:
            groups = identical_rows(data)
            check_distinct_rows(groups, n_clusters)
            groups = None if groups.max() + 1 == len(data) else groups
        K = compute_affinity(data, self.affinity, **self.affinity_arguments(len(data)))
        self._check_scale(float(K.max()))
        _Fit(self, K, n_clusters, groups).run()
        return self

    def affinity_arguments(self, n_samples: int) -> dict[str, Any]:
        """Return the arguments that `fit` hands to :func:`rnse_core.affinity.compute_affinity`.

        Parameters
        ----------
        n_samples : int
            Number of samples; it bounds the number of neighbours that is used when `affinity_neighbors` is None.

        Returns
        -------
        dict
            ``gamma`` for "rbf", nothing for "cosine" and "precomputed", else ``n_neighbors``.
        """
        if self.affinity == "rbf":
            return {"gamma": self.gamma}
        if self.affinity in ("cosine", "precomputed"):
            return {}
        if self.affinity_neighbors is not None:
            return {"n_neighbors": self.affinity_neighbors}
        usual = SCALE_NEIGHBORS if self.affinity in ("self_tuning", "precomputed_distance") else GRAPH_NEIGHBORS
        return {"n_neighbors": max(1, min(usual, n_samples // 5))}

    def _check_scale(self, largest: float) -> None:
        alpha, beta = float(self.alpha), float(self.beta)
        if max(largest, beta) > LARGEST_ENTRY * min(alpha, 1.0) or alpha > LARGEST_ENTRY:
            raise ValueError(
                f"alpha={self.alpha:g}, beta={self.beta:g} and a largest affinity of {largest:g} are too far apart to "
                f"compute with: affinity / alpha and beta / alpha must stay below {LARGEST_ENTRY:.0e}."
            )

    def _check_parameters(self) -> None:
        check_positive("alpha", self.alpha)
        check_positive("beta", self.beta, allow_zero=True)
        for name in ("projection_tol", "indicator_tol", "tol"):
            check_positive(name, getattr(self, name), allow_zero=True)
        if self.affinity_neighbors is not None:
            check_count("affinity_neighbors", self.affinity_neighbors)
        for name in ("projection_max_iter", "indicator_max_iter", "max_iter"):
            check_count(name, getattr(self, name))
        choices = {"affinity": AFFINITIES, "projection": PROJECTION_METHODS, "indicator": INDICATOR_METHODS}
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(allowed)}; got {getattr(self, name)!r}.")


class _Fit:
    """One run of Algorithm 1; leaves its results in the model, also when it is interrupted."""

    def __init__(self, model: RNSE, K: FloatArray, n_clusters: int, groups: IntArray | None) -> None:
        self.model = model
        self.K = K
        self.n_clusters = n_clusters
        self.groups = groups
        self.alpha, self.beta = float(model.alpha), float(model.beta)
        self.random = check_random_state(model.random_state)
        self.warm_start: DualResult | None = None
        self.projection_iterations = 0
        self.projected = False
        self.history: list[dict[str, Any]] = []
        self.S: Similarity = csr_array((0, 0))
        self.P = np.empty((0, 0))

    def run(self) -> None:
        model = self.model
        P = self._starting_indicator()
        stopped = settled = False
        started = time.perf_counter()
        try:
            for iteration in range(1, model.max_iter + 1):
                S, note = self._s_step(P)
                P, p_note = self._p_step(S, P)
                note = note or p_note
                # Assigned together, so that an interruption between the steps leaves a matching pair.
                unchanged = iteration > 1 and np.array_equal(P, self.P)
                self.S, self.P = S, P
                record = self._record(iteration, note, time.perf_counter() - started)
                self.history.append(record)
                info = {**record, "similarity": S, "indicator": P, "labels": self._labels()}
                stopped = model.callback is not None and bool(model.callback(iteration, info))
                settled = unchanged or self._settled()
                if stopped or settled:
                    break
        finally:
            if self.history:
                self._store(converged=settled and (self.projected or model.projection != "newton"))
        self._warn(complete=stopped or settled)

    def _starting_indicator(self) -> FloatArray | None:
        """P before the first S step; None leaves it to the first S."""
        model, shape = self.model, (self.n_clusters, len(self.K))
        if isinstance(model.init, str):
            if model.init in STARTS:
                return None
            if model.init == "random":
                return self.random.uniform(size=shape)
            raise ValueError(f"init must be one of {', '.join(STARTS)}, random or an array; got {model.init!r}.")
        P = np.array(model.init, dtype=np.float64)
        if P.shape != shape:
            raise ValueError(f"init must have the shape (n_clusters, n_samples) = {shape}, got {P.shape}.")
        if not np.isfinite(P).all() or P.min() < 0 or P.max() > LARGEST_START:
            raise ValueError(f"init must be finite, non-negative and at most {LARGEST_START:.0e}.")
        empty = np.flatnonzero(~P.any(axis=1))
        if len(empty):
            raise ValueError(f"Row {empty[0]} of init is all zero; each cluster needs a positive entry to start from.")
        return P

    def _s_step(self, P: FloatArray | None) -> tuple[Similarity, str]:
        model = self.model
        target = RegularizedKernel(self.K, self.alpha, self.beta, P)
        S, info = project_target(
            target, model.projection, model.projection_tol, model.projection_max_iter, self.warm_start
        )
        self.warm_start = info.warm_start
        self.projection_iterations = info.n_iter
        if model.projection == "newton" and self.history and P is not None:
            objective = objective_parts(self.K, S, P, self.alpha, self.beta).total
            if objective > self.history[-1]["objective"]:
                return self.S, "S kept: it is optimal to rounding"
        self.projected = info.converged
        return S, ""

    def _p_step(self, S: Similarity, P: FloatArray | None) -> tuple[FloatArray, str]:
        model = self.model
        components = join_groups(component_labels(S), self.groups)
        if model.indicator == "moves" and components.max() + 1 >= self.n_clusters:
            return self._whole_components(S, P, components), ""
        if P is None:
            labels = STARTS[str(model.init)](S, self.n_clusters, self.K, self.random)
            start = labels_to_indicator(labels, self.n_clusters)
            if model.indicator != "moves":
                start = soften(start)
            return self._update(S, start), ""
        new = self._update(S, P)
        # With an exact S the objective can only rise by a multiplicative update; the published runs take that rise. The
        # start is left in any case: it need not be orthonormal, and being small would look better than any P that is.
        may_rise = model.projection == "newton" and model.indicator != "moves" and self.history
        if may_rise and embedding_disagreement(S, new) > embedding_disagreement(S, P):
            return P, "P kept: its update would have raised the objective"
        return new, ""

    def _whole_components(self, S: Similarity, P: FloatArray | None, components: IntArray) -> FloatArray:
        """P that divides no component, which is optimal; a P that is an optimal indicator already is kept."""
        if P is not None and max(embedding_disagreement(S, P), orthogonality_error(P)) <= ROUNDING:
            return P
        new = labels_to_indicator(merge_components(components, self.K, self.n_clusters), self.n_clusters)
        if P is not None:
            # Clusters keep the row of P that they overlap most, so that a given start decides their order.
            rows, clusters = linear_sum_assignment(P @ new.T, maximize=True)
            new = new[clusters[np.argsort(rows)]]
        return new

    def _update(self, S: Similarity, P: FloatArray) -> FloatArray:
        model = self.model
        return update_indicator(
            S, P, model.indicator, max_iter=model.indicator_max_iter, tol=model.indicator_tol, groups=self.groups
        )

    def _record(self, iteration: int, note: str, seconds: float) -> dict[str, Any]:
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

    def _store(self, converged: bool) -> None:
        model, last = self.model, self.history[-1]
        model.history_ = self.history
        model.labels_ = self._labels()
        model.indicator_ = self.P
        model.similarity_ = self.S if isinstance(self.S, np.ndarray) else self.S.toarray()
        model.affinity_matrix_ = self.K
        model.objective_ = last["objective"]
        model.n_iter_ = len(self.history)
        model.converged_ = bool(converged)
        model.n_components_ = last["n_components"]
        model.n_clusters_found_ = len(np.unique(model.labels_))

    def _warn(self, complete: bool) -> None:
        model = self.model
        if not complete and model.tol > 0:
            warnings.warn(
                f"RNSE did not converge in max_iter={model.max_iter} rounds; raise max_iter or tol.",
                ConvergenceWarning,
                stacklevel=4,
            )
        if model.projection == "newton" and not self.projected:
            warnings.warn(
                f"The last S step stopped at projection_max_iter={model.projection_max_iter} with a row-sum error of "
                f"{row_sum_error(self.S):.1e}, so S is not doubly stochastic; raise projection_max_iter.",
                ConvergenceWarning,
                stacklevel=4,
            )
        for sentence in about_structure(self.K, self.S, self.n_clusters, model.n_clusters_found_):
            warnings.warn(sentence, UserWarning, stacklevel=4)
