"""Read the numbers and texts of a MATLAB 5 file (what MATLAB saves with ``-v6`` and ``-v7``).

SciPy's reader is not used, since uploaded files may be malicious: here every length is checked before it is used,
compressed parts are decompressed up to a limit only, and functions, objects and structures are skipped. The layout is
that of MathWorks' "MAT-File Format".
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from rnse_core.tables.sparse_matrix import sparse_matrix

_CLASSES = {
    1: "cell",
    2: "struct",
    3: "object",
    4: "char",
    5: "sparse",
    6: "double",
    7: "single",
    8: "int8",
    9: "uint8",
    10: "int16",
    11: "uint16",
    12: "int32",
    13: "uint32",
    14: "int64",
    15: "uint64",
    16: "function",
    17: "opaque",
}
_NOT_NUMBERS = {"cell", "struct", "object", "char", "function", "opaque"}
# Numbers may be stored in a smaller type than their class.
_STORED = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
_TEXT_CODECS = {1: "latin-1", 2: "latin-1", 4: "utf-16", 16: "utf-8", 17: "utf-16", 18: "utf-32"}
_MATRIX, _COMPRESSED = 14, 15
_HEADER = 128
_COMPLEX = 0x0800
_LONGEST_HEAD = 4096  # flags, dimensions and a name of at most 63 letters


@dataclass(frozen=True)
class MatVariable:
    """A variable of the file, known from its head.

    Parameters
    ----------
    name : str
        Its name.
    shape : tuple of int
        Its dimensions.
    kind : str
        MATLAB's name of its class.
    is_complex : bool
        Whether it has an imaginary part.
    start, length : int
        Where it is stored.
    is_packed : bool
        Whether it is compressed.
    """

    name: str
    shape: tuple[int, ...]
    kind: str
    is_complex: bool
    start: int
    length: int
    is_packed: bool

    @property
    def is_number(self) -> bool:
        """Whether it holds numbers."""
        return self.kind not in _NOT_NUMBERS


class MatFile:
    """The variables of a MATLAB 5 file.

    Parameters
    ----------
    data : bytes
        The file.
    max_bytes : int
        Most bytes that one variable may take unpacked.

    Raises
    ------
    ValueError
        When the file is damaged. Reading damaged parts can also raise what zlib, numpy and the codecs do.
    """

    def __init__(self, data: bytes, max_bytes: int) -> None:
        self.data = data
        self.max_bytes = max_bytes
        self.order: Literal["little", "big"] = "big" if data[126:128] == b"MI" else "little"
        self.variables = [self._head(*place) for place in self._elements()]

    def _elements(self) -> Iterator[tuple[int, int, bool]]:
        """Yield where each variable starts, its length, and whether it is packed."""
        place = _HEADER
        while place + 8 <= len(self.data):
            kind = int.from_bytes(self.data[place : place + 4], self.order)
            length = int.from_bytes(self.data[place + 4 : place + 8], self.order)
            if length > len(self.data) - place - 8:
                raise ValueError("the file is cut short")
            if kind in (_MATRIX, _COMPRESSED):
                yield place + 8, length, kind == _COMPRESSED
            place += 8 + length

    def _content(self, start: int, length: int, is_packed: bool, most: int) -> memoryview:
        """Return the inside of a variable, at most so many bytes of it."""
        stored = memoryview(self.data)[start : start + length]
        if not is_packed:
            return stored[:most]
        unpacked = memoryview(zlib.decompressobj().decompress(stored, most + 8))
        inner = int.from_bytes(unpacked[4:8], self.order)
        if int.from_bytes(unpacked[:4], self.order) != _MATRIX:
            raise ValueError("a packed part is no variable")
        return unpacked[8 : 8 + min(inner, most)]

    def _head(self, start: int, length: int, is_packed: bool) -> MatVariable:
        name, shape, kind, is_complex, _ = self._parse(self._content(start, length, is_packed, _LONGEST_HEAD))
        return MatVariable(name, shape, kind, is_complex, start, length, is_packed)

    def _parse(self, content: memoryview) -> tuple[str, tuple[int, ...], str, bool, _Parts]:
        parts = _Parts(content, self.order)
        flags = int(parts.numbers()[0])
        shape = tuple(int(length) for length in parts.numbers())
        name = parts.numbers().astype(np.uint8).tobytes().decode("latin-1")
        if len(shape) < 2 or min(shape) < 0:
            raise ValueError("a variable has impossible dimensions")
        return name, shape, _CLASSES.get(flags & 0xFF, "unknown"), bool(flags & _COMPLEX), parts

    def _open(self, variable: MatVariable) -> _Parts:
        most = self.max_bytes + 1
        content = self._content(variable.start, variable.length, variable.is_packed, most)
        if len(content) == most:
            raise ValueError("the variable unpacks to more than the limit")
        return self._parse(content)[-1]

    def read_numbers(self, variable: MatVariable) -> npt.NDArray[Any] | sparse.csc_array:
        """Load a variable of numbers; a sparse one stays sparse."""
        parts = self._open(variable)
        if variable.kind == "sparse":
            rows, starts = parts.numbers(), parts.numbers()
            n_stored = max(0, int(starts[-1]))  # MATLAB may allocate more
            values = parts.numbers()[:n_stored].astype(np.float64)
            return sparse_matrix("csc", values, rows[:n_stored], starts, (variable.shape[0], variable.shape[1]))
        values = parts.numbers()
        if values.size != math.prod(variable.shape):
            raise ValueError("a variable has another number of entries than its head says")
        return values.reshape(variable.shape, order="F")

    def read_texts(self, variable: MatVariable) -> list[str]:
        """Load the rows of a char matrix, or the texts of a cell array."""
        parts = self._open(variable)
        if variable.kind == "char":
            n_rows, n_columns = variable.shape[0], math.prod(variable.shape[1:])
            text = parts.text()
            if len(text) != n_rows * n_columns:
                raise ValueError("a text has another length than its head says")
            return [text[row::n_rows].rstrip() for row in range(n_rows)]
        return [self._text_of_cell(parts.matrix()) for _ in range(math.prod(variable.shape))]

    def _text_of_cell(self, content: memoryview) -> str:
        _, shape, kind, _, parts = self._parse(content)
        if kind != "char" or (shape[0] != 1 and math.prod(shape) > 0):
            raise ValueError("a cell holds something else than a line of text")
        return parts.text() if math.prod(shape) else ""


class _Parts:
    """The parts of a variable, one after the other."""

    def __init__(self, content: memoryview, order: Literal["little", "big"]) -> None:
        self.content = content
        self.order = order
        self.place = 0

    def _next(self) -> tuple[int, memoryview]:
        head = self.content[self.place : self.place + 8]
        if len(head) < 8:
            raise ValueError("a variable is cut short")
        kind = int.from_bytes(head[:4], self.order)
        if kind >> 16:  # a short part: its length, type and up to four bytes of data share eight bytes
            kind, length, start = kind & 0xFFFF, kind >> 16, self.place + 4
            self.place += 8
        else:
            length, start = int.from_bytes(head[4:], self.order), self.place + 8
            self.place = start + length + (-length) % 8
        part = self.content[start : start + length]
        if len(part) < length:
            raise ValueError("a variable is cut short")
        return kind, part

    def numbers(self) -> npt.NDArray[Any]:
        """Return the next part as numbers."""
        kind, part = self._next()
        return np.frombuffer(part, dtype=("<" if self.order == "little" else ">") + _STORED[kind])

    def text(self) -> str:
        """Return the next part as text."""
        kind, part = self._next()
        codec = _TEXT_CODECS[kind]
        if codec in ("utf-16", "utf-32"):
            codec += "-le" if self.order == "little" else "-be"
        return bytes(part).decode(codec)

    def matrix(self) -> memoryview:
        """Return the inside of the next part, which is a variable."""
        kind, part = self._next()
        if kind != _MATRIX:
            raise ValueError("a cell is no variable")
        return part
