"""What a fit of RNSE is going to do with some data: on which graph, with how many neighbours, in how much memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scipy.sparse import issparse

from rnse_core._base.memory import available_bytes, check_memory, check_sparse_memory, needed_bytes, sparse_bytes
from rnse_core._fit.cost import ALL_PAIRS, FULL_SAMPLES, ways
from rnse_core._fit.settings import Settings
from rnse_core.affinity.kinds import GRAPH_KERNELS
from rnse_core.exceptions import MemoryAdvice, ParameterError, ParameterTypeError, Reason
from rnse_core.wording import counted, format_bytes

# Most samples whose pairs are all looked at by methods, and for pictures, that know no other way.
DENSE_SAMPLES = 5000
# Kernels with one scale for all samples.
WIDE_KERNELS = ("rbf", "cosine")
# Where S is looked for, by `search`.
SEARCHES = {
    ALL_PAIRS: "over all pairs of samples",
    "tree": "found in a tree",
    "scan": "found by a scan of all pairs",
    "approximate": "found approximately",
    "given": "on the pairs that the similarity holds",
}
# Neighbours in the pattern that a sparse S is looked for in; half as many again as set the scale, if these are more.
PATTERN_NEIGHBORS = 30


@dataclass(frozen=True)
class FitPlan:
    """What a fit is going to do with some data.

    Parameters
    ----------
    graph : {"dense", "knn"}
        Where S may be positive: all pairs of samples, or a graph of neighbours.
    n_samples : int
    n_features : int
        0 for a matrix over pairs of samples.
    n_neighbors : int or None
        Neighbours of each sample in the graph that a fit begins with; None for "dense".
    kernel_arguments : mapping
        Arguments of the kernel, the default number of neighbours filled in.
    bytes_needed : int
        Memory at the peak of the fit, about.
    sparse_possible : bool
        Whether ``graph="auto"`` would take a graph of neighbours for so many samples.
    search : {"pairs", "tree", "scan", "approximate", "given"}
        How near samples are found: all pairs are held, or neighbours are searched for in a tree, by a scan of all pairs
        that holds none, or by NN-descent. "given" is a sparse similarity.
    seconds : mapping
        Core seconds that the ways were estimated to take, P step left out; see `rnse_core._fit.cost`. Empty where there
        is no choice.
    """

    graph: str
    n_samples: int
    n_features: int
    n_neighbors: int | None
    kernel_arguments: Mapping[str, Any]
    bytes_needed: int
    sparse_possible: bool
    search: str
    seconds: Mapping[str, float]

    def __str__(self) -> str:
        """Say what is going to be done, with the estimates that decided."""
        where = SEARCHES[self.search]
        if self.n_neighbors is not None and self.search != "given":
            where = f"on a graph of the {counted(self.n_neighbors, 'nearest neighbour')} of each sample, {where}"
        more = ", more where S needs pairs beyond the graph" if self.sparse else " at most"
        cost = f"{format_bytes(self.bytes_needed)}{more}"
        if self.search in self.seconds:
            others = [f"{name} {value:.2g}" for name, value in self.seconds.items() if name != self.search]
            beside = f" ({', '.join(others)})" if others else ""
            cost = f"about {self.seconds[self.search]:.2g} core seconds{beside}, {cost}"
        return f"S {where}: {cost}"

    @property
    def sparse(self) -> bool:
        """Whether S is learned on a graph of neighbours."""
        return self.graph == "knn"

    def check_memory(self) -> None:
        """Raise MemoryError when the fit would not fit into the free memory.

        Raises
        ------
        MemoryError
            Naming the memory needed, the memory there is, how many samples would fit, and what to do.
        """
        if self.n_neighbors is not None:
            check_sparse_memory(self.n_samples, self.n_features, self.n_neighbors)
        elif self.sparse_possible:
            check_memory(self.n_samples, MemoryAdvice.NEIGHBOR_GRAPH)
        else:
            check_memory(self.n_samples)


def plan_fit(settings: Settings, data: Any) -> FitPlan:
    """Plan a fit.

    Parameters
    ----------
    settings : Settings
    data : ndarray or sparse matrix of shape (n_samples, n_features) or (n_samples, n_samples)
        What would be fitted. Of an array the shape alone is looked at.

    Returns
    -------
    FitPlan

    Raises
    ------
    ValueError
        If the settings ask for a graph that they cannot have.
    """
    n_samples, stored = data.shape[0], int(data.nnz) if issparse(data) else None
    sparse_possible = _check_graph(settings, sparse=stored is not None)
    n_features = 0 if settings.precomputed else data.shape[1]
    choice = sparse_possible and stored is None
    seconds = ways(n_samples, n_features, wide=settings.affinity in WIDE_KERNELS) if choice else {}
    usual = "knn" if stored is not None or (choice and _prefers_graph(n_samples, seconds)) else "dense"
    graph = usual if settings.graph == "auto" or stored is not None else settings.graph
    arguments = settings.kernel_arguments(n_samples)
    if graph == "dense":
        n_bytes = needed_bytes(n_samples)
        return FitPlan("dense", n_samples, n_features, None, arguments, n_bytes, usual == "knn", ALL_PAIRS, seconds)
    k = _pattern_neighbors(settings, n_samples, stored, arguments)
    n_bytes = sparse_bytes(n_samples, n_features, k)
    search = "given" if stored is not None else next(way for way in seconds if way != ALL_PAIRS)
    return FitPlan("knn", n_samples, n_features, k, arguments, n_bytes, True, search, seconds)


def _prefers_graph(n_samples: int, seconds: Mapping[str, float]) -> bool:
    """Whether a graph of neighbours is quicker, or all pairs would not fit into the free memory."""
    if n_samples <= FULL_SAMPLES:
        return False
    return seconds[ALL_PAIRS] > min(seconds.values()) or needed_bytes(n_samples) > available_bytes()


def _check_graph(settings: Settings, *, sparse: bool) -> bool:
    """Return whether a graph of neighbours is possible; raise ValueError where the one asked for is not."""
    possible = settings.projection == "newton" and (not settings.precomputed or sparse)
    if sparse and not possible:
        message = "A sparse similarity needs projection='newton'."
        raise ParameterError("projection", settings.projection, Reason.SPARSE, choices=("newton",), message=message)
    if settings.graph == "knn" and not possible:
        message = (
            "graph='knn' needs features or a sparse similarity, and projection='newton'; "
            f"got affinity={settings.affinity!r} and projection={settings.projection!r}."
        )
        raise ParameterError("graph", "knn", Reason.INCOMPATIBLE, message=message)
    return possible


def _pattern_neighbors(settings: Settings, n_samples: int, stored: int | None, arguments: Mapping[str, Any]) -> int:
    """Neighbours of each sample in the graph that a sparse fit begins with."""
    if stored is not None:
        return max(1, stored // n_samples)
    scale = arguments.get("n_neighbors") or 0
    if settings.affinity in GRAPH_KERNELS:  # these are graphs of neighbours themselves
        return int(min(n_samples - 1, scale))
    # The scale of each sample is its distance to a neighbour, so the pattern has at least those that set it.
    return int(min(n_samples - 1, max(settings.n_neighbors or max(PATTERN_NEIGHBORS, 3 * scale // 2), scale)))


def check_sparse(settings: Settings, data: Any, *, fitted: bool = False) -> None:
    """Raise TypeError for a sparse matrix that a model has no use for, with what to do instead.

    Parameters
    ----------
    settings : Settings
    data : array-like or sparse matrix
        Anything but a sparse matrix passes.
    fitted : bool, default=False
        Whether these are new samples for a fitted model, whose graph does not matter any more.
    """
    if not issparse(data):
        return
    if settings.affinity == "precomputed_distance":
        message = (
            "Distances cannot be a sparse matrix, since what it leaves out would count as 0: pass an array, or a "
            "sparse matrix of similarities with affinity='precomputed'."
        )
        raise ParameterTypeError("affinity", settings.affinity, Reason.SPARSE, message=message)
    if settings.affinity != "precomputed":
        message = (
            "Features cannot be a sparse matrix: pass X.toarray(), or X with affinity='precomputed' if it holds the "
            "similarities of samples."
        )
        raise ParameterTypeError("affinity", settings.affinity, Reason.SPARSE, message=message)
    if settings.graph == "dense" and not fitted:
        message = (
            "A sparse similarity is its own graph: leave graph='dense' out, or pass X.toarray() to look at all pairs."
        )
        raise ParameterTypeError("graph", "dense", Reason.SPARSE, message=message)
