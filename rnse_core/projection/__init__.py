"""The S step: the projection of T on the symmetric doubly stochastic matrices.

The problem of Eq. 12 is ::

    minimise   ||S - T||_F^2   subject to   S >= 0,  S = S',  S 1 = 1

The Notes of :func:`project_doubly_stochastic` state the problem in full: the dual, the optimality conditions and the
generalised Hessian.

- `doubly_stochastic` has the public function, `sweeps` the alternating projections of the paper's Algorithm 2.
- `newton` solves the dual by a semismooth Newton method, `newton_iteration` has its iteration on a fixed support.
- `target` defines what a solver reads of T. `dense_target` is T over all pairs of samples, `sparse_target` T on a
  pattern of neighbours. `low_rank_term` is the part of T that depends on P.
- `dense_support` and `sparse_support` are the entries of S that may be positive. `pattern_growth` finds positive
  entries outside a pattern.
- `simplex` projects single rows.
"""

from rnse_core.projection.doubly_stochastic import (
    DEFAULT_MAX_ITER,
    METHODS,
    ProjectionInfo,
    project_doubly_stochastic,
    project_target,
)

__all__ = ["DEFAULT_MAX_ITER", "METHODS", "ProjectionInfo", "project_doubly_stochastic", "project_target"]
