"""The rounds of one fit."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from rnse_core.recording.series import MOST_BYTES, Recording
from rnse_core.rnse import RNSE

# Numbers of a round that a snapshot keeps.
MEASURED = (
    "objective",
    "smoothness",
    "frobenius",
    "embedding",
    "row_sum_error",
    "orthogonality_error",
    "n_components",
    "nonzeros_per_row",
)


def record_rounds(X: ArrayLike, model: RNSE, *, max_bytes: int = MOST_BYTES) -> Recording:
    """Fit a model and keep a snapshot of each round.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
    model : RNSE
        Fitted by this. Its callback is called too, and may stop the fit.
    max_bytes : int, default=33554432

    Returns
    -------
    Recording
        A snapshot for each round, with the numbers of its entry in `history_`. Clusters have the numbers of the
        result.
    """
    recording, own = Recording(max_bytes), model.callback

    def record(iteration: int, info: dict[str, Any]) -> bool | None:
        numbers = {name: float(info[name]) for name in MEASURED}
        recording.add(f"round {iteration}", info["similarity"], info["indicator"], numbers)
        return None if own is None else own(iteration, info)

    model.set_params(callback=record)
    try:
        model.fit(X)
    finally:
        model.set_params(callback=own)
    recording.number_alike()
    return recording
