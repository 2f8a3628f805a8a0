"""The pairs of runs whose rounds Step through plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rnse_core.recording import VERSIONS


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


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side.

    Parameters
    ----------
    title : str
    differ : str
        Says in a sentence what differs between the two. K does not.
    runs : callable
        Makes the runs from the values of the controls.
    """

    title: str
    differ: str
    runs: Callable[[Mapping[str, Any]], tuple[Run, Run]]


def _run(title: str, version: str, values: Mapping[str, Any], **further: Any) -> Run:
    common = {"alpha": values["alpha"], "beta": values["beta"], "random_state": values["seed"]}
    made = VERSIONS[version]
    return Run(title, made.preset, {**common, **made.overrides, **further})


def _versions(values: Mapping[str, Any]) -> tuple[Run, Run]:
    return _run("Paper", "paper", values), _run("Exact", "exact", values)


def _projections(values: Mapping[str, Any]) -> tuple[Run, Run]:
    return _run("Paper, sweeps", "paper", values), _run("Paper, Newton", "paper_projected", values)


def _starts(values: Mapping[str, Any]) -> tuple[Run, Run]:
    return (
        _run("Paper, random start", "paper", values),
        _run("Paper, spectral start", "paper", values, init="spectral"),
    )


def _alphas(values: Mapping[str, Any]) -> tuple[Run, Run]:
    first, second = (
        _run(f"Paper, α = {alpha:g}", "paper", values, alpha=alpha) for alpha in (values["alpha"], values["alpha2"])
    )
    return first, second


COMPARISONS: Mapping[str, Comparison] = {
    "versions": Comparison(
        "Paper | exact",
        "K is the same. The paper takes 20 sweeps of Dykstra's method, a random P and multiplicative updates; exact "
        "takes Newton's method, a spectral P and moves of single points.",
        _versions,
    ),
    "projections": Comparison(
        "Sweeps | Newton",
        "Only the S step differs: 20 sweeps of Dykstra's method, or Newton's method to rounding.",
        _projections,
    ),
    "starts": Comparison("Random | spectral start", "Only the P of the start differs.", _starts),
    "alphas": Comparison("Two alphas", "Only alpha differs.", _alphas),
}
