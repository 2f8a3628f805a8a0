"""Load the bytes of a file, within the size limit, and recognise its format."""

from __future__ import annotations

import gzip
import json
import os
import re
import stat
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Literal

from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import OtherFormat
from rnse_core.tables.kinds import Problem
from rnse_core.tables.model import Limits
from rnse_core.tables.packed_sizes import gzip_size
from rnse_core.tables.svmlight import is_svmlight

Format = Literal[
    "text", "npy", "npz", "mat", "mtx", "xlsx", "parquet", "feather", "arrow", "jsonl", "json", "svmlight", "arff"
]
#: Those that hold arrays of numbers.
ARRAYS = ("npy", "npz", "mat", "mtx")

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
    (b"\x89HDF\r\n\x1a\n", OtherFormat.HDF5),
    (b"MATLAB 7.3 MAT-file", OtherFormat.MATLAB_7_3),
    (b"$FL2", OtherFormat.SPSS),
    (b"$FL3", OtherFormat.SPSS),
    (b"<stata_dta>", OtherFormat.STATA),
    (b"HEADER RECORD*******", OtherFormat.SAS_TRANSPORT),
    (bytes(12) + b"\xc2\xea\x81\x60", OtherFormat.SAS),
    *((start, OtherFormat.R_DATA) for start in (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n", b"X\n\x00\x00\x00")),
    *((b"CDF" + version, OtherFormat.NETCDF) for version in (b"\x01", b"\x02", b"\x05")),
    (b"FEA1", OtherFormat.FEATHER_1),
    (b"SQLite format 3\x00", OtherFormat.SQLITE),
    (b"{\\rtf", OtherFormat.RTF),
    (b"\x7fELF", OtherFormat.PROGRAM),
    (b"MZ\x90\x00", OtherFormat.PROGRAM),
)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# Protocols 2 to 5 begin like this and end with a full stop.
_PICKLE = re.compile(rb"\x80[\x02-\x05][\x80-\x95(cK\]}\\.X]")
_MARKUP = (
    # An older file of Stata: its release, the order of bytes, and two constants.
    (re.compile(rb"[\x69\x6c\x6e\x6f\x71-\x73][\x01\x02]\x01\x00"), OtherFormat.STATA),
    (re.compile(rb"A\n[23]\n\d{6}\n"), OtherFormat.R_DATA),
    (re.compile(rb".{40,460}SPSS PORT FILE", re.DOTALL), OtherFormat.SPSS_PORTABLE),
    (re.compile(rb">[^\r\n]*\r?\n[A-Za-z*-]+\r?\n"), OtherFormat.FASTA),
    (re.compile(rb"@[^\r\n]*\r?\n[ACGTNacgtn]+\r?\n\+"), OtherFormat.FASTQ),
    (re.compile(rb"\s*#NEXUS\s*[\r\n]", re.IGNORECASE), OtherFormat.NEXUS),
    (re.compile(rb"\s*#mega\s*[\r\n]", re.IGNORECASE), OtherFormat.MEGA),
    (re.compile(rb"@(?:HD|SQ|RG|PG|CO)\t[A-Z]{2}:"), OtherFormat.SAM),
    (re.compile(rb"\s*(?:\{1:[^\r\n]*\s+)?:20:[^\r\n]*\s+:(?:2[158]|60)"), OtherFormat.MT940),
    (re.compile(rb"\s*(?:OFXHEADER:|<OFX>|<\?OFX )"), OtherFormat.OFX),
    (re.compile(rb"!(?:Type|Account|Option):"), OtherFormat.QIF),
    (re.compile(rb"BEGIN:(?:VCALENDAR|VCARD)\b"), OtherFormat.CALENDAR),
    (
        re.compile(rb"\s*(?:%[^\n]*\n\s*)*\\(?:documentclass|begin\{(?:table|tabular|longtable)\*?\})"),
        OtherFormat.LATEX,
    ),
    (re.compile(rb"(?:[^\r\n]*\r?\n){3}[ \d]{3}[ \d]{3}[^\r\n]*V[23]000\s"), OtherFormat.MOLECULES),
    (re.compile(rb"\$(?:G[ABLNP]|BD|QZ)[A-Z]{3},"), OtherFormat.NMEA),
    (re.compile(rb"\s*@\w+\{[^,{}\s]*,[ \t]*\r?\n"), OtherFormat.BIBTEX),
    (re.compile(rb"# (?:HELP|TYPE) \w+ "), OtherFormat.PROMETHEUS),
    (re.compile(rb"\s*##TITLE\s*=", re.IGNORECASE), OtherFormat.JCAMP),
    (re.compile(rb"\s*<(!doctype html|html|head|body|table)\b", re.IGNORECASE), OtherFormat.HTML),
    (re.compile(rb"\s*(?:<\?xml\b[^>]*>\s*)?<graphml\b", re.IGNORECASE), OtherFormat.GRAPHML),
    (re.compile(rb"\s*(?:<\?xml\b[^>]*>\s*)?<gexf\b", re.IGNORECASE), OtherFormat.GEXF),
    (re.compile(rb"\s*<\?xml\b", re.IGNORECASE), OtherFormat.XML),
    (re.compile(rb"\s*(?:\{\s*(?:[\"']|[A-Za-z_$][\w$]*\s*:)|\[\s*[\[{])"), OtherFormat.JSON),
    # JSON in a script, in a call, behind a guard of a web service, or below comments.
    (
        re.compile(
            rb"\s*(?:(?:(?:var|let|const)\s+)?[\w.$]+\s*[=(]|\)\]\}'[,\n]|(?:(?://|#)[^\n]*\n\s*|/\*.*?\*/\s*)+)"
            rb"\s*(?:\[\s*\{|\{\s*[\"'])",
            re.DOTALL,
        ),
        OtherFormat.JSON,
    ),
    (
        re.compile(
            rb"\s*(?:--[^\n]*\n\s*|/\*.*?\*/;?\s*)*(?:create table|insert into|drop table|begin;|begin transaction)\b",
            re.IGNORECASE | re.DOTALL,
        ),
        OtherFormat.SQL,
    ),
    (re.compile(rb"\s*(?:\w+ *<- *)?(?:structure\(|data\.frame\(|c\()"), OtherFormat.R_CODE),
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
    {"text", "npy", "npz", "mat", "mtx", "xlsx", "parquet", "feather", "arrow", "jsonl", "json", "svmlight", "arff"}

    Raises
    ------
    TableError
        When it is of another format, which is the value of the error.
    """
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    if data.startswith(b"MATLAB 5.0 MAT-file"):
        return "mat"
    for signature, found in _READ.items():
        if data.startswith(signature):
            return found
    if _ARROW.match(data):
        return "arrow"
    if data.startswith(_ZIP) and _kind_of_zip(data) is OtherFormat.EXCEL:
        return "xlsx"
    start = data[:_START].removeprefix(b"\xef\xbb\xbf")
    if _is_arff(start):
        return "arff"
    if json.detect_encoding(data[:4]) not in ("utf-8", "utf-8-sig"):
        wide = data[:_START].decode(json.detect_encoding(data[:4]), "ignore").removeprefix("\ufeff").encode()
        if any(pattern.match(wide) for pattern, kind in _MARKUP if kind is OtherFormat.JSON):
            return "text" if _is_printed(wide) else "json"
    if _is_json_lines(start, name):
        return "jsonl"
    if is_svmlight(start):
        return "svmlight"
    other = _other_format(data, name)
    if other in (OtherFormat.GRAPHML, OtherFormat.GEXF):
        return "text"
    if other is OtherFormat.JSON:
        return "text" if _is_printed(start) or _TABLES_OF_TOML.match(start) else "json"
    if other is not None:
        raise TableError(Problem.OTHER_FORMAT, file=name, value=other)
    return "npz" if data.startswith(_ZIP) else "text"


_READ: dict[bytes, Format] = {b"PAR1": "parquet", b"ARROW1": "feather", b"%%MatrixMarket": "mtx"}
# The mark before each message, and the length of the first one, less than 16 MB.
_ARROW = re.compile(rb"\xff\xff\xff\xff...\x00", re.DOTALL)
_START = 100_000
# The name of a table in brackets, alone on its line.
_TABLES_OF_TOML = re.compile(rb"\s*\[\[\s*[A-Za-z_\"][\w.\-\"]*\s*\]\][ \t]*\r?\n")


def _is_printed(start: bytes) -> bool:
    """Return whether rows in brackets are those of a printed array, without commas."""
    first = start[:1000]
    return first.lstrip().startswith(b"[[") and b"," not in first and b'"' not in first


def _is_arff(start: bytes) -> bool:
    """Return whether the first line that is neither blank nor a comment begins an ARFF file."""
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"%")), b"")
    return first[:9].lower() == b"@relation"


def _is_json_lines(start: bytes, name: str) -> bool:
    """Return whether the first lines are a JSON object each, or lists in a file whose name says so."""
    named = name.lower().removesuffix(".gz").endswith((".jsonl", ".ndjson"))
    lines = [line.strip() for line in start.split(b"\n") if line.strip()][:2]
    if not lines or not (named or len(lines) == 2):
        return False
    try:
        rows = [json.loads(line) for line in lines if len(line) < _START]
    except (ValueError, RecursionError):
        return named and lines[0][:1] in (b"{", b"[")
    return bool(rows) and all(isinstance(row, dict) or (named and isinstance(row, list)) for row in rows)


def unpacked(data: bytes, name: str, limits: Limits) -> bytes:
    """Return the content of a gzip file, and any other file as it is.

    Raises
    ------
    TableError
        When it is damaged, or larger than ``limits.max_bytes`` once unpacked.
    """
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        _check_size(gzip_size(data, limits.max_bytes), name, limits)
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise TableError(Problem.DAMAGED_FILE, file=name, value="gz") from error


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
    if "xl/workbook.bin" in members:
        return OtherFormat.EXCEL_BINARY
    if any(member.startswith("Index/") and member.endswith(".iwa") for member in members):
        return OtherFormat.NUMBERS
    if any(member.startswith("xl/") for member in members):
        return OtherFormat.EXCEL
    if any(member.startswith("word/") for member in members):
        return OtherFormat.WORD
    return OtherFormat.OPENDOCUMENT if "content.xml" in members else OtherFormat.ZIP
