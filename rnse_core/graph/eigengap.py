"""How clearly the spectrum of a kernel says a number of clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.graph.spectral import relative_gaps, suggest_n_clusters

# A gap of at least this share of the largest is as good as that. On 285 data sets of 400 samples (blobs of 2 to 8
# classes, two moons, and 60 of noise; the usual kernel of RNSE) the number suggested is right in 111 of the 143 that
# these two bounds call clear, and in 31 of the other 142.
RIVAL_SHARE = 0.8
# The largest gap has to be as large to tell something: a cloud in d dimensions has one of 0.3 to 0.58 after d + 1, from
# the eigenvectors that run along it. None of the 60 sets of noise is called clear; with 0.3 it would be 28, and 117
# right numbers in place of 111.
LEAST_GAP = 0.6


@dataclass(frozen=True)
class GapVerdict:
    """The number of clusters that a spectrum suggests, and what speaks against it.

    Parameters
    ----------
    n_clusters : int
        The one with the largest relative gap after it.
    rivals : tuple of int
        Other numbers whose gap is nearly as large, in ascending order.
    small : bool
        Whether even the largest gap is so small that it tells nothing.
    """

    n_clusters: int
    rivals: tuple[int, ...]
    small: bool

    @property
    def clear(self) -> bool:
        """Whether nothing speaks against it."""
        return not (self.rivals or self.small)


def judge_gap(eigenvalues: FloatArray) -> GapVerdict:
    """Suggest a number of clusters, and tell whether the spectrum is clear about it.

    It is not where another relative gap is at least 0.8 times as large as the largest, or the largest is below 0.6.

    Parameters
    ----------
    eigenvalues : ndarray of shape (k,)
        Descending, as :func:`rnse_core.graph.spectral.normalized_spectrum` gives them.

    Returns
    -------
    GapVerdict
        With fewer than three values there is no gap to judge: one cluster, and not clear.

    Examples
    --------
    >>> import numpy as np
    >>> judge_gap(np.array([1.0, 0.99, 0.3, 0.2]))
    GapVerdict(n_clusters=2, rivals=(), small=False)
    >>> judge_gap(np.array([1.0, 0.96, 0.9, 0.8])).rivals
    (3,)
    """
    gaps = relative_gaps(eigenvalues)
    largest = gaps.max(initial=0.0)
    n_clusters = suggest_n_clusters(eigenvalues)
    near = np.flatnonzero(gaps >= RIVAL_SHARE * largest) + 2 if largest > 0 else np.empty(0, dtype=int)
    return GapVerdict(n_clusters, tuple(int(k) for k in near if k != n_clusters), bool(largest < LEAST_GAP))
