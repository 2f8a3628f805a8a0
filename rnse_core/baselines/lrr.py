"""Low-rank representation (LRR): samples as combinations of each other, with coefficients of low rank."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import svd
from sklearn.base import BaseEstimator, ClusterMixin

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.checks import check_choice, check_count, check_positive
from rnse_core.affinity.distances import unit_rows
from rnse_core.baselines._common import Callback, check_samples, set_labels
from rnse_core.baselines._embedding import has_one_partition
from rnse_core.baselines._rounds import SolverRounds, Step
from rnse_core.baselines._scaling import unit_mean_length
from rnse_core.baselines.ncuts import NCuts
from rnse_core.exceptions import ParameterError, ParameterWarning, Reason

AFFINITIES = ("absolute", "shape_interaction")
# The penalty mu of the augmented Lagrangian: start, growth per round, limit; as in the authors' code.
MU_START = 1e-6
MU_GROWTH = 1.1
MU_MAX = 1e10
# At larger weights no error occurs; the limit keeps products in range.
LARGEST_LAM = 1e200
# Relative size below which `shape_interaction` treats a singular value as zero.
SMALLEST_SINGULAR_VALUE = 1e-4

Factors = tuple[FloatArray, FloatArray]


def low_rank_representation(
    X: FloatArray,
    lam: float = 0.1,
    *,
    max_iter: int = 1000,
    tol: float = 1e-8,
    mu_growth: float = MU_GROWTH,
    callback: Callback | None = None,
) -> tuple[FloatArray, FloatArray, list[dict[str, Any]]]:
    """Solve ``min ||Z||_* + lam ||E||_{2,1}`` subject to ``X = X Z + E``, columns of X being samples [1]_.

    The solver is inexact ALM. Two orthonormal bases make the problem small: with the economy decomposition X = U s V'
    of rank r, Z lies in the span of V (Theorem 4 of the paper) and E in that of U, which changes no norm of its
    columns. What remains is the same problem for ``s V'``, with r rows and a diagonal dictionary. A round costs one
    singular value decomposition of an r x n_samples matrix.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Samples in rows: the transpose of the X above. Its entries must be moderate.
    lam : float, default=0.1
        Weight of the errors, at least 0.
    max_iter : int, default=1000
    tol : float, default=1e-8
        Largest length of a column of ``X - X Z - E`` and of ``Z - J``, J being the copy of Z that has low rank.
    mu_growth : float, default=1.1
        Factor of the penalty per round, greater than 1; see Notes.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; True stops.

    Returns
    -------
    Z : ndarray of shape (n_samples, n_samples)
        Column j combines the samples to sample j.
    E : ndarray of shape (n_samples, n_features)
        Errors, samples in rows as in X: ``X = Z' X + E``.
    history : list of dict
        "objective", "residual" and "mu" per round.

    Notes
    -----
    On two moons and the z-scored wine data (lam 0.01, 0.1, 1), Z agrees with runs of the authors' code to 6e-15 and E
    to 2e-13, in the same number of rounds.

    The published growth of the penalty, 1.1 per round, ends in a feasible point that need not be a minimum. Where
    errors are cheap it is not: for lam = 0.01 the objective is 3.2 % (moons) and 9.6 % (wine) above the minimum,
    certified by a dual solution. With a growth of 1.01 it is within 2e-4 and 1e-6 of it, in ten times the rounds.
    Without errors (lam 0.1 and 1) both give the minimum.

    References
    ----------
    .. [1] G. Liu, Z. Lin, S. Yan, J. Sun, Y. Yu and Y. Ma, "Robust recovery of subspace structures by low-rank
       representation", IEEE TPAMI 35(1), 2013. https://doi.org/10.1109/TPAMI.2012.88
    """
    V, values, U = _orthonormal_bases(X)
    rounds: SolverRounds[Factors] = SolverRounds(callback)
    Z, E = rounds.run(_alm_steps(values, V.T, lam, tol, mu_growth), max_iter)
    return V @ Z, E.T @ U, rounds.history


def _orthonormal_bases(X: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Economy decomposition of the rows-are-samples X: V (n_samples, r), singular values (r,), U' (r, n_features)."""
    V, values, U = svd(X, full_matrices=False)
    # One direction is kept even for X = 0, for which the result is Z = 0.
    rank = max(1, int(np.sum(values > values[0] * max(X.shape) * np.finfo(np.float64).eps)))
    return V[:, :rank], values[:rank], U[:rank]


def _alm_steps(
    values: FloatArray, basis: FloatArray, lam: float, tol: float, mu_growth: float
) -> Iterator[Step[Factors]]:
    """Rounds of inexact ALM (Algorithm 1 of the paper) for the dictionary diag(values) and the data values * basis."""
    s = values[:, None]
    data = s * basis
    Z, E, Y1, Y2 = (np.zeros_like(data) for _ in range(4))
    mu = MU_START
    while True:
        # J = argmin ||J||_* / mu + 1/2 ||J - (Z + Y2 / mu)||^2: singular values are soft-thresholded.
        left, sigma, right = svd(Z + Y2 / mu, full_matrices=False, check_finite=False)
        sigma = np.maximum(sigma - 1.0 / mu, 0.0)
        J = (left * sigma) @ right
        Z = (s * (data - E) + J + (s * Y1 - Y2) / mu) / (s * s + 1.0)
        gap = data - s * Z
        E = _shrink_columns(gap + Y1 / mu, lam / mu)
        gap -= E
        residual = max(np.linalg.norm(gap, axis=0).max(), np.linalg.norm(Z - J, axis=0).max())
        objective = sigma.sum() + lam * np.linalg.norm(E, axis=0).sum()
        info = {"objective": float(objective), "residual": float(residual), "mu": mu}
        yield (Z, E), bool(residual < tol), info
        Y1 += mu * gap
        Y2 += mu * (Z - J)
        mu = min(mu * mu_growth, MU_MAX)


def _shrink_columns(Q: FloatArray, threshold: float) -> FloatArray:
    """Minimiser of ``threshold ||E||_{2,1} + 1/2 ||E - Q||^2`` (Lemma 3.2 of the paper's conference version)."""
    lengths = np.linalg.norm(Q, axis=0)
    return Q * (np.maximum(lengths - threshold, 0.0) / np.where(lengths > 0, lengths, 1.0))


def shape_interaction(Z: FloatArray) -> FloatArray:
    """Affinity of the authors' post-processing: squared cosines between the rows of ``U sigma^{1/2}``, Z = U sigma V'.

    Parameters
    ----------
    Z : ndarray of shape (n_samples, n_samples)

    Returns
    -------
    A : ndarray of shape (n_samples, n_samples)
        Symmetric, within [0, 1].
    """
    U, sigma, _ = svd(Z, full_matrices=False)
    kept = sigma > SMALLEST_SINGULAR_VALUE * sigma[0]
    # The row of a sample without coefficients holds rounding errors, which must not be scaled to unit length.
    weights = np.where(Z.any(axis=1, keepdims=True), U[:, kept] * np.sqrt(sigma[kept]), 0.0)
    rows = unit_rows(weights)
    cosines = rows @ rows.T
    return np.minimum(np.square(0.5 * (cosines + cosines.T)), 1.0)


class LRR(ClusterMixin, BaseEstimator):
    """Low-rank representation, then normalized cuts of the affinity ``|Z| + |Z'|``.

    Every sample is written as a combination of all samples. The coefficients Z minimise their nuclear norm plus `lam`
    times the norm of the errors E (see :func:`low_rank_representation`) [1]_; they combine samples of one subspace. The
    graph is cut by :class:`NCuts`.

    Parameters
    ----------
    n_clusters : int, default=2
        Number of clusters, from 1 to the number of distinct samples.
    lam : float, default=0.1
        Weight of the errors, greater than 0. Small values explain samples as errors, in the limit all of them, which
        leaves no graph. Large values allow no errors, and Z is the projection on the row space of X. In rescaled data,
        m nearly parallel samples are represented by each other from about lam = 1 / m on.
    affinity : {"absolute", "shape_interaction"}, default="absolute"
        ``|Z| + |Z'|``, or the authors' post-processing, see :func:`shape_interaction`.
    rescale : bool, default=True
        Divide X by the root mean square length of its rows first, so that `lam` does not depend on the unit of X.
        False is the published problem.
    mu_growth : float, default=1.1
        Growth of the penalty per round, greater than 1. The default is the published one; 1.01 ends closer to the
        minimum and needs ten times as many rounds (see :func:`low_rank_representation`).
    max_iter : int, default=1000
        Limit on the rounds.
    tol : float, default=1e-8
        Residual of the constraints below which the rounds end.
    callback : callable or None, default=None
        ``callback(iteration, info)`` after each round; True stops.
    random_state : int, RandomState instance or None, default=None
        Starts of the cut.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        Cluster of each sample, from 0 without gaps. Identical rows of X share a label.
    affinity_matrix_ : ndarray of shape (n_samples, n_samples)
        The graph that was cut, made from the coefficients above `tol`.
    coefficients_ : ndarray of shape (n_samples, n_samples)
        Z; column j combines the samples to sample j.
    noise_ : ndarray of shape (n_samples, n_features)
        E, in the unit of X: ``X = Z' X + E``.
    embedding_ : ndarray of shape (n_samples, n_clusters)
        Spectral coordinates of the graph, as in `NCuts`.
    n_components_ : int
        Connected components of the graph.
    history_ : list of dict
        "iteration", "objective", "residual" and "mu" per round.
    n_iter_ : int
        Rounds.
    converged_ : bool
        Whether the residual fell below `tol`.
    n_clusters_found_ : int
        Clusters that are not empty.
    n_features_in_ : int
        Number of columns of X.

    References
    ----------
    .. [1] G. Liu, Z. Lin, S. Yan, J. Sun, Y. Yu and Y. Ma, "Robust recovery of subspace structures by low-rank
       representation", IEEE TPAMI 35(1), 2013. https://doi.org/10.1109/TPAMI.2012.88
    """

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        lam: float = 0.1,
        affinity: str = "absolute",
        rescale: bool = True,
        mu_growth: float = MU_GROWTH,
        max_iter: int = 1000,
        tol: float = 1e-8,
        callback: Callback | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.lam = lam
        self.affinity = affinity
        self.rescale = rescale
        self.mu_growth = mu_growth
        self.max_iter = max_iter
        self.tol = tol
        self.callback = callback
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any = None) -> LRR:
        """Represent the samples of X by each other and cut the graph of the coefficients.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : None
            Ignored.

        Returns
        -------
        self : LRR
            The fitted estimator. After an interruption it holds the result of the last complete round.

        Raises
        ------
        ValueError
            If X holds NaN or infinity, has fewer distinct rows than clusters, or a parameter is out of range.
        TypeError
            If X is sparse or a parameter is no number.
        """
        check_choice("affinity", self.affinity, AFFINITIES)
        lam, tol = check_positive("lam", self.lam), check_positive("tol", self.tol)
        mu_growth = check_positive("mu_growth", self.mu_growth)
        if mu_growth <= 1:
            raise ParameterError("mu_growth", mu_growth, Reason.TOO_SMALL, bound=1, strict=True)
        max_iter = check_count("max_iter", self.max_iter)
        data, n_clusters, duplicate_ids = check_samples(self, X, self.n_clusters)
        scaled, scale = unit_mean_length(data)
        # ||E||_{2,1} has the unit of X, so the published problem on X is this one on scaled data.
        effective = lam if self.rescale else min(lam * scale, LARGEST_LAM)
        V, values, U = _orthonormal_bases(scaled)
        rounds: SolverRounds[Factors] = SolverRounds(self.callback)
        try:
            rounds.run(_alm_steps(values, V.T, effective, tol, mu_growth), max_iter)
        finally:
            if rounds.state is not None:
                Z, E = rounds.state
                self.coefficients_, self.noise_ = V @ Z, scale * (E.T @ U)
                self._cut(n_clusters, duplicate_ids)
                rounds.store(self, rounds.settled)
        return self

    def _cut(self, n_clusters: int, duplicate_ids: IntArray) -> None:
        # Z is accurate to the tolerance of the solver; smaller entries would be edges made of errors.
        Z = np.where(np.abs(self.coefficients_) > self.tol, self.coefficients_, 0.0)
        self.affinity_matrix_ = np.abs(Z) + np.abs(Z.T) if self.affinity == "absolute" else shape_interaction(Z)
        if len(Z) > 1 and not self.affinity_matrix_.any():
            message = f"With lam={self.lam} all coefficients of LRR are zero; use a larger lam."
            warnings.warn(ParameterWarning("lam", self.lam, Reason.TOO_SMALL, message=message), stacklevel=3)
        cut = NCuts(n_clusters, affinity="precomputed", random_state=self.random_state).fit(self.affinity_matrix_)
        self.embedding_, self.n_components_ = cut.embedding_, cut.n_components_
        labels = duplicate_ids if has_one_partition(duplicate_ids, n_clusters) else cut.labels_
        set_labels(self, labels, duplicate_ids, n_clusters)
