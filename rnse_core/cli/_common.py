"""What the commands share: output files, and telling the user."""

from __future__ import annotations

import argparse
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


def check_outputs(sources: Iterable[Path], outputs: Iterable[Path]) -> None:
    """Raise ValueError before any work is done when an output would destroy a file of this run or has no folder."""
    taken = {path.resolve() for path in sources}
    for path in outputs:
        if path.resolve() in taken:
            raise ValueError(f"{path} is read or written by this command already; give the output another name.")
        if not path.parent.is_dir():
            raise ValueError(f"{path} cannot be written: there is no folder {path.parent}.")
        taken.add(path.resolve())
