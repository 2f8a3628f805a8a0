"""An alpha at which S itself falls into the clusters, as a finding."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.findings.structure import Finding


@dataclass(frozen=True)
class AlphaWithClusters(Finding):
    """The nearest alpha at which the S learned from K alone has exactly as many components as there are clusters.

    Attributes
    ----------
    alpha : float
    present_alpha : float
        That of the fit, at which S has another number of components.
    n_components : int
        At `present_alpha`.
    n_clusters : int
        At `alpha`.
    smallest : int
        Samples in the smallest component at `alpha`.
    also_at : float or None
        The alpha next to it, on either side, at which S has the same components. None where there is no such alpha:
        data without structure fall apart like this too, at an alpha of their own.
    """

    alpha: float
    present_alpha: float
    n_components: int
    n_clusters: int
    smallest: int
    also_at: float | None
