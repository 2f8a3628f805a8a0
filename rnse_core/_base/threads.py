"""Limits for the threads of compiled libraries."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache

from threadpoolctl import ThreadpoolController


@lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    # The search for the libraries takes milliseconds, so it is done once.
    return ThreadpoolController()


def one_openmp_thread() -> AbstractContextManager[object]:
    """Limit OpenMP to one thread within the body.

    The K-Means of scikit-learn starts OpenMP's threads for any number of samples. They wait for each other and compete
    with those of BLAS: on two cores one thread is twice as fast up to tens of thousands of samples.
    """
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="openmp")
    return limited


def one_blas_thread() -> AbstractContextManager[object]:
    """Limit BLAS to one thread within the body.

    The large passes of a fit are divided among threads of Python. BLAS computes many small products and decompositions,
    in which its threads would mostly wait for each other on busy cores. On two cores a fit takes half the time with one
    thread, on a busy machine a quarter.
    """
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limited
