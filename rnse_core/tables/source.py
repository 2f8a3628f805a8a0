"""Load the bytes of a file, within the size limit, and recognise its format."""

from __future__ import annotations

import os
import re
import stat
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Literal

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OtherFormat, Problem
from rnse_core.tables.model import Limits

Format = Literal["text", "npy", "npz", "mat"]

# Leading bytes of files that are often given the wrong name.
_SIGNATURES: tuple[tuple[bytes, OtherFormat], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OtherFormat.OLD_OFFICE),
    (b"%PDF-", OtherFormat.PDF),
    (b"\x89PNG\r\n\x1a\n", OtherFormat.PNG),
    (b"\xff\xd8\xff", OtherFormat.JPEG),
    (b"GIF87a", OtherFormat.GIF),
    (b"GIF89a", OtherFormat.GIF),
    (b"II*\x00", OtherFormat.TIFF),
    (b"MM\x00*", OtherFormat.TIFF),
    (b"\x1f\x8b", OtherFormat.GZIP),
    (b"BZh91AY&SY", OtherFormat.BZIP2),
    (b"\xfd7zXZ\x00", OtherFormat.XZ),
    (b"7z\xbc\xaf\x27\x1c", OtherFormat.SEVEN_ZIP),
    (b"Rar!\x1a\x07", OtherFormat.RAR),
    (b"\x28\xb5\x2f\xfd", OtherFormat.ZSTANDARD),
    (b"PAR1", OtherFormat.PARQUET),
    (b"ARROW1", OtherFormat.FEATHER),
    (b"\x89HDF\r\n\x1a\n", OtherFormat.HDF5),
    (b"MATLAB 7.3 MAT-file", OtherFormat.MATLAB_7_3),
    (b"SQLite format 3\x00", OtherFormat.SQLITE),
    (b"{\\rtf", OtherFormat.RTF),
    (b"\x7fELF", OtherFormat.PROGRAM),
    (b"MZ\x90\x00", OtherFormat.PROGRAM),
)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# Protocols 2 to 5 begin like this and end with a full stop.
_PICKLE = re.compile(rb"\x80[\x02-\x05][\x80-\x95(cK\]}\\.X]")
_MARKUP = (
    (re.compile(rb"\s*<(!doctype html|html|head|body|table)\b", re.IGNORECASE), OtherFormat.HTML),
    (re.compile(rb"\s*<\?xml\b", re.IGNORECASE), OtherFormat.XML),
    (re.compile(rb"\s*(\{\s*\"|\[\s*[\[{])"), OtherFormat.JSON),
)


def load_bytes(source: str | os.PathLike[str] | bytes, name: str, limits: Limits) -> tuple[bytes, str]:
    """Return the bytes of a file and its name; the size is checked before anything is read.

    Raises
    ------
    TableError
        When the file does not exist, cannot be read, is empty, or is larger than ``limits.max_bytes``.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        name = name or "the file"
        _check_size(memoryview(source).nbytes, name, limits)
        return bytes(source), name
    if not isinstance(source, str | os.PathLike):
        raise TableError(Problem.NOT_A_SOURCE, value=type(source).__name__)
    path = Path(source)
    name = name or path.name or str(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise TableError(Problem.NOT_A_FILE, file=str(path))
        _check_size(status.st_size, name, limits)
        return path.read_bytes(), name
    except (OSError, ValueError) as error:
        if isinstance(error, TableError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise TableError(Problem.UNREADABLE, file=str(path), token=reason) from error


def _check_size(n_bytes: int, name: str, limits: Limits) -> None:
    if n_bytes == 0:
        raise TableError(Problem.EMPTY_FILE, file=name)
    if n_bytes > limits.max_bytes:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=n_bytes, bound=limits.max_bytes)


def recognise(data: bytes, name: str) -> Format:
    """Recognise the format of a file by its content.

    Parameters
    ----------
    data : bytes
        The content.
    name : str
        Name of the file, for messages.

    Returns
    -------
    {"text", "npy", "npz", "mat"}

    Raises
    ------
    TableError
        When it is of another format, which is the value of the error.
    """
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    if data.startswith(b"MATLAB 5.0 MAT-file"):
        return "mat"
    other = _other_format(data, name)
    if other is not None:
        raise TableError(Problem.OTHER_FORMAT, file=name, value=other)
    return "npz" if data.startswith(_ZIP) else "text"


def _other_format(data: bytes, name: str) -> OtherFormat | None:
    if data.startswith(_ZIP):
        return _kind_of_zip(data)
    for signature, other in _SIGNATURES:
        if data.startswith(signature):
            return other
    if _PICKLE.match(data) and data.rstrip().endswith(b"."):
        return OtherFormat.PICKLE
    if name.lower().endswith(".mat"):
        return OtherFormat.NOT_MATLAB_5
    start = data[:1000].removeprefix(b"\xef\xbb\xbf")
    return next((other for pattern, other in _MARKUP if pattern.match(start)), None)


def _kind_of_zip(data: bytes) -> OtherFormat | None:
    """Return what a zip archive holds; None for arrays."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = archive.namelist()
    except Exception:  # on damaged bytes the reader raises many kinds of exception
        return OtherFormat.DAMAGED_ZIP
    if members and all(member.endswith(".npy") for member in members):
        return None
    if any(member.startswith("xl/") for member in members):
        return OtherFormat.EXCEL
    if any(member.startswith("word/") for member in members):
        return OtherFormat.WORD
    return OtherFormat.OPENDOCUMENT if "content.xml" in members else OtherFormat.ZIP
