"""Checks of arguments that several estimators share, each ending in one plain sentence."""

from __future__ import annotations

import difflib
import hashlib
import numbers
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32] | NDArray[np.intp]
# The largest that numpy's generators take.
LARGEST_SEED = 2**32 - 1
# Sizes that a sentence names.
MOST_SIZES = 10


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


def identical_rows(X: FloatArray) -> IntArray:
    """Number each row of `X`, identical rows alike, in the order of first appearance.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    groups : ndarray of shape (n_samples,)
    """
    # Digests of 128 bits instead of a sort of all rows: linear in the size of X. Adding 0 turns -0.0 into 0.0.
    seen: dict[bytes, int] = {}
    rows = (hashlib.blake2b(np.ascontiguousarray(row + 0.0).data, digest_size=16).digest() for row in X)
    return np.fromiter((seen.setdefault(digest, len(seen)) for digest in rows), dtype=np.intp, count=len(X))


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


def similar_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is the same but for case, or else looks most like it.

    Parameters
    ----------
    name : str
    known : iterable of str

    Returns
    -------
    str or None
        None when no name looks like it.
    """
    folded = {one.casefold(): one for one in known}
    # Letters and digits alone decide that "kmeans" is "K-Means".
    bare = {"".join(filter(str.isalnum, key)): key for key in folded}
    wanted = name.casefold()
    key = wanted if wanted in folded else bare.get("".join(filter(str.isalnum, wanted)))
    if key is None:
        key = next(iter(difflib.get_close_matches(wanted, folded, n=1)), None)
    return None if key is None else folded[key]


def listed_sizes(sizes: IntArray) -> str:
    """Write the sizes of components or clusters, the largest first and at most ten: ``50, 48, 3, ...``."""
    shown = [f"{size:,}" for size in np.sort(sizes)[::-1][:MOST_SIZES].tolist()]
    return ", ".join([*shown, "..."] if len(sizes) > MOST_SIZES else shown)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Write a number with its noun: ``1 row``, ``1,200 rows``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def sorted_unique(numbers: NDArray[Any]) -> NDArray[Any]:
    """Distinct numbers in ascending order.

    numpy's own function hashes integers, which takes some fifty times as long for millions of them.

    Parameters
    ----------
    numbers : ndarray of int of shape (n,)

    Returns
    -------
    ndarray of int
    """
    in_order = np.sort(numbers)
    new = np.ones(len(in_order), dtype=bool)
    np.not_equal(in_order[1:], in_order[:-1], out=new[1:])
    return in_order[new]
