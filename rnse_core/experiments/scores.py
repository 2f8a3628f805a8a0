"""The scores of a record: quality, time, memory and iterations, and how each is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import pandas as pd

from rnse_core.exceptions import ParameterError, Reason


@dataclass(frozen=True)
class Score:
    """A column of the records.

    Parameters
    ----------
    title : str
        Name to show.
    factor : float
        Multiplier for printing.
    unit : str
        Unit after multiplication.
    digits : int
        Printed decimals.
    higher_is_better : bool
    majority : bool
        Whether a single cluster scores the share of the largest class.
    needs_classes : bool
        Whether it is defined only with true classes.
    of_one_class : str
        What it is where all samples have the same class and are divided into two clusters or more.
    """

    title: str
    factor: float
    unit: str
    digits: int
    higher_is_better: bool = True
    majority: bool = False
    needs_classes: bool = False
    of_one_class: str = ""


SCORES: Mapping[str, Score] = MappingProxyType(
    {
        "accuracy": Score(
            "ACC", 100, "%", 1, majority=True, needs_classes=True, of_one_class="the share of the largest cluster"
        ),
        "purity": Score("purity", 100, "%", 1, majority=True, needs_classes=True, of_one_class="100% for any division"),
        "nmi": Score("NMI", 100, "%", 1, needs_classes=True, of_one_class="0 for any division"),
        "ari": Score("ARI", 100, "%", 1, needs_classes=True, of_one_class="0 for any division"),
        "seconds": Score("time", 1, "s", 2, higher_is_better=False),
        "peak_bytes": Score("peak memory", 2**-20, "MB", 0, higher_is_better=False),
        "iterations": Score("iterations", 1, "", 1, higher_is_better=False),
    }
)


def find_score(name: str) -> Score:
    """Return a score by the name of its column.

    Raises
    ------
    ValueError
        If no score has that name.
    """
    if name not in SCORES:
        raise ParameterError("score", name, Reason.UNKNOWN_CHOICE, choices=tuple(SCORES))
    return SCORES[name]


def scores_in(frame: pd.DataFrame) -> list[str]:
    """Return the scores that some record has; without classes these are time, memory and iterations.

    Parameters
    ----------
    frame : DataFrame
        Records.

    Returns
    -------
    list of str
        Keys of ``SCORES``; all of them if no run has a result.
    """
    good = frame[frame["status"] == "ok"]
    return [name for name in SCORES if good.empty or good[name].notna().any()]
