"""Fetch data sets of OpenML into a cache, and read the part of a file that is used.

:func:`sklearn.datasets.fetch_openml` does not serve here, as far as scikit-learn 1.9.1 with pandas 3.1.1 goes. Measured
on files of the size of MNIST (70,000 x 784, of which 1,000 rows are used) and Gisette (7000 x 5000, all used):

- It reads whole files: MNIST takes 0.9 GB and 7 s, or 0.8 GB and 32 s with the other parser; 6 MB and 0.3 s here, where
  reading ends as soon as every class is full. Gisette takes 0.6 GB; here 0.27 GB, which is the table itself.
- Its parser "pandas" raises TypeError where classes are whole numbers, as MNIST's digits are.
- It reports no progress, cannot be stopped, waits for a silent server without limit, and accepts a file of any size.

As there, a file is compared with the MD5 sum that OpenML publishes before it enters the cache.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from io import BufferedReader, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlparse
from urllib.request import Request, urlopen

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.memory import available_bytes
from rnse_core._base.output_files import replace_file
from rnse_core.datasets._draw import Labels
from rnse_core.datasets.suffixes import file_advice
from rnse_core.exceptions import Cause, DatasetUnavailable, NotEnoughMemory
from rnse_core.tables.arff import ArffError, Header, read_header, read_rows
from rnse_core.wording import counted, format_bytes

SERVER = "https://www.openml.org"
# A server that sends nothing for so long counts as unreachable.
_SECONDS_OF_SILENCE = 30.0
_BLOCK = 1 << 16
_LARGEST_DESCRIPTION = 4 << 20
# A number and its comma take at most so many characters in the files that are fetched.
_CHARACTERS_PER_CELL = 24

# (bytes so far, bytes in all or None) -> True to stop.
Progress = Callable[[int, int | None], bool | None]


@dataclass(frozen=True)
class OpenMLSource:
    """A data set of OpenML, and the part of it that is used.

    Parameters
    ----------
    id : int
        Its number there.
    n_samples, n_features : int
        Its size there, without the column of classes. It is known beforehand, so that memory is checked before any
        request is sent.
    first_of_class : int, optional
        Use only so many samples of each class, the first ones.
    n_classes : int, optional
        Number of classes; needed with `first_of_class`.
    first_features : int, optional
        Use only so many features, the first ones.
    """

    id: int
    n_samples: int
    n_features: int
    first_of_class: int | None = None
    n_classes: int | None = None
    first_features: int | None = None

    @property
    def kept_shape(self) -> tuple[int, int]:
        """Samples and features that are used."""
        n_samples = self.n_samples
        if self.first_of_class is not None and self.n_classes is not None:
            n_samples = self.first_of_class * self.n_classes
        return n_samples, self.first_features or self.n_features


@dataclass(frozen=True)
class OpenMLTable:
    """What was read.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
    y : ndarray of int of shape (n_samples,)
        Positions in `class_names`.
    feature_names, class_names : list of str
    """

    X: FloatArray
    y: Labels
    feature_names: list[str]
    class_names: list[str]


def default_cache() -> Path:
    """Folder of fetched files: ``RNSE_CACHE`` if that is set, else ``.cache/rnse-core`` in the home folder."""
    return Path(os.environ.get("RNSE_CACHE") or Path.home() / ".cache" / "rnse-core")


def fetch_openml_table(
    source: OpenMLSource,
    name: str,
    *,
    cache: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    server: str = SERVER,
) -> OpenMLTable:
    """Read a data set of OpenML from the cache, or fetch it into the cache first.

    Parameters
    ----------
    source : OpenMLSource
    name : str
        Its name, for messages.
    cache : path-like, optional
        Folder for the file; :func:`default_cache` by default.
    progress : callable, optional
        ``progress(bytes_so_far, bytes_in_all or None)`` while the file is fetched; True stops.
    server : str, default="https://www.openml.org"

    Returns
    -------
    OpenMLTable

    Raises
    ------
    DatasetUnavailable
        If the server cannot be reached or refuses, the file is not what was expected, or `progress` returned True.
    MemoryError
        If the table would not fit into the free memory, or the file on the disk; before either is used.
    """
    check_table_memory(source, name)
    folder = Path(cache) if cache is not None else default_cache()
    path, about = folder / f"openml-{source.id}.arff.gz", folder / f"openml-{source.id}.json"
    if not (path.exists() and about.exists()):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _fetch(source, name, path, about, progress, server)
        except (
            URLError,
            TimeoutError,
            HTTPException,
            ConnectionError,
            gzip.BadGzipFile,
            EOFError,
            zlib.error,
        ) as error:
            message = _cannot_reach(name, server, error)
            raise DatasetUnavailable(name, Cause.UNREACHABLE, message=message) from error
    target = json.loads(about.read_text(encoding="utf-8"))["target"]
    try:
        return _read(path, source, name, target)
    except (ArffError, EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
        message = (
            f"The file of the data set {name!r} in {folder} is not what was expected: {error}. Delete {path.name} "
            "there to fetch it again."
        )
        raise DatasetUnavailable(name, Cause.UNEXPECTED, message=message) from error


def check_table_memory(source: OpenMLSource, name: str) -> None:
    """Raise MemoryError if the table, and as much again to work with, would not fit into the free memory."""
    n_samples, n_features = source.kept_shape
    needed, free = 2 * 8 * n_samples * n_features, available_bytes()
    if needed > free:
        message = f"The data set {name!r} needs about {format_bytes(needed)}, but {format_bytes(free)} are free."
        raise NotEnoughMemory(needed, free, message=message)


def _cannot_reach(name: str, server: str, error: Exception) -> str:
    host = urlparse(server).netloc
    cause = getattr(error, "reason", error)
    reason = (
        f"it answers {error.code}"
        if isinstance(error, HTTPError)
        else getattr(cause, "strerror", None) or cause or "no answer"
    )
    return (
        f"The data set {name!r} is fetched from {host}, which cannot be reached ({reason}). Try again with a network, "
        f"or {file_advice(name)}."
    )


def _open(url: str, name: str, **headers: str) -> Any:
    if urlparse(url).scheme not in ("http", "https"):
        message = f"OpenML names {url!r} as the place of the data, which is no web address."
        raise DatasetUnavailable(name, Cause.UNEXPECTED, message=message)
    return urlopen(Request(url, headers=headers), timeout=_SECONDS_OF_SILENCE)


def _fetch(source: OpenMLSource, name: str, path: Path, about: Path, progress: Progress | None, server: str) -> None:
    with _open(f"{server}/api/v1/json/data/{source.id}", name) as answer:
        content = answer.read(_LARGEST_DESCRIPTION)
    try:
        description = json.loads(content)["data_set_description"]
        url, target = str(description["url"]), str(description["default_target_attribute"])
        checksum = description.get("md5_checksum")
    except (ValueError, KeyError, TypeError) as error:
        message = f"OpenML's description of the data set {name!r} cannot be read."
        raise DatasetUnavailable(name, Cause.UNEXPECTED, message=message) from error
    with (
        _open(url, name, **{"Accept-Encoding": "gzip"}) as answer,
        tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as part,
    ):
        try:
            found = _store(answer, part, source, name, progress)
            if checksum and checksum != found:
                message = f"The file of the data set {name!r} arrived damaged; try again."
                raise DatasetUnavailable(name, Cause.DAMAGED, message=message)
            part.close()
            os.replace(part.name, path)
        except BaseException:
            part.close()
            os.unlink(part.name)
            raise
    replace_file(about, json.dumps({"id": source.id, "target": target, "url": url, "md5": found}).encode("ascii"))


def _store(answer: Any, part: IO[bytes], source: OpenMLSource, name: str, progress: Progress | None) -> str:
    """Write an answer to a gzip file, within limits; return the MD5 sum of its unpacked content."""
    most = _CHARACTERS_PER_CELL * source.n_samples * (source.n_features + 1) + _LARGEST_DESCRIPTION
    length = answer.headers.get("Content-Length", "")
    total = int(length) if length.isdigit() else None
    free = shutil.disk_usage(Path(part.name).parent).free
    if (total or 0) > min(most, free):
        message = (
            f"The file of the data set {name!r} has {format_bytes(total or 0)}; {format_bytes(free)} of the disk are "
            f"free, and a table of its size takes at most {format_bytes(most)}."
        )
        raise NotEnoughMemory(total or 0, min(most, free), message=message)
    digest = hashlib.md5(usedforsecurity=False)
    counting = _Counting(answer, total, progress, name)
    packed = answer.headers.get("Content-Encoding", "") == "gzip"
    unpacked = gzip.GzipFile(fileobj=counting, mode="rb") if packed else counting
    size = 0
    with gzip.GzipFile(fileobj=part, mode="wb", compresslevel=6) as stored:
        while block := unpacked.read(_BLOCK):
            size += len(block)
            if size > most:
                message = f"The file of the data set {name!r} is far larger than its table can be."
                raise DatasetUnavailable(name, Cause.UNEXPECTED, message=message)
            digest.update(block)
            stored.write(block)
    return digest.hexdigest()


class _Counting(BufferedReader):
    """A stream that reports how many bytes were read, and raises when the callback asks to stop."""

    def __init__(self, stream: Any, total: int | None, progress: Progress | None, name: str) -> None:
        super().__init__(stream)
        self.total = total
        self.progress = progress
        self.dataset = name
        self.done = 0

    def read(self, size: int | None = -1) -> bytes:
        block = super().read(size)
        self.done += len(block)
        if self.progress is not None and self.progress(self.done, self.total):
            message = f"Fetching the data set {self.dataset!r} was stopped."
            raise DatasetUnavailable(self.dataset, Cause.STOPPED, message=message)
        return block


def _read(path: Path, source: OpenMLSource, name: str, target_name: str) -> OpenMLTable:
    with gzip.open(path) as stream:
        lines = TextIOWrapper(stream, encoding="utf-8")
        header = read_header(lines)
        if target_name not in header.names or len(header.names) != source.n_features + 1:
            raise ArffError(
                f"it has {counted(len(header.names), 'column')}, not "
                f"{source.n_features:,} and the classes in {target_name!r}"
            )
        target = header.names.index(target_name)
        X = np.empty(source.kept_shape)
        labels: list[str] = []
        for row, label in islice(_wanted(lines, header, target, source), len(X) + 1):
            if len(labels) < len(X):
                X[len(labels)] = row[: X.shape[1]]
            labels.append(label)
    if len(labels) != len(X):
        more = "more than " if len(labels) > len(X) else ""
        raise ArffError(f"it has {more}{counted(min(len(labels), len(X)), 'row')} for {len(X):,}")
    class_names = sorted(set(labels), key=natural_order)
    codes = {label: code for code, label in enumerate(class_names)}
    y = np.array([codes[label] for label in labels], dtype=np.int64)
    features = [feature for position, feature in enumerate(header.names) if position != target]
    return OpenMLTable(X, y, features[: X.shape[1]], class_names)


def _wanted(
    lines: Iterator[str], header: Header, target: int, source: OpenMLSource
) -> Iterator[tuple[FloatArray, str]]:
    """Yield the rows that are used; once every class is full, the rest of the file is not read."""
    rows = read_rows(lines, header, target)
    if source.first_of_class is None:
        yield from rows
        return
    taken: dict[str, int] = {}
    remaining = source.kept_shape[0]
    for row, label in rows:
        if taken.get(label, 0) < source.first_of_class:
            taken[label] = taken.get(label, 0) + 1
            remaining -= 1
            yield row, label
            if remaining == 0:
                return


def natural_order(label: str) -> tuple[bool, float, str]:
    """Sort key: numbers by value, before texts."""
    try:
        return False, float(label), label
    except ValueError:
        return True, 0.0, label
