"""Fit time of RNSE (K given, defaults) over scikit-learn's SpectralClustering on the same K."""

from __future__ import annotations

import warnings

from _common import best_time, best_times, parser, print_table, store
from sklearn.cluster import SpectralClustering
from sklearn.datasets import make_blobs

from rnse_core import RNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons


def data(kind: str, n: int):
    if kind == "two moons":
        return make_two_moons(n, noise=0.08, random_state=0)[0], 2
    spread = 4.0 if kind == "separated blobs" else 8.0
    return make_blobs(n, 50, centers=10, cluster_std=spread, random_state=0)[0], 10


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--sizes", type=int, nargs="+", default=[500, 1000, 2000, 5000, 7000])
    p.add_argument("--repeats", type=int, default=5)
    p.add_argument("--paper-at", type=int, default=2000, help="n at which the paper's settings are timed too")
    args = p.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for n in args.sizes:
        for kind in ("separated blobs", "overlapping blobs", "two moons"):
            X, C = data(kind, n)
            K = self_tuning_kernel(X, 15)
            spectral = SpectralClustering(C, affinity="precomputed", random_state=0)
            ours = RNSE(C, affinity="precomputed", random_state=0)
            theirs_s, their_cores = best_times(lambda spectral=spectral, K=K: spectral.fit(K), args.repeats)
            ours_s, our_cores = best_times(lambda ours=ours, K=K: ours.fit(K), args.repeats)
            row = {"n": n, "data": kind, "clusters": C, "SpectralClustering s": theirs_s, "RNSE s": ours_s}
            row |= {"ratio": ours_s / theirs_s, "ratio of core seconds": our_cores / their_cores}
            if n == args.paper_at:
                # A random start each round of 20 x 20 steps, stopped by nothing: one run is long enough to time.
                paper = RNSE.from_preset("paper", C, affinity="precomputed", tol=0, projection_tol=0, random_state=0)
                row["paper preset s"] = best_time(lambda paper=paper, K=K: paper.fit(K), 1)
            rows.append(row)
            print_table(rows[-1:])
    store(args.json, rows, repeats=args.repeats)


if __name__ == "__main__":
    main()
