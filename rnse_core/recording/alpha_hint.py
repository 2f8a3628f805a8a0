"""A search, without labels, for an alpha at which S itself falls into the clusters."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np

from rnse_core._base.arrays import IntArray
from rnse_core.findings import AlphaWithClusters
from rnse_core.graph.components import component_labels
from rnse_core.planning import PreparedData
from rnse_core.recording._copies import copy_with
from rnse_core.rnse import RNSE

# A component below this share of an equal part is a few samples that lie apart, and no cluster.
FEWEST_SHARE = 0.1


def nearest_alpha(prepared: PreparedData, model: RNSE, alphas: Sequence[float]) -> AlphaWithClusters | None:
    """Return the alpha nearest to that of the model at which S has exactly as many components as there are clusters.

    S is learned from K alone, with ``beta = 0``: beta would make the components that are looked for. The number of
    components falls as alpha grows, so the search goes in one direction, and ends where the number is passed. No label
    is used, and no proof is given: data without structure can fall apart too. There S has other components at the next
    alpha, so the components are compared with those at the alphas beside.

    Parameters
    ----------
    prepared : PreparedData
        What ``model.prepare(X)`` returned.
    model : RNSE
        Its parameters; it is not fitted, and not changed. It should project exactly: unfinished sweeps leave entries
        that join components.
    alphas : sequence of float
        Those to choose from.

    Returns
    -------
    AlphaWithClusters or None
        None where S has as many components at the present alpha already, or at none of `alphas`.

    Examples
    --------
    >>> from rnse_core import RNSE
    >>> from rnse_core.datasets import SHAPES
    >>> X, _ = SHAPES["spirals"].make(n_samples=200, noise=0.05, random_state=0)
    >>> model = RNSE(2, alpha=1.0, random_state=0)
    >>> nearest_alpha(model.prepare(X), model, (0.1, 0.3, 0.5, 1.0, 2.0)).alpha
    0.5
    """
    wanted = model.n_clusters
    n_present = len(np.bincount(_components(prepared, model, model.alpha)))
    if n_present == wanted:
        return None
    smaller = n_present < wanted
    candidates = sorted(alpha for alpha in alphas if (alpha < model.alpha) == smaller and alpha != model.alpha)
    for alpha in reversed(candidates) if smaller else candidates:
        found = _components(prepared, model, alpha)
        sizes = np.bincount(found)
        if len(sizes) == wanted and sizes.min() >= FEWEST_SHARE * sizes.sum() / wanted:
            also_at = _same_beside(prepared, model, alpha, alphas, found)
            return AlphaWithClusters(float(alpha), float(model.alpha), n_present, wanted, int(sizes.min()), also_at)
        if (len(sizes) > wanted) == smaller and len(sizes) != wanted:
            return None
    return None


def _same_beside(
    prepared: PreparedData, model: RNSE, alpha: float, alphas: Sequence[float], found: IntArray
) -> float | None:
    """Return the next smaller or larger alpha at which S has the components found at `alpha`."""
    below = [one for one in alphas if one < alpha]
    above = [one for one in alphas if one > alpha]
    for other in [*sorted(below)[-1:], *sorted(above)[:1]]:
        if np.array_equal(_components(prepared, model, other), found):
            return float(other)
    return None


def _components(prepared: PreparedData, model: RNSE, alpha: float) -> IntArray:
    with warnings.catch_warnings():
        # What the fits on the way have to say is not about the result of the reader.
        warnings.simplefilter("ignore")
        fitted = copy_with(model, alpha=alpha, beta=0.0, callback=None).fit_prepared(prepared)
    return component_labels(fitted.similarity_)
