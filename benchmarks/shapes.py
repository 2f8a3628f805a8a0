"""Mean ARI over a folder of labelled data sets: K-Means, NCuts, RNSE as printed and RNSE exact."""

from __future__ import annotations

import time
import warnings
from pathlib import Path

import numpy as np
from _common import labelled_sets, parser, print_table, store
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from rnse_core import RNSE
from rnse_core.baselines import NCuts
from rnse_core.metrics import adjusted_rand_index
from rnse_core.preprocessing import scale_features

METHODS = {
    "K-Means": lambda C: KMeans(C, n_init=10, random_state=0),
    **{
        f"NCuts kNN {k}": lambda C, k=k: NCuts(C, affinity="knn", affinity_neighbors=k, random_state=0)
        for k in (5, 10, 15, 20)
    },
    **{f"NCuts self-tuned {k}": lambda C, k=k: NCuts(C, affinity_neighbors=k, random_state=0) for k in (7, 10, 15, 20)},
    "RNSE paper": lambda C: RNSE.from_preset("paper", C, random_state=0),
    **{
        f"RNSE exact, k = {k}": lambda C, k=k: RNSE(C, affinity_neighbors=k, random_state=0)
        for k in (7, 10, 15, 20, 30)
    },
}


def bundled():
    for name, load in (("iris", load_iris), ("wine", load_wine), ("breast cancer", load_breast_cancer)):
        table = load()
        yield name, scale_features(table.data, "zscore"), table.target


# So slow that the whole sets have to do.
ONCE = {"RNSE paper"}
# Share of the samples in a random draw: what a method makes of one set may hang on a few of them.
DRAWN = 0.85


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--data", type=Path, help="folder of .npz files; without it only scikit-learn's tables are used")
    p.add_argument("--limit", type=int, default=1500, help="samples per set, larger ones are thinned at random")
    p.add_argument("--draws", type=int, default=7, help="the whole sets, and one random part of them less than this")
    p.add_argument("--methods", nargs="+", default=list(METHODS), help="names of the methods to run")
    args = p.parse_args()
    warnings.simplefilter("ignore")
    sets = list(bundled()) + (list(labelled_sets(args.data, args.limit)) if args.data else [])
    scores: dict[str, list[float]] = {name: [] for name in args.methods}
    seconds = dict.fromkeys(args.methods, 0.0)
    details = {name: {"data": name, "n": len(X), "clusters": len(np.unique(y))} for name, X, y in sets}
    for draw in range(args.draws):
        random = np.random.default_rng(draw)
        methods = [name for name in args.methods if draw == 0 or name not in ONCE]
        found: dict[str, list[float]] = {name: [] for name in methods}
        for name, X, y in sets:
            kept = random.choice(len(X), int(DRAWN * len(X)), replace=False) if draw else np.arange(len(X))
            C = len(np.unique(y[kept]))
            for method in methods:
                started = time.perf_counter()
                labels = METHODS[method](C).fit(X[kept]).labels_
                seconds[method] += time.perf_counter() - started
                found[method].append(adjusted_rand_index(y[kept], labels))
                if draw == 0:
                    details[name][method] = round(found[method][-1], 3)
        for method in methods:
            scores[method].append(float(np.mean(found[method])))
        print(f"draw {draw}: {', '.join(f'{m} {scores[m][-1]:.3f}' for m in methods)}", flush=True)
    rows = [
        {
            "method": m,
            "mean ARI": float(np.mean(scores[m])),
            "standard error": float(np.std(scores[m], ddof=1) / len(scores[m]) ** 0.5) if len(scores[m]) > 1 else None,
            "draws": len(scores[m]),
            "sets": len(sets),
            "seconds": seconds[m] / len(scores[m]),
        }
        for m in args.methods
    ]
    print_table(rows)
    store(args.json, rows, limit=args.limit, details=list(details.values()))


if __name__ == "__main__":
    main()
