"""What the commands share: output files, and telling the user."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path


class HelpWithDefaults(argparse.ArgumentDefaultsHelpFormatter):
    """Help that names the defaults, where there is one to name."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.default is None or action.default is False or action.default == []:
            return action.help
        return super()._get_help_string(action)


def speaker(quiet: bool) -> Callable[[str], None]:
    """Return a function that prints a line for the user, or none when all should be quiet."""

    def say(text: str) -> None:
        if not quiet:
            print(text, file=sys.stderr)

    return say


def warn(sentences: Iterable[str]) -> None:
    """Print what the user must know, also when all else should be quiet."""
    for sentence in sentences:
        print(f"rnse: {sentence}", file=sys.stderr)


def check_outputs(sources: Iterable[Path], outputs: Iterable[Path]) -> None:
    """Raise ValueError before any work is done when an output would destroy a file of this run or cannot be one."""
    taken = list(sources)
    for path in outputs:
        if any(_is_same(path, other) for other in taken):
            raise ValueError(f"{path} is read or written by this command already; give the output another name.")
        if not path.parent.is_dir():
            raise ValueError(f"{path} cannot be written: there is no folder {path.parent}.")
        if path.is_dir():
            raise ValueError(f"{path} cannot be written: it is a folder; give the output another name.")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise ValueError(f"{path} cannot be written: you may not write there; give the output another name.")
        taken.append(path)


def _is_same(path: Path, other: Path) -> bool:
    """Tell whether two names are of one file, be it by a link."""
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()


def write_or_print(path: Path, content: bytes) -> bool:
    """Write a file and tell whether it could be; if not, print it, so that the work behind it is not lost."""
    try:
        path.write_bytes(content)
    except OSError as error:
        print_bytes(content)
        warn([f"{path} could not be written, so it is printed: {reason(error)}."])
        return False
    return True


def print_bytes(content: bytes) -> None:
    """Print the content of a file as text."""
    sys.stdout.write(content.decode("utf-8", "replace"))
    sys.stdout.flush()


def reason(error: OSError) -> str:
    """Say what went wrong with a file, without the number of the error."""
    return (error.strerror or str(error)).lower().rstrip(".")
