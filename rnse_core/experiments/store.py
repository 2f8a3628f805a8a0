"""Records of comparisons in an SQLite file, one transaction each, so that a killed run loses no finished record."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pandas as pd

from rnse_core.exceptions import StoreError, StoreProblem
from rnse_core.experiments.obstacles import Obstacle

COLUMNS = {
    "key": "TEXT PRIMARY KEY",
    "identity": "TEXT NOT NULL",
    "dataset": "TEXT NOT NULL",
    "kind": "TEXT",
    "n_samples": "INTEGER",
    "n_features": "INTEGER",
    "n_classes": "INTEGER",
    "majority_share": "REAL",
    "data_sha256": "TEXT",
    "method": "TEXT NOT NULL",
    "estimator": "TEXT",
    "deterministic": "INTEGER",
    "n_clusters": "INTEGER",
    "seed": "INTEGER",
    "preprocessing": "TEXT",
    "parameters": "TEXT",
    "status": "TEXT NOT NULL",
    "error_type": "TEXT",
    "error": "TEXT",
    "accuracy": "REAL",
    "purity": "REAL",
    "nmi": "REAL",
    "ari": "REAL",
    "n_clusters_found": "INTEGER",
    "seconds": "REAL",
    "peak_bytes": "INTEGER",
    "iterations": "INTEGER",
    "converged": "INTEGER",
    "warnings": "TEXT",
    "threads": "INTEGER",
    "timeout": "REAL",
    "versions": "TEXT",
    "labels": "BLOB",
    "started": "TEXT",
    "used": "REAL NOT NULL",
}
_JSON = {"parameters", "warnings", "versions"}
# "RNSE" in ASCII: distinguishes these files from SQLite files of other programs.
_APPLICATION, _VERSION = 0x524E5345, 1
_SECONDS_TO_WAIT = 30.0
# Of the header of an SQLite file, and where in it the application is named.
_HEADER, _PLACE_OF_APPLICATION = 100, 68
_PROBLEMS = {
    sqlite3.SQLITE_BUSY: StoreProblem.LOCKED,
    sqlite3.SQLITE_LOCKED: StoreProblem.LOCKED,
    sqlite3.SQLITE_CORRUPT: StoreProblem.DAMAGED,
    sqlite3.SQLITE_NOTADB: StoreProblem.DAMAGED,
    sqlite3.SQLITE_FULL: StoreProblem.FULL,
}
# The lower byte of an error code of SQLite is its kind.
_KIND = 0xFF
# Failures that depend on the machine; such fits are repeated.
_TRANSIENT_STATUS = {"died"}
_TRANSIENT_ERRORS = {Obstacle.NO_MEMORY, Obstacle.METHOD_UNAVAILABLE, Obstacle.NOT_NOW}


class RecordStore:
    """An SQLite file of records. Also a context manager.

    The table ``records`` has a row for every computed result. The view ``latest`` has the newest record of each
    request, so that results of older code or other data are not mixed with current ones.

    Parameters
    ----------
    path : path-like or None
        Created if it does not exist; None keeps the records in memory.

    Raises
    ------
    StoreError
        If the file is not a store of records, or cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.name = ":memory:" if path is None else os.fspath(path)
        if path is not None and not Path(path).parent.is_dir():
            message = f"{self.name} cannot be written: there is no folder {Path(path).parent}."
            raise StoreError(self.name, StoreProblem.NO_FOLDER, message=message)
        try:
            self._connection = sqlite3.connect(self.name, timeout=_SECONDS_TO_WAIT, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as error:
            problem = _problem_of(error)
            # The marks of a store that is locked may stand in its journal only.
            if problem is StoreProblem.LOCKED or (problem is not StoreProblem.NOT_ACCESSIBLE and _is_store(self.name)):
                raise StoreError(self.name, problem) from error
            message = f"{self.name} cannot be used for records: {error}. Name another file."
            raise StoreError(self.name, StoreProblem.NO_DATABASE, message=message) from error

    def _prepare(self) -> None:
        run = self._connection.execute
        application, version = run("PRAGMA application_id").fetchone()[0], run("PRAGMA user_version").fetchone()[0]
        if application != _APPLICATION:
            if run("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                raise StoreError(self.name, StoreProblem.OTHER_PROGRAM)
        elif version != _VERSION:
            raise StoreError(self.name, StoreProblem.OTHER_VERSION)
        elif run("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise StoreError(self.name, StoreProblem.DAMAGED)
        run("PRAGMA journal_mode=WAL")
        # One transaction, so that a file is never partly prepared and two runs can start at the same time.
        run("BEGIN IMMEDIATE")
        columns = ", ".join(f'"{name}" {kind}' for name, kind in COLUMNS.items())
        run(f"CREATE TABLE IF NOT EXISTS records ({columns})")
        run("CREATE INDEX IF NOT EXISTS by_identity ON records (identity, used)")
        run(
            "CREATE VIEW IF NOT EXISTS latest AS SELECT * FROM records AS r WHERE r.rowid = (SELECT o.rowid FROM "
            "records AS o WHERE o.identity = r.identity ORDER BY o.used DESC, o.rowid DESC LIMIT 1)"
        )
        run(f"PRAGMA application_id={_APPLICATION}")
        run(f"PRAGMA user_version={_VERSION}")
        run("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raise StoreError where SQLite fails."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self.name, _problem_of(error)) from error

    def add(self, record: Mapping[str, Any]) -> None:
        """Write a record in its own transaction; it replaces a record with the same key.

        Raises
        ------
        StoreError
            If the file is locked, damaged or full.
        """
        values = {**dict.fromkeys(COLUMNS), **record, "used": time.time()}
        row = [json.dumps(value) if name in _JSON and value is not None else value for name, value in values.items()]
        names = ", ".join(f'"{name}"' for name in values)
        marks = ", ".join("?" * len(values))
        with self._explained():
            self._connection.execute(f"INSERT OR REPLACE INTO records ({names}) VALUES ({marks})", row)

    def reusable(self, keys: Iterable[str], timeout: float | None, *, retry_errors: bool = False) -> set[str]:
        """Return the keys that have a result, and mark these records as the newest ones.

        Parameters
        ----------
        keys : iterable of str
        timeout : float or None
            A fit that was ended after less time than this has no result.
        retry_errors : bool, default=False
            Whether fits that ended in an error have no result either. By default, this holds only for errors that
            depend on the machine, such as a lack of memory.

        Returns
        -------
        set of str

        Raises
        ------
        StoreError
            If the file is locked, damaged or full.
        """
        query, found = "SELECT status, error_type, timeout FROM records WHERE key = ?", set()
        with self._explained():
            for key in keys:
                row = self._connection.execute(query, (key,)).fetchone()
                if row is not None and _counts(*row, timeout=timeout, retry_errors=retry_errors):
                    found.add(key)
            self._connection.execute("BEGIN IMMEDIATE")
            now = time.time()
            self._connection.executemany("UPDATE records SET used = ? WHERE key = ?", [(now, key) for key in found])
            self._connection.execute("COMMIT")
        return found

    def frame(self, keys: Iterable[str]) -> pd.DataFrame:
        """Return the records with these keys, in this order; keys without a record are left out."""
        query = "SELECT * FROM records WHERE key = ?"
        with self._explained():
            rows = [row for key in keys if (row := self._connection.execute(query, (key,)).fetchone()) is not None]
        return _typed(pd.DataFrame(rows, columns=list(COLUMNS), dtype=object))


def _problem_of(error: sqlite3.Error) -> StoreProblem:
    code = getattr(error, "sqlite_errorcode", 0) or 0
    return _PROBLEMS.get(code & _KIND, StoreProblem.NOT_ACCESSIBLE)


def _is_store(name: str) -> bool:
    """Return whether a file begins as a store of records does, even if the rest of it cannot be read."""
    try:
        with open(name, "rb") as file:
            head = file.read(_HEADER)
    except OSError:
        return False
    return head[_PLACE_OF_APPLICATION : _PLACE_OF_APPLICATION + 4] == _APPLICATION.to_bytes(4, "big")


def _counts(
    status: str, error_type: str | None, ended_after: float | None, *, timeout: float | None, retry_errors: bool
) -> bool:
    if status == "ok":
        return True
    if retry_errors or status in _TRANSIENT_STATUS or error_type in _TRANSIENT_ERRORS:
        return False
    if status == "timeout":
        return timeout is not None and ended_after is not None and ended_after >= timeout
    return True


def tried_again(frame: pd.DataFrame, timeout: float | None) -> pd.Series:
    """Return which records a further run would compute again, such as those that failed for lack of memory.

    Parameters
    ----------
    frame : DataFrame
    timeout : float or None
        Seconds that the further run allows for a fit.

    Returns
    -------
    Series of bool
    """
    columns = frame[["status", "error_type", "timeout"]]
    again = [not _counts(*row, timeout=timeout, retry_errors=False) for row in columns.itertuples(index=False)]
    return pd.Series(again, index=frame.index, dtype=bool)


def read_records(path: str | os.PathLike[str], *, every: bool = False) -> pd.DataFrame:
    """Read the records of a file; a run may be writing to it.

    Parameters
    ----------
    path : path-like
    every : bool, default=False
        Whether to include records that newer code or other data have superseded.

    Returns
    -------
    DataFrame
        One row per record, in the order in which they were written.

    Raises
    ------
    StoreError
        If there is no such file, or it holds no records.
    """
    if not Path(path).is_file():
        raise StoreError(os.fspath(path), StoreProblem.NO_FILE)
    address = f"{Path(path).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=_SECONDS_TO_WAIT)) as file:
            if file.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                raise StoreError(os.fspath(path), StoreProblem.NO_RECORDS)
            rows = file.execute(f"SELECT * FROM {'records' if every else 'latest'} ORDER BY rowid").fetchall()
    except sqlite3.Error as error:
        message = f"{os.fspath(path)} cannot be read: {error}."
        raise StoreError(os.fspath(path), StoreProblem.NO_DATABASE, message=message) from error
    return _typed(pd.DataFrame(rows, columns=list(COLUMNS), dtype=object))


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Set the types of the columns; without that, empty cells would decide them."""
    kinds = {"INTEGER": "Int64", "REAL": "float64", "TEXT": "object", "BLOB": "object"}
    types = {name: kinds[kind.split()[0]] for name, kind in COLUMNS.items()}
    types |= {"deterministic": "boolean", "converged": "boolean"}
    return frame.astype(types)
