"""Which commands there are, and how one is parsed, run, and ended in a sentence where it cannot go on."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from rnse_core import __version__
from rnse_core.cli._interrupts import ending_at_once
from rnse_core.cli._paths import PathError, check_paths_first

#: Where the arguments of a command are defined, what it does in a few words, and in a sentence.
COMMANDS = {
    "cluster": (
        "rnse_core.cli.cluster:add_cluster",
        "cluster the rows of a file",
        "Cluster the rows of a CSV, .npy, .npz or .mat file and write a label for each.",
    ),
    "compare": (
        "rnse_core.cli.compare:add_compare",
        "compare methods on data sets",
        "Run methods on data sets over several seeds, and write a table of their scores.",
    ),
    "sweep": (
        "rnse_core.cli.compare:add_sweep",
        "run RNSE over a grid of alpha and beta",
        "Run RNSE for every pair of alpha and beta, and write a table of a score.",
    ),
}


def run(arguments: Sequence[str] | None) -> int:
    """Parse the arguments and run the command.

    Parameters
    ----------
    arguments : sequence of str or None
        None means those of the process.

    Returns
    -------
    int
        0 on success, 1 when the input cannot be used.

    Raises
    ------
    KeyboardInterrupt
        When the command is interrupted.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # The command's libraries are imported here. Some of them would not let an interrupt through.
        with ending_at_once(of_process=arguments is None):
            check_paths_first(given)
            options = _parser(given).parse_args(given)
        return int(options.run(options))
    except (ValueError, TypeError, MemoryError, OSError) as error:
        if isinstance(error.__context__, KeyboardInterrupt):  # it cut short what then could not be ended as usual
            raise error.__context__ from None
        from rnse_core.cli._common import warn

        warn(_said(error))
        return 1


def _said(error: Exception) -> list[str]:
    """Say what is wrong in one sentence, and for a file what can be done about it."""
    if isinstance(error, PathError):
        return [str(error)]
    from rnse_core.cli._common import reason
    from rnse_core.cli._hints import ways_on
    from rnse_core.cli._sentences import in_options
    from rnse_core.tables import TableError

    if isinstance(error, TableError):
        return [str(error), *ways_on(error)]
    if isinstance(error, OSError) and error.filename is not None:
        return [f"{error.filename} cannot be used: {reason(error)}."]
    return [in_options(error)]


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the command that is asked for is imported, since that takes seconds."""
    parser = argparse.ArgumentParser(prog="rnse", description="Learn a similarity graph and clusters in one stage.")
    parser.add_argument("--version", action="version", version=f"rnse-core {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (place, summary, description) in COMMANDS.items():
        if name not in arguments[:1]:
            commands.add_parser(name, help=summary)
            continue
        from rnse_core.cli._common import HelpWithDefaults

        command = commands.add_parser(name, help=summary, description=description, formatter_class=HelpWithDefaults)
        module, _, function = place.partition(":")
        getattr(importlib.import_module(module), function)(command)
    return parser
