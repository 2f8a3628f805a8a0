"""Text in UTF-8 with a few lines in a Western encoding, as editors and scripts leave that join files."""

from __future__ import annotations

#: The name of this mixture as the keyword ``encoding``.
MIXED = "utf-8 with cp1252"
# Share of the lines beyond ASCII that may be in the other encoding.
_MOST_OTHER = 0.5


def unmixed(data: bytes) -> tuple[bytes, list[int]]:
    """Return a file as UTF-8 throughout, and the numbers of the lines that were in Windows-1252.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    data : bytes
    lines : list of int
        From 1.
    """
    parts = data.split(b"\n")
    found = []
    for k, part in enumerate(parts):
        if part.isascii():
            continue
        try:
            part.decode("utf-8")
        except UnicodeDecodeError:
            found.append(k + 1)
            parts[k] = _decoded(part).encode("utf-8")
    return b"\n".join(parts), found


def _decoded(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def is_mixed(data: bytes) -> bool:
    """Return whether most of the lines beyond ASCII are in UTF-8, and the others are not."""
    good = bad = 0
    for line in data.split(b"\n"):
        if line.isascii():
            continue
        try:
            line.decode("utf-8")
            good += 1
        except UnicodeDecodeError:
            bad += 1
    return good > 0 and bad <= _MOST_OTHER * (good + bad)
