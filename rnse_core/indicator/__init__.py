"""The P step: the non-negative orthogonal indicator matrix P of a doubly stochastic S.

The problem (Eqs. 22 and 23) is ::

    maximise   tr(P S P')   subject to   P >= 0,  P P' = I

- `updates` has the P step: the multiplicative updates of the paper (Algorithm 3, Eqs. 32 and 34) or `local_search`,
  which moves samples between clusters.
- `component_merging` is the P step where S has at least as many components as there are clusters.
- `initialization` finds a start. It uses coarse graphs of S (`coarsening`, `landmarks`), which are cut
  (`split_merge`) or merged greedily (`agglomeration`), and compares starts by `associations`.
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
