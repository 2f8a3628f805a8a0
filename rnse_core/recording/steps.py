"""The inside of one round: the sweeps or Newton steps of an S step, and the multiplicative updates of a P step."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, Similarity
from rnse_core.exceptions import NotConvergedWarning
from rnse_core.indicator import update_indicator
from rnse_core.projection import project_doubly_stochastic
from rnse_core.recording.series import MOST_BYTES, Recording

# What an iteration of a method is called.
STEP_NAMES = {"newton": "step", "dykstra": "sweep", "alternating": "sweep"}


def record_projection(
    T: ArrayLike,
    P: FloatArray,
    method: str = "newton",
    *,
    tol: float = 1e-10,
    max_iter: int | None = None,
    max_bytes: int = MOST_BYTES,
) -> Recording:
    """Project a matrix as an S step does, and keep a snapshot of each iteration.

    Parameters
    ----------
    T : array-like of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
        The indicator that the snapshots show; an S step does not change it.
    method : {"newton", "dykstra", "alternating"}, default="newton"
    tol, max_iter
        See :func:`rnse_core.projection.project_doubly_stochastic`.
    max_bytes : int, default=33554432

    Returns
    -------
    Recording
        The positive part of T, then S after each iteration; the last one is the result. Numbers: "residual", the
        largest ``|S 1 - 1|``; "distance", ``||S - S*||_F`` to the exact projection S*; "nonzeros_per_row".

    Raises
    ------
    ValueError
        As `project_doubly_stochastic`.
    """
    exact = project_doubly_stochastic(T)
    recording, name = Recording(max_bytes), STEP_NAMES.get(method, "step")
    matrix = np.asarray(T, dtype=np.float64)
    recording.add(f"{name} 0", *_measured(np.maximum(0.5 * (matrix + matrix.T), 0.0), P, exact))

    def record(iteration: int, info: dict[str, Any]) -> None:
        recording.add(f"{name} {iteration}", *_measured(info["similarity"], P, exact))

    with warnings.catch_warnings():
        # That some sweeps are not enough is what the recording shows.
        warnings.simplefilter("ignore", NotConvergedWarning)
        S, report = project_doubly_stochastic(T, method, tol=tol, max_iter=max_iter, callback=record, return_info=True)
    if recording.n_moments <= report.n_iter:
        # A method does not call back after the iteration in which it converged.
        recording.add(f"{name} {report.n_iter}", *_measured(S, P, exact))
    return recording


def record_updates(
    S: Similarity,
    P: FloatArray,
    method: str = "strategic",
    *,
    max_iter: int = 100,
    tol: float = 1e-9,
    max_bytes: int = MOST_BYTES,
) -> Recording:
    """Update P as a P step does, and keep a snapshot of each multiplicative update.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
        The start.
    method : {"strategic", "plain"}, default="strategic"
    max_iter, tol
        See :func:`rnse_core.indicator.update_indicator`.
    max_bytes : int, default=33554432

    Returns
    -------
    Recording
        P at the start, then after each update; the last one is the result. Numbers: "trace", ``tr(P S P')``;
        "orthogonality_error", ``||P P' - I||_F``; "residual", the largest change of an entry, which the start lacks.

    Raises
    ------
    ValueError
        As `update_indicator`.
    """
    # One copy that all snapshots share.
    shown = csr_array(S).astype(np.float32)
    recording = Recording(max_bytes)
    recording.add("update 0", shown, P, _trace(S, P))
    before = P

    def record(iteration: int, info: dict[str, Any]) -> None:
        nonlocal before
        before = info["indicator"]
        recording.add(f"update {iteration}", shown, before, {**_trace(S, before), "residual": info["residual"]})

    result = update_indicator(S, P, method, max_iter=max_iter, tol=tol, callback=record)
    change = float(np.abs(result - before).max())
    if recording.n_moments <= max_iter and change > 0:
        # There is no call after the update in which the change fell below the tolerance.
        recording.add(f"update {recording.n_moments}", shown, result, {**_trace(S, result), "residual": change})
    return recording


def _measured(S: Similarity, P: FloatArray, exact: FloatArray) -> tuple[Similarity, FloatArray, dict[str, float]]:
    return (
        S,
        P,
        {
            "residual": float(np.abs(S.sum(axis=1) - 1.0).max()),
            "distance": float(np.linalg.norm(S - exact)),
            "nonzeros_per_row": float((S > 0).sum() / len(exact)),
        },
    )


def _trace(S: Similarity, P: FloatArray) -> dict[str, float]:
    return {
        "trace": float(np.sum((S @ P.T) * P.T)),
        "orthogonality_error": float(np.linalg.norm(P @ P.T - np.eye(len(P)))),
    }
