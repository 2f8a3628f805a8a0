"""How sure the cluster of each sample is."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray, Similarity


def share_inside(S: Similarity, labels: IntArray) -> FloatArray:
    """Share of each sample's row of S that lies inside its cluster.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        With row sums of 1.
    labels : ndarray of shape (n_samples,)
        From 0.

    Returns
    -------
    ndarray of shape (n_samples,)
        From 0 to 1.
    """
    member = np.zeros((len(labels), int(labels.max()) + 1))
    rows = np.arange(len(labels))
    member[rows, labels] = 1.0
    return np.clip(np.asarray(S @ member)[rows, labels], 0.0, 1.0)


def sample_confidence(S: Similarity, labels: IntArray, agreeing: FloatArray | None = None) -> FloatArray:
    """Confidence in the cluster of each sample: the share of fits that agree, times the share of S that is inside.

    A sample between two clusters has a low one of either kind: some settings put it here and some there, and its
    neighbours are in both.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    labels : ndarray of shape (n_samples,)
    agreeing : ndarray of shape (n_samples,) or None, default=None
        From :func:`rnse_core.auto.agreement.share_that_agrees`; None counts as 1.

    Returns
    -------
    ndarray of shape (n_samples,)
    """
    inside = share_inside(S, labels)
    return inside if agreeing is None else inside * agreeing
