"""What a comparison with data without clusters says."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.findings.structure import Finding


@dataclass(frozen=True)
class ClustersAgainstReference(Finding):
    """Whether the spectrum of S has a larger gap than that of data without clusters.

    Attributes
    ----------
    clear : bool
    gap : float
        Relative gap, from 0 to 1.
    largest : float
        Largest gap among the draws of data without clusters.
    share : float
        Share of the draws that look at least as good, from the distribution that looks best.
    n_draws : int
    """

    clear: bool
    gap: float
    largest: float
    share: float
    n_draws: int
