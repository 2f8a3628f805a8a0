"""RNSE: Regularized Non-negative Spectral Embedding, Algorithm 1 of the paper as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted

from rnse_core._base.arrays import IntArray
from rnse_core._base.checks import check_callback, check_choice, check_data
from rnse_core._fit.alternation import Callback, FitState
from rnse_core._fit.distributed import check_distributed, new_run, prepared_where_data_are
from rnse_core._fit.plan import FitPlan, check_sparse, plan_fit
from rnse_core._fit.prediction import Predictor
from rnse_core._fit.preparation import PreparedData
from rnse_core._fit.presets import PRESETS
from rnse_core._fit.settings import Settings
from rnse_core.affinity.kinds import PRECOMPUTED
from rnse_core.distributed.rows import is_dask_array, refuse_dask_array, rows_on_workers


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
        and of a multilevel coarsening of S (see `rnse_core.indicator.initialization`). Where identical rows make
        S fall apart in the wrong places, "auto" may take P from a cut of K, which a warning says.
    indicator : {"moves", "strategic", "plain"}, default="moves"
        P step. "strategic" (Eq. 34) and "plain" (Eq. 32) are multiplicative updates.
    indicator_max_iter : int, default=100
        Multiplicative updates per P step.
    indicator_tol : float, default=1e-9
    max_iter : int, default=20
        Outer rounds.
    graph : {"auto", "dense", "knn"}, default="auto"
        Where S may be positive. "dense" looks at all pairs. "knn" keeps K for pairs of near neighbours only, in memory
        and time proportional to n_samples, and then looks for pairs that S needs beyond these, so that S is the same.
        "auto" is "dense" up to 3000 samples and for projections other than Newton's; beyond, the quicker of the two by
        a model of the cost, if all pairs fit into the free memory (see `plan_`).
    n_neighbors : int or None, default=None
        For "knn": neighbours of each sample in the graph. None means 30, or half as many again as `affinity_neighbors`.
    grow_graph : bool, default=True
        For "knn": whether to look for pairs beyond the graph. False is quicker and leaves S on the graph.
    storage : {"float64", "float32"}, default="float64"
        For "dense": how K is held. "float32" takes half the memory and rounds K to seven digits; S is the exact
        projection of what is held, and is in double precision like all sums.
    executor : {"auto", "serial", "threads", "dask"}, default="auto"
        For "knn": where blocks of rows are worked on, see `rnse_core._base.executors`; see `rnse_core.distributed`.
    graph_kernel : {"auto"} or None, default="auto"
        For "precomputed": "auto" makes K from the groups of a graph whose edges are random within and between groups,
        such as a network (see `rnse_core.affinity.given_graph`). None takes all similarities as given.
    tol : float, default=1e-9
        Stop when the objective changes by at most this fraction of itself, or when P does not change at all.
    random_state : int, RandomState or None, default=None
        For the random start and for K-Means within the spectral one.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round, with the round's entry of `history_` and the keys
        "similarity", "indicator" and "labels". Returning True ends the fit with what there is. What happens within a
        round is told by `rnse_core.stages`.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Clusters are numbered in the order of their first samples; with an array as `init`, as its rows.
    similarity_ : ndarray or csr_array of shape (n_samples, n_samples)
        S; sparse where `graph_` is "knn". For a dask array S and K are a `rnse_core.distributed.DistributedMatrix`.
    plan_ : FitPlan
        The graph, the search for neighbours, and estimates of time and memory; ``print`` shows it as a sentence.
    graph_ : {"dense", "knn"}
        Which of the two was used.
    graph_complete_ : bool
        Whether S is known to need no pair that was not looked at: always so for "dense".
    multipliers_ : ndarray of shape (n_samples,) or None
        u of ``S = [T + u 1' + 1 u']_+``; None for other projections than Newton's.
    indicator_ : ndarray of shape (n_clusters, n_samples)
        P.
    affinity_matrix_ : ndarray or csr_array of shape (n_samples, n_samples)
        K, on the graph's pattern where S is sparse.
    block_coordinates_ : BlockCoordinates or None
        The groups that K was made from; see `graph_kernel`.
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
        graph: str = "auto",
        n_neighbors: int | None = None,
        grow_graph: bool = True,
        storage: str = "float64",
        executor: str = "auto",
        graph_kernel: str | None = "auto",
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
        self.graph = graph
        self.n_neighbors = n_neighbors
        self.grow_graph = grow_graph
        self.storage = storage
        self.executor = executor
        self.graph_kernel = graph_kernel
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
        check_choice("name", name, PRESETS)
        return cls(n_clusters, **{**PRESETS[name], **overrides})

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity in PRECOMPUTED
        tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        tags.input_tags.sparse = self.affinity == "precomputed" and self.graph != "dense"
        return tags

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Learn S, P and the labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or a similarity or distance matrix for the precomputed affinities. A similarity may be a sparse
            matrix; it is then its own graph of neighbours. Features may be a dask array, with ``executor="dask"``.
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
        LargeValueWarning
            If a few values leave no digits to the others of their feature.
        """
        settings, data = self._checked(X)
        return self._learn(settings, prepared_where_data_are(settings, data, settings.n_clusters))

    def prepare(self, X: ArrayLike) -> PreparedData:
        """Compute what `fit` begins with and what does not depend on alpha, beta or the number of clusters.

        The result can serve several fits, of this model or of others with the same kernel; see `fit_prepared`.

        Parameters
        ----------
        X : array-like
            As for `fit`.

        Returns
        -------
        PreparedData
            Its `affinity` is K.

        Raises
        ------
        TypeError, ValueError
            As for `fit`, but for the number of clusters, which does not matter here.
        """
        return prepared_where_data_are(*self._checked(X))

    def fit_prepared(self, data: PreparedData) -> Self:
        """Learn S, P and the labels from data that `prepare` has returned; the result is that of `fit`.

        Parameters
        ----------
        data : PreparedData
            It is not changed; other fits may use it at the same time.

        Returns
        -------
        self

        Raises
        ------
        TypeError, ValueError
            As for `fit`, or if the data were prepared for another kernel, graph or storage.
        """
        self.n_features_in_ = data.n_columns
        return self._learn(Settings.of(self.get_params(deep=False)), data.shared())

    def plan(self, X: ArrayLike) -> FitPlan:
        """Return what `fit` would do with some data: on which graph, with how many neighbours, in how much memory.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features) or (n_samples, n_samples)
            The shape, and of a sparse matrix the number of entries, is all that is looked at.

        Returns
        -------
        FitPlan

        Raises
        ------
        TypeError, ValueError
            If a parameter is not valid, or the graph asked for is not possible.
        """
        settings = Settings.of(self.get_params(deep=False))
        check_sparse(settings, X)
        return plan_fit(settings, X if hasattr(X, "shape") else np.asarray(X))

    def _checked(self, X: ArrayLike) -> tuple[Settings, Any]:
        settings = Settings.of(self.get_params(deep=False))
        check_callback(self.callback)
        if is_dask_array(X):
            check_distributed(settings)
            rows = rows_on_workers(X)
            self.n_features_in_ = rows.n_features
            self.__dict__.pop("feature_names_in_", None)  # of an earlier fit
            return settings, rows
        check_sparse(settings, X)
        return settings, check_data(self, X, accept_sparse=self.__sklearn_tags__().input_tags.sparse and ["csr"])

    def _learn(self, settings: Settings, data: PreparedData) -> Self:
        run = new_run(settings, data, data.check(settings), self.callback)
        try:
            run.run()
        finally:
            # Also after an interruption: the rounds that were finished are a result.
            state = run.state()
            if state is not None:
                self._keep(settings, data, state)
        run.warn(stacklevel=4)
        return self

    def _keep(self, settings: Settings, data: PreparedData, state: FitState) -> None:
        """Set the fitted attributes, all of them here."""
        last = state.history[-1]
        self.labels_ = state.labels
        self.similarity_ = state.similarity
        self.indicator_ = state.indicator
        self.affinity_matrix_ = state.affinity
        self.block_coordinates_ = None if data.block is None else data.block.coordinates
        self.multipliers_ = state.multipliers
        self.plan_ = data.plan
        self.graph_ = data.plan.graph
        self.graph_complete_ = state.graph_complete
        self.history_ = state.history
        self.objective_ = last["objective"]
        self.n_iter_ = len(state.history)
        self.converged_ = state.converged
        self.n_components_ = last["n_components"]
        self.n_clusters_found_ = len(np.unique(state.labels))
        self._settings = settings
        self._predictor = Predictor(settings, data, state)

    def predict(self, X: ArrayLike) -> IntArray:
        """Assign new samples by the learned graph.

        The row of S that a new sample would have, with the multipliers of the others as they are, is the projection on
        the simplex of ``K(x, x_j) / (2 alpha) + u_j`` over its nearest samples; its cluster is the one with the
        largest part of that row. A sample that was fitted keeps its label.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features) or (n_queries, n_samples)
            Features, or similarities to the fitted samples for affinity="precomputed"; these may be a sparse matrix,
            whatever the model was fitted to, and what it leaves out is 0.

        Returns
        -------
        labels : ndarray of shape (n_queries,)

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            For affinity="precomputed_distance", whose scales are not known for new samples.
        TypeError
            For a sparse matrix that holds no similarities, or a dask array.
        """
        check_is_fitted(self, "labels_")
        refuse_dask_array(X)
        check_sparse(self._settings, X, fitted=True)
        accept_sparse = ["csr"] if self._settings.affinity == "precomputed" else False
        data = check_data(self, X, reset=False, accept_sparse=accept_sparse)
        return self._predictor.predict(data)
