"""Paths that cannot be read or written.

Those to be read are checked before the libraries are imported, which takes seconds; nothing large is imported here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import pairwise, takewhile


class PathProblem(Enum):
    """Why a path cannot be read or written."""

    IS_FOLDER = auto()
    NO_FILE = auto()
    NO_FOLDER = auto()
    NOT_READABLE = auto()
    NO_DATA_HOME = auto()
    TAKEN = auto()
    OUTPUT_IS_FOLDER = auto()
    NO_OUTPUT_FOLDER = auto()
    NOT_WRITABLE = auto()


_SENTENCES = {
    PathProblem.IS_FOLDER: "`{0.path}` is a folder; give the name of a file with a table.",
    PathProblem.NO_FILE: "`{0.path}` cannot be read: there is no such file.",
    PathProblem.NO_FOLDER: "`{0.path}` cannot be read: there is no folder `{0.folder}`.",
    PathProblem.NOT_READABLE: "`{0.path}` cannot be read: you may not read it.",
    PathProblem.NO_DATA_HOME: "There is no folder {0.path!r} to look for data sets in.",
    PathProblem.TAKEN: "{0.path} is read or written by this command already; give the output another name.",
    PathProblem.OUTPUT_IS_FOLDER: "{0.path} cannot be written: it is a folder; give the output another name.",
    PathProblem.NO_OUTPUT_FOLDER: "{0.path} cannot be written: there is no folder {0.folder}.",
    PathProblem.NOT_WRITABLE: "{0.path} cannot be written: you may not write there; give the output another name.",
}


class PathError(ValueError):
    """A path that cannot be read or written; its text is a sentence made from the fields.

    Parameters
    ----------
    path : str
    problem : PathProblem
    """

    def __init__(self, path: str, problem: PathProblem) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    @property
    def folder(self) -> str:
        """The folder that the path is in."""
        return os.path.dirname(self.path) or os.curdir

    def __str__(self) -> str:
        return _SENTENCES[self.problem].format(self)


def check_paths_first(arguments: Sequence[str]) -> None:
    """Check the arguments that can only be paths, before they are parsed; the commands check all paths.

    Parameters
    ----------
    arguments : sequence of str
        A command and what follows. Paths stand behind the command, and end at the first option.

    Raises
    ------
    PathError
    """
    command, *rest = [*arguments, ""]
    names = list(takewhile(lambda argument: argument and not argument.startswith("-"), rest))
    if command == "cluster":
        for name in names[:1]:
            check_file(name)
    elif command in ("compare", "sweep"):
        home = _value_of("--data-home", rest)
        if home is None:  # with a folder of data sets, a name with a point in it may be one of them
            for name in names:
                if os.sep in name or os.path.splitext(name)[1] or set(name) == {"."}:
                    check_file(name)
        elif not os.path.isdir(home):
            raise PathError(home, PathProblem.NO_DATA_HOME)


def check_file(path: str | os.PathLike[str]) -> None:
    """Raise PathError unless there is a file of this name that may be read."""
    name = os.fspath(path)
    if os.path.isdir(name):
        raise PathError(name, PathProblem.IS_FOLDER)
    if not os.path.exists(name):
        folder = os.path.dirname(name)
        raise PathError(name, PathProblem.NO_FOLDER if folder and not os.path.isdir(folder) else PathProblem.NO_FILE)
    if not os.access(name, os.R_OK):
        raise PathError(name, PathProblem.NOT_READABLE)


def check_outputs(sources: Iterable[str | os.PathLike[str]], outputs: Iterable[str | os.PathLike[str]]) -> None:
    """Raise PathError before any work is done when an output would destroy a file of this run or cannot be one.

    Parameters
    ----------
    sources : iterable of path-like
        Files that are read.
    outputs : iterable of path-like
        Files to be written.
    """
    taken = [os.fspath(path) for path in sources]
    for output in outputs:
        path = os.fspath(output)
        if any(_is_same(path, other) for other in taken):
            raise PathError(path, PathProblem.TAKEN)
        folder = os.path.dirname(path) or os.curdir
        if not os.path.isdir(folder):
            raise PathError(path, PathProblem.NO_OUTPUT_FOLDER)
        if os.path.isdir(path):
            raise PathError(path, PathProblem.OUTPUT_IS_FOLDER)
        if not _is_writable(path):
            raise PathError(path, PathProblem.NOT_WRITABLE)
        taken.append(path)


def _is_writable(path: str) -> bool:
    if os.path.exists(path) and not os.access(path, os.W_OK):
        return False
    # A regular file is replaced by another, which is made in its folder.
    special = os.path.exists(path) and not os.path.isfile(path)
    return special or os.access(os.path.dirname(os.path.realpath(path)), os.W_OK)


def _is_same(path: str, other: str) -> bool:
    """Whether two names are of one file, perhaps by a link."""
    if os.path.exists(path) and os.path.exists(other):
        return os.path.samefile(path, other)
    return os.path.realpath(path) == os.path.realpath(other)


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    for argument, following in pairwise(arguments):
        if argument == option:
            return following
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
    return None
