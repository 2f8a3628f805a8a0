"""Checks of arguments that several estimators share, each ending in one plain sentence."""

from __future__ import annotations

import numbers
import warnings

import numpy as np

from rnse_core._base.arrays import IntArray
from rnse_core.wording import counted

# The largest that numpy's generators take.
LARGEST_SEED = 2**32 - 1
# The solvers square entries and add up n^2 of them; beyond this they would overflow.
LARGEST_ENTRY = 1e100


def check_n_clusters(n_clusters: object, n_samples: int) -> int:
    """Return ``n_clusters`` as an int after checking that ``n_samples`` points can form so many clusters.

    Parameters
    ----------
    n_clusters : object
        What the user gave; only integers from 1 to `n_samples` pass.
    n_samples : int
        Number of points.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `n_clusters` is not an integer (2.0, "3" and True are not).
    ValueError
        If it is below 1 or above `n_samples`.
    """
    if isinstance(n_clusters, bool | np.bool_) or not isinstance(n_clusters, numbers.Integral):
        raise TypeError(f"n_clusters must be a whole number such as 3, got {n_clusters!r}.")
    value = int(n_clusters)
    if value < 1:
        raise ValueError(f"n_clusters must be at least 1, got {value}.")
    if value > n_samples:
        raise ValueError(f"n_clusters={value} is more than the number of samples, n_samples={n_samples}.")
    return value


def check_distinct_rows(groups: IntArray, n_clusters: int) -> None:
    """Raise ValueError when there are fewer distinct rows than clusters are asked for.

    Identical points always share a cluster, so no partition into more clusters than distinct rows exists.

    Parameters
    ----------
    groups : ndarray of shape (n_samples,)
        From `identical_rows`.
    n_clusters : int

    Raises
    ------
    ValueError
        Naming both numbers.
    """
    n_distinct = int(groups.max()) + 1
    if n_distinct < n_clusters:
        raise ValueError(
            f"n_clusters={n_clusters} is more than the number of distinct rows in X, which is {n_distinct}: "
            "identical points always share a cluster. Ask for fewer clusters."
        )


def check_positive(name: str, value: object, *, allow_zero: bool = False) -> float:
    """Return `value` as a float after checking that it is a finite positive number.

    Parameters
    ----------
    name : str
        Name used in the message.
    value : object
    allow_zero : bool, default=False

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If `value` is not a real number.
    ValueError
        If it is NaN, infinite, negative, or zero when zero is not allowed.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {value!r}.")
    number = float(value)
    if not np.isfinite(number) or number < 0 or (number == 0 and not allow_zero):
        bound = "at least 0" if allow_zero else "greater than 0"
        raise ValueError(f"{name} must be finite and {bound}, got {number}.")
    return number


def check_count(name: str, value: object, minimum: int = 1, maximum: int | None = None, why: str = "") -> int:
    """Return `value` as an int after checking that it is a whole number in a range.

    Parameters
    ----------
    name : str
        Name used in the message.
    value : object
    minimum : int, default=1
    maximum : int or None, default=None
        None is no bound.
    why : str, default=""
        What to say of the maximum.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If it is below `minimum` or above `maximum`.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, got {value!r}.")
    if value < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {value}.")
    count = int(value)
    if maximum is not None and count > maximum:
        raise ValueError(f"{name} must be at most {maximum:,}{why and f' ({why})'}, got {count:,}.")
    return count


def clip_neighbors(n_neighbors: object, n_samples: int) -> int:
    """Return `n_neighbors`, reduced with a warning to the ``n_samples - 1`` other points that exist.

    Parameters
    ----------
    n_neighbors : object
        Asked-for number of neighbours, the point itself not counted.
    n_samples : int

    Returns
    -------
    int
    """
    k = check_count("n_neighbors", n_neighbors)
    if k >= n_samples > 1:
        warnings.warn(
            f"n_neighbors={k} was reduced to {n_samples - 1}: {counted(n_samples, 'sample')} have only "
            f"{counted(n_samples - 1, 'neighbour')} each.",
            UserWarning,
            stacklevel=3,
        )
        k = n_samples - 1
    return k


def check_scale(alpha: float, beta: float, largest: float | None = None) -> None:
    """Raise ValueError when the weights and the affinity of a fit are of sizes that leave no digits to compute with.

    Parameters
    ----------
    alpha, beta : float
        Weights of the model.
    largest : float or None, default=None
        Largest affinity; None where it is not known yet.
    """
    alpha, beta = float(alpha), float(beta)
    if max(largest or 0.0, beta) <= LARGEST_ENTRY * min(alpha, 1.0) and alpha <= LARGEST_ENTRY:
        return
    if largest is None:
        sizes, bounded = f"alpha={alpha:g} and beta={beta:g}", "alpha, beta and beta / alpha"
    else:
        sizes = f"alpha={alpha:g}, beta={beta:g} and a largest affinity of {largest:g}"
        bounded = "alpha, beta, the affinity, affinity / alpha and beta / alpha"
    raise ValueError(f"{sizes} are too far apart to compute with: {bounded} must all stay below {LARGEST_ENTRY:.0e}.")
