"""What a fit of RNSE is going to do with some data: on which graph, in how much memory, and from which kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scipy.sparse import issparse
from sklearn.base import clone

from rnse_core._base.arrays import FloatArray, Similarity
from rnse_core._base.memory import check_memory, check_sparse_memory, needed_bytes, sparse_bytes
from rnse_core.affinity.dense import PRECOMPUTED, compute_affinity
from rnse_core.affinity.float32 import to_float32
from rnse_core.affinity.sparse import GRAPH_KERNELS, NeighborKernel, neighbor_kernel, sparse_precomputed
from rnse_core.exceptions import MemoryAdvice, ParameterError, ParameterTypeError, Reason
from rnse_core.stages import telling
from rnse_core.wording import format_bytes

if TYPE_CHECKING:
    from rnse_core.rnse import RNSE

GRAPHS = ("auto", "dense", "knn")
# Up to so many samples graph="auto" means a dense kernel; twice as many for kernels with one scale for all samples,
# whose S has more entries where samples are dense.
DENSE_SAMPLES = 5000
WIDE_KERNELS = ("rbf", "cosine")
# Neighbours in the pattern that a sparse S is looked for in; half as many again as set the scale, if these are more.
PATTERN_NEIGHBORS = 30


def planned_graph(model: RNSE, data: Any) -> str:
    """Return which graph a fit would use.

    Parameters
    ----------
    model : RNSE
        Its parameters are looked at; it need not be fitted.
    data : ndarray or sparse matrix of shape (n_samples, n_features) or (n_samples, n_samples)
        What would be fitted.

    Returns
    -------
    {"dense", "knn"}

    Raises
    ------
    ValueError
        If the model asks for a graph that it cannot have.
    """
    sparse = issparse(data)
    possible = model.projection == "newton" and (model.affinity not in PRECOMPUTED or sparse)
    if sparse and not possible:
        message = "A sparse similarity needs projection='newton'."
        raise ParameterError("projection", model.projection, Reason.SPARSE, choices=("newton",), message=message)
    if model.graph == "knn" and not possible:
        message = (
            "graph='knn' needs features or a sparse similarity, and projection='newton'; "
            f"got affinity={model.affinity!r} and projection={model.projection!r}."
        )
        raise ParameterError("graph", "knn", Reason.INCOMPATIBLE, message=message)
    if sparse or model.graph == "knn":
        return "knn"
    most = DENSE_SAMPLES * (2 if model.affinity in WIDE_KERNELS else 1)
    return "knn" if model.graph == "auto" and possible and len(data) > most else "dense"


def check_sparse(model: RNSE, data: Any, *, fitted: bool = False) -> None:
    """Raise TypeError for a sparse matrix that the model has no use for, with what to do instead.

    Parameters
    ----------
    model : RNSE
    data : array-like or sparse matrix
        Anything but a sparse matrix passes.
    fitted : bool, default=False
        Whether these are new samples for a fitted model, whose graph does not matter any more.
    """
    if not issparse(data):
        return
    if model.affinity == "precomputed_distance":
        message = (
            "Distances cannot be a sparse matrix, since what it leaves out would count as 0: pass an array, or a "
            "sparse matrix of similarities with affinity='precomputed'."
        )
        raise ParameterTypeError("affinity", model.affinity, Reason.SPARSE, message=message)
    if model.affinity != "precomputed":
        message = (
            "Features cannot be a sparse matrix: pass X.toarray(), or X with affinity='precomputed' if it holds the "
            "similarities of samples."
        )
        raise ParameterTypeError("affinity", model.affinity, Reason.SPARSE, message=message)
    if model.graph == "dense" and not fitted:
        message = (
            "A sparse similarity is its own graph: leave graph='dense' out, or pass X.toarray() to look at all pairs."
        )
        raise ParameterTypeError("graph", "dense", Reason.SPARSE, message=message)


def planned_neighbors(model: RNSE, data: Any) -> int:
    """Return how many neighbours each sample has in the graph of neighbours that a fit would begin with.

    Parameters
    ----------
    model : RNSE
    data : ndarray or sparse matrix
        As for :func:`planned_graph`.

    Returns
    -------
    int
    """
    n_samples = data.shape[0]
    if issparse(data):
        return max(1, int(data.nnz) // n_samples)
    scale = model.affinity_arguments(n_samples).get("n_neighbors") or 0
    if model.affinity in GRAPH_KERNELS:  # these are graphs of neighbours themselves
        return min(n_samples - 1, scale)
    return min(n_samples - 1, model.n_neighbors or max(PATTERN_NEIGHBORS, 3 * scale // 2))


def planned_bytes_per_sample(model: RNSE, data: Any) -> int:
    """Return the bytes per sample that a fit on a graph of neighbours takes, about.

    Parameters
    ----------
    model : RNSE
    data : ndarray or sparse matrix
        As for :func:`planned_graph`.

    Returns
    -------
    int
    """
    return sparse_bytes(1, 0 if issparse(data) else data.shape[1], planned_neighbors(model, data))


def check_fit_memory(model: RNSE, data: Any) -> None:
    """Raise MemoryError when a fit would not fit into the free memory.

    Parameters
    ----------
    model : RNSE
    data : ndarray or sparse matrix
        As for :func:`planned_graph`.

    Raises
    ------
    MemoryError
        Naming the memory needed, the memory there is, how many samples would fit, and what to do.
    ValueError
        If the model asks for a graph that it cannot have.
    """
    n_samples = data.shape[0]
    if planned_graph(model, data) == "knn":
        check_sparse_memory(n_samples, 0 if issparse(data) else data.shape[1], planned_neighbors(model, data))
    elif model.graph == "dense" and planned_graph(clone(model).set_params(graph="auto"), data) == "knn":
        check_memory(n_samples, MemoryAdvice.NEIGHBOR_GRAPH)
    else:
        check_memory(n_samples)


def describe_dense(n_samples: int) -> str:
    """Say how large one matrix over all pairs of samples is, such as "20,000 x 20,000 matrix, 3.0 GB".

    Parameters
    ----------
    n_samples : int

    Returns
    -------
    str
    """
    return f"{n_samples:,} x {n_samples:,} matrix, {format_bytes(needed_bytes(n_samples, matrices=1))}"


def planned_kernel(model: RNSE, data: Any) -> Similarity:
    """Return the kernel K that a fit begins with.

    Parameters
    ----------
    model : RNSE
    data : ndarray or sparse matrix
        As for :func:`planned_graph`.

    Returns
    -------
    ndarray or csr_array of shape (n_samples, n_samples)
        Sparse where the graph is one of neighbours.
    """
    kernel = compute_kernel(model, data)
    return kernel.matrix if isinstance(kernel, NeighborKernel) else kernel


def compute_kernel(model: RNSE, data: Any) -> FloatArray | NeighborKernel:
    """Return the kernel K in the form that a fit works with.

    Parameters
    ----------
    model : RNSE
    data : ndarray or sparse matrix
        As for :func:`planned_graph`.

    Returns
    -------
    ndarray of shape (n_samples, n_samples), of the model's `storage`, or NeighborKernel
    """
    if issparse(data):
        return sparse_precomputed(data)
    arguments = model.affinity_arguments(len(data))
    if planned_graph(model, data) == "dense":
        stage = f"Kernel over all pairs: {describe_dense(len(data))}"
        K: Any = telling(stage, compute_affinity, data, model.affinity, **arguments)
        if model.storage == "float32":
            K = to_float32(K)
        return K
    return neighbor_kernel(
        data,
        model.affinity,
        planned_neighbors(model, data),
        affinity_neighbors=arguments.get("n_neighbors"),
        gamma=arguments.get("gamma"),
    )
