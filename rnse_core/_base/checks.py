"""Checks of arguments that several estimators share."""

from __future__ import annotations

import math
import numbers
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.exceptions import InputError, ParameterError, ParameterTypeError, ParameterWarning, Reason, ScaleError
from rnse_core.wording import counted

# Largest seed of the generators of numpy.
LARGEST_SEED = 2**32 - 1
# The solvers compute sums of n^2 squared entries; with larger ones these would overflow.
LARGEST_ENTRY = 1e100


def check_n_clusters(n_clusters: object, n_samples: int) -> int:
    """Return ``n_clusters`` as an int after checking that ``n_samples`` points can form so many clusters.

    Parameters
    ----------
    n_clusters : object
        As given by the user; only integers from 1 to `n_samples` pass.
    n_samples : int
        Number of points.

    Returns
    -------
    int

    Raises
    ------
    ParameterTypeError
        If `n_clusters` is not an integer (2.0, "3" and True are not).
    ParameterError
        If it is below 1 or above `n_samples`.
    """
    value = check_count("n_clusters", n_clusters)
    if value > n_samples:
        raise ParameterError("n_clusters", value, Reason.MORE_CLUSTERS_THAN_SAMPLES, bound=n_samples)
    return value


def check_distinct_rows(duplicate_ids: IntArray, n_clusters: int) -> None:
    """Raise ParameterError when there are fewer distinct rows than clusters are asked for.

    Identical samples always share a cluster, so there is no partition into more clusters than distinct rows.

    Parameters
    ----------
    duplicate_ids : ndarray of int of shape (n_samples,)
        From `find_duplicates`.
    n_clusters : int

    Raises
    ------
    ParameterError
        With both numbers.
    """
    n_distinct = int(duplicate_ids.max()) + 1
    if n_distinct < n_clusters:
        raise ParameterError("n_clusters", n_clusters, Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=n_distinct)


def check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise ParameterError unless `value` is one of the choices.

    Parameters
    ----------
    name : str
        Name of the parameter.
    value : object
    choices : iterable of str

    Raises
    ------
    ParameterError
        With the choices.
    """
    known = tuple(choices)
    if value not in known:
        raise ParameterError(name, value, Reason.UNKNOWN_CHOICE, choices=known)


def check_positive(name: str, value: object, *, allow_zero: bool = False) -> float:
    """Return `value` as a float after checking that it is a finite positive number.

    Parameters
    ----------
    name : str
        Name of the parameter.
    value : object
    allow_zero : bool, default=False

    Returns
    -------
    float

    Raises
    ------
    ParameterTypeError
        If `value` is not a real number.
    ParameterError
        If it is NaN, infinite, negative, or zero when zero is not allowed.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise ParameterTypeError(name, value, Reason.NOT_A_NUMBER)
    try:
        number = float(value)
    except OverflowError:  # a whole number or a fraction that float64 cannot hold
        number = math.inf
    if not np.isfinite(number):
        raise ParameterError(name, number, Reason.NOT_FINITE)
    if number < 0 or (number == 0 and not allow_zero):
        raise ParameterError(name, number, Reason.TOO_SMALL, bound=0, strict=not allow_zero)
    return number


def check_count(
    name: str, value: object, minimum: int = 1, maximum: int | None = None, *, of_machine: bool = False
) -> int:
    """Return `value` as an int after checking that it is a whole number in a range.

    Parameters
    ----------
    name : str
        Name of the parameter.
    value : object
    minimum : int, default=1
    maximum : int or None, default=None
        None is no bound.
    of_machine : bool, default=False
        Whether it is this machine that allows no more.

    Returns
    -------
    int

    Raises
    ------
    ParameterTypeError
        If `value` is not an integer.
    ParameterError
        If it is below `minimum` or above `maximum`.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Integral):
        raise ParameterTypeError(name, value, Reason.NOT_A_WHOLE_NUMBER)
    count = int(value)
    if count < minimum:
        raise ParameterError(name, count, Reason.TOO_SMALL, bound=minimum)
    if maximum is not None and count > maximum:
        reason = Reason.TOO_LARGE_FOR_MACHINE if of_machine else Reason.TOO_LARGE
        raise ParameterError(name, count, reason, bound=maximum)
    return count


def check_callback(callback: object) -> None:
    """Raise ParameterTypeError unless `callback` is None or can be called.

    Parameters
    ----------
    callback : object

    Raises
    ------
    ParameterTypeError
        With what was given.
    """
    if callback is not None and not callable(callback):
        message = f"callback must be a function or None, got {callback!r}."
        raise ParameterTypeError("callback", callback, Reason.WRONG_TYPE, message=message)


def check_unmasked(name: str, A: object) -> None:
    """Raise InputError where entries of a masked array are hidden: NumPy and scikit-learn take what is below the mask.

    Parameters
    ----------
    name : str
        Name of the argument.
    A : object
        Other than masked arrays pass.

    Raises
    ------
    InputError
        With the number of hidden entries.
    """
    n_hidden = int(np.ma.count_masked(A)) if isinstance(A, np.ma.MaskedArray) else 0
    if n_hidden:
        message = (
            f"{name} hides {counted(n_hidden, 'entry', 'entries')} by its mask, and every number is needed. Fill them "
            f"in with {name}.filled(value), or leave out their rows with numpy.ma.compress_rows({name})."
        )
        raise InputError(name, Reason.MISSING, n_hidden, message=message)


def check_data(estimator: Any, X: Any, **options: Any) -> Any:
    """Return the data of an estimator in float64, checked by `sklearn.utils.validation.validate_data`.

    Parameters
    ----------
    estimator : estimator
        Gets `n_features_in_` and `feature_names_in_`, unless `reset` is False among the options.
    X : array-like or sparse matrix
    **options
        Further arguments of `validate_data`.

    Returns
    -------
    ndarray or sparse matrix of float64

    Raises
    ------
    InputError
        If entries of a masked array are hidden.
    TypeError, ValueError
        If the data are not valid otherwise.
    """
    check_unmasked("X", X)
    return validate_data(estimator, X, dtype=np.float64, **options)


def check_not_negative(name: str, A: FloatArray) -> None:
    """Raise InputError with the least entry of a matrix when that is negative.

    Parameters
    ----------
    name : str
        Name of the matrix.
    A : ndarray of shape (n_rows, n_columns)

    Raises
    ------
    InputError
    """
    if A.min() < 0:
        row, column = divmod(int(A.argmin()), A.shape[1])
        raise InputError(name, Reason.NEGATIVE_ENTRY, float(A[row, column]), row, column)


def check_entries(name: str, A: FloatArray, largest: float | None = None) -> None:
    """Raise InputError unless the entries of a matrix are finite, not negative and not too large.

    Parameters
    ----------
    name : str
        Name of the matrix.
    A : ndarray of shape (n_rows, n_columns)
    largest : float or None, default=None
        None is no bound.

    Raises
    ------
    InputError
    """
    if not np.isfinite(A).all():
        raise InputError(name, Reason.NOT_FINITE)
    check_not_negative(name, A)
    if largest is not None and A.max() > largest:
        raise InputError(name, Reason.TOO_LARGE, float(A.max()), bound=largest)


def clip_neighbors(n_neighbors: object, n_samples: int) -> int:
    """Return `n_neighbors`, reduced with a warning to the ``n_samples - 1`` other points that exist.

    Parameters
    ----------
    n_neighbors : object
        As given by the user; a sample does not count as its own neighbour.
    n_samples : int

    Returns
    -------
    int
    """
    k = check_count("n_neighbors", n_neighbors)
    if k >= n_samples > 1:
        most = n_samples - 1
        message = (
            f"n_neighbors={k} was reduced to {most}: {counted(n_samples, 'sample')} have only "
            f"{counted(most, 'neighbour')} each."
        )
        warnings.warn(
            ParameterWarning("n_neighbors", k, Reason.TOO_LARGE, bound=most, message=message),
            stacklevel=3,
        )
        k = most
    return k


def check_scale(alpha: float, beta: float, largest: float | None = None) -> None:
    """Raise ScaleError when the weights and the affinity of a fit are of sizes that leave no digits to compute with.

    Parameters
    ----------
    alpha, beta : float
        Weights of the model.
    largest : float or None, default=None
        Largest affinity; None where it is not known yet.

    Raises
    ------
    ScaleError
    """
    alpha, beta = float(alpha), float(beta)
    if max(largest or 0.0, beta) <= LARGEST_ENTRY * min(alpha, 1.0) and alpha <= LARGEST_ENTRY:
        return
    raise ScaleError(alpha, beta, largest, LARGEST_ENTRY)
