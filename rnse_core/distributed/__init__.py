"""Fits on a dask cluster: X, K and S stay in blocks of rows on the workers.

``RNSE(executor="dask").fit(X)`` with a dask array X goes this way. `rows_of_file` makes such an array of a file that
the workers read themselves. The fitted S is a `DistributedMatrix`.

- `rows` has samples in blocks, `cells` sorts them by place.
- `search` finds exact neighbours, block against block; `copies` those of identical samples.
- `pattern` makes symmetric rows of them, `kernel` K on these; `growth` looks for pairs beyond.
- `target` gives the S step what it needs.
- `matrix` is S; `starts` and `local_search` are the P step.
"""

from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.distributed.rows import rows_of_file

__all__ = ["DistributedMatrix", "rows_of_file"]
