"""K-Means and normalized cuts on the data of a run."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.cluster import KMeans

from pages.shared.runs.fit import RunResult
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from rnse_core.affinity.distances import center_and_scale
from rnse_core.baselines import NCuts
from rnse_core.planning import Similarity


@dataclass(frozen=True)
class BaselineResult:
    """Labels of one method, or none and a message that says why."""

    labels: np.ndarray | None
    seconds: float
    messages: tuple[str, ...]


def kmeans_arguments(settings: ModelSettings) -> dict[str, Any]:
    """Return the arguments of K-Means."""
    return {"n_clusters": settings.n_clusters, "n_init": 10, "random_state": settings.seed}


def ncuts_arguments(settings: ModelSettings) -> dict[str, Any]:
    """Return the arguments of normalized cuts on the kernel that RNSE has computed, so that only the method differs."""
    return {"n_clusters": settings.n_clusters, "affinity": "precomputed", "random_state": settings.seed}


def run_baselines(
    settings: ModelSettings, X: np.ndarray | None, result: RunResult, *, data_id: Hashable, store: ResultStore
) -> dict[str, BaselineResult]:
    """Run K-Means on the features, where there are any, and NCuts on K; results are taken from the store when known.

    Parameters
    ----------
    settings : ModelSettings
    X : ndarray or None
        Features; None where the data are a matrix over pairs.
    result : RunResult
        Its K is cut by NCuts, which needs all pairs: where K is sparse, NCuts is left out.
    data_id : hashable
        Names the data.
    store : ResultStore

    Returns
    -------
    dict of str to BaselineResult
        By the name of the method.
    """
    models: dict[str, tuple[Any, np.ndarray]] = {}
    if X is not None:
        # Centred and scaled as a whole, which changes no cluster: huge numbers would overflow when squared.
        models["K-Means"] = (KMeans(**kmeans_arguments(settings)), center_and_scale(X)[0])
    if not issparse(result.affinity):
        models["NCuts"] = (NCuts(**ncuts_arguments(settings)), result.affinity)
    return {
        name: store.get_or_make(baseline_name(name, settings, data_id), partial(_fit, model, data))
        for name, (model, data) in models.items()
    }


def baseline_name(method: str, settings: ModelSettings, data_id: Hashable) -> tuple[Hashable, ...]:
    """Return the key of what a method makes of the data; no method depends on alpha and beta, K-Means not on K."""
    arguments = {"K-Means": kmeans_arguments(settings), "NCuts": (settings.kernel, ncuts_arguments(settings))}
    return (method, data_id, repr(arguments[method]))


def _fit(model: Any, data: np.ndarray) -> BaselineResult:
    started = time.perf_counter()
    try:
        with collected_warnings() as messages:
            labels = model.fit_predict(data)
    except ValueError as error:
        return BaselineResult(None, time.perf_counter() - started, (str(error),))
    return BaselineResult(labels, time.perf_counter() - started, tuple(messages))


class MethodOutcome(NamedTuple):
    """What a method found: labels, if it found any, its graph, if it has one, and how long it took."""

    labels: np.ndarray | None
    affinity: Similarity | None
    seconds: float


#: What each method found, by its name.
Outcomes = Mapping[str, MethodOutcome]


def outcomes(result: RunResult, others: Mapping[str, BaselineResult]) -> Outcomes:
    """Return what the other methods found, and after them RNSE with its learned S."""
    graphs = {"NCuts": result.affinity}
    listed = {name: MethodOutcome(one.labels, graphs.get(name), one.seconds) for name, one in others.items()}
    return {**listed, "RNSE": MethodOutcome(result.labels, result.similarity, result.seconds)}


def named_messages(others: Mapping[str, BaselineResult]) -> list[str]:
    """Return the messages of the other methods, each with the name of its method."""
    return [f"{name}: {message}" for name, one in others.items() for message in one.messages]
