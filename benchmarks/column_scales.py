"""The scale that is proposed for each column beside plain standardising: ARI with the number of clusters given.

Only tables are looked at, not shapes in a plane, whose two coordinates have one unit. The made tables have clusters in
counts over five decades, in shares and in 0/1 marks, with columns beside them that have nothing to do with them.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from _common import labelled_sets, parser, print_table, store
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from rnse_core import RNSE, AutoRNSE
from rnse_core.metrics import adjusted_rand_index
from rnse_core.preprocessing import propose_scales, scale_features

SETS: dict[str, Callable[..., Any]] = {
    "iris": load_iris,
    "wine": load_wine,
    "breast cancer": load_breast_cancer,
    "digits": load_digits,
}
SCALES = ("zscore", "auto")
METHODS: dict[str, Callable[[int], Any]] = {
    "RNSE (auto)": lambda C: AutoRNSE(C, random_state=0),
    "RNSE": lambda C: RNSE(C, random_state=0),
}


def made_table(seed: int, n_samples: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Customers of three kinds: counts that spread over decades, shares, and 0/1 marks; the rare marks are noise."""
    random = np.random.default_rng(seed)
    y = random.integers(0, 3, n_samples)
    orders = np.floor(10 ** random.normal(np.array([0.7, 2.0, 3.6])[y], 0.5))
    spent = np.floor(orders * 10 ** random.normal(1.0, 0.3, n_samples))
    returned = random.beta(np.array([2.0, 4.0, 8.0])[y], 8.0)
    member = random.random(n_samples) < np.array([0.2, 0.5, 0.8])[y]
    rare = random.random((n_samples, 3)) < 0.03
    return np.column_stack([orders, spent, returned, member, rare]).astype(float), y


def all_sets(folders: list[Path], draws: int) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    sets = {name: (data.data, data.target) for name, data in ((name, load()) for name, load in SETS.items())}
    sets |= {name: (X, y) for folder in folders for name, X, y in labelled_sets(folder)}
    return sets | {f"customers, draw {seed}": made_table(seed) for seed in range(draws)}


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--data", type=Path, nargs="*", default=[], help="folders of .npz files, beside what ships")
    p.add_argument("--limit", type=int, default=600, help="samples per set, larger ones are thinned at random")
    p.add_argument("--draws", type=int, default=5, help="draws of the made table")
    args = p.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for name, (X, y) in all_sets(args.data, args.draws).items():
        kept = np.random.default_rng(0).permutation(len(X))[: args.limit]
        X, y = np.asarray(X, dtype=float)[kept], np.unique(y, return_inverse=True)[1][kept]
        proposed = Counter(one.scale for one in propose_scales(X))
        row: dict[str, Any] = {"data": name, **{scale: proposed[scale] for scale in ("log1p", "raw", "zscore")}}
        for method, make in METHODS.items():
            for scale in SCALES:
                labels = make(len(np.unique(y))).fit(scale_features(X, scale)).labels_
                row[f"{method}, {scale}"] = adjusted_rand_index(y, labels)
        rows.append(row)
        print(*(f"{value:.3f}" if isinstance(value, float) else value for value in row.values()), flush=True)
    means = {key: float(np.mean([row[key] for row in rows])) for key in rows[0] if "," in key}
    print_table([*rows, {"data": "mean", "log1p": "", "raw": "", "zscore": "", **means}])
    store(args.json, rows, limit=args.limit, draws=args.draws)


if __name__ == "__main__":
    main()
