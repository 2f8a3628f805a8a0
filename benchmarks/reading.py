"""Rows per second of `read_table` beside `pandas.read_csv`, which asks nothing and checks nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
from _common import parser, print_table, store

from rnse_core.tables import read_table

WORDS = np.array(["north", "south", "east", "west"])


def numbers(n_rows: int, n_columns: int) -> pd.DataFrame:
    X = np.random.default_rng(0).normal(size=(n_rows, n_columns))
    return pd.DataFrame(X, columns=[f"x{j}" for j in range(n_columns)])


def with_words(n_rows: int) -> pd.DataFrame:
    frame = numbers(n_rows, 8)
    rng = np.random.default_rng(1)
    return frame.assign(region=WORDS[rng.integers(0, 4, n_rows)], wind=WORDS[rng.integers(0, 4, n_rows)])


COMMA = {"sep": ";", "decimal": ","}
# The table, how it is written, and what `read_csv` is told that `read_table` finds.
CASES: dict[str, tuple[Callable[[], pd.DataFrame], dict[str, Any], dict[str, Any]]] = {
    "numbers": (lambda: numbers(1_000_000, 10), {}, {}),
    "numbers, 50 million cells": (lambda: numbers(50_000, 1000), {"float_format": "%.6g"}, {}),
    "semicolons, decimal comma": (lambda: numbers(300_000, 10), COMMA, COMMA),
    "each cell quoted": (lambda: numbers(200_000, 10), {"quoting": 1}, {}),
    "8 columns of numbers, 2 of words": (lambda: with_words(300_000), {}, {}),
}


def seconds(run: Callable[[], object], repeats: int) -> float:
    """Shortest time of the processor, which others on the machine do not lengthen."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--repeats", type=int, default=2)
    args = p.parse_args()
    rows = []
    for name, (make, written, told) in CASES.items():
        frame = make()
        data = frame.to_csv(index=False, **written).encode()
        shape = frame.shape
        del frame
        pandas = seconds(lambda data=data, told=told: pd.read_csv(BytesIO(data), **told), args.repeats)
        ours = seconds(lambda data=data: read_table(data), args.repeats)
        rows.append(
            {
                "table": name,
                "rows": shape[0],
                "columns": shape[1],
                "MB": len(data) / 1e6,
                "read_csv rows/s": shape[0] / pandas,
                "read_table rows/s": shape[0] / ours,
                "ratio": ours / pandas,
            }
        )
    print_table(rows)
    store(args.json, rows, repeats=args.repeats, pandas=pd.__version__)


if __name__ == "__main__":
    main()
