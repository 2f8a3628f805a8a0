"""The objective and the residuals of several versions of the algorithm, over seeds: what the paper's Fig. 3 plots."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray
from rnse_core._fit.presets import PRESETS
from rnse_core.findings import ObjectiveRose, objective_rose
from rnse_core.rnse import RNSE

History = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Version:
    """A version of the algorithm whose rounds are compared.

    Parameters
    ----------
    title : str
    preset : {"exact", "paper", "authors"}
    overrides : mapping
        Parameters that differ from the preset.
    """

    title: str
    preset: str
    overrides: Mapping[str, Any] = field(default_factory=dict)


#: All but the authors' code have the K of the paper: an objective with another K is that of another problem.
_PAPER_KERNEL = {name: PRESETS["paper"][name] for name in ("affinity", "affinity_neighbors")}
VERSIONS: Mapping[str, Version] = MappingProxyType(
    {
        "paper": Version("Paper", "paper"),
        "paper_projected": Version(
            "Paper, exact projection", "paper", {"projection": "newton", "projection_max_iter": 500}
        ),
        "authors": Version("Authors' code", "authors"),
        "exact": Version("Exact", "exact", _PAPER_KERNEL),
    }
)


def record_histories(
    X: ArrayLike,
    n_clusters: int,
    version: str,
    seeds: Sequence[int],
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    callback: Callable[[int, dict[str, Any]], bool | None] | None = None,
) -> list[list[dict[str, Any]]]:
    """Fit one version of the algorithm once for each seed and keep the history of each fit.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_clusters : int
    version : str
        A key of `VERSIONS`.
    seeds : sequence of int
    alpha, beta : float, default=1.0
    callback : callable or None, default=None
        Called after each round, as that of `RNSE`.

    Returns
    -------
    list of list of dict
        ``history_`` of each fit.
    """
    chosen = VERSIONS[version]
    model = RNSE.from_preset(
        chosen.preset, n_clusters, alpha=alpha, beta=beta, callback=callback, **dict(chosen.overrides)
    )
    prepared, histories = model.prepare(X), []
    for seed in seeds:
        with warnings.catch_warnings():
            # That the paper's settings do not converge is what the histories show.
            warnings.simplefilter("ignore")
            histories.append(model.set_params(random_state=seed).fit_prepared(prepared).history_)
    return histories


@dataclass(frozen=True)
class Descent:
    """How the objective of several runs went.

    Attributes
    ----------
    rounds : tuple of int
        Fewest and most rounds of a run.
    fall : float
        Mean of the last objective over the first.
    rising_runs : int
        Runs in which the objective rose in some round.
    largest_rise : float
        The largest rise, relative to the value before; 0 where there is none.
    row_sum_error : float
        Largest ``|row sum - 1|`` of the last S of any run.
    last : float
        Mean of the last objective.
    """

    rounds: tuple[int, int]
    fall: float
    rising_runs: int
    largest_rise: float
    row_sum_error: float
    last: float


def summarise_descent(histories: Sequence[History]) -> Descent:
    """Summarise the histories of several runs.

    Parameters
    ----------
    histories : sequence of sequence of mapping
        At least one, none of them empty.

    Returns
    -------
    Descent
    """
    lengths = [len(history) for history in histories]
    rises: list[ObjectiveRose] = [rise for history in histories if (rise := objective_rose(history)) is not None]
    ends = np.array([float(history[-1]["objective"]) for history in histories])
    starts = np.array([float(history[0]["objective"]) for history in histories])
    return Descent(
        (min(lengths), max(lengths)),
        float(np.mean(ends / starts)),
        len(rises),
        max((rise.largest for rise in rises), default=0.0),
        max(float(history[-1]["row_sum_error"]) for history in histories),
        float(ends.mean()),
    )


def padded(histories: Sequence[History], key: str, *, relative: bool = False) -> FloatArray:
    """Put a number of each round into one row per run; a run that has ended keeps its last value.

    Parameters
    ----------
    histories : sequence of sequence of mapping
    key : str
        Such as "objective" or "row_sum_error".
    relative : bool, default=False
        Divide each row by its first value.

    Returns
    -------
    ndarray of shape (n_runs, n_rounds)
    """
    longest = max(len(history) for history in histories)
    rows = np.empty((len(histories), longest))
    for row, history in zip(rows, histories, strict=True):
        row[: len(history)] = [float(record[key]) for record in history]
        row[len(history) :] = row[len(history) - 1]
    return rows / rows[:, :1] if relative else rows
