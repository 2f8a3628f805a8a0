"""Lines for the user, and files that are printed where they cannot be written."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from rnse_core._base.output_files import replace_file


def status_printer(quiet: bool) -> Callable[[str], None]:
    """Return a function that prints a line on standard error, or nothing if `quiet`."""

    def show(text: str) -> None:
        if not quiet:
            print(text, file=sys.stderr)

    return show


def warn(sentences: Iterable[str]) -> None:
    """Print lines on standard error that ``--quiet`` does not suppress."""
    for sentence in sentences:
        print(f"rnse: {sentence}", file=sys.stderr)


def write_or_print(path: Path, content: bytes) -> bool:
    """Write a file; print the content where that fails, so that the result is not lost.

    Returns
    -------
    bool
        Whether it was written.
    """
    try:
        replace_file(path, content)
    except OSError as error:
        print_bytes(content)
        warn([f"{path} could not be written, so it is printed: {reason(error)}."])
        return False
    return True


def print_bytes(content: bytes) -> None:
    """Write the content of a file on standard output as it is, without a byte-order mark."""
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:  # standard output was replaced by a stream of text
        sys.stdout.write(content.decode("utf-8-sig", "replace"))
    else:
        sys.stdout.flush()
        stream.write(content.removeprefix(codecs.BOM_UTF8))
    sys.stdout.flush()


def reason(error: OSError) -> str:
    """Return what went wrong with a file, without the number of the error."""
    return (error.strerror or str(error)).lower().rstrip(".")
