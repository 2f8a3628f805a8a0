"""Memory is estimated before it is taken: the dense solver holds several n x n matrices at once."""

from __future__ import annotations

import os
from pathlib import Path

# n x n matrices of doubles alive at the peak of a fit, K included (benchmarks/memory.py measures 2 to 4.3).
FIT_MATRICES = 5
# A host that says nothing about its memory is taken to be small.
UNKNOWN_BYTES = 2**30


def available_bytes() -> int:
    """Memory that is free on this machine, or left to the container that the process runs in."""
    free = [_free_on_machine()]
    try:
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii"))
        used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
        free.append(max(0, limit - used))
    except (OSError, ValueError):
        pass
    return min(free)


def _free_on_machine() -> int:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return UNKNOWN_BYTES


def needed_bytes(n_samples: int, matrices: int = FIT_MATRICES) -> int:
    """Bytes of so many n_samples x n_samples matrices of doubles.

    Parameters
    ----------
    n_samples : int
    matrices : int, default=5
        As a dense fit holds at its peak.

    Returns
    -------
    int
    """
    return matrices * 8 * n_samples**2


def most_samples(n_bytes: float, matrices: int = FIT_MATRICES) -> int:
    """Largest number of samples whose matrices fit into `n_bytes`."""
    return int((n_bytes / (matrices * 8)) ** 0.5)


def format_bytes(n_bytes: float) -> str:
    """Write an amount of memory, such as 1.5 GB."""
    return f"{n_bytes / 2**30:.1f} GB" if n_bytes >= 2**30 else f"{n_bytes / 2**20:.0f} MB"


def check_memory(n_samples: int) -> None:
    """Raise MemoryError when a dense fit of so many samples would not fit into the free memory.

    Parameters
    ----------
    n_samples : int

    Raises
    ------
    MemoryError
        Naming the memory needed, the memory there is, and how many samples would fit.
    """
    needed, free = needed_bytes(n_samples), available_bytes()
    if needed > free:
        raise MemoryError(
            f"{n_samples:,} samples need about {format_bytes(needed)}, but {format_bytes(free)} are free: at most "
            f"{most_samples(free):,} samples fit. Cluster a random sample of the rows."
        )
