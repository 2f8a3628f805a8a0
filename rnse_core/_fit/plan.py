"""What a fit of RNSE is going to do with some data: on which graph, with how many neighbours, in how much memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scipy.sparse import issparse

from rnse_core._base.memory import check_memory, check_sparse_memory, needed_bytes, sparse_bytes
from rnse_core._fit.settings import Settings
from rnse_core.affinity.kinds import GRAPH_KERNELS
from rnse_core.exceptions import MemoryAdvice, ParameterError, ParameterTypeError, Reason

# Up to so many samples graph="auto" means a dense kernel; twice as many for kernels with one scale for all samples,
# whose S has more entries where samples are dense.
DENSE_SAMPLES = 5000
WIDE_KERNELS = ("rbf", "cosine")
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
    """

    graph: str
    n_samples: int
    n_features: int
    n_neighbors: int | None
    kernel_arguments: Mapping[str, Any]
    bytes_needed: int
    sparse_possible: bool

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
    usual = _usual_graph(settings, n_samples, sparse=stored is not None)
    graph = usual if settings.graph == "auto" or stored is not None else settings.graph
    arguments = settings.kernel_arguments(n_samples)
    n_features = 0 if settings.precomputed else data.shape[1]
    if graph == "dense":
        return FitPlan("dense", n_samples, n_features, None, arguments, needed_bytes(n_samples), usual == "knn")
    k = _pattern_neighbors(settings, n_samples, stored, arguments)
    return FitPlan("knn", n_samples, n_features, k, arguments, sparse_bytes(n_samples, n_features, k), True)


def _usual_graph(settings: Settings, n_samples: int, *, sparse: bool) -> str:
    """Return the graph that "auto" takes; raise ValueError where the one asked for is not possible."""
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
    if sparse:
        return "knn"
    most = DENSE_SAMPLES * (2 if settings.affinity in WIDE_KERNELS else 1)
    return "knn" if possible and n_samples > most else "dense"


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
