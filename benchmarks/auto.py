"""AutoRNSE beside RNSE by its defaults and other methods, the number of clusters given and not, on sets held out.

The sets are those of the data folders and what ships. A seeded split gives one half to choose rules on; a run looks at
the other half unless it is told otherwise. It also measures how often data without clusters are called clear, and what
a fit costs in units of a default fit.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from _common import labelled_sets, parser, print_table, store
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.metrics import silhouette_score
from sklearn.mixture import GaussianMixture

from rnse_core import RNSE, AutoRNSE
from rnse_core.baselines import NCuts
from rnse_core.datasets import BUNDLED, SHAPES, load_dataset, make_anisotropic, make_blobs, make_circles, make_two_moons
from rnse_core.graph.spectral import normalized_spectrum, suggest_n_clusters
from rnse_core.metrics import adjusted_rand_index
from rnse_core.preprocessing import scale_features

MOST_CLUSTERS = 22
NUMBERS = range(2, MOST_CLUSTERS + 1)
# Tables with more features than a shape are standardised.
SHAPE_FEATURES = 3
HALVES = ("chosen", "held out")
# Each shape that ships is drawn with these seeds.
SHAPE_SEEDS = (0, 1)


def default_fit(X: np.ndarray, C: int) -> np.ndarray:
    return RNSE(C, random_state=0).fit(X).labels_


def eigengap(X: np.ndarray) -> np.ndarray:
    K = RNSE(1, random_state=0).fit(X).affinity_matrix_
    return default_fit(X, suggest_n_clusters(normalized_spectrum(np.asarray(K), MOST_CLUSTERS + 1)))


def kmeans_silhouette(X: np.ndarray) -> np.ndarray:
    found = [KMeans(C, n_init=10, random_state=0).fit_predict(X) for C in NUMBERS if len(X) > C]
    return max(found, key=lambda labels: silhouette_score(X, labels))


def mixture(X: np.ndarray, C: int) -> GaussianMixture:
    return GaussianMixture(C, n_init=3, reg_covar=1e-4, random_state=0).fit(X)


def mixture_bic(X: np.ndarray) -> np.ndarray:
    return min((mixture(X, C) for C in NUMBERS if len(X) > C), key=lambda model: model.bic(X)).predict(X)


GIVEN: dict[str, Callable[[np.ndarray, int], np.ndarray]] = {
    "RNSE (auto)": lambda X, C: AutoRNSE(C, random_state=0).fit(X).labels_,
    "RNSE": default_fit,
    **{
        f"NCuts kNN {k}": lambda X, C, k=k: (
            NCuts(C, affinity="knn", affinity_neighbors=k, random_state=0).fit(X).labels_
        )
        for k in (5, 10, 15, 20)
    },
    **{
        f"NCuts self-tuned {k}": lambda X, C, k=k: NCuts(C, affinity_neighbors=k, random_state=0).fit(X).labels_
        for k in (7, 10, 15, 20)
    },
    "K-Means": lambda X, C: KMeans(C, n_init=10, random_state=0).fit_predict(X),
    "Gaussian mixture": lambda X, C: mixture(X, C).predict(X),
}
UNKNOWN: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "RNSE (auto)": lambda X: AutoRNSE(random_state=0).fit(X).labels_,
    "eigengap and RNSE": eigengap,
    "HDBSCAN": lambda X: HDBSCAN(copy=True).fit_predict(X),
    "K-Means by silhouette": kmeans_silhouette,
    "Gaussian mixture by BIC": mixture_bic,
}


def shipped() -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    for name in BUNDLED:
        data = load_dataset(name)
        yield name, data.X, data.y
    for name, shape in SHAPES.items():
        for seed in SHAPE_SEEDS if shape.n_clusters > 1 else ():
            yield f"{name} {seed}", *shape.make(n_samples=400, random_state=seed)


def thinned(X: np.ndarray, y: np.ndarray, limit: int) -> tuple[np.ndarray, np.ndarray]:
    kept = np.random.default_rng(0).permutation(len(X))[:limit] if len(X) > limit else np.arange(len(X))
    return (X if X.shape[1] <= SHAPE_FEATURES else scale_features(X, "zscore"))[kept], y[kept]


def all_sets(folders: list[Path], limit: int) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    sets = {name: (X, y) for folder in folders for name, X, y in labelled_sets(folder)}
    sets |= {name: (X, y) for name, X, y in shipped()}
    return {name: thinned(X, np.unique(y, return_inverse=True)[1], limit) for name, (X, y) in sorted(sets.items())}


def halves(names: list[str], seed: int) -> dict[str, list[str]]:
    """Divide the sets at random; draws of the same shape go to the same half."""
    families = sorted({name.rsplit(" ", 1)[0] for name in names})
    shuffled = np.random.default_rng(seed).permutation(families)
    chosen = set(shuffled[: len(shuffled) // 2].tolist())
    first = [name for name in names if name.rsplit(" ", 1)[0] in chosen]
    return {"chosen": first, "held out": [name for name in names if name not in first]}


def measure(X: np.ndarray, y: np.ndarray, given: list[str], unknown: list[str]) -> Iterator[dict[str, Any]]:
    C = len(np.unique(y))
    for task, methods in (("given", given), ("unknown", unknown)):
        for method in methods:
            started = time.perf_counter()
            labels = GIVEN[method](X, C) if task == "given" else UNKNOWN[method](X)
            seconds = time.perf_counter() - started
            found = len(np.unique(labels[labels >= 0]))
            ari = adjusted_rand_index(y, labels)
            yield {"C": task, "method": method, "ARI": ari, "clusters": found, "true": C, "seconds": seconds}


def standard_error(values: np.ndarray) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def summary(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mean ARI of each method, and of the differences from the first one on the same sets."""
    table = []
    for task in ("given", "unknown"):
        methods = list(dict.fromkeys(row["method"] for row in rows if row["C"] == task))
        scores = {m: np.array([row["ARI"] for row in rows if (row["C"], row["method"]) == (task, m)]) for m in methods}
        for method in methods:
            own = [row for row in rows if (row["C"], row["method"]) == (task, method)]
            ahead = scores[methods[0]] - scores[method]
            exact = np.mean([row["clusters"] == row["true"] for row in own])
            table.append(
                {
                    "C": task,
                    "method": method,
                    "mean ARI": float(scores[method].mean()),
                    "standard error": standard_error(scores[method]),
                    "auto is ahead by": float(ahead.mean()),
                    "its standard error": standard_error(ahead),
                    "exact C": float(exact) if task == "unknown" else "",
                    "sets": len(own),
                    "seconds": float(np.mean([row["seconds"] for row in own])),
                }
            )
    return table


def correlated(random: np.random.Generator, n: int) -> np.ndarray:
    return random.standard_normal((n, 2)) @ np.array([[1.0, 0.8], [0.0, 0.6]])


STRUCTURE: dict[str, tuple[bool, Callable[[np.random.Generator, int], np.ndarray]]] = {
    "single cloud": (False, lambda random, n: random.standard_normal((n, 2))),
    "uniform square": (False, lambda random, n: random.uniform(size=(n, 2))),
    "correlated Gaussian": (False, correlated),
    "correlated Gaussian, 5 features": (
        False,
        lambda random, n: random.standard_normal((n, 5)) @ random.standard_normal((5, 5)),
    ),
    "blobs": (True, lambda random, n: make_blobs(n, random_state=int(random.integers(2**31)))[0]),
    "moons": (True, lambda random, n: make_two_moons(n, noise=0.05, random_state=int(random.integers(2**31)))[0]),
    "circles": (True, lambda random, n: make_circles(n, random_state=int(random.integers(2**31)))[0]),
}


def structure_rows(draws: int, n_samples: int, first_seed: int) -> list[dict[str, Any]]:
    rows = []
    for name, (clustered, draw) in STRUCTURE.items():
        called = []
        for seed in range(first_seed, first_seed + draws):
            X = draw(np.random.default_rng(seed), n_samples)
            called.append(AutoRNSE(random_state=seed).fit(X).structure_.clear)
        rows.append({"data": name, "clusters": clustered, "draws": draws, "called clear": int(np.sum(called))})
    return rows


def cost_rows(repeats: int) -> list[dict[str, Any]]:
    """Shortest core seconds of fits that take turns, in units of a default fit; other programs disturb these least."""
    rows = []
    for n in (600, 2000):
        for name, X, C in (
            ("moons", make_two_moons(n, noise=0.08, random_state=0)[0], 2),
            ("blobs", make_blobs(n, n_clusters=5, random_state=0)[0], 5),
            ("stretched blobs", make_anisotropic(n, random_state=0)[0], 3),
            ("no clusters", np.random.default_rng(0).standard_normal((n, 5)), 3),
        ):
            runs: dict[str, Callable[[], Any]] = {
                "default": lambda X=X, C=C: RNSE(C, random_state=0).fit(X),
                "C given": lambda X=X, C=C: AutoRNSE(C, random_state=0).fit(X),
                "C unknown": lambda X=X: AutoRNSE(random_state=0).fit(X),
            }
            best = dict.fromkeys(runs, np.inf)
            for _ in range(repeats):
                for run, fit in runs.items():
                    started = time.process_time()
                    fit()
                    best[run] = min(best[run], time.process_time() - started)
            ratios = {f"{run}, default fits": best[run] / best["default"] for run in ("C given", "C unknown")}
            rows.append({"data": name, "n": n, "default s": best["default"], **ratios})
    return rows


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--data", type=Path, nargs="*", default=[], help="folders of .npz files, beside what ships")
    p.add_argument("--limit", type=int, default=600, help="samples per set, larger ones are thinned at random")
    p.add_argument("--half", choices=HALVES, default="held out", help="which half of the sets to look at")
    p.add_argument("--split", type=int, default=0, help="seed of the split into halves")
    p.add_argument("--methods", nargs="+", default=[*GIVEN, *UNKNOWN], help="names of the methods to run")
    p.add_argument("--draws", type=int, default=20, help="draws of each kind of data with and without clusters")
    p.add_argument("--first-seed", type=int, default=0, help="seed of the first of these draws")
    p.add_argument("--repeats", type=int, default=3, help="runs of each fit whose time is taken; 0 takes none")
    args = p.parse_args()
    warnings.simplefilter("ignore")
    sets = all_sets(args.data, args.limit)
    names = halves(list(sets), args.split)[args.half]
    given, unknown = ([m for m in table if m in args.methods] for table in (GIVEN, UNKNOWN))
    details: list[dict[str, Any]] = []
    for name in names:
        found = list(measure(*sets[name], given, unknown))
        print(name, *(f"{row['ARI']:.2f}" for row in found), flush=True)
        details += [{"data": name, **row} for row in found]
    rows = summary(details)
    print_table(rows)
    structure = structure_rows(args.draws, 300, args.first_seed) if args.draws else []
    costs = cost_rows(args.repeats) if args.repeats else []
    for table in (structure, costs):
        if table:
            print_table(table)
    settings = {"half": args.half, "split": args.split, "limit": args.limit}
    store(args.json, rows, **settings, structure=structure, costs=costs, details=details)


if __name__ == "__main__":
    main()
