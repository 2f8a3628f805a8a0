"""Bounded stores of results, keyed on a data set's id and the frozen parameters, never on arrays."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import streamlit as st
from scipy import sparse

SHARED_BYTES = 512 * 2**20
SESSION_BYTES = 256 * 2**20
MAX_ENTRIES = 64


def size_of(value: Any) -> int:
    """Return the bytes of the arrays in a value, looked for in tuples, lists, mappings and dataclass fields."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if sparse.issparse(value):
        return int(value.data.nbytes + value.indices.nbytes + value.indptr.nbytes)
    if isinstance(value, dict):
        return sum(size_of(part) for part in value.values())
    if isinstance(value, list | tuple):
        return sum(size_of(part) for part in value)
    if hasattr(value, "__dataclass_fields__"):
        return sum(size_of(getattr(value, name)) for name in value.__dataclass_fields__)
    return 64


class ResultStore:
    """The most recently used results, up to a number of entries and a number of bytes.

    The newest result is kept even when it alone is over the limit, so a page can always show what it just computed.
    """

    def __init__(self, max_bytes: int, max_entries: int = MAX_ENTRIES) -> None:
        self.max_bytes = max_bytes
        self.max_entries = max_entries
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays held at the moment."""
        with self._lock:
            return sum(size for _, size in self._entries.values())

    def get(self, key: Hashable) -> Any | None:
        """Return the result stored under the key, or None."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key][0]

    def put(self, key: Hashable, value: Any) -> None:
        """Store a result and drop the ones used longest ago until the limits hold."""
        with self._lock:
            self._entries[key] = (value, size_of(value))
            self._entries.move_to_end(key)
            while len(self._entries) > 1 and (
                len(self._entries) > self.max_entries
                or sum(size for _, size in self._entries.values()) > self.max_bytes
            ):
                self._entries.popitem(last=False)

    def get_or_make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the stored result, or make and store it."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found


@st.cache_resource
def shared_store() -> ResultStore:
    """Results on generated data, which every session may share."""
    return ResultStore(SHARED_BYTES)


def session_store() -> ResultStore:
    """Results on uploaded data: they live and end with the session that uploaded it."""
    return st.session_state.setdefault("result_store", ResultStore(SESSION_BYTES))
