"""The S step: projection on the symmetric doubly stochastic matrices.

The problem, in the paper's Eq. 12, is

    minimise   ||S - T||_F^2   over S   subject to   S >= 0,  S = S',  S 1 = 1.

Its solution has one unknown per sample: S = [T + u 1' + 1 u']_+, where u minimises the convex and once differentiable
dual function theta(u) = 1/4 ||[T + u 1' + 1 u']_+||_F^2 - 1'u. `newton` solves the dual, `doubly_stochastic` offers it
beside the sweeps of the paper's Algorithm 2. `target` says what a solver reads of T; `dense_target` and `sparse_target`
are T over all pairs and on a graph of neighbours; the supports hold the entries of S that may be positive.
"""

from rnse_core.projection.doubly_stochastic import (
    DEFAULT_MAX_ITER,
    METHODS,
    ProjectionInfo,
    project_doubly_stochastic,
    project_target,
)

__all__ = ["DEFAULT_MAX_ITER", "METHODS", "ProjectionInfo", "project_doubly_stochastic", "project_target"]
