"""Registry of all data sets with a name, and :func:`load_dataset`, which loads any of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from rnse_core.datasets.bundled import BUNDLED, Dataset, load_bundled
from rnse_core.datasets.folder import find_file, load_file
from rnse_core.datasets.openml import Progress, fetch_openml_table
from rnse_core.datasets.paper import PAPER_DATASETS, PaperDataset
from rnse_core.datasets.shapes import SHAPES, Shape
from rnse_core.datasets.suffixes import SUFFIXES, file_advice
from rnse_core.exceptions import Cause, DatasetUnavailable, ParameterError, Reason
from rnse_core.wording import similar_name

Origin = Literal["bundled", "synthetic", "openml", "file"]


@dataclass(frozen=True)
class DatasetEntry:
    """Description of a data set, available before it is loaded.

    Attributes
    ----------
    name : str
        Argument of :func:`load_dataset`.
    title : str
        Title for lists of data sets.
    origin : {"bundled", "synthetic", "openml", "file"}
        Part of scikit-learn, drawn at random, fetched from OpenML, or read from a file of the user.
    n_clusters : int
        Number of classes.
    description : str
        One or two sentences on the samples.
    source : str
        Origin of the data.
    """

    name: str
    title: str
    origin: Origin
    n_clusters: int
    description: str
    source: str


def _entries() -> dict[str, DatasetEntry]:
    entries = [
        DatasetEntry(name, info.title, "bundled", info.n_clusters, info.description, info.source)
        for name, info in BUNDLED.items()
    ]
    entries += [
        DatasetEntry(name, one.title, "openml" if one.openml else "file", one.n_clusters, one.description, one.source)
        for name, one in PAPER_DATASETS.items()
    ]
    entries += [
        DatasetEntry(name, shape.title, "synthetic", shape.n_clusters, shape.description, "Drawn at random.")
        for name, shape in SHAPES.items()
    ]
    return {entry.name: entry for entry in entries}


DATASETS: Mapping[str, DatasetEntry] = MappingProxyType(_entries())


def load_dataset(
    name: str,
    *,
    data_home: str | os.PathLike[str] | None = None,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    random_state: int | None = 0,
) -> Dataset:
    """Load a data set by its name.

    The data sets of scikit-learn and the synthetic shapes need no network. For any other name, `data_home` is searched
    for NAME.npz, NAME.mat, NAME.csv and NAME.arff; without such a file, a data set of the paper is fetched from OpenML
    if OpenML has it.

    Parameters
    ----------
    name : str
        Key in ``DATASETS``, or the stem of a file in `data_home`.
    data_home : path-like, optional
        Folder with files of the user.
    cache : path-like, optional
        Folder for fetched files; by default ``RNSE_CACHE`` or ``~/.cache/rnse-core``.
    progress : callable, optional
        ``progress(bytes_so_far, bytes_in_all or None)`` while a file is fetched; returning True stops it.
    random_state : int or None, default=0
        Seed of a synthetic shape.

    Returns
    -------
    dataset : Dataset
        Features, classes, their names, and the source.

    Raises
    ------
    ValueError
        If no data set has this name; a TableError if its file cannot be used.
    DatasetUnavailable
        If it cannot be fetched, or needs a file that does not exist. An OSError.
    MemoryError
        If the table would not fit into the free memory.
    """
    if not isinstance(name, str):
        raise _unknown(name)
    if name in BUNDLED:
        return load_bundled(name)
    path = find_file(name, data_home) if data_home is not None else None
    if path is not None:
        known = PAPER_DATASETS.get(name)
        return load_file(path, description=known.description if known else "")
    if name in SHAPES:
        return _draw(SHAPES[name], random_state)
    if name in PAPER_DATASETS:
        return _fetch(PAPER_DATASETS[name], cache, progress)
    raise _unknown(name, data_home)


def _unknown(name: object, data_home: str | os.PathLike[str] | None = None) -> ParameterError:
    where = ""
    if data_home is not None:
        where = f", and no file {name} with the ending {', '.join(SUFFIXES)} in {os.fspath(data_home)!r}"
    found = similar_name(name, DATASETS) if isinstance(name, str) else None
    nearest = "" if found is None else f"did you mean {found!r}? Otherwise "
    message = f"There is no data set called {name!r}{where}; {nearest}choose one of {', '.join(DATASETS)}."
    return ParameterError("name", name, Reason.UNKNOWN_CHOICE, choices=tuple(DATASETS), message=message)


def _draw(shape: Shape, random_state: int | None) -> Dataset:
    X, y = shape.make(random_state=random_state)
    return Dataset(
        X=X,
        y=np.asarray(y, dtype=np.int64),
        feature_names=["x", "y"],
        class_names=[f"class {code}" for code in range(int(y.max()) + 1)],
        description=shape.description,
        source=f"Drawn at random, seed {random_state}.",
    )


def _fetch(one: PaperDataset, cache: str | os.PathLike[str] | None, progress: Progress | None) -> Dataset:
    if one.openml is None:
        message = f"The data set {one.name!r} cannot be fetched; {file_advice(one.name)}. Source: {one.source}"
        raise DatasetUnavailable(one.name, Cause.NO_SOURCE, message=message)
    table = fetch_openml_table(one.openml, one.name, cache=cache, progress=progress)
    return Dataset(table.X, table.y, table.feature_names, table.class_names, one.description, one.source)
