"""Gower's distance between rows of numbers, places on scales, words, and ticks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray
from rnse_core._base.memory import check_memory
from rnse_core.exceptions import InputError, MemoryAdvice, ParameterError, Reason

#: What a column can hold.
GOWER_KINDS = ("number", "ordinal", "word", "tick")
# Matrices of all pairs that the result and the work on it take; the work is done in blocks of rows.
GOWER_MATRICES = 2
_BLOCK_ENTRIES = 1 << 20


def gower_distances(X: ArrayLike, kinds: Sequence[str]) -> FloatArray:
    r"""Return Gower's distances between the rows of a table of numbers and words.

    .. math:: d_{ij} = \frac{\sum_k w_{ijk} d_{ijk}}{\sum_k w_{ijk}}

    The weight :math:`w_{ijk}` is 1 where rows i and j can be compared in column k, else 0: a value that is missing in
    one of the two rows leaves the column out of the comparison of these two. By the kind of the column,

    - number: :math:`d_{ijk} = |x_{ik} - x_{jk}| / (\max_i x_{ik} - \min_i x_{ik})`;
    - ordinal: the same of the ranks, in which equal values share one rank and the next value has the next one;
    - word: 0 where the two are equal, else 1;
    - tick: 0 where both have it, 1 where one has it; where none has it there is nothing to compare.

    A column of numbers that are all equal adds a distance of 0.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_columns)
        Numbers, NaN where missing. A word is any number that stands for it; a tick is 1, and 0 where there is none.
    kinds : sequence of {"number", "ordinal", "word", "tick"}, of length n_columns
        What each column holds.

    Returns
    -------
    D : ndarray of shape (n_samples, n_samples)
        From 0 to 1, symmetric, zero on the diagonal: the input of ``RNSE(affinity="precomputed_distance")``.

    Raises
    ------
    ParameterError
        If `kinds` names another kind.
    InputError
        If there is not one kind for each column, a tick is neither 0 nor 1, or two rows have no column in which they
        can be compared; these are named.
    ValueError
        If a value is infinite.
    NotEnoughMemory
        If the matrix over all pairs does not fit into the free memory.

    Notes
    -----
    The ranges and the ranks are those of the rows given, so distances to new rows need the whole table again. Every
    pair of rows has a distance: there is no sparse form. Without missing values and ticks the square roots of the
    distances are Euclidean [1]_. Ranks follow [2]_.

    References
    ----------
    .. [1] J. C. Gower. A general coefficient of similarity and some of its properties. Biometrics 27(4), 1971, 857-871.
       DOI 10.2307/2528823.
    .. [2] L. Kaufman and P. J. Rousseeuw. Finding Groups in Data. Wiley, 1990, section 2.6. DOI 10.1002/9780470316801.

    Examples
    --------
    >>> import numpy as np
    >>> rows = [[1.0, 0.0], [3.0, 0.0], [np.nan, 1.0]]
    >>> gower_distances(rows, ["number", "word"])
    array([[0. , 0.5, 1. ],
           [0.5, 0. , 1. ],
           [1. , 1. , 0. ]])
    """
    data = check_array(X, dtype=np.float64, ensure_all_finite="allow-nan", copy=True)
    _check_kinds(kinds, data)
    check_memory(len(data), MemoryAdvice.SAMPLE_ROWS, matrices=GOWER_MATRICES)
    columns = [_to_unit_range(column, kind) for column, kind in zip(data.T, kinds, strict=True)]
    D = np.empty((len(data), len(data)))
    step = max(1, _BLOCK_ENTRIES // len(data))
    for start in range(0, len(data), step):
        _fill_rows(D, slice(start, min(start + step, len(data))), columns, kinds)
    return D


def _check_kinds(kinds: Sequence[str], data: FloatArray) -> None:
    for kind in kinds:
        if kind not in GOWER_KINDS:
            raise ParameterError("kinds", kind, Reason.UNKNOWN_CHOICE, choices=GOWER_KINDS)
    if len(kinds) != data.shape[1]:
        raise InputError("kinds", Reason.WRONG_SHAPE, (len(kinds),), bound=(data.shape[1],))
    ticks = data[:, [kind == "tick" for kind in kinds]]
    if not np.isin(ticks[~np.isnan(ticks)], (0.0, 1.0)).all():
        raise InputError("X", Reason.NOT_TICKS)


def _to_unit_range(values: FloatArray, kind: str) -> FloatArray:
    """Return numbers, or the ranks of places on a scale, from 0 to 1; words and ticks as they are."""
    if kind not in ("number", "ordinal"):
        return values
    present = ~np.isnan(values)
    if kind == "ordinal":
        values = values.copy()
        values[present] = np.unique(values[present], return_inverse=True)[1]
    if not present.any():
        return values
    # Halved first: the range of huge values overflows.
    low, high = values[present].min() / 2, values[present].max() / 2
    return (values / 2 - low) / (high - low or 1.0)


def _fill_rows(D: FloatArray, rows: slice, columns: Sequence[FloatArray], kinds: Sequence[str]) -> None:
    """Compute some rows of the distances, in place."""
    total = D[rows]
    total.fill(0.0)
    weight = np.zeros_like(total)
    for values, kind in zip(columns, kinds, strict=True):
        mine, others = values[rows, None], values[None, :]
        distance = (mine != others).astype(np.float64) if kind in ("word", "tick") else np.abs(mine - others)
        comparable = ~(np.isnan(mine) | np.isnan(others))
        if kind == "tick":
            comparable &= (mine == 1) | (others == 1)
        total += np.where(comparable, distance, 0.0)
        weight += comparable
    alone = np.arange(rows.start, rows.stop)
    weight[np.arange(len(alone)), alone] = 1.0  # a row is at no distance from itself, whatever it lacks
    if not weight.all():
        i, j = np.argwhere(weight == 0)[0]
        raise InputError("X", Reason.NOTHING_TO_COMPARE, row=int(i) + rows.start, column=int(j))
    total /= weight
