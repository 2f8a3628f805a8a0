"""Threads of the compiled libraries underneath."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache

from threadpoolctl import ThreadpoolController


@lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    # Looking for the libraries takes milliseconds, so it is done once.
    return ThreadpoolController()


def one_openmp_thread() -> AbstractContextManager[object]:
    """Run the body without OpenMP's worker threads, in this thread of Python only.

    scikit-learn's K-Means starts them for every sample size, where they wait for each other and for the threads that
    BLAS keeps spinning: on two cores one thread is twice as fast up to tens of thousands of samples.
    """
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="openmp")
    return limited


def one_blas_thread() -> AbstractContextManager[object]:
    """Run the body without BLAS's worker threads.

    The large passes of a fit are cut into blocks that threads of Python share out, and what is left to BLAS are many
    small products and decompositions: its threads would wait for each other there, spinning on cores that others need.
    On two cores fits take half the time without them, on a busy machine a quarter.
    """
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limited
