"""Errors and warnings of the library in words of the command line: options in place of parameters."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from rnse_core.exceptions import (
    InputWarning,
    MemoryAdvice,
    NotConvergedWarning,
    NotEnoughMemory,
    ParameterError,
    ParameterWarning,
    Reason,
    ScaleError,
)
from rnse_core.wording import counted

# Options with another name than the parameter that they set.
_OPTIONS = {
    "n_clusters": "--clusters",
    "n_neighbors": "--neighbors",
    "random_state": "--seed",
    "n_jobs": "--jobs",
}


@singledispatch
def in_options(problem: BaseException) -> str:
    """Write an error or a warning in words of the command line.

    Parameters
    ----------
    problem : Exception
        One without fields, as those of other libraries, is shown as it is.

    Returns
    -------
    str
    """
    return str(problem)


@in_options.register
def _parameter(error: ParameterError) -> str:
    option = _OPTIONS.get(error.parameter, f"--{error.parameter}")
    if error.reason == Reason.MORE_CLUSTERS_THAN_SAMPLES:
        return f"{option} {error.value} is more than the {counted(error.bound, 'row')} there are."
    if error.reason == Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS:
        return (
            f"{option} {error.value} is more than the number of distinct rows, which is {error.bound}: identical rows "
            "always share a cluster. Ask for fewer clusters."
        )
    return str(replace(error, parameter=option))


@in_options.register
def _scale(error: ScaleError) -> str:
    sizes, bounded = f"--alpha {error.alpha:g} and --beta {error.beta:g}", "alpha, beta and beta / alpha"
    if error.largest_affinity is not None:
        sizes = f"--alpha {error.alpha:g}, --beta {error.beta:g} and a largest affinity of {error.largest_affinity:g}"
        bounded = "alpha, beta, the affinity, affinity / alpha and beta / alpha"
    return f"{sizes} are too far apart to compute with: {bounded} must all stay below {error.bound:.0e}."


@in_options.register
def _memory(error: NotEnoughMemory) -> str:
    if error.advice != MemoryAdvice.NEIGHBOR_GRAPH:
        return str(error)
    way = "Use a graph of neighbours (--graph knn), or cluster a random sample of the rows."
    return f"{replace(error, advice=None)} {way}"


@in_options.register
def _data(warning: InputWarning) -> str:
    if warning.reason == Reason.LOOKS_LIKE_DISTANCES:
        return (
            "The similarity matrix has zeros on its whole diagonal and nowhere else, as a distance matrix has; for "
            "distances use --read kind=distance."
        )
    return str(warning)


@in_options.register
def _not_converged(warning: NotConvergedWarning) -> str:
    # No option sets the limit.
    return str(replace(warning, advice=None))


@in_options.register
def _reduced(warning: ParameterWarning) -> str:
    # The neighbours of the affinity are no option; those that are one are reduced without a word.
    if warning.parameter == "n_neighbors":
        change = f"from {warning.value} to {warning.bound}"
        return f"The neighbours of the affinity were reduced {change}: there are no more rows."
    return str(warning)
