"""Memory that is not there, data sets that cannot be had, and files that are no store of records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from rnse_core.exceptions._fields import WithFields
from rnse_core.wording import counted, format_bytes


class Cause(StrEnum):
    """Why a data set cannot be had."""

    NO_SOURCE = auto()
    UNREACHABLE = auto()
    STOPPED = auto()
    DAMAGED = auto()
    UNEXPECTED = auto()


@dataclass(eq=False)
class DatasetUnavailable(WithFields, OSError):
    """A data set that cannot be fetched now; the message says why and how to supply it.

    Parameters
    ----------
    data_set : str
        Its name.
    cause : Cause
    """

    data_set: str
    cause: Cause

    def _sentence(self) -> str:
        return f"The data set {self.data_set!r} cannot be fetched ({self.cause})."


class StoreProblem(StrEnum):
    """Why a file cannot hold records of comparisons, or holds none."""

    NO_FOLDER = auto()
    NO_FILE = auto()
    NO_RECORDS = auto()
    NO_DATABASE = auto()
    OTHER_PROGRAM = auto()
    OTHER_VERSION = auto()
    LOCKED = auto()
    DAMAGED = auto()
    FULL = auto()
    NOT_ACCESSIBLE = auto()


@dataclass(eq=False)
class StoreError(WithFields, ValueError):
    """A file that holds no records, and cannot.

    Parameters
    ----------
    path : str
    problem : StoreProblem
    """

    path: str
    problem: StoreProblem

    def _sentence(self) -> str:
        return _OF_STORES[self.problem].format(self)


_OF_STORES = {
    StoreProblem.NO_FILE: "There is no file of records called {0.path!r}.",
    StoreProblem.NO_RECORDS: "{0.path} holds no records of comparisons.",
    StoreProblem.OTHER_PROGRAM: "{0.path} is a database of another program; name another file.",
    StoreProblem.OTHER_VERSION: "{0.path} was written by another version of this program; name another file.",
    StoreProblem.LOCKED: (
        "{0.path} was locked by another program for too long. What was recorded before is kept there; the same call "
        "continues from it."
    ),
    StoreProblem.DAMAGED: (
        "{0.path} is damaged. It is left as it is, with what was recorded before; name another file, or put a copy in "
        "its place."
    ),
    StoreProblem.FULL: (
        "The disk with {0.path} is full. What was recorded before is kept there; the same call continues from it when "
        "there is space."
    ),
    StoreProblem.NOT_ACCESSIBLE: (
        "{0.path} can no longer be read or written. What was recorded before is kept there; the same call continues "
        "from it."
    ),
}


class ClusterProblem(StrEnum):
    """What is wrong with a dask cluster."""

    NO_WORKERS = auto()
    BLOCK_LOST = auto()
    CLIENT_CLOSED = auto()


_OF_CLUSTERS = {
    ClusterProblem.NO_WORKERS: "The dask cluster has had no worker for a minute; start workers and fit again.",
    ClusterProblem.BLOCK_LOST: (
        "A block of rows was lost with the dask workers that had it, and cannot be made again; use smaller blocks or "
        "workers with more memory, and fit again."
    ),
    ClusterProblem.CLIENT_CLOSED: "The dask client was closed; make another one and fit again.",
}


@dataclass(eq=False)
class ClusterError(WithFields, RuntimeError):
    """A dask cluster that cannot finish what it was given.

    Parameters
    ----------
    problem : ClusterProblem
    """

    problem: ClusterProblem

    def _sentence(self) -> str:
        return _OF_CLUSTERS[self.problem]


class MemoryAdvice(StrEnum):
    """What to do where a fit has not enough memory."""

    SAMPLE_ROWS = auto()
    NEIGHBOR_GRAPH = auto()
    FEWER_NEIGHBORS = auto()


_ADVICE = {
    MemoryAdvice.SAMPLE_ROWS: "Cluster a random sample of the rows.",
    MemoryAdvice.NEIGHBOR_GRAPH: "Use a graph of neighbours (graph='knn'), or cluster a random sample of the rows.",
    MemoryAdvice.FEWER_NEIGHBORS: "Use fewer neighbours, or cluster a random sample of the rows.",
}


@dataclass(eq=False)
class NotEnoughMemory(WithFields, MemoryError):
    """Something that would take more memory, or space on a disk, than is free; raised before it begins.

    Parameters
    ----------
    needed_bytes, free_bytes : int
    n_samples : int, default=0
        Samples of a fit.
    most_samples : int, default=0
        Samples that would fit.
    advice : MemoryAdvice or None, default=None
    """

    needed_bytes: int
    free_bytes: int
    n_samples: int = 0
    most_samples: int = 0
    advice: MemoryAdvice | None = None

    def _sentence(self) -> str:
        need = "needs" if self.n_samples == 1 else "need"
        fit = "fits" if self.most_samples == 1 else "fit"
        text = (
            f"{counted(self.n_samples, 'sample')} {need} about {format_bytes(self.needed_bytes)}, but "
            f"{format_bytes(self.free_bytes)} are free: at most {counted(self.most_samples, 'sample')} {fit}."
        )
        return text if self.advice is None else f"{text} {_ADVICE[self.advice]}"
