"""How large packed data would be, found out before anything is unpacked into memory."""

from __future__ import annotations

import gzip
import re
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

_CHUNK = 1 << 20


def gzip_size(data: bytes, most: int) -> int:
    """Return the size of what a gzip file holds, or more than `most` where it is larger than that.

    It is unpacked piece by piece and thrown away: what the end of the file states may be wrong.

    Raises
    ------
    OSError, EOFError, zlib.error
        For a damaged file.
    """
    size = 0
    with gzip.GzipFile(fileobj=BytesIO(data)) as stream:
        while size <= most and (chunk := stream.read(_CHUNK)):
            size += len(chunk)
    return size


@dataclass(frozen=True)
class Hidden:
    """What a sheet does not show.

    Parameters
    ----------
    rows : tuple of int
        Hidden rows, from 0.
    columns : tuple of (int, int)
        The first and the last column of each stretch of hidden columns, from 0.
    """

    rows: tuple[int, ...] = ()
    columns: tuple[tuple[int, int], ...] = ()


_ROW_OR_COLUMN = re.compile(rb"<(?:\w+:)?(row|col)\s([^>]*)>")
_ATTRIBUTE = re.compile(rb"""\b(r|min|max|hidden)\s*=\s*["']([^"']*)["']""")
_UNCOMPUTED = re.compile(rb"<(?:\w+:)?f\b[^>]*>[^<]*</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<v>\s*</v>)?\s*</(?:\w+:)?c>")


class Workbook:
    """The parts of an Excel workbook, as an archive of XML.

    Parameters
    ----------
    data : bytes
    """

    def __init__(self, data: bytes) -> None:
        self.archive = zipfile.ZipFile(BytesIO(data))

    def size(self) -> int:
        """Return the bytes that all parts take together; reading one stops at what it is stated to take."""
        return sum(member.file_size for member in self.archive.infolist())

    def most_rows(self) -> int:
        """Return the number of rows of the longest sheet, the empty ones included."""
        return max((self._count(name, b"<row") for name in self._parts("xl/worksheets/")), default=0)

    def n_texts(self) -> int:
        """Return the number of texts that cells share."""
        return sum(self._count(name, b"<si") for name in self._parts("xl/sharedStrings"))

    def has_endless_text(self) -> bool:
        """Return whether a part holds a megabyte without any tag."""
        return any(b"<" not in chunk for name in self._parts("xl/") for chunk in self._chunks(name))

    def hidden(self, part: str) -> Hidden:
        """Return the hidden rows and columns of the sheet that is stored in a part."""
        xml = self.archive.read(part)
        if b"hidden=" not in xml:
            return Hidden()
        rows, columns, last = [], [], 0
        for tag, text in _ROW_OR_COLUMN.findall(xml):
            found = dict(_ATTRIBUTE.findall(text))
            is_hidden = found.get(b"hidden") in (b"1", b"true")
            if tag == b"row":
                last = int(found.get(b"r", last + 1))
                if is_hidden:
                    rows.append(last - 1)
            elif is_hidden:
                columns.append((int(found[b"min"]) - 1, int(found[b"max"]) - 1))
        return Hidden(tuple(rows), tuple(columns))

    def n_uncomputed(self, part: str) -> int:
        """Return how many cells of the sheet in a part hold a formula and no value, as other programs write them."""
        return len(_UNCOMPUTED.findall(self.archive.read(part)))

    def _parts(self, start: str) -> list[str]:
        return [name for name in self.archive.namelist() if name.startswith(start) and name.endswith(".xml")]

    def _count(self, name: str, tag: bytes) -> int:
        return sum(chunk.count(tag) for chunk in self._chunks(name))  # a tag that a cut divides does not matter

    def _chunks(self, name: str) -> Iterator[bytes]:
        with self.archive.open(name) as stream:
            while chunk := stream.read(_CHUNK):
                if len(chunk) == _CHUNK or b"<" in chunk:
                    yield chunk


def arrow_sizes(pyarrow: Any, data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the rows and the bytes in memory of each batch of Arrow data, from what stands before its buffers.

    Parameters
    ----------
    pyarrow : module
    data : bytes
        A file in the format of Arrow, version 2 of Feather, or a stream.

    Notes
    -----
    A packed buffer begins with the length that it has unpacked, and unpacking to another length is an error.

    References
    ----------
    The format: https://arrow.apache.org/docs/format/Columnar.html
    """
    messages = data[_BEFORE_MESSAGES:] if data.startswith(b"ARROW1") else data
    for message in pyarrow.ipc.MessageReader.open_stream(pyarrow.BufferReader(messages)):
        if message.type not in ("record batch", "dictionary"):
            continue
        batch = _Flat.root(message.metadata.to_pybytes()).table(_HEADER)
        if message.type == "dictionary":
            batch = batch.table(_DICTIONARY_DATA)
        body = message.body
        packed = batch.has(_COMPRESSION)
        n_bytes = 0
        for offset, length in batch.buffers(_BUFFERS):
            unpacked = int.from_bytes(body[offset : offset + 8].to_pybytes(), "little", signed=True) if packed else -1
            n_bytes += length if length < 8 or unpacked < 0 else unpacked
        yield (batch.number(_LENGTH) if message.type == "record batch" else 0), n_bytes


# "ARROW1" and two bytes that fill up to eight.
_BEFORE_MESSAGES = 8
# Places of the fields in the tables Message, DictionaryBatch and RecordBatch of the format.
_HEADER = 2
_DICTIONARY_DATA = 1
_LENGTH, _BUFFERS, _COMPRESSION = 0, 2, 3


class _Flat:
    """A table in the encoding of FlatBuffers: fields are found by their places."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data = data
        self.place = place

    @classmethod
    def root(cls, data: bytes) -> _Flat:
        return cls(data, struct.unpack_from("<I", data)[0])

    def _field(self, index: int) -> int | None:
        fields = self.place - struct.unpack_from("<i", self.data, self.place)[0]
        if 4 + 2 * index >= struct.unpack_from("<H", self.data, fields)[0]:
            return None
        offset = struct.unpack_from("<H", self.data, fields + 4 + 2 * index)[0]
        return self.place + offset if offset else None

    def _target(self, index: int) -> int:
        place = self._field(index)
        if place is None:
            raise ValueError("a field is missing")
        return int(place + struct.unpack_from("<I", self.data, place)[0])

    def has(self, index: int) -> bool:
        return self._field(index) is not None

    def number(self, index: int) -> int:
        place = self._field(index)
        return 0 if place is None else int(struct.unpack_from("<q", self.data, place)[0])

    def table(self, index: int) -> _Flat:
        return _Flat(self.data, self._target(index))

    def buffers(self, index: int) -> list[tuple[int, int]]:
        start = self._target(index)
        (count,) = struct.unpack_from("<I", self.data, start)
        return [struct.unpack_from("<qq", self.data, start + 4 + 16 * k) for k in range(count)]
