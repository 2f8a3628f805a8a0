"""Whether a fit holds matrices of all pairs of samples, and the check that it fits into the free memory.

The checks are kept apart from the code that fits and measures: a record depends on that code, and stays valid when a
check changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.memory import check_memory, check_sparse_memory
from rnse_core.auto.estimator import AutoRNSE
from rnse_core.baselines.ncuts import NCuts
from rnse_core.experiments.methods import Method, MethodUnavailable
from rnse_core.rnse import RNSE

# Called with an estimator and its data; raises MemoryError.
MemoryCheck = Callable[[Any, FloatArray], None]


def takes_all_pairs(method: Method, n_samples: int) -> bool:
    """Return whether a fit on the features of `n_samples` samples holds n_samples x n_samples matrices.

    Its time and memory then grow at least with the square of `n_samples`.

    Parameters
    ----------
    method : Method
    n_samples : int

    Returns
    -------
    bool
        False for a method that is not available.
    """
    if not method.quadratic:
        return False
    try:
        estimator = method.make(2)
    except MethodUnavailable:
        return False
    if isinstance(estimator, AutoRNSE):
        estimator = _largest_fit(estimator)
    if isinstance(estimator, RNSE):
        return not estimator.plan(np.empty((n_samples, 0))).sparse
    return not (isinstance(estimator, NCuts) and estimator.keeps_sparse(n_samples))


def find_memory_check(method: Method, estimator: Any) -> MemoryCheck | None:
    """Return the check of the memory for a fit; None for a method whose memory grows linearly with the data.

    Parameters
    ----------
    method : Method
    estimator : estimator
        Not fitted.

    Returns
    -------
    callable or None
    """
    if not method.quadratic:
        return None
    if isinstance(estimator, AutoRNSE):
        return _check_auto
    if isinstance(estimator, RNSE):
        return _check_rnse
    return _check_cuts if isinstance(estimator, NCuts) else _check_all_pairs


def _check_rnse(estimator: RNSE, X: FloatArray) -> None:
    estimator.plan(X).check_memory()


def _check_auto(estimator: AutoRNSE, X: FloatArray) -> None:
    _largest_fit(estimator).plan(X).check_memory()


def _largest_fit(estimator: AutoRNSE) -> RNSE:
    """Return the one fit to all samples: the others are made of a part that is never large."""
    return RNSE() if estimator.affinity == "auto" else RNSE(affinity=estimator.affinity)


def _check_all_pairs(_estimator: Any, X: FloatArray) -> None:
    check_memory(len(X))


def _check_cuts(estimator: NCuts, X: FloatArray) -> None:
    if estimator.keeps_sparse(len(X)):
        check_sparse_memory(len(X), X.shape[1], estimator.neighbors_in_graph())
    else:
        check_memory(len(X))
