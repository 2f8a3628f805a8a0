"""What a fit is going to do with some data, before it is begun: on which graph, and in how much memory.

The same answers steer `RNSE.fit`; a page or a program asks them here.
"""

from rnse_core._base.arrays import Similarity
from rnse_core._base.memory import available_bytes, most_samples, needed_bytes
from rnse_core._fit.plan import (
    DENSE_SAMPLES,
    GRAPHS,
    check_fit_memory,
    planned_bytes_per_sample,
    planned_graph,
    planned_kernel,
    planned_neighbors,
)
from rnse_core.wording import format_bytes

__all__ = [
    "DENSE_SAMPLES",
    "GRAPHS",
    "Similarity",
    "available_bytes",
    "check_fit_memory",
    "format_bytes",
    "most_samples",
    "needed_bytes",
    "planned_bytes_per_sample",
    "planned_graph",
    "planned_kernel",
    "planned_neighbors",
]
