"""The command line: cluster a table, compare methods, or sweep alpha and beta, without a browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version

from rnse_core.cli.cluster import add_cluster
from rnse_core.cli.compare import add_compare, add_sweep


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str or None, default=None
        None means those of the process.

    Returns
    -------
    int
        0 on success, 1 when the input cannot be used, 130 when interrupted; argparse itself exits with 2.
    """
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (ValueError, TypeError, MemoryError, OSError) as error:
        print(f"rnse: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("rnse: stopped", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rnse", description="Learn a similarity graph and clusters in one stage.")
    parser.add_argument("--version", action="version", version=f"rnse-core {version('rnse-core')}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add_cluster(commands)
    add_compare(commands)
    add_sweep(commands)
    return parser
