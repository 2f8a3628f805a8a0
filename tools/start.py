"""Start the dashboard on a port of this computer, or say which other port could be asked for."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from streamlit.web import cli

APP = Path(__file__).resolve().parents[1] / "app.py"
# Streamlit recommends installations of its own beside its address, in the terminal and on the page.
OPTIONS = ["--logger.hideWelcomeMessage", "true"]


def is_taken(port: int) -> bool:
    """Return whether something on this computer answers at the port."""
    try:
        with socket.create_connection(("localhost", port), timeout=2):
            return True
    except OSError:
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl+C; return 1 if the port is taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    port = parser.parse_args(arguments).port
    if is_taken(port):
        print(
            f"Port {port} is taken. If it is the dashboard, it is at http://localhost:{port}. "
            f"Another port: make app PORT={8600 if port != 8600 else 8601}",
            file=sys.stderr,
        )
        return 1
    print(f"The dashboard is at http://localhost:{port}. Ctrl+C stops it.", flush=True)
    os.chdir(APP.parent)
    # What it calls "Aborted!", as an error, is the usual end.
    with contextlib.suppress(click.Abort):
        cli.main(["run", APP.name, "--server.port", str(port), *OPTIONS], "streamlit", standalone_mode=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
