"""Estimates of the memory that a fit takes, and checks against the memory that is free, before any is taken.

The dense solver holds several n x n matrices at once. The sparse one holds the kernel on a pattern of neighbours, some
arrays of the same size for the S step, and some copies of the features.
"""

from __future__ import annotations

import ctypes
import gc

import psutil

from rnse_core._base.cgroups import memory_left_in_groups
from rnse_core.exceptions import MemoryAdvice, NotEnoughMemory

# n x n matrices of doubles alive at the peak of a fit, K included: 2 to 2.5 by Newton (benchmarks/memory.py), 4.3 where
# S is found by sweeps.
FIT_MATRICES = 5
# Bytes at the peak of a fit for each entry of the pattern, and entries for each neighbour that is asked for, since a
# pair is in the pattern when either is a neighbour of the other. Measured with 30 neighbours: 2.8 kB per sample in the
# plane, 4.2 kB in 8 dimensions; with 60 neighbours 4.4 kB. Where S needs pairs beyond the pattern, as with a large
# alpha, a fit takes more: as much as GROWTH_SHARE of what is free then.
ENTRY_BYTES = 80
ENTRIES_PER_NEIGHBOR = 1.5
FEATURE_COPIES = 8
GROWTH_SHARE = 0.5
# Taken to be free where the system does not tell, as in a sandbox without /proc.
UNKNOWN_BYTES = 2**30


def available_bytes() -> int:
    """Return the memory that this process can take without swapping.

    Returns
    -------
    int
        What the machine has available by psutil, or what the control groups of a container leave if that is less.
    """
    return min([_available_on_machine(), *memory_left_in_groups()])


def _available_on_machine() -> int:
    try:
        return int(psutil.virtual_memory().available)
    except (OSError, RuntimeError, psutil.Error):
        return UNKNOWN_BYTES


def give_back_memory() -> bool:
    """Collect garbage, and return the memory that the C library has kept of what was freed to the system.

    Returns
    -------
    bool
        Whether the C library could be asked; only glibc can.
    """
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return False
    trim(0)
    return True


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


def sparse_bytes(n_samples: int, n_features: int, n_neighbors: int) -> int:
    """Bytes that a fit on a graph of neighbours takes, about.

    Parameters
    ----------
    n_samples, n_features : int
    n_neighbors : int
        Neighbours of each sample in the graph.

    Returns
    -------
    int
    """
    return round(n_samples * (ENTRY_BYTES * ENTRIES_PER_NEIGHBOR * n_neighbors + FEATURE_COPIES * 8 * n_features))


def entries_to_grow_by() -> int:
    """Entries that the pattern of a fit may get beyond those it has, by the memory that is free now."""
    return int(GROWTH_SHARE * available_bytes() / ENTRY_BYTES)


def check_memory(
    n_samples: int, advice: MemoryAdvice = MemoryAdvice.SAMPLE_ROWS, *, matrices: int = FIT_MATRICES
) -> None:
    """Raise NotEnoughMemory when matrices of all pairs of so many samples would not fit into the free memory.

    Parameters
    ----------
    n_samples : int
    advice : MemoryAdvice, default=MemoryAdvice.SAMPLE_ROWS
        What to do instead.
    matrices : int, default=5
        How many of them; those of a dense fit by default.

    Raises
    ------
    NotEnoughMemory
        Which is a MemoryError.
    """
    free = available_bytes()
    _refuse_above(free, n_samples, needed_bytes(n_samples, matrices), most_samples(free, matrices), advice)


def check_sparse_memory(n_samples: int, n_features: int, n_neighbors: int) -> None:
    """Raise NotEnoughMemory when a fit of so many samples on a graph of neighbours would not fit into the free memory.

    Parameters
    ----------
    n_samples, n_features, n_neighbors : int
        See :func:`sparse_bytes`.

    Raises
    ------
    NotEnoughMemory
        As for :func:`check_memory`.
    """
    free, one = available_bytes(), sparse_bytes(1, n_features, n_neighbors)
    _refuse_above(free, n_samples, n_samples * one, free // one, MemoryAdvice.FEWER_NEIGHBORS)


def _refuse_above(free: int, n_samples: int, needed: int, most: int, advice: MemoryAdvice) -> None:
    if needed > free:
        raise NotEnoughMemory(needed, free, n_samples, most, advice)
