"""The settings of RNSE that a result is chosen from, as values in one table.

One setting that is right for all data does not exist: the scale neighbour k of the kernel and alpha decide how far the
learned graph S sees. A pool covers the useful range, and the member is taken whose labels agree best with those of the
others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

# At most a fifth of the samples are neighbours of one, as in the defaults of RNSE.
SAMPLES_PER_NEIGHBOR = 5


@dataclass(frozen=True)
class PoolSetting:
    """One setting of RNSE.

    Parameters
    ----------
    affinity : str
        As in :class:`rnse_core.RNSE`.
    n_neighbors : int or None
        `affinity_neighbors` of RNSE; None for a precomputed similarity.
    alpha : float
    counts : bool, default=False
        Whether labels of this setting, too, decide on the number of clusters.
    """

    affinity: str
    n_neighbors: int | None
    alpha: float
    counts: bool = False

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of :class:`rnse_core.RNSE` that the setting stands for."""
        return {"affinity": self.affinity, "affinity_neighbors": self.n_neighbors, "alpha": self.alpha}


#: The pool for features.
FEATURE_POOL = (
    PoolSetting("self_tuning", 15, 1.0, counts=True),
    PoolSetting("self_tuning", 20, 1.0),
    PoolSetting("self_tuning", 30, 0.5, counts=True),
    PoolSetting("self_tuning", 20, 0.5),
    PoolSetting("knn", 10, 1.0, counts=True),
    PoolSetting("knn", 20, 1.0),
)
#: The pool for distances, which RNSE turns into a self-tuned kernel only.
DISTANCE_POOL = (
    PoolSetting("precomputed_distance", 15, 1.0, counts=True),
    PoolSetting("precomputed_distance", 20, 1.0),
    PoolSetting("precomputed_distance", 30, 0.5, counts=True),
    PoolSetting("precomputed_distance", 20, 0.5),
    PoolSetting("precomputed_distance", 10, 1.0, counts=True),
)
#: The pool for similarities, alpha in units of `rnse_core.auto.samples.similarity_unit`: they have no scale neighbour.
SIMILARITY_POOL = (
    PoolSetting("precomputed", None, 1.0, counts=True),
    PoolSetting("precomputed", None, 0.7),
    PoolSetting("precomputed", None, 0.5, counts=True),
    PoolSetting("precomputed", None, 1.4),
    PoolSetting("precomputed", None, 2.0, counts=True),
)
#: Settings whose gaps are looked at for the number of clusters, beside those of a pool that count. Their graphs see
#: farther: clusters that are long or of uneven density hold together in them.
FEATURE_GAPS = (
    PoolSetting("self_tuning", 30, 2.0),
    PoolSetting("self_tuning", 20, 5.0),
    PoolSetting("knn", 20, 1.0),
)
DISTANCE_GAPS = (
    PoolSetting("precomputed_distance", 30, 2.0),
    PoolSetting("precomputed_distance", 20, 5.0),
)
SIMILARITY_GAPS = (PoolSetting("precomputed", None, 4.0),)


def fitted_to(pool: Iterable[PoolSetting], n_samples: int, unit: float = 1.0) -> tuple[PoolSetting, ...]:
    """Return the settings of a pool for a number of samples.

    Parameters
    ----------
    pool : iterable of PoolSetting
    n_samples : int
        Neighbours are at most a fifth of these, but at least one.
    unit : float, default=1.0
        Multiplies alpha.

    Returns
    -------
    tuple of PoolSetting
        Settings that have become the same are in it once.
    """
    most = max(1, n_samples // SAMPLES_PER_NEIGHBOR)
    settings: dict[tuple[str, int | None, float], PoolSetting] = {}
    for setting in pool:
        k = None if setting.n_neighbors is None else min(setting.n_neighbors, most)
        fitted = replace(setting, n_neighbors=k, alpha=setting.alpha * unit)
        same = settings.setdefault((fitted.affinity, fitted.n_neighbors, fitted.alpha), fitted)
        if fitted.counts and not same.counts:
            settings[(fitted.affinity, fitted.n_neighbors, fitted.alpha)] = fitted
    return tuple(settings.values())
