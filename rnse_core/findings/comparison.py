"""What the joint model changes against learning S from K alone and cutting it afterwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import Similarity
from rnse_core.findings.structure import Finding
from rnse_core.metrics import match_labels


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
        raise ValueError(f"The two results have {n} and {two_stage_S.shape[0]} samples.")
    first, second = np.asarray(labels), np.asarray(two_stage_labels)
    moved = int(np.count_nonzero(match_labels(first, second) != first))
    return JointAgainstTwoStage(moved, n, float(abs(S - two_stage_S).sum()) / n)
