"""Snapshots of what a fit does, for those who want to see it happen.

`snapshots` is one moment: S, the labels, how certain they are, and numbers. `series` collects moments under a memory
limit. `films` records one result per value of alpha, or per noise level of block data; `rounds` the rounds of one fit;
`histories` the objective and residuals of several versions of the algorithm over seeds.
"""

from rnse_core.recording.films import record_alphas, record_noise
from rnse_core.recording.histories import VERSIONS, Descent, Version, padded, record_histories, summarise_descent
from rnse_core.recording.rounds import record_rounds
from rnse_core.recording.series import Recording
from rnse_core.recording.snapshots import Snapshot, take_snapshot

__all__ = [
    "VERSIONS",
    "Descent",
    "Recording",
    "Snapshot",
    "Version",
    "padded",
    "record_alphas",
    "record_histories",
    "record_noise",
    "record_rounds",
    "summarise_descent",
    "take_snapshot",
]
