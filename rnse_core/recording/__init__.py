"""Snapshots of what a fit does, for those who want to see it happen.

`snapshots` is one moment: S, P, the labels, how certain they are, and numbers. `series` collects moments under a memory
limit. `films` records one result per value of alpha, or per noise level of block data; `rounds` the rounds of one fit;
`steps` the inside of one S step and of one P step; `histories` the objective and residuals of several versions of the
algorithm over seeds; `grid` the labels and numbers of a grid of alpha and beta, which `grid_summary` sums up;
`two_stage` the methods that the joint model is compared with; `alpha_hint` looks for an alpha without labels.
"""

from rnse_core.recording.alpha_hint import nearest_alpha
from rnse_core.recording.films import record_alphas, record_noise
from rnse_core.recording.grid import PAPER_ALPHAS, PAPER_BETAS, GridFit, GridRecord, record_grid
from rnse_core.recording.grid_summary import GridSummary, summarise_grid
from rnse_core.recording.histories import VERSIONS, Descent, Version, padded, record_histories, summarise_descent
from rnse_core.recording.rounds import record_rounds
from rnse_core.recording.series import Recording
from rnse_core.recording.snapshots import Snapshot, take_snapshot
from rnse_core.recording.steps import record_projection, record_updates
from rnse_core.recording.two_stage import MethodRecord, TwoStageRecord, record_two_stage

__all__ = [
    "PAPER_ALPHAS",
    "PAPER_BETAS",
    "VERSIONS",
    "Descent",
    "GridFit",
    "GridRecord",
    "GridSummary",
    "MethodRecord",
    "Recording",
    "Snapshot",
    "TwoStageRecord",
    "Version",
    "nearest_alpha",
    "padded",
    "record_alphas",
    "record_grid",
    "record_histories",
    "record_noise",
    "record_projection",
    "record_rounds",
    "record_two_stage",
    "record_updates",
    "summarise_descent",
    "summarise_grid",
    "take_snapshot",
]
