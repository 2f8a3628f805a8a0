"""The pairs of runs whose rounds Step through plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Run:
    """One of two runs.

    Parameters
    ----------
    title : str
    preset : str
    parameters : mapping
        Of `RNSE`, beside those of the preset.
    """

    title: str
    preset: str
    parameters: Mapping[str, Any]


def _versions(values: Mapping[str, Any]) -> tuple[Run, Run]:
    common = {"alpha": values["alpha"], "beta": values["beta"], "random_state": values["seed"]}
    return Run("Paper", "paper", common), Run("Exact", "exact", common)


def _starts(values: Mapping[str, Any]) -> tuple[Run, Run]:
    common = {"alpha": values["alpha"], "beta": values["beta"], "random_state": values["seed"]}
    return (
        Run("Paper, random start", "paper", common),
        Run("Paper, spectral start", "paper", {**common, "init": "spectral"}),
    )


def _alphas(values: Mapping[str, Any]) -> tuple[Run, Run]:
    common = {"beta": values["beta"], "random_state": values["seed"]}
    first, second = (
        Run(f"Paper, α = {alpha:g}", "paper", {"alpha": alpha, **common})
        for alpha in (values["alpha"], values["alpha2"])
    )
    return first, second


#: Title, and what makes the runs from the values of the controls.
COMPARISONS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], tuple[Run, Run]]]] = {
    "versions": ("Paper | exact", _versions),
    "starts": ("Random | spectral start", _starts),
    "alphas": ("Two alphas", _alphas),
}
