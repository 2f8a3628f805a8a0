"""Numbers on the command line that are wrong whatever the file holds."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from rnse_core._base.checks import LARGEST_SEED, check_count, check_positive, check_scale


def check_numbers(options: argparse.Namespace) -> None:
    """Raise ParameterError or ScaleError for a number that is wrong whatever the file holds, before it is read.

    Parameters
    ----------
    options : Namespace
        Of any command; options that it does not have, or that were not given, are passed over.
    """
    given = {name: value for name, value in vars(options).items() if value is not None}
    for name, parameter, minimum, maximum in (
        ("clusters", "n_clusters", 1, None),
        ("neighbors", "n_neighbors", 1, None),
        ("seed", "random_state", 0, LARGEST_SEED),
    ):
        if isinstance(given.get(name), int):
            check_count(parameter, given[name], minimum, maximum)
    if "seeds" in given:
        _check_run(given)
    for name in ("timeout", "alpha", "alphas"):
        for value in _values(given.get(name, ())):
            check_positive(name, value)
    for name in ("beta", "betas"):
        for value in _values(given.get(name, ())):
            check_positive(name, value, allow_zero=True)
    if "alpha" in given and "beta" in given:
        check_scale(given["alpha"], given["beta"])


def _check_run(given: Mapping[str, Any]) -> None:
    """Check the numbers of a comparison, whose limits only that command imports."""
    from rnse_core.experiments.jobs import MOST_RUNS
    from rnse_core.experiments.runner import most_at_a_time

    check_count("seeds", given["seeds"], maximum=MOST_RUNS)
    if given.get("jobs", -1) != -1:
        check_count("n_jobs", given["jobs"], maximum=most_at_a_time(), of_machine=True)


def _values(given: float | list[float] | tuple[()]) -> list[float]:
    return list(given) if isinstance(given, list | tuple) else [given]
