"""Features scaled and rotated so that clusters found in them are round.

A kernel of distances takes clusters for round. Where they are long, or features are in different units, the
within-cluster covariance of a first result tells how to scale and rotate the features. Clusters found after that are
taken only where the pool agrees on them clearly better than before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.affinity.distances import MidrangeScaling
from rnse_core.auto.agreement import pairwise_agreement
from rnse_core.auto.pool_fit import PoolFit, fit_pool, learn_graphs
from rnse_core.auto.progress import Progress
from rnse_core.auto.samples import FeatureSamples

# Share of the covariance that is replaced by a multiple of the identity of the same trace.
SHRINKAGE = 0.1
# More features than these are not whitened: their covariance has too many entries to be estimated.
MOST_FEATURES = 100
# How often labels and covariance are found in turn.
ROUNDS = 2
# Adjusted Rand index from which labels count as the same.
SAME = 0.98
# The score of the last whitened pool must be larger by more than this.
LEAST_GAIN = 0.05


@dataclass(frozen=True, eq=False)
class Whitening:
    """A shift, a scale and a linear map of features.

    Attributes
    ----------
    scaling : MidrangeScaling
        What is done before the map, so that no product overflows.
    matrix : ndarray of shape (n_features, n_features)
        Symmetric; what the scaled features are multiplied by.
    """

    scaling: MidrangeScaling
    matrix: FloatArray

    def apply(self, X: FloatArray) -> FloatArray:
        """Return the mapped features.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_features)
        """
        return linear_map(self.scaling.apply(X), self.matrix)


def linear_map(X: FloatArray, M: FloatArray) -> FloatArray:
    """``X @ M`` with the same bits for the same row, wherever it is: identical samples stay identical.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    M : ndarray of shape (n_features, n_columns)

    Returns
    -------
    ndarray of shape (n_samples, n_columns)
    """
    mapped = np.zeros((len(X), M.shape[1]))
    for column, row in zip(X.T, M, strict=True):
        mapped += np.multiply.outer(column, row)
    return mapped


def within_covariance(X: FloatArray, labels: IntArray) -> FloatArray:
    """Pooled covariance of the features within clusters.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    labels : ndarray of shape (n_samples,)
        From 0.

    Returns
    -------
    ndarray of shape (n_features, n_features)
    """
    sums = np.zeros((int(labels.max()) + 1, X.shape[1]))
    np.add.at(sums, labels, X)
    means = sums / np.maximum(np.bincount(labels), 1)[:, None]
    deviations = X - means[labels]
    return deviations.T @ deviations / len(X)


def whitening_matrix(X: FloatArray, labels: IntArray) -> FloatArray | None:
    """W^-1/2, W being the within-cluster covariance, a tenth of which is replaced by a multiple of the identity.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    labels : ndarray of shape (n_samples,)
        From 0.

    Returns
    -------
    ndarray of shape (n_features, n_features) or None
        Symmetric, with W divided by its mean variance first, to which constant features do not count; None where no
        feature varies within any cluster.
    """
    W = within_covariance(X, labels)
    varying = int(np.count_nonzero(np.ptp(X, axis=0)))
    mean = float(np.trace(W)) / max(varying, 1)
    if mean <= 0:
        return None
    values, vectors = eigh((1.0 - SHRINKAGE) * (W / mean) + SHRINKAGE * np.eye(len(W)))
    return (vectors / np.sqrt(values)) @ vectors.T


def whitened_pools(
    samples: FeatureSamples,
    plain: PoolFit,
    n_clusters: int,
    seed: int,
    *,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[list[PoolFit], FloatArray | None]:
    """Fit the pool to whitened features, as often as that may change what is chosen.

    The labels of one pool give the matrix for the next. The second whitening is left out where the first one has
    changed hardly any label, or has made the pool agree less: it would change nothing, or not be taken.

    Parameters
    ----------
    samples : FeatureSamples
    plain : PoolFit
        Of the features as they are.
    n_clusters : int
    seed : int
    n_jobs : int or None, default=None
    progress : Progress or None, default=None

    Returns
    -------
    pools : list of PoolFit
    matrix : ndarray of shape (n_features, n_features) or None
        Of the last pool.
    """
    progress = progress or Progress()
    pools: list[PoolFit] = []
    matrix: FloatArray | None = None
    labels = plain.labels
    for number in range(1, ROUNDS + 1):
        found = None if samples.Y.shape[1] > MOST_FEATURES else whitening_matrix(samples.Y, labels)
        if found is None or progress.stopped:
            break
        whitened = FeatureSamples(linear_map(samples.Y, found))
        graphs = learn_graphs(
            whitened,
            whitened.settings,
            start=plain.graphs[0],
            n_pairs_for=n_clusters,
            n_jobs=n_jobs,
            progress=progress,
        )
        if progress.stopped:
            break
        pool = fit_pool(graphs, n_clusters, seed, whitened=number, n_jobs=n_jobs, progress=progress)
        if progress.stopped:
            break
        pools.append(pool)
        matrix, labels = found, pool.labels
        if pool.score <= plain.score or pairwise_agreement([pool.labels, plain.labels])[0, 1] >= SAME:
            break
    return pools, matrix


def worth_whitening(plain: PoolFit, pools: list[PoolFit]) -> bool:
    """Whether the labels of the last whitened pool are to be taken.

    Parameters
    ----------
    plain : PoolFit
    pools : list of PoolFit
        From `whitened_pools`.

    Returns
    -------
    bool
    """
    return bool(pools) and pools[-1].score > plain.score + LEAST_GAIN
