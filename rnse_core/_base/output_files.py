"""Files that replace an older one only when they are complete."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path


def replace_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file beside its place and move it there, so that a full disk or a kill leaves an older file as it was.

    A file that is replaced keeps its permissions; of a link, the file that it leads to is replaced. Pipes and devices
    are written to as they are. A process that is killed may leave a part behind, whose name ends in ``.part``.

    Parameters
    ----------
    path : path-like
    content : bytes

    Raises
    ------
    OSError
        If it cannot be written; nothing has changed then.
    """
    place = Path(os.path.realpath(path))
    older = _mode(place)
    if older is not None and not stat.S_ISREG(older):
        place.write_bytes(content)
        return
    # The system applies the usual permissions of a new file here.
    part = place.with_name(f".rnse-{secrets.token_hex(6)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with open(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if older is not None:
            os.chmod(part, stat.S_IMODE(older))
        os.replace(part, place)
    except OSError as error:
        # The name of the file that was asked for, not that of its part.
        error.filename, error.filename2 = os.fspath(path), None
        raise
    finally:
        with suppress(OSError):
            part.unlink()


def _mode(place: Path) -> int | None:
    try:
        return place.stat().st_mode
    except FileNotFoundError:
        return None
