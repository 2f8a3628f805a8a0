"""What the joint model changes against learning S from K alone and cutting it afterwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import Similarity
from rnse_core.findings.structure import Finding
from rnse_core.metrics import clustering_accuracy


@dataclass(frozen=True)
class JointAgainstTwoStage(Finding):
    """How far the joint result is from the two-stage one, in which beta is 0 and S is learned once.

    Attributes
    ----------
    n_moved : int
        Samples with another label, the clusters matched.
    n_samples : int
    change : float
        ``||S_joint - S_0||_1 / n``: 0 for the same S, 2 for no entry in common.
    """

    n_moved: int
    n_samples: int
    change: float


def joint_against_two_stage(
    S: Similarity, labels: ArrayLike, two_stage_S: Similarity, two_stage_labels: ArrayLike
) -> JointAgainstTwoStage:
    """Compare the joint result with the two-stage one.

    Parameters
    ----------
    S, two_stage_S : ndarray or csr_array of shape (n_samples, n_samples)
    labels, two_stage_labels : array-like of shape (n_samples,)

    Returns
    -------
    JointAgainstTwoStage

    Raises
    ------
    ValueError
        If the numbers of samples differ.
    """
    n = S.shape[0]
    if two_stage_S.shape[0] != n:
        raise ValueError(f"The two results are of {n} and of {two_stage_S.shape[0]}: not the same samples.")
    return JointAgainstTwoStage(count_moved(labels, two_stage_labels), n, float(abs(S - two_stage_S).sum()) / n)


def count_moved(labels: ArrayLike, others: ArrayLike) -> int:
    """Count the samples whose label differs between two clusterings, the clusters matched one to one.

    Parameters
    ----------
    labels, others : array-like of int of shape (n_samples,)

    Returns
    -------
    int
        The same for both orders.
    """
    n = len(np.asarray(labels))
    return n - round(n * clustering_accuracy(labels, others))
