"""K-Means and normalized cuts on the data of a run: on graphs of their own, and on request on those of RNSE.

K-Means and NCuts depend on the data and the number of clusters alone, so that no setting of RNSE changes them. What
cuts a graph of RNSE is named after that graph.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from pages.shared.runs.fit import RunResult
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from rnse_core.affinity.distances import center_and_scale
from rnse_core.baselines import NCuts
from rnse_core.planning import DENSE_SAMPLES, FitPlan, Similarity

#: Neighbours in the graph that NCuts makes of features.
NEIGHBOURS = 10
#: Start of K-Means and NCuts. It is fixed: the seed on a page is that of RNSE.
SEED = 0
ON_K, ON_S = "NCuts on K", "NCuts on learned S"
#: Points up to which NCuts gets a sparse S as an array, which scikit-learn cuts sooner.
MOST_CUT_DENSE = 2000
#: What is cut on request.
FURTHER = {ON_K: "NCuts on K", ON_S: "NCuts on learned S"}
#: Mean accuracy of NCuts on two moons (200 points, noise 0.05, ten draws), by the graph that it cuts.
OF_MOONS = {"own": 0.9945, "K": 0.806, "S": 1.0}
MOONS_NOTE = (
    f"NCuts over ten draws of these moons (200 points, noise 0.05): {OF_MOONS['own']:.1%} of the points are right on "
    f"its "
    f"own graph of {NEIGHBOURS} neighbours, {OF_MOONS['K']:.1%} on the kernel K of RNSE, {OF_MOONS['S']:.1%} on the "
    f"learned "
    "S, where it finds the clusters of RNSE. What is gained lies in the graph."
)
#: Mean share of the affinity between the moons, over the same draws, by the graph.
CROSSING_OF_MOONS = {"own": 0.0005, "K": 0.0438}
FIGURE_2_NOTE = (
    "The paper reads from its Fig. 2(c) that the lines of NCuts run between the moons. "
    f"With {NEIGHBOURS} neighbours we do not see that: {CROSSING_OF_MOONS['own']:.2%} of the affinity crosses, on "
    f"average of ten draws. On K, {CROSSING_OF_MOONS['K']:.1%} crosses, and {OF_MOONS['K']:.1%} of the points "
    "are right."
)
#: The affinity of NCuts for each kind of data.
_AFFINITY = {"features": "knn", "similarity": "precomputed", "distance": "precomputed_distance"}


@dataclass(frozen=True)
class BaselineResult:
    """Labels of one method, or none and a message that says why; and the graph that it cut, if it has one."""

    labels: np.ndarray | None
    affinity: Similarity | None
    seconds: float
    messages: tuple[str, ...]


def kmeans_arguments(n_clusters: int) -> dict[str, Any]:
    """Return the arguments of K-Means."""
    return {"n_clusters": n_clusters, "n_init": 10, "random_state": SEED}


def kmeans_labels(X: np.ndarray, n_clusters: int) -> np.ndarray:
    """Return the labels of K-Means."""
    with _one_thread():
        return KMeans(**kmeans_arguments(n_clusters)).fit_predict(X)


def _one_thread() -> threadpool_limits:
    """Limit the K-Means of scikit-learn to one thread: on busy cores its threads wait for each other."""
    return threadpool_limits(limits=1, user_api="openmp")


def ncuts_arguments(n_clusters: int, kind: str = "features") -> dict[str, Any]:
    """Return the arguments of NCuts on its own graph: 10 nearest neighbours, or the matrix where the data are one."""
    neighbours = {"affinity_neighbors": NEIGHBOURS} if kind == "features" else {}
    return {"n_clusters": n_clusters, "affinity": _AFFINITY[kind], **neighbours, "random_state": SEED}


def run_baselines(
    settings: ModelSettings,
    X: np.ndarray,
    result: RunResult,
    *,
    kind: str,
    further: Sequence[str] = (),
    data_id: Hashable,
    store: ResultStore,
) -> dict[str, BaselineResult]:
    """Run K-Means and NCuts on the data, and the further methods; results are taken from the store when known.

    Parameters
    ----------
    settings : ModelSettings
    X : ndarray or csr_array
        What was clustered. NCuts is left out of a sparse similarity of more than 5,000 points: exact eigenvectors of a
        graph may take a factorisation that is dense.
    result : RunResult
        Its K and S are what the further methods cut. They need all pairs: where K is sparse, they are left out.
    kind : {"features", "similarity", "distance"}
        What X is. Of a matrix over pairs K-Means is left out.
    further : sequence of {"NCuts on K", "NCuts on learned S"}, default=()
    data_id : hashable
        Names the data.
    store : ResultStore

    Returns
    -------
    dict of str to BaselineResult
        By the name of the method.
    """
    n_clusters = settings.n_clusters
    models: dict[str, tuple[Any, Any]] = {}
    if kind == "features":
        # Centred and scaled as a whole, which changes no cluster: huge numbers would overflow when squared.
        models["K-Means"] = (KMeans(**kmeans_arguments(n_clusters)), center_and_scale(X)[0])
    if not issparse(X) or X.shape[0] <= DENSE_SAMPLES:
        models["NCuts"] = (NCuts(**ncuts_arguments(n_clusters, kind)), X)
    if not issparse(result.affinity):
        graphs = {ON_K: result.affinity, ON_S: result.similarity}
        cut = ncuts_arguments(n_clusters, "similarity")
        models |= {name: (NCuts(**cut), graph) for name, graph in graphs.items() if name in further}
    return {
        name: store.get_or_make(
            baseline_name(name, settings, data_id, stopped=result.stopped), partial(_fit, model, data)
        )
        for name, (model, data) in models.items()
    }


def left_out_of(plan: FitPlan, given: bool) -> str:
    """Return which methods a run on a sparse K leaves out, and why, as the begin of a sentence."""
    if given and plan.n_samples > DENSE_SAMPLES:
        return (
            f"NCuts cuts graphs of up to {DENSE_SAMPLES:,} nodes here, since exact eigenvectors of larger ones can "
            "take all of the memory: it is"
        )
    return "NCuts on K and on S need the similarities of all pairs: they are"


def baseline_name(
    method: str, settings: ModelSettings, data_id: Hashable, *, stopped: bool = False
) -> tuple[Hashable, ...]:
    """Return the key of what a method makes of the data: with what decides the graph that it cuts, and no more."""
    graph: dict[str, Hashable] = {ON_K: settings.kernel, ON_S: (settings, stopped), "RNSE": (settings, stopped)}
    return (method, data_id, settings.n_clusters, graph.get(method))


def _fit(model: Any, data: Any) -> BaselineResult:
    started = time.perf_counter()
    if isinstance(model, NCuts) and model.affinity == "precomputed":
        # Sweeps of Dykstra leave S symmetric to fewer digits than NCuts asks for.
        if issparse(data) and data.shape[0] <= MOST_CUT_DENSE:
            data = data.toarray()
        data = (data + data.T) / 2
    try:
        with collected_warnings() as messages, _one_thread():
            labels = model.fit_predict(data)
    except ValueError as error:
        return BaselineResult(None, None, time.perf_counter() - started, (str(error),))
    graph = getattr(model, "affinity_matrix_", None)
    return BaselineResult(labels, graph, time.perf_counter() - started, tuple(messages))


class MethodOutcome(NamedTuple):
    """What a method found: labels, if it found any, its graph, if it has one, and how long it took."""

    labels: np.ndarray | None
    affinity: Similarity | None
    seconds: float


#: What each method found, by its name.
Outcomes = Mapping[str, MethodOutcome]


def outcomes(result: RunResult, others: Mapping[str, BaselineResult]) -> Outcomes:
    """Return what the other methods found, and after them RNSE with its learned S."""
    listed = {name: MethodOutcome(one.labels, one.affinity, one.seconds) for name, one in others.items()}
    return {**listed, "RNSE": MethodOutcome(result.labels, result.similarity, result.seconds)}


def named_messages(others: Mapping[str, BaselineResult]) -> list[str]:
    """Return the messages of the other methods, each with the name of its method."""
    return [f"{name}: {message}" for name, one in others.items() for message in one.messages]
