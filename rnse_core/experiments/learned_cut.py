"""Normalized cuts of the graph that RNSE learns: what of the result of RNSE is the graph, and what the method."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import Tags

from rnse_core._base.arrays import symmetrize
from rnse_core.affinity.kinds import PRECOMPUTED
from rnse_core.baselines.ncuts import NCuts
from rnse_core.rnse import RNSE


class LearnedCut(ClusterMixin, BaseEstimator):
    """Two stages: S is learned by RNSE, and then cut by NCuts.

    Parameters
    ----------
    n_clusters : int, default=2
    alpha, beta : float, default=1.0
        Of RNSE.
    affinity : str, default="self_tuning"
        Of RNSE; "precomputed" and "precomputed_distance" take matrices.
    random_state : int, RandomState instance or None, default=None
        Of both.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
    similarity_ : ndarray of shape (n_samples, n_samples)
        S, symmetric to the last bit.

    See Also
    --------
    rnse_core.recording.record_two_stage : The same on one data set, beside other ways to cut.

    Examples
    --------
    >>> from rnse_core.datasets import make_two_moons
    >>> X, _ = make_two_moons(n_samples=60, noise=0.05, random_state=0)
    >>> LearnedCut(2, random_state=0).fit_predict(X).shape
    (60,)
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        alpha: float = 1.0,
        beta: float = 1.0,
        affinity: str = "self_tuning",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.alpha = alpha
        self.beta = beta
        self.affinity = affinity
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> LearnedCut:
        """Learn S from X and cut it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
        y : None
            Ignored.

        Returns
        -------
        self : LearnedCut
            The fitted estimator.

        Raises
        ------
        ValueError
            If X cannot be used, or a parameter is out of range.
        """
        model = RNSE(
            self.n_clusters,
            alpha=self.alpha,
            beta=self.beta,
            affinity=self.affinity,
            # NCuts needs all pairs.
            graph="dense",
            random_state=self.random_state,
        ).fit(X)
        self.similarity_ = symmetrize(model.similarity_)
        cut = NCuts(self.n_clusters, affinity="precomputed", random_state=self.random_state)
        self.labels_ = cut.fit_predict(self.similarity_)
        self.n_features_in_ = model.n_features_in_
        return self

    def __sklearn_tags__(self) -> Tags:
        """Return the tags of scikit-learn; a precomputed affinity is pairwise and non-negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity in PRECOMPUTED
        tags.input_tags.positive_only = self.affinity in PRECOMPUTED
        return tags
