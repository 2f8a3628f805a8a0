"""Bounded stores of results, keyed on a data set's id and the frozen parameters, never on arrays."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import is_dataclass
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from scipy import sparse

SHARED_BYTES = 512 * 2**20
SESSION_BYTES = 256 * 2**20
MAX_ENTRIES = 64
#: What a value without arrays counts.
LEAF_BYTES = 64
Value = TypeVar("Value")


def size_of(value: Any) -> int:
    """Return the bytes of the arrays in a value, each counted once.

    They are looked for in tuples, lists, mappings, dataclasses and the objects of `rnse_core`.
    """
    return sum(_sizes_in(value, {}).values())


def _sizes_in(value: Any, sizes: dict[int, int]) -> dict[int, int]:
    """Return the bytes of every part of a value by its identity, added to those that are given."""
    if id(value) in sizes:
        return sizes
    sizes[id(value)] = 0
    if isinstance(value, np.ndarray):
        sizes[id(value)] = value.nbytes
        return sizes
    parts: Iterable[Any]
    if sparse.issparse(value):
        parts = (value.data, value.indices, value.indptr)
    elif isinstance(value, dict):
        parts = value.values()
    elif isinstance(value, list | tuple):
        parts = value
    elif is_dataclass(value) or type(value).__module__.startswith("rnse_core."):
        parts = list(vars(value).values())
    else:
        sizes[id(value)] = LEAF_BYTES
        return sizes
    for part in parts:
        _sizes_in(part, sizes)
    return sizes


class ResultStore:
    """The most recently used results, up to a number of entries and a number of bytes.

    The newest result is kept even when it alone exceeds the limit, so that a page can show what it has just computed.
    Results may share arrays, such as the kernel K, which then count once.

    Parameters
    ----------
    max_bytes : int
    max_entries : int, default=64
    """

    def __init__(self, max_bytes: int, max_entries: int = MAX_ENTRIES) -> None:
        self.max_bytes = max_bytes
        self.max_entries = max_entries
        self._entries: OrderedDict[Hashable, Any] = OrderedDict()
        # Looked for once, when a result is stored: a run of a page stores several, and a look at all of them would
        # take longer than some fits.
        self._sizes: dict[Hashable, dict[int, int]] = {}
        self._holders: Counter[int] = Counter()
        self._bytes = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that are held."""
        with self._lock:
            return self._bytes

    def _count(self, key: Hashable, value: Any) -> None:
        """Count the parts of a new entry that no other entry has."""
        self._sizes[key] = _sizes_in(value, {})
        for part, size in self._sizes[key].items():
            self._bytes += 0 if self._holders[part] else size
            self._holders[part] += 1

    def _drop(self, key: Hashable) -> None:
        """Remove an entry; the parts that no other entry has no longer count."""
        del self._entries[key]
        for part, size in self._sizes.pop(key).items():
            self._holders[part] -= 1
            if not self._holders[part]:
                del self._holders[part]
                self._bytes -= size

    def get(self, key: Hashable) -> Any | None:
        """Return the result stored under the key, or None."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def put(self, key: Hashable, value: Any) -> None:
        """Store a result, and drop the least recently used ones until the limits hold."""
        with self._lock:
            if key in self._entries:
                self._drop(key)
            self._entries[key] = value
            self._count(key, value)
            while len(self._entries) > 1 and (len(self._entries) > self.max_entries or self._bytes > self.max_bytes):
                self._drop(next(iter(self._entries)))

    def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the stored result, or make and store it."""
        found: Value | None = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found


@st.cache_resource
def shared_store() -> ResultStore:
    """Return the store of results on generated data, which every session may share."""
    return ResultStore(SHARED_BYTES)


def session_store() -> ResultStore:
    """Return the store of results on uploaded data, which lives in the session that uploaded them."""
    store: ResultStore = st.session_state.setdefault("result_store", ResultStore(SESSION_BYTES))
    return store
