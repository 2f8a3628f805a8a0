"""One result for each value of a setting, in the order of the values: what a slider shows when it is dragged."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

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

    K is computed once. Clusters have one numbering: that of the fit whose alpha is closest to the model's own, from
    which each result is matched with the one next to it.

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
    titles = [(f"alpha = {alpha:.3g}", {"alpha": float(alpha)}) for alpha in alphas]
    recording = _record(titles, fits, max_bytes, progress)
    own = [abs(np.log(one.numbers["alpha"] / model.alpha)) for one in recording]
    recording.number_alike(int(np.argmin(own)))
    return recording


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

    Clusters have one numbering: that of the first fit, from which each result is matched with the one before.

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
    titles = [(f"noise = {noise:.2g}", {"noise": float(noise)}) for noise in noises]
    recording = _record(titles, fits, max_bytes, progress)
    recording.number_alike(0)
    return recording


def _record(
    titles: Sequence[tuple[str, dict[str, float]]],
    fits: Sequence[Callable[[], RNSE]],
    max_bytes: int,
    progress: Progress | None,
) -> Recording:
    recording = Recording(max_bytes)
    for number, ((title, numbers), fit) in enumerate(zip(titles, fits, strict=True), start=1):
        with warnings.catch_warnings():
            # What a single result has to say is for the one who looks at it: many of these values are extreme.
            warnings.simplefilter("ignore")
            model = fit()
        last = model.history_[-1]
        measured = {name: float(last[name]) for name in ("objective", "n_components", "nonzeros_per_row")}
        recording.add(title, model.similarity_, model.indicator_, {**numbers, **measured})
        if progress is not None and progress(number, len(fits)):
            break
    return recording
