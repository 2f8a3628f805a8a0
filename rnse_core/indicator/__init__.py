"""The P step: the non-negative orthogonal indicator matrix P of a graph S.

The problem, in the paper's Eq. 23, is

    maximise   tr(P S P')   over P   subject to   P >= 0,  P P' = I.

`updates` holds the multiplicative updates of the paper (Eqs. 32 and 34) and the exact finish, `local_search` moves
single samples, `initialization` finds a start by eigenvectors, landmarks and coarse graphs, and `component_merging`
joins whole components where S has more of them than there are clusters.
"""

from rnse_core.indicator.updates import (
    LAMBDA,
    METHODS,
    MU,
    SOFT_SHARE,
    labels_to_indicator,
    multiplicative_update,
    soften,
    trace_objective,
    update_indicator,
)

__all__ = [
    "LAMBDA",
    "METHODS",
    "MU",
    "SOFT_SHARE",
    "labels_to_indicator",
    "multiplicative_update",
    "soften",
    "trace_objective",
    "update_indicator",
]
