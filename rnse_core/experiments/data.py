"""Whatever the user calls a data set, as one kind of record with a fingerprint."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.utils import check_array

from rnse_core._validation import FloatArray
from rnse_core.datasets import DATASETS, Dataset, DatasetUnavailable, load_dataset
from rnse_core.datasets.folder import check_folder, find_file
from rnse_core.datasets.openml import Progress
from rnse_core.metrics import labelled_mask, majority_class_share
from rnse_core.tables import Table, read_table

Source = str | os.PathLike[str] | Dataset | Table | tuple[Any, Any]


@dataclass(frozen=True, eq=False)
class DataItem:
    """A data set of a comparison.

    Parameters
    ----------
    name : str
    X : ndarray of shape (n_samples, n_features), or None
        Features, or a similarity or distance matrix; None when the set could not be loaded.
    y : list of str, or None
        True classes, ``""`` where there is none.
    kind : {"features", "similarity", "distance"}
    sha256 : str
        Of X, y and kind together.
    n_classes : int or None
    majority_share : float or None
        Share of the largest class.
    problem : str
        Why it could not be loaded; empty if it was.
    """

    name: str
    X: FloatArray | None
    y: list[str] | None
    kind: str
    sha256: str
    n_classes: int | None = None
    majority_share: float | None = None
    problem: str = ""


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
        A text is the name of a data set, or the path of a file when no data set has that name.
    data_home : path-like, optional
        Folder in which names are looked for.
    progress : callable, optional
        Called while a set is fetched.

    Returns
    -------
    list of DataItem
        A set that has to be fetched and cannot be is there too, with its problem.

    Raises
    ------
    ValueError, TypeError, NotADirectoryError
        If one or the folder is not there, one cannot be used, or two have the same name.
    """
    if data_home is not None:
        check_folder(data_home)
    if isinstance(datasets, str | os.PathLike | Table | Dataset):
        datasets = [datasets]
    pairs: list[tuple[str | None, Source]]
    pairs = list(datasets.items()) if isinstance(datasets, Mapping) else [(None, one) for one in datasets]
    items = [_item(name, source, data_home, progress) for name, source in pairs]
    names = [item.name for item in items]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                f"Two data sets are called {name!r}; rename one of the files, or in Python give a mapping with a name "
                "for each."
            )
    if not items:
        raise ValueError("There is no data set to compare on.")
    return items


def _item(
    name: str | None, source: Source, data_home: str | os.PathLike[str] | None, progress: Progress | None
) -> DataItem:
    if isinstance(source, str) and _is_name(source, data_home):
        name = name or source
        try:
            source = load_dataset(source, data_home=data_home, progress=progress)
        except DatasetUnavailable as error:
            return DataItem(name, None, None, "features", "", problem=str(error))
    if isinstance(source, str | os.PathLike):
        name = name or Path(source).stem
        source = read_table(source)
    if isinstance(source, Table):
        labels = None if source.labels is None else source.labels.tolist()
        return _checked(name or Path(source.name).stem or "table", source.X, labels, source.kind)
    if name is None:
        raise ValueError("A data set without a name of its own is given as a mapping, {name: data}.")
    if isinstance(source, Dataset):
        return _checked(name, source.X, source.y, "features")
    if isinstance(source, tuple) and len(source) == 2:
        return _checked(name, *source, "features")
    raise TypeError(
        f"The data set {name!r} is a {type(source).__name__}; give a name, a path, a Table or a pair "
        "(X, y), which is (X, None) where there are no classes."
    )


def _is_name(text: str, data_home: str | os.PathLike[str] | None) -> bool:
    if text in DATASETS or (data_home is not None and find_file(text, data_home) is not None):
        return True
    # What looks like no path is taken for a name, so that the message lists the names there are.
    return not Path(text).exists() and Path(text).suffix == "" and Path(text).name == text


def _checked(name: str, X: Any, y: Any, kind: str) -> DataItem:
    data: FloatArray = check_array(X, dtype=np.float64, order="C", input_name=f"X of {name}")
    digest = hashlib.sha256(f"{kind} {data.shape}".encode())
    digest.update(data.data)
    if y is None:
        return DataItem(name, data, None, kind, digest.hexdigest())
    labels = np.asarray(y, dtype=object).ravel()
    if len(labels) != len(data):
        raise ValueError(f"The data set {name!r} has {len(data):,} samples but {len(labels):,} classes.")
    known = labelled_mask(labels)
    texts = [str(label) if there else "" for label, there in zip(labels, known, strict=True)]
    digest.update("\x1f".join(texts).encode("utf-8", "surrogatepass"))
    n_classes = len(set(texts) - {""})
    share = majority_class_share(texts) if n_classes else None
    return DataItem(name, data, texts if n_classes else None, kind, digest.hexdigest(), n_classes or None, share)
