"""Bounded stores of results, keyed on a data set's id and the frozen parameters, never on arrays."""

from __future__ import annotations

import threading
from collections import OrderedDict
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
    return _size_of(value, set())


def _size_of(value: Any, seen: set[int]) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return value.nbytes
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
        return LEAF_BYTES
    return sum(_size_of(part, seen) for part in parts)


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
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that are held."""
        with self._lock:
            return self._size()

    def _size(self) -> int:
        return size_of(list(self._entries.values()))

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
            self._entries[key] = value
            self._entries.move_to_end(key)
            while len(self._entries) > 1 and (len(self._entries) > self.max_entries or self._size() > self.max_bytes):
                self._entries.popitem(last=False)

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
