"""A table of so few rows that a division of them says nothing."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.findings.structure import Finding
from rnse_core.wording import counted

#: Rows from which on clusters can be told from single rows: two clusters then have two rows or more.
FEWEST_ROWS = 5


@dataclass(frozen=True)
class FewRows(Finding):
    """There are too few rows to find clusters in.

    Attributes
    ----------
    n_samples : int
    n_clusters_chosen : bool
        Whether a number of clusters was chosen among several all the same.
    """

    n_samples: int
    n_clusters_chosen: bool = False


def few_rows_of(n_samples: int, *, n_clusters_chosen: bool = False) -> FewRows | None:
    """Return the finding where there are fewer than :data:`FEWEST_ROWS` rows.

    Parameters
    ----------
    n_samples : int
    n_clusters_chosen : bool, default=False

    Returns
    -------
    FewRows or None
    """
    return FewRows(n_samples, n_clusters_chosen) if n_samples < FEWEST_ROWS else None


def few_rows_sentence(one: FewRows) -> str:
    """Word that there are too few rows."""
    chosen = "" if one.n_clusters_chosen else ", and no number of clusters was chosen among several"
    return f"{counted(one.n_samples, 'row')} cannot be clustered in a meaningful way{chosen}: the labels say nothing."
