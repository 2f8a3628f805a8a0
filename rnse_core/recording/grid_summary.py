"""What a grid of alpha and beta shows about the two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.findings.structure import FEWEST_NEIGHBORS, LARGEST_FILLED
from rnse_core.recording.grid import Cell, GridRecord


@dataclass(frozen=True)
class GridSummary:
    """What a grid shows about alpha and beta.

    Attributes
    ----------
    scale : float
        n / C: from about there on beta / n_c, what K gains inside a cluster, is as large as K itself.
    most_moved : int
        Most samples with another label than at beta = 0, over all cells.
    first_moving : float or None
        Smallest beta at which a label differs from beta = 0; None where none does.
    change_below, change_from : float
        Largest ``||S - S_0||_1 / n`` of a cell with beta below `scale`, and with beta from it on; NaN without a cell.
    made_blocks : tuple of (float, float)
        Cells, by alpha and beta, whose S falls into at least as many components as there are clusters, though S_0 does
        not.
    fitting : tuple of float
        Alphas at which S_0 has as many components as there are clusters.
    too_small : tuple of float
        Alphas at which S_0 has more components than there are clusters, and a sample is similar to fewer than two
        others on average at the smallest beta.
    too_large : tuple of float
        Alphas at which a sample is similar to more than half of the others at the smallest beta.
    alpha_spread, beta_spread : float
        Largest difference of the accuracy within a column and within a row; NaN without classes.
    """

    scale: float
    most_moved: int
    first_moving: float | None
    change_below: float
    change_from: float
    made_blocks: tuple[Cell, ...]
    fitting: tuple[float, ...]
    too_small: tuple[float, ...]
    too_large: tuple[float, ...]
    alpha_spread: float
    beta_spread: float


def summarise_grid(record: GridRecord) -> GridSummary:
    """Summarise the cells of a grid that were fitted.

    Parameters
    ----------
    record : GridRecord
        With at least one cell.

    Returns
    -------
    GridSummary

    Raises
    ------
    ValueError
        If no cell was fitted.
    """
    moved, change = record.values("n_moved"), record.values("change")
    if np.isnan(moved).all():
        raise ValueError("No cell of the grid was fitted.")
    betas = np.asarray(record.betas)
    scale = record.n_samples / record.n_clusters
    components, at_zero = record.values("n_components"), record.values("components_without_beta")
    made = (at_zero < record.n_clusters) & (components >= record.n_clusters)
    # One value per alpha: S_0 is the same in a row, and the neighbours are those of the first cell that was fitted.
    zero, others = _first_of_rows(at_zero), _first_of_rows(record.values("nonzeros_per_row")) - 1.0
    moving = betas[(np.nan_to_num(moved) > 0).any(axis=0)]
    accuracy = record.values("accuracy")
    return GridSummary(
        scale=scale,
        most_moved=int(np.nanmax(moved)),
        first_moving=float(moving.min()) if moving.size else None,
        change_below=_largest(change[:, betas < scale]),
        change_from=_largest(change[:, betas >= scale]),
        made_blocks=tuple((record.alphas[i], record.betas[j]) for i, j in np.argwhere(made)),
        fitting=_chosen(record, zero == record.n_clusters),
        too_small=_chosen(record, (zero > record.n_clusters) & (others < FEWEST_NEIGHBORS)),
        too_large=_chosen(record, others > LARGEST_FILLED * (record.n_samples - 1)),
        alpha_spread=_spread(accuracy),
        beta_spread=_spread(accuracy.T),
    )


def _first_of_rows(values: FloatArray) -> FloatArray:
    return np.array([next((value for value in row if not np.isnan(value)), np.nan) for row in values])


def _largest(values: FloatArray) -> float:
    known = values[~np.isnan(values)]
    return float(known.max()) if known.size else np.nan


def _spread(values: FloatArray) -> float:
    """Largest minus smallest value of a column, the largest over the columns."""
    columns = [column[~np.isnan(column)] for column in values.T]
    return max((float(column.max() - column.min()) for column in columns if column.size), default=np.nan)


def _chosen(record: GridRecord, mask: np.ndarray) -> tuple[float, ...]:
    return tuple(alpha for alpha, one in zip(record.alphas, mask, strict=True) if one)
