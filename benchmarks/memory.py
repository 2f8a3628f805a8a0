"""Peak memory over one n x n matrix of doubles, the input counted."""

from __future__ import annotations

import tracemalloc
import warnings

from _common import parser, print_table, store
from sklearn.datasets import make_blobs

from rnse_core import RNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.projection import project_doubly_stochastic


def peak(run, n: int, given: float) -> float:
    """Peak of what `run` allocates plus what it was given, in matrices of n x n doubles."""
    tracemalloc.start()
    run()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return given + most / (8.0 * n * n)


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--sizes", type=int, nargs="+", default=[1000, 2000, 5000])
    args = p.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for n in args.sizes:
        X = make_blobs(n, 50, centers=10, cluster_std=8.0, random_state=0)[0]
        K = self_tuning_kernel(X, 15)
        for alpha in (1.0, 10.0, 100.0):
            T = K / (2.0 * alpha)
            fits = {s: RNSE(10, alpha=alpha, random_state=0, storage=s) for s in ("float64", "float32")}
            given = X.size / (n * n)
            rows.append(
                {
                    "n": n,
                    "alpha": alpha,
                    "Newton projection": peak(lambda T=T: project_doubly_stochastic(T), n, 1.0),
                    "20 Dykstra sweeps": peak(lambda T=T: project_doubly_stochastic(T, "dykstra", max_iter=20), n, 1.0),
                    "RNSE fit from X": peak(lambda fits=fits, X=X: fits["float64"].fit(X), n, given),
                    "the same, float32": peak(lambda fits=fits, X=X: fits["float32"].fit(X), n, given),
                }
            )
    print_table(rows)
    store(args.json, rows)


if __name__ == "__main__":
    main()
