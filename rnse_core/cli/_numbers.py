"""Numbers on the command line that are wrong whatever the file holds, and the library's words as options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import Any

from rnse_core._base.checks import LARGEST_SEED, check_count, check_positive, check_scale

# Name of a parameter, or a sentence about one, and what it is on the command line.
_IN_OPTIONS = (
    # The neighbours of the affinity are no option; those that are one are reduced without a word.
    (r"n_neighbors=(\d+) was reduced", r"The \1 neighbours of the affinity were reduced"),
    (r"; raise (?:projection_)?max_iter[^;.]*", ""),
    (r"max_iter=(\d+) rounds", r"\1 rounds"),
    (r"projection_max_iter=(\d+)", r"\1 steps"),
    (r"the number of samples, n_samples=(\d+)", r"the \1 rows there are"),
    (r"n_clusters=(\d+)", r"--clusters \1"),
    (r"distinct rows in X", "distinct rows"),
    (r"\bn_clusters\b", "--clusters"),
    (r"\bn_jobs\b", "--jobs"),
    (r"\((?:use )?graph='knn'\)", "(--graph knn)"),
    (r"affinity='precomputed_distance'", "--read kind=distance"),
    (r"affinity='precomputed'", "--read kind=similarity"),
    (r"\b(alpha|beta)=(?=[\d.-])", r"--\1 "),
)


def check_numbers(options: argparse.Namespace) -> None:
    """Raise ValueError for a number that is wrong whatever the file holds, before it is read.

    Parameters
    ----------
    options : Namespace
        Of any command; options that it does not have, or that were not given, are passed over.
    """
    given = {name: value for name, value in vars(options).items() if value is not None}
    for name, (minimum, maximum) in {
        "clusters": (1, None),
        "neighbors": (1, None),
        "seed": (0, LARGEST_SEED),
    }.items():
        if name in given:
            check_count(f"--{name}", given[name], minimum, maximum)
    if "seeds" in given:
        _check_run(given)
    for name in ("timeout", "alpha", "alphas"):
        for value in _values(given.get(name, ())):
            check_positive(f"--{name}", value)
    for name in ("beta", "betas"):
        for value in _values(given.get(name, ())):
            check_positive(f"--{name}", value, allow_zero=True)
    if "alpha" in given and "beta" in given:
        try:
            check_scale(given["alpha"], given["beta"])
        except ValueError as error:
            raise ValueError(in_options(str(error))) from None


def _check_run(given: Mapping[str, Any]) -> None:
    """Check the numbers of a comparison, whose limits only that command imports."""
    from rnse_core.experiments.jobs import MOST_RUNS
    from rnse_core.experiments.runner import most_at_a_time

    check_count("--seeds", given["seeds"], maximum=MOST_RUNS)
    if given.get("jobs", -1) != -1:
        most, why = most_at_a_time()
        check_count("--jobs", given["jobs"], maximum=most, why=why)


def in_options(sentence: str) -> str:
    """Write a sentence of the library with the options of the command line in place of its parameters.

    Parameters
    ----------
    sentence : str

    Returns
    -------
    str
    """
    for pattern, replacement in _IN_OPTIONS:
        sentence = re.sub(pattern, replacement, sentence)
    return sentence


def _values(given: float | list[float] | tuple[()]) -> list[float]:
    return list(given) if isinstance(given, list | tuple) else [given]
