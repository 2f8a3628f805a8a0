"""Whether a fit has room: for the matrices of all pairs that most methods hold, or for the graph that it will use.

Apart from what is measured: a record depends on the code of that, and not on what decides whether a fit is begun.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rnse_core._validation import FloatArray
from rnse_core.baselines.ncuts import NCuts
from rnse_core.experiments.methods import Method
from rnse_core.fit_plan import check_fit_memory
from rnse_core.memory import check_memory, check_sparse_memory
from rnse_core.rnse import RNSE

# Called with an estimator and its data; raises MemoryError.
RoomCheck = Callable[[Any, FloatArray], None]


def room_check(method: Method, estimator: Any) -> RoomCheck | None:
    """Return what says beforehand that a fit has no room; None for a method that takes little.

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
    if isinstance(estimator, RNSE):
        return check_fit_memory
    return _check_cuts if isinstance(estimator, NCuts) else _check_all_pairs


def _check_all_pairs(_estimator: Any, X: FloatArray) -> None:
    check_memory(len(X))


def _check_cuts(estimator: NCuts, X: FloatArray) -> None:
    if estimator.keeps_sparse(len(X)):
        check_sparse_memory(len(X), X.shape[1], estimator.neighbors_in_graph())
    else:
        check_memory(len(X))
