"""Snapshots of what a fit does, for those who want to see it happen.

`snapshots` is one moment: S, the labels, how certain they are, and numbers. `series` collects moments under a memory
limit. `films` records one result per value of alpha, or per noise level of block data; `rounds` the rounds of one fit;
`steps` what happens inside one S step and one P step.
"""

from rnse_core.recording.films import record_alphas, record_noise
from rnse_core.recording.rounds import record_rounds
from rnse_core.recording.series import Recording
from rnse_core.recording.snapshots import Snapshot, take_snapshot

__all__ = ["Recording", "Snapshot", "record_alphas", "record_noise", "record_rounds", "take_snapshot"]
