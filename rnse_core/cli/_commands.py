"""The commands: their parser, their run, and the sentence for an error that ends one."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from rnse_core import __version__
from rnse_core.cli._interrupts import ending_at_once
from rnse_core.cli._paths import PathError, check_paths_first

#: The function that adds the arguments of a command, what the command does in a few words, and in a sentence.
COMMANDS = {
    "cluster": (
        "rnse_core.cli.cluster:add_cluster",
        "cluster the rows of a file",
        "Cluster the rows of a table and write a label for each.",
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
        if isinstance(error.__context__, KeyboardInterrupt):  # an interrupt that a library turned into an error
            raise error.__context__ from None
        from rnse_core.cli._output import warn

        warn(_sentences(error))
        return 1


def _sentences(error: Exception) -> list[str]:
    """Return what is wrong in one sentence, and the ways to read a table all the same."""
    if isinstance(error, PathError):
        return [str(error)]
    from rnse_core.cli._hints import ways_to_read
    from rnse_core.cli._output import reason
    from rnse_core.cli._sentences import in_options
    from rnse_core.tables import TableError

    if isinstance(error, TableError):
        return [str(error), *ways_to_read(error)]
    if isinstance(error, OSError) and error.filename is not None:
        return [f"{error.filename} cannot be used: {reason(error)}."]
    return [in_options(error)]


class _HelpWithDefaults(argparse.ArgumentDefaultsHelpFormatter):
    """Help that names the default of an option where it has one."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.default is None or action.default is False or action.default == []:
            return action.help
        return super()._get_help_string(action)


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the command that is asked for is imported, since that takes seconds."""
    parser = argparse.ArgumentParser(prog="rnse", description="Learn a similarity graph and clusters in one stage.")
    parser.add_argument("--version", action="version", version=f"rnse-core {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (place, summary, description) in COMMANDS.items():
        if name not in arguments[:1]:
            commands.add_parser(name, help=summary)
            continue
        command = commands.add_parser(name, help=summary, description=description, formatter_class=_HelpWithDefaults)
        module, _, function = place.partition(":")
        getattr(importlib.import_module(module), function)(command)
    return parser
