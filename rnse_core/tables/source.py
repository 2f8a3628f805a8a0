"""Get the bytes of a file, within the size limit, and say what kind of file they are."""

from __future__ import annotations

import os
import re
import stat
import zipfile
from io import BytesIO
from pathlib import Path

from rnse_core.tables.errors import TableError
from rnse_core.tables.model import Limits
from rnse_core.wording import quoted

_SAVE_AS_CSV = "save the sheet as CSV first"

# Leading bytes of files that are often given the wrong name, and what to say.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"an old Excel or Word file; {_SAVE_AS_CSV}"),
    (b"%PDF-", "a PDF document; export its table as CSV first"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture, not a table"),
    (b"\xff\xd8\xff", "a JPEG picture, not a table"),
    (b"GIF87a", "a GIF picture, not a table"),
    (b"GIF89a", "a GIF picture, not a table"),
    (b"II*\x00", "a TIFF picture, not a table"),
    (b"MM\x00*", "a TIFF picture, not a table"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"BZh91AY&SY", "a bzip2 archive; unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive; unpack it first"),
    (b"PAR1", "a Parquet file; save it as CSV first"),
    (b"ARROW1", "a Feather file; save it as CSV first"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file; save the array as .npy, .npz or CSV first"),
    (b"MATLAB 7.3 MAT-file", "a MATLAB 7.3 file; save it in MATLAB with the option -v7 first"),
    (b"SQLite format 3\x00", "an SQLite database; export a table as CSV first"),
    (b"{\\rtf", "a rich text document; save the table as CSV first"),
    (b"\x7fELF", "a program, not a table"),
    (b"MZ\x90\x00", "a program, not a table"),
)
# Protocols 2 to 5 begin like this and end with a full stop.
_PICKLE = re.compile(rb"\x80[\x02-\x05][\x80-\x95(cK\]}\\.X]")
_MARKUP = (
    (
        re.compile(rb"\s*<(!doctype html|html|head|body|table)\b", re.IGNORECASE),
        "a web page; save its table as CSV first",
    ),
    (re.compile(rb"\s*<\?xml\b", re.IGNORECASE), "an XML file; save it as CSV first"),
    (re.compile(rb"\s*(\{\s*\"|\[\s*[\[{])"), "a JSON file; save it as CSV first"),
)


def load_bytes(source: str | os.PathLike[str] | bytes, name: str, limits: Limits) -> tuple[bytes, str]:
    """Return the bytes of a file and its name; the size is checked before anything is read.

    Raises
    ------
    TableError
        When there is no such file, it cannot be read, is empty, or is larger than ``limits.max_bytes``.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        name = name or "the file"
        _check_size(memoryview(source).nbytes, name, limits)
        return bytes(source), name
    if not isinstance(source, str | os.PathLike):
        raise TableError(f"A table is read from a path or from bytes, not from {type(source).__name__}.")
    path = Path(source)
    name = name or path.name or str(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise TableError(f"{quoted(str(path))} is not a file.")
        _check_size(status.st_size, name, limits)
        return path.read_bytes(), name
    except (OSError, ValueError) as error:
        if isinstance(error, TableError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise TableError(f"{quoted(str(path))} cannot be read: {reason}.") from error


def _check_size(n_bytes: int, name: str, limits: Limits) -> None:
    if n_bytes == 0:
        raise TableError(f"{quoted(name)} is empty.")
    if n_bytes > limits.max_bytes:
        raise TableError(
            f"{quoted(name)} has {n_bytes / 1e6:,.0f} MB, more than the limit of {limits.max_bytes / 1e6:,.0f} MB; "
            "keep fewer rows or columns."
        )


def recognise(data: bytes, name: str) -> str:
    """Say what a file is by its content: "text", "npy", "npz" or "mat".

    Raises
    ------
    TableError
        When it is a kind of file that holds no readable table, with a sentence that says which.
    """
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    if data.startswith(b"MATLAB 5.0 MAT-file"):
        return "mat"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _recognise_zip(data, name)
    for signature, description in _SIGNATURES:
        if data.startswith(signature):
            raise TableError(f"{quoted(name)} is {description}.")
    if _PICKLE.match(data) and data.rstrip().endswith(b"."):
        raise TableError(
            f"{quoted(name)} is a Python pickle, which can run code when it is opened, so it is never read; "
            "save the numbers as CSV or .npz."
        )
    if name.lower().endswith(".mat"):
        raise TableError(f"{quoted(name)} is no MATLAB 5 file; save it in MATLAB with the option -v7 first.")
    start = data[:1000].removeprefix(b"\xef\xbb\xbf")
    for pattern, description in _MARKUP:
        if pattern.match(start):
            raise TableError(f"{quoted(name)} is {description}.")
    return "text"


def _recognise_zip(data: bytes, name: str) -> str:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = archive.namelist()
    except Exception as error:  # the zip reader meets hostile bytes with many kinds of exception
        raise TableError(f"{quoted(name)} is a damaged zip archive.") from error
    if members and all(member.endswith(".npy") for member in members):
        return "npz"
    if any(member.startswith("xl/") for member in members):
        raise TableError(f"{quoted(name)} is an Excel workbook; {_SAVE_AS_CSV}.")
    if any(member.startswith("word/") for member in members):
        raise TableError(f"{quoted(name)} is a Word document; save the table as CSV first.")
    if "content.xml" in members:
        raise TableError(f"{quoted(name)} is an OpenDocument file; {_SAVE_AS_CSV}.")
    raise TableError(f"{quoted(name)} is a zip archive; unpack it and choose the table in it.")
