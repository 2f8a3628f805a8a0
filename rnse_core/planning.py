"""What a fit is going to do with some data, before it is begun: on which graph, in how much memory, from which K.

The same plan steers `RNSE.fit`; a page or a program asks for it by :meth:`rnse_core.RNSE.plan` or `plan_fit`. Neither
it nor what `prepare_fit` computes depends on the number of clusters, which may be found from K.
"""

from __future__ import annotations

from typing import Any

from rnse_core._base.arrays import Similarity
from rnse_core._base.memory import available_bytes, give_back_memory, most_samples, needed_bytes
from rnse_core._fit.plan import DENSE_SAMPLES, FitPlan
from rnse_core._fit.preparation import PreparedData, describe_dense
from rnse_core._fit.settings import GRAPH_KERNELS, GRAPHS
from rnse_core.rnse import RNSE
from rnse_core.wording import format_bytes

__all__ = [
    "DENSE_SAMPLES",
    "GRAPHS",
    "GRAPH_KERNELS",
    "FitPlan",
    "PreparedData",
    "Similarity",
    "available_bytes",
    "describe_dense",
    "format_bytes",
    "give_back_memory",
    "most_samples",
    "needed_bytes",
    "plan_fit",
    "prepare_fit",
]


def plan_fit(data: Any, preset: str = "exact", **parameters: Any) -> FitPlan:
    """Return what a fit of RNSE would do with some data.

    Parameters
    ----------
    data : ndarray or sparse matrix of shape (n_samples, n_features) or (n_samples, n_samples)
        The shape, and of a sparse matrix the number of entries, is all that is looked at.
    preset : {"exact", "paper", "authors"}, default="exact"
    **parameters
        Of :class:`rnse_core.RNSE`, that differ from the preset; the number of clusters does not matter.

    Returns
    -------
    FitPlan

    Raises
    ------
    TypeError, ValueError
        If a parameter is not valid, or the graph asked for is not possible.

    Examples
    --------
    >>> import numpy as np
    >>> plan_fit(np.empty((100_000, 2))).graph
    'knn'
    >>> plan_fit(np.empty((400, 2)), affinity="rbf").graph
    'dense'
    """
    return RNSE.from_preset(preset, **parameters).plan(data)


def prepare_fit(data: Any, preset: str = "exact", **parameters: Any) -> PreparedData:
    """Compute K and the rest of what fits of RNSE with one kernel begin with.

    Parameters
    ----------
    data : array-like or sparse matrix of shape (n_samples, n_features) or (n_samples, n_samples)
    preset : {"exact", "paper", "authors"}, default="exact"
    **parameters
        Of :class:`rnse_core.RNSE`, that differ from the preset; alpha, beta and the number of clusters do not matter.

    Returns
    -------
    PreparedData
        For :meth:`rnse_core.RNSE.fit_prepared`; its `affinity` is K.

    Raises
    ------
    TypeError, ValueError
        As for :meth:`rnse_core.RNSE.prepare`.

    Examples
    --------
    >>> from rnse_core import RNSE
    >>> from rnse_core.datasets import make_two_moons
    >>> X, _ = make_two_moons(n_samples=200, noise=0.05, random_state=0)
    >>> prepared = prepare_fit(X)
    >>> [RNSE(k, random_state=0).fit_prepared(prepared).n_clusters_found_ for k in (2, 3)]
    [2, 3]
    """
    return RNSE.from_preset(preset, **parameters).prepare(data)
