"""Memory is estimated before it is taken: a run on n points holds several n x n matrices at once."""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st

#: n x n arrays of doubles that are alive at the peak of a page: K, its copies in both methods, S and the solver's own.
MATRICES = 10
#: Share of the free memory that one run may take; others use the same server.
SHARE = 0.5
#: A host that says nothing about its memory is taken to be small.
UNKNOWN_BYTES = 2**30


def available_bytes() -> int:
    """Return the memory that is free on this machine, or in the container that the app runs in."""
    free = [UNKNOWN_BYTES]
    try:
        free = [os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        free = [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")] or free
    except (OSError, ValueError, AttributeError):
        pass
    try:
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii"))
        used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
        free.append(max(0, limit - used))
    except (OSError, ValueError):
        pass
    return min(free)


def needed_bytes(n_rows: int) -> int:
    """Return what a run on so many points takes at its peak."""
    return MATRICES * 8 * n_rows**2


def most_rows(free: int | None = None) -> int:
    """Return the largest number of points that a run may have here."""
    free = available_bytes() if free is None else free
    return int((SHARE * free / (MATRICES * 8)) ** 0.5)


def allowed_rows(n_rows: int, wanted: int) -> int:
    """Return how many points to cluster; say so when memory allows fewer than the reader wants."""
    wanted, most = min(n_rows, wanted), most_rows()
    if wanted <= most:
        return wanted
    st.warning(
        f"A run on {wanted:,} points needs about {gigabytes(needed_bytes(wanted))}, more than is free here: at most "
        f"{most:,} points are clustered.",
        icon=":material/memory:",
    )
    return most


def gigabytes(n_bytes: float) -> str:
    """Write an amount of memory."""
    return f"{n_bytes / 2**30:.1f} GB" if n_bytes >= 2**30 else f"{n_bytes / 2**20:.0f} MB"
