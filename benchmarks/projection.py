"""One exact projection against 20 and 200 Dykstra sweeps: time and distance from the doubly stochastic set."""

from __future__ import annotations

import warnings

from _common import best_time, parser, print_table, store
from sklearn.datasets import load_digits, make_blobs

from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.projection import project_doubly_stochastic

CASES = {
    "two moons 200": lambda: make_two_moons(200, noise=0.05, random_state=0)[0],
    "blobs 1000": lambda: make_blobs(1000, 5, centers=5, random_state=0)[0],
    "digits 1797": lambda: load_digits().data,
    "blobs 4000": lambda: make_blobs(4000, 10, centers=8, random_state=0)[0],
}


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--alphas", type=float, nargs="+", default=[0.1, 1.0, 10.0])
    p.add_argument("--repeats", type=int, default=2)
    args = p.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for name, make in CASES.items():
        K = self_tuning_kernel(make(), 7)
        for alpha in args.alphas:
            T = K / (2.0 * alpha)
            runs = {
                "Newton": lambda T=T: project_doubly_stochastic(T, return_info=True),
                "20 sweeps": lambda T=T: project_doubly_stochastic(T, "dykstra", max_iter=20, return_info=True),
                "200 sweeps": lambda T=T: project_doubly_stochastic(T, "dykstra", max_iter=200, return_info=True),
            }
            row: dict[str, object] = {"data": name, "alpha": alpha}
            for label, run in runs.items():
                results = []
                row[f"{label} s"] = best_time(lambda run=run, results=results: results.append(run()), args.repeats)
                row[f"{label} error"] = results[-1][1].row_sum_error
                if label == "Newton":
                    row["Newton steps"] = results[-1][1].n_iter
            rows.append(row)
    print_table(rows)
    store(args.json, rows, repeats=args.repeats)


if __name__ == "__main__":
    main()
