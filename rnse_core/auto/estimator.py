"""AutoRNSE: the clusters of a table without a single parameter."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, issparse
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.checks import LARGEST_SEED, check_callback, check_choice, check_count, check_data, check_n_clusters
from rnse_core._base.threads import one_blas_thread
from rnse_core.affinity.kinds import PRECOMPUTED
from rnse_core.auto.agreement import cluster_votes
from rnse_core.auto.choice import Choice, choose_fit
from rnse_core.auto.cluster_number import NumberScore, best_number, score_numbers
from rnse_core.auto.confidence import row_shares, sample_confidence, second_best
from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.null_reference import Structure, judge_structure, judge_whitened
from rnse_core.auto.pool_fit import Candidate, learn_graphs
from rnse_core.auto.progress import Callback, Progress, Step
from rnse_core.auto.rows import check_choice_memory, nearest_chosen_row, rows_to_choose_on, samples_of
from rnse_core.auto.samples import FeatureSamples, Samples
from rnse_core.auto.whitening import Whitening
from rnse_core.exceptions import InputError, Reason
from rnse_core.rnse import RNSE

AFFINITIES = ("auto", *PRECOMPUTED)
PAIR_MATRICES = {"precomputed": "similarity matrix", "precomputed_distance": "distance matrix"}


class AutoRNSE(ClusterMixin, BaseEstimator):
    """RNSE with the settings, and the number of clusters, chosen without labels.

    A pool of settings of :class:`rnse_core.RNSE` is fitted, and the fit is taken whose labels agree best with those of
    the others. Where the pool agrees clearly better on features that are whitened by the within-cluster covariance of
    its first result, the fit is taken from these. The number of clusters is the one at which the pool agrees and the
    learned graphs have a gap in their spectrum. At last the result is compared with that of data without clusters.

    Parameters
    ----------
    n_clusters : "auto" or int, default="auto"
    max_clusters : int, default=22
        Largest number of clusters that "auto" considers.
    affinity : {"auto", "precomputed", "precomputed_distance"}, default="auto"
        What `fit` gets: features, or a matrix of similarities or distances between samples. The pool for similarities
        varies alpha alone, in units of their contrast, since they have no scale neighbour. Neither is whitened.
    random_state : int, RandomState or None, default=None
        For the starts of all fits, the samples that the choice is made on, and the data without clusters.
    n_jobs : int or None, default=None
        Threads in which fits of the pool are made; the result is the same for any number. None means 1.
    callback : callable or None, default=None
        ``callback(step, info)`` after each step, with what was done in ``info["what"]`` (see
        :class:`rnse_core.auto.Step`) and what is known of it under other keys. Returning True ends the choice: the fit
        that is best so far is then made, and `structure_` is None.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
    n_clusters_ : int
    estimator_ : RNSE
        The fit behind the labels, with S, P and the history: an RNSE with the chosen setting, fitted to the data, or
        to the whitened features.
    candidates_ : tuple of Candidate
        The fits that were chosen from: setting, agreement with the others, gap, seconds, labels. Empty where there is
        no choice, as for one cluster.
    n_clusters_scores_ : tuple of NumberScore
        The numbers of clusters that were considered; empty where the number was given, or a graph shows it.
    agreement_ : float
        Mean adjusted Rand index of the labels of all pairs of fits in the chosen pool.
    confidence_ : ndarray of shape (n_samples,)
        Share of the pool's fits in which a sample is in its cluster, times the share of its row of S that is inside.
    second_labels_ : ndarray of shape (n_samples,)
        The cluster of each sample that comes next; -1 where nothing speaks for another one.
    block_coordinates_ : BlockCoordinates or None
        The groups that a given graph shows where its edges are random within and between groups. With two or more
        of them, their number is that of the clusters; see `rnse_core.graph.block_coordinates`.
    structure_ : Structure or None
        How often data without clusters look as clear; None for similarities, and where there is nothing to compare.
    whitening_ : ndarray of shape (n_features, n_features) or None
        What the features were multiplied by before the chosen fit, apart from a shift and a unit, which change nothing;
        None where they were left as they are.
    sample_ : ndarray of shape (n_chosen_on,)
        Rows that the choice was made on: all, or a random part of more than 2000.
    n_features_in_ : int

    Notes
    -----
    The rule was found on labelled data sets, half of which were not used for it; see benchmarks/auto.py.

    Of more than 2000 samples a random part is chosen on, and the chosen setting is fitted to all. Labels of the pool
    are then known for the part alone, and the confidence takes those of the nearest row of it for the others. A sparse
    similarity is used as a whole, since a part of its samples would have hardly any entries left.

    Examples
    --------
    >>> from rnse_core import AutoRNSE
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(n_samples=200, noise=0.05, random_state=0)
    >>> model = AutoRNSE(random_state=0).fit(X)
    >>> model.n_clusters_
    2
    >>> model.structure_.clear
    True
    """

    def __init__(
        self,
        n_clusters: int | str = "auto",
        *,
        max_clusters: int = 22,
        affinity: str = "auto",
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
        callback: Callback | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.max_clusters = max_clusters
        self.affinity = affinity
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.callback = callback

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity in PRECOMPUTED
        tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        tags.input_tags.sparse = self.affinity == "precomputed"
        return tags

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Choose the number of clusters and a setting, and fit RNSE with these.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
            Features, or a similarity or distance matrix for the precomputed affinities. A similarity may be sparse.
        y : None
            Ignored.

        Returns
        -------
        self

        Raises
        ------
        TypeError, ValueError
            If a parameter or `X` is not valid.
        NotEnoughMemory
            If the fit would not fit into the free memory.

        Warns
        -----
        UserWarning
            What :meth:`rnse_core.RNSE.fit` warns of, for the chosen fit.
        """
        data = self._checked(X)
        if self.callback is not None and not issparse(data) and np.may_share_memory(data, np.asarray(X)):
            data = data.copy()  # the callback may write to the array of the caller
        progress = Progress(self.callback)
        seed = int(check_random_state(self.random_state).randint(LARGEST_SEED, dtype=np.int64))
        with one_blas_thread():
            self._fit(data, seed, progress)
        return self

    def _checked(self, X: ArrayLike) -> FloatArray | csr_array:
        check_choice("affinity", self.affinity, AFFINITIES)
        check_count("max_clusters", self.max_clusters)
        check_callback(self.callback)
        self._accept_sparse = ["csr"] if self.affinity == "precomputed" else False
        data = check_data(self, X, ensure_min_samples=1, accept_sparse=self._accept_sparse)
        if self.affinity in PRECOMPUTED and data.shape[0] != data.shape[1]:
            raise InputError(PAIR_MATRICES[self.affinity], Reason.NOT_SQUARE, data.shape)
        if self.n_clusters != "auto":
            check_n_clusters(self.n_clusters, data.shape[0])
        self._rnse(1, self._default_setting()).plan(data).check_memory()
        check_choice_memory(data)
        return csr_array(data) if issparse(data) else data

    def _default_setting(self) -> dict[str, Any]:
        return {} if self.affinity == "auto" else {"affinity": self.affinity}

    def _rnse(self, n_clusters: int, setting: dict[str, Any], seed: int | None = None) -> RNSE:
        return RNSE(n_clusters, random_state=seed, **setting)

    def _fit(self, data: FloatArray | csr_array, seed: int, progress: Progress) -> None:
        rows = rows_to_choose_on(data, seed)
        samples = samples_of(data, self.affinity, rows)
        graphs, scores = self._score_numbers(samples, seed, progress)
        number = best_number(scores) if scores else self._number_without_scores(samples)
        choice: Choice | None = None
        if samples is not None and 1 < number <= samples.n_distinct and number < samples.n_samples:
            choice = choose_fit(samples, number, seed, graphs=graphs, n_jobs=self.n_jobs, progress=progress)
        self._fit_chosen(data, number, choice, seed)
        progress.tell(Step.FIT, n_clusters=number)
        self._keep_choice(rows, number, scores, choice)
        self.block_coordinates_ = None if samples is None else samples.coordinates
        self._judge_samples(data, rows, choice)
        self.structure_ = None if samples is None or choice is None else self._judge(samples, choice, seed, progress)

    def _number_without_scores(self, samples: Samples | None) -> int:
        """The number that was given, or that of the groups of a graph; 1 where there are too few samples."""
        if self.n_clusters != "auto":
            return int(self.n_clusters)
        if samples is None or samples.block is None:
            return 1
        return min(samples.block.coordinates.n_groups, self._most_clusters(samples))

    def _most_clusters(self, samples: Samples) -> int:
        """Largest number of clusters to consider: a cluster has two samples or more on average."""
        return min(self.max_clusters, samples.n_distinct, samples.n_samples // 2)

    def _judge(self, samples: Samples, choice: Choice, seed: int, progress: Progress) -> Structure | None:
        """Compare with data without clusters; what is not clear is looked at again as the chosen fit sees it."""
        number = self.n_clusters_
        given = None if self.n_clusters == "auto" else number
        structure = judge_structure(
            samples, seed, n_clusters=given, max_clusters=self.max_clusters, n_jobs=self.n_jobs, progress=progress
        )
        if structure is None or structure.clear or choice.whitening is None or not isinstance(samples, FeatureSamples):
            return structure
        matrix = choice.whitening.matrix
        whitened = judge_whitened(samples, seed, matrix, number, n_jobs=self.n_jobs, progress=progress)
        return whitened if whitened is None or whitened.clear else structure

    def _score_numbers(
        self, samples: Samples | None, seed: int, progress: Progress
    ) -> tuple[list[PoolGraph], tuple[NumberScore, ...]]:
        """Learn the graphs that the number of clusters is chosen by, and score the numbers.

        Neither is done where the number is given, or a graph of random edges shows it.
        """
        most = 0 if samples is None else self._most_clusters(samples)
        if samples is None or self.n_clusters != "auto" or most < 2 or samples.block is not None:
            return [], ()
        graphs = learn_graphs(samples, samples.counting, n_pairs_for=most, n_jobs=self.n_jobs, progress=progress)
        return graphs, score_numbers(graphs, most, seed, n_jobs=self.n_jobs, progress=progress)

    def _fit_chosen(self, data: FloatArray | csr_array, number: int, choice: Choice | None, seed: int) -> None:
        self._whitening: Whitening | None = None if choice is None else choice.whitening
        setting = self._default_setting() if choice is None else choice.candidate.setting.parameters()
        self.estimator_ = self._rnse(number, setting, seed).fit(self._features(data))

    def _features(self, data: Any) -> Any:
        """The data as the chosen fit sees them."""
        return data if self._whitening is None else self._whitening.apply(data)

    def _keep_choice(self, rows: IntArray, number: int, scores: tuple[NumberScore, ...], choice: Choice | None) -> None:
        self.sample_ = rows
        self.labels_ = self.estimator_.labels_.copy()
        self.n_clusters_ = number
        self.n_clusters_scores_ = scores
        self.candidates_: tuple[Candidate, ...] = () if choice is None else choice.candidates
        self.agreement_ = 1.0 if choice is None else choice.pool.agreement
        self.whitening_ = None if self._whitening is None else self._whitening.matrix.copy()

    def _judge_samples(self, data: FloatArray | csr_array, rows: IntArray, choice: Choice | None) -> None:
        labels, number = self.labels_, self.n_clusters_
        found = [labels]
        if choice is not None:
            nearest = nearest_chosen_row(self._features(data), rows, self.affinity)
            found = [candidate.labels[nearest] for candidate in choice.pool.candidates]
        votes = cluster_votes(labels, found, number)
        shares = row_shares(self.estimator_.similarity_, labels, number)
        self.confidence_ = sample_confidence(shares, votes, labels)
        self.second_labels_ = second_best(shares, votes, labels)

    def chosen_features(self, X: ArrayLike) -> FloatArray | csr_array:
        """The features of samples as the chosen fit sees them: whitened where that was chosen.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features)
            Or a matrix of similarities or distances, which is returned as it is.

        Returns
        -------
        ndarray of shape (n_queries, n_features)

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If `X` has another number of features than in `fit`.
        """
        check_is_fitted(self, "labels_")
        data = check_data(self, X, reset=False, accept_sparse=self._accept_sparse)
        return self._features(data)

    def predict(self, X: ArrayLike) -> IntArray:
        """Assign new samples by the learned graph of the chosen fit; see :meth:`rnse_core.RNSE.predict`.

        Parameters
        ----------
        X : array-like of shape (n_queries, n_features) or (n_queries, n_samples)
            Features, or similarities to the fitted samples for affinity="precomputed".

        Returns
        -------
        labels : ndarray of shape (n_queries,)
            A sample that was fitted keeps its label.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            For distances.
        """
        check_is_fitted(self)
        return self.estimator_.predict(self.chosen_features(X))
