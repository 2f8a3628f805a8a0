"""The data sets of a comparison: every accepted form becomes a `DataItem` with a fingerprint of its content."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray
from rnse_core.datasets import DATASETS, Dataset, DatasetUnavailable, load_dataset
from rnse_core.datasets.folder import check_folder, find_file
from rnse_core.datasets.openml import Progress
from rnse_core.exceptions import InputError, NotEnoughMemory, ParameterError, ParameterTypeError, Reason
from rnse_core.experiments.numbers import as_numbers
from rnse_core.metrics import labelled_mask, majority_class_share
from rnse_core.preprocessing import ColumnScale, propose_scales
from rnse_core.tables import Table, TableError, confirmed_classes, read_table
from rnse_core.wording import counted


@dataclass(frozen=True)
class Unusable:
    """A data set that could not be read; it keeps its place in the comparison.

    Parameters
    ----------
    name : str
    problem : str
        The reason, in one sentence.
    """

    name: str
    problem: str


@dataclass(frozen=True, eq=False)
class ColumnScaled:
    """A data set of features in which some columns have a scale that is not the proposed one.

    Under ``preprocess="auto"`` each column is scaled as is proposed for it, or as is given here; the other scalings
    know no columns.

    Parameters
    ----------
    data : Table or pair (X, y)
    given : mapping of str to {"log1p", "zscore", "raw"}
        By the name of the column; those of a pair are "0", "1", ...

    See Also
    --------
    rnse_core.preprocessing.propose_scales : Proposes the scale of each column.
    """

    data: Table | tuple[Any, Any]
    given: Mapping[str, str]


Source = str | os.PathLike[str] | Dataset | Table | ColumnScaled | Unusable | tuple[Any, Any]


@dataclass(frozen=True, eq=False)
class DataItem:
    """A data set of a comparison.

    Parameters
    ----------
    name : str
    X : ndarray of shape (n_samples, n_features), or None
        Features, or a similarity or distance matrix; None when there is a problem.
    y : list of str, or None
        True classes, ``""`` where there is none.
    kind : {"features", "similarity", "distance"}
    sha256 : str
        Digest of X, y and kind.
    n_classes : int or None
    majority_share : float or None
        Share of the largest class.
    problem : str
        Why it cannot be used; empty if it can.
    transient : bool
        Whether the problem may not occur again, such as a missing network connection.
    unconfirmed : str
        Name of the column that the classes were found in, where nobody has named it; empty otherwise. Such classes are
        for scores and set no number of clusters.
    scales : tuple of ColumnScale
        Of each column under ``preprocess="auto"``, where some are given; empty where all are the proposed ones.
    """

    name: str
    X: FloatArray | None
    y: list[str] | None
    kind: str
    sha256: str
    n_classes: int | None = None
    majority_share: float | None = None
    problem: str = ""
    transient: bool = False
    unconfirmed: str = ""
    scales: tuple[ColumnScale, ...] = ()


def as_data_items(
    datasets: Source | Iterable[Source] | Mapping[str, Source],
    *,
    data_home: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> list[DataItem]:
    """Load the data sets of a comparison.

    Parameters
    ----------
    datasets : str, path, Table, iterable of these, or mapping of names to these, a Dataset or a pair (X, y)
        A Table or a pair may be in a `ColumnScaled`.
        A string is the name of a data set, or the path of a file where no data set has that name.
    data_home : path-like, optional
        Folder in which names are looked for.
    progress : callable, optional
        Called while a data set is fetched.

    Returns
    -------
    list of DataItem
        A data set that cannot be fetched, read or used is included, with its problem.

    Raises
    ------
    ValueError, TypeError, NotADirectoryError
        If a data set or the folder does not exist, or two data sets have the same name.
    """
    if data_home is not None:
        check_folder(data_home)
    if isinstance(datasets, str | os.PathLike | Table | Dataset | ColumnScaled | Unusable):
        datasets = [datasets]
    pairs: list[tuple[str | None, Source]]
    pairs = list(datasets.items()) if isinstance(datasets, Mapping) else [(None, one) for one in datasets]
    items = [_item(name, source, data_home, progress) for name, source in pairs]
    names = [item.name for item in items]
    for name in names:
        if names.count(name) > 1:
            message = (
                f"Two data sets are called {name!r}; rename one of the files, or in Python give a mapping with a name "
                "for each."
            )
            raise ParameterError("datasets", name, Reason.REPEATED, message=message)
    if not items:
        raise ParameterError("datasets", [], Reason.EMPTY)
    return items


def _item(
    name: str | None, source: Source, data_home: str | os.PathLike[str] | None, progress: Progress | None
) -> DataItem:
    if isinstance(source, str) and _is_name(source, data_home):
        name = name or source
        try:
            source = load_dataset(source, data_home=data_home, progress=progress)
        except (DatasetUnavailable, NotEnoughMemory) as error:
            return _without_data(name, str(error), transient=True)
        except MemoryError as error:
            return _without_data(name, f"{name}: {error}", transient=True)
        except TableError as error:
            return _without_data(name, f"{name}: {error}")
    if isinstance(source, str | os.PathLike):
        name, path = name or Path(source).stem, Path(source)
        try:
            source = read_table(path)
        except TableError as error:
            if not path.exists():
                raise
            return _without_data(name, f"{name}: {error}")
    if isinstance(source, ColumnScaled):
        return _with_scales(_item(name, source.data, data_home, progress), source)
    if isinstance(source, Unusable):
        name = name or source.name
        return _without_data(name, f"{name}: {source.problem}")
    if isinstance(source, Table):
        labels = None if source.labels is None else source.labels.tolist()
        item = _checked(name or Path(source.name).stem or "table", source.X, labels, source.kind)
        unconfirmed = item.n_classes is not None and confirmed_classes(source) is None
        return replace(item, unconfirmed=source.label_name or "labels") if unconfirmed else item
    if name is None:
        message = "A data set without a name of its own is given as a mapping, {name: data}."
        raise ParameterError("datasets", type(source).__name__, Reason.MISSING, message=message)
    if isinstance(source, Dataset):
        return _checked(name, source.X, source.y, "features")
    if isinstance(source, tuple) and len(source) == 2:
        return _checked(name, *source, "features")
    kind = type(source).__name__
    message = (
        f"The data set {name!r} is a {kind}; give a name, a path, a Table or a pair (X, y), which is (X, None) where "
        "there are no classes."
    )
    raise ParameterTypeError("datasets", kind, Reason.WRONG_TYPE, message=message)


def _with_scales(item: DataItem, source: ColumnScaled) -> DataItem:
    """Return the item with the scales that are given for its columns."""
    if item.X is None or item.kind != "features" or not source.given:
        return item
    names = source.data.feature_names if isinstance(source.data, Table) else None
    return replace(item, scales=propose_scales(item.X, names, given=source.given))


def _is_name(text: str, data_home: str | os.PathLike[str] | None) -> bool:
    if text in DATASETS or (data_home is not None and find_file(text, data_home) is not None):
        return True
    # Text that does not look like a path is taken as a name, so that the error lists the known names.
    return not Path(text).exists() and Path(text).suffix == "" and Path(text).name == text


def _without_data(name: str, problem: str, *, transient: bool = False) -> DataItem:
    """Return the item of a data set that cannot be used; its problem names the data set."""
    return DataItem(name, None, None, "features", "", problem=problem, transient=transient)


def _checked(name: str, X: Any, y: Any, kind: str) -> DataItem:
    try:
        data = as_numbers(X)
        labels = None if y is None else _as_labels(y, len(data))
    except (ValueError, TypeError) as error:
        return _without_data(name, f"The data set {name!r} cannot be used: {error}")
    digest = hashlib.sha256(f"{kind} {data.shape}".encode())
    digest.update(data.data)
    if labels is None:
        return DataItem(name, data, None, kind, digest.hexdigest())
    known = labelled_mask(labels)
    texts = [str(label) if there else "" for label, there in zip(labels, known, strict=True)]
    digest.update("\x1f".join(texts).encode("utf-8", "surrogatepass"))
    n_classes = len(set(texts) - {""})
    share = majority_class_share(texts) if n_classes else None
    return DataItem(name, data, texts if n_classes else None, kind, digest.hexdigest(), n_classes or None, share)


def _as_labels(y: Any, n_samples: int) -> NDArray[Any]:
    labels = np.asarray(y, dtype=object).ravel()
    if len(labels) != n_samples:
        message = f"it has {counted(n_samples, 'row')} but {counted(len(labels), 'class', 'classes')}."
        raise InputError("y", Reason.LENGTHS_DIFFER, len(labels), bound=n_samples, message=message)
    return labels
