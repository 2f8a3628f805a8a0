"""Paths that cannot be read, found before the libraries are imported: that takes seconds, which a slip is not worth."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise, takewhile


class PathError(ValueError):
    """A path that cannot be read, said in one plain sentence."""


def check_paths_first(arguments: Sequence[str]) -> None:
    """Check the paths that are one without doubt, before the arguments are parsed; the commands check them all.

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
            raise PathError(f"There is no folder {home!r} to look for data sets in.")


def check_file(path: str | os.PathLike[str]) -> None:
    """Raise PathError unless there is a file of this name that may be read."""
    name = os.fspath(path)
    if os.path.isdir(name):
        raise PathError(f"`{name}` is a folder; give the name of a file with a table.")
    if not os.path.exists(name):
        folder = os.path.dirname(name)
        there = not folder or os.path.isdir(folder)
        raise PathError(f"`{name}` cannot be read: there is no {'such file' if there else f'folder `{folder}`'}.")
    if not os.access(name, os.R_OK):
        raise PathError(f"`{name}` cannot be read: you may not read it.")


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    for argument, following in pairwise(arguments):
        if argument == option:
            return following
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
    return None
