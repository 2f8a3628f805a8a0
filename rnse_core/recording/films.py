"""One result for each value of a setting, in the order of the values: what a slider shows when it is dragged."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment

from rnse_core.datasets import make_block_diagonal
from rnse_core.recording._copies import copy_with
from rnse_core.recording.series import MOST_BYTES, Recording
from rnse_core.rnse import RNSE

# Called with the number of results so far and the number of all; True stops.
Progress = Callable[[int, int], bool | None]


def record_alphas(
    X: ArrayLike,
    alphas: Sequence[float],
    model: RNSE | None = None,
    *,
    max_bytes: int = MOST_BYTES,
    progress: Progress | None = None,
) -> Recording:
    """Fit the same data with each alpha.

    K is computed once. Labels are numbered alike: the clusters of a result are matched with those of the one before.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
        As for the model.
    alphas : sequence of float
    model : RNSE or None, default=None
        The other parameters; None means ``RNSE(n_clusters=2)``. It is not fitted, and not changed.
    max_bytes : int, default=33554432
    progress : callable or None, default=None

    Returns
    -------
    Recording
        A snapshot for each alpha, with the numbers of the last round and "alpha".
    """
    model = RNSE(n_clusters=2) if model is None else model
    prepared = model.prepare(X)
    fits = [lambda alpha=alpha: copy_with(model, alpha=alpha).fit_prepared(prepared) for alpha in alphas]
    return _record([(f"alpha = {alpha:.3g}", {"alpha": float(alpha)}) for alpha in alphas], fits, max_bytes, progress)


def record_noise(
    noises: Sequence[float],
    model: RNSE,
    *,
    n_samples: int = 200,
    n_blocks: int = 4,
    random_state: int = 0,
    max_bytes: int = MOST_BYTES,
    progress: Progress | None = None,
) -> Recording:
    """Fit block-diagonal similarities of growing noise.

    Parameters
    ----------
    noises : sequence of float
        See :func:`rnse_core.datasets.make_block_diagonal`.
    model : RNSE
        With ``affinity="precomputed"``.
    n_samples, n_blocks, random_state : int
    max_bytes : int, default=33554432
    progress : callable or None, default=None

    Returns
    -------
    Recording
        A snapshot for each noise, with the numbers of the last round and "noise".
    """

    def fit(noise: float) -> RNSE:
        return copy_with(model).fit(make_block_diagonal(n_samples, n_blocks, noise, random_state)[0])

    fits = [lambda noise=noise: fit(noise) for noise in noises]
    return _record([(f"noise = {noise:.2g}", {"noise": float(noise)}) for noise in noises], fits, max_bytes, progress)


def _record(
    titles: Sequence[tuple[str, dict[str, float]]],
    fits: Sequence[Callable[[], RNSE]],
    max_bytes: int,
    progress: Progress | None,
) -> Recording:
    recording = Recording(max_bytes)
    before: Any = None
    for number, ((title, numbers), fit) in enumerate(zip(titles, fits, strict=True), start=1):
        with warnings.catch_warnings():
            # What a single result has to say is for the one who looks at it: many of these values are extreme.
            warnings.simplefilter("ignore")
            model = fit()
        P = model.indicator_ if before is None else model.indicator_[_matching(before, model.labels_)]
        before = P.argmax(axis=0)
        last = model.history_[-1]
        measured = {name: float(last[name]) for name in ("objective", "n_components", "nonzeros_per_row")}
        recording.add(title, model.similarity_, P, {**numbers, **measured})
        if progress is not None and progress(number, len(fits)):
            break
    return recording


def _matching(before: Any, labels: Any) -> Any:
    """Order of the clusters in which they overlap most with those before."""
    n = int(max(before.max(), labels.max())) + 1
    overlap = np.zeros((n, n))
    np.add.at(overlap, (before, labels), 1.0)
    return linear_sum_assignment(overlap, maximize=True)[1]
