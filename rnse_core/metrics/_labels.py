"""Class and cluster labels of any type: encoding as numbers, contingency table and one-to-one matching."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linear_sum_assignment

from rnse_core.exceptions import InputError, Reason
from rnse_core.wording import counted

# The matching needs a dense table of classes x clusters. 5000 x 5000 takes 200 MB and some seconds; a larger table
# indicates a column of measurements that was taken for a column of labels.
MAX_TABLE_CELLS = 25_000_000


def encode(values: ArrayLike, name: str) -> tuple[NDArray[np.int64], list[Any]]:
    """Number the distinct labels in sorted order; -1 stands for an entry without a label.

    Parameters
    ----------
    values : array-like of shape (n_samples,)
        Labels of any hashable type, mixed types included.
    name : str
        Name of the argument, for errors.

    Returns
    -------
    codes : ndarray of int of shape (n_samples,)
        Position of each label in `names`, or -1 for None, NaN, NaT, pandas' NA and blank text.
    names : list
        The distinct labels.

    Raises
    ------
    ValueError
        If `values` is not a one-dimensional sequence of plain labels.
    """
    # A list becomes a series of objects; numpy would turn the NaN of ["a", nan] into the text "nan".
    entries: Any = values if hasattr(values, "ndim") else pd.Series(list(values), dtype=object)  # type: ignore[arg-type]
    if entries.ndim != 1:
        message = f"{name} must have one dimension, one label per sample; its shape is {entries.shape}."
        raise InputError(name, Reason.WRONG_SHAPE, entries.shape, message=message)
    try:
        raw_codes, distinct = pd.factorize(entries)
    except TypeError as error:
        message = f"{name} must hold one text or number per sample ({error})."
        raise InputError(name, Reason.WRONG_TYPE, message=message) from error
    raw_names = distinct.tolist()
    kept = [i for i, label in enumerate(raw_names) if not (isinstance(label, str) and not label.strip())]
    try:
        kept.sort(key=raw_names.__getitem__)
    except TypeError:  # labels of mixed types are not comparable
        kept.sort(key=lambda i: (type(raw_names[i]).__name__, str(raw_names[i])))
    # One entry more than there are names: the code -1 of missing labels maps to the last one, which is -1.
    new_code = np.full(len(raw_names) + 1, -1, dtype=np.int64)
    new_code[kept] = np.arange(len(kept))
    return new_code[raw_codes], [raw_names[i] for i in kept]


def encode_clusters(labels: ArrayLike) -> tuple[NDArray[np.int64], list[Any]]:
    """Number the clusters as :func:`encode` does; every sample must have one."""
    codes, names = encode(labels, "labels")
    n_missing = int(np.count_nonzero(codes < 0))
    if n_missing:
        message = f"labels has {counted(n_missing, 'empty entry', 'empty entries')}; every sample needs a cluster."
        raise InputError("labels", Reason.MISSING, n_missing, message=message)
    return codes, names


def encode_classes(y: ArrayLike) -> tuple[NDArray[np.int64], list[Any]]:
    """Number the classes as :func:`encode` does; at least one sample must have one."""
    codes, names = encode(y, "y")
    if not names:
        message = "No sample has a class label, so there is nothing to compare with."
        raise InputError("y", Reason.EMPTY, message=message)
    return codes, names


def require_same_length(n_first: int, first: str, n_second: int, second: str) -> None:
    """Raise InputError about the second argument if the two numbers of samples differ."""
    if n_first != n_second:
        message = (
            f"{first} has {counted(n_first, 'sample')} but {second} has {n_second}; "
            "they must describe the same samples."
        )
        raise InputError(second, Reason.LENGTHS_DIFFER, n_second, bound=n_first, message=message)


class Comparison:
    """Classes and clusters of the same samples: codes, contingency table and one-to-one matching, computed on demand.

    Attributes
    ----------
    class_names, cluster_names : list
        Sorted names; codes are positions in them.
    y, labels : ndarray of int of shape (n_scored,)
        Class and cluster codes of the samples that have a class.
    all_labels : ndarray of int of shape (n_samples,)
        Cluster codes of all samples.
    """

    def __init__(self, y: ArrayLike, labels: ArrayLike) -> None:
        y_codes, self.class_names = encode_classes(y)
        self.all_labels, self.cluster_names = encode_clusters(labels)
        require_same_length(y_codes.size, "y", self.all_labels.size, "labels")
        labelled = y_codes >= 0
        self.y, self.labels = y_codes[labelled], self.all_labels[labelled]

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Number of scored samples of each class (row) in each cluster (column)."""
        n_classes, n_clusters = len(self.class_names), len(self.cluster_names)
        if n_classes * n_clusters > MAX_TABLE_CELLS:
            message = (
                f"{counted(n_classes, 'different class', 'different classes')} "
                f"against {counted(n_clusters, 'cluster')} are too many to match; "
                "is y a column of measurements rather than of classes?"
            )
            raise InputError("y", Reason.TOO_LARGE, n_classes, bound=MAX_TABLE_CELLS // n_clusters, message=message)
        flat = np.bincount(self.y * n_clusters + self.labels, minlength=n_classes * n_clusters)
        return flat.reshape(n_classes, n_clusters)

    @cached_property
    def matching(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Classes and clusters matched one to one, so that as many samples as possible agree (Hungarian method)."""
        return linear_sum_assignment(self.counts, maximize=True)
