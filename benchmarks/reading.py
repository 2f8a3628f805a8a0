"""Rows per second of `read_table` beside `pandas.read_csv`, which asks nothing and checks nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
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


def with_holes(n_rows: int) -> pd.DataFrame:
    frame = numbers(n_rows, 10)
    return frame.mask(np.random.default_rng(2).random(frame.shape) < 0.02)


def with_texts(n_rows: int) -> pd.DataFrame:
    rng = np.random.default_rng(3)
    names = [f"person {i}" for i in rng.permutation(n_rows)]
    notes = [f"{i} items from store {j}" for i, j in zip(rng.permutation(n_rows), rng.permutation(n_rows), strict=True)]
    return numbers(n_rows, 2).assign(name=names, note=notes)


def whole_numbers(n_rows: int, n_columns: int) -> pd.DataFrame:
    return pd.DataFrame(np.random.default_rng(4).integers(0, 1000, (n_rows, n_columns))).add_prefix("x")


COMMA = {"sep": ";", "decimal": ","}
# The table, how it is written, and what `read_csv` is told that `read_table` finds.
CASES: dict[str, tuple[Callable[[], pd.DataFrame], dict[str, Any], dict[str, Any]]] = {
    "numbers": (lambda: numbers(1_000_000, 10), {}, {}),
    "numbers, 50 million cells": (lambda: numbers(50_000, 1000), {"float_format": "%.6g"}, {}),
    "semicolons, decimal comma": (lambda: numbers(300_000, 10), COMMA, COMMA),
    "each cell quoted": (lambda: numbers(200_000, 10), {"quoting": 1}, {}),
    "a cell in 50 empty": (lambda: with_holes(200_000), {}, {}),
    "separated by spaces": (lambda: numbers(200_000, 10), {"sep": " "}, {"sep": " "}),
    "8 columns of numbers, 2 of words": (lambda: with_words(300_000), {}, {}),
    "2 columns of numbers, 2 of different texts": (lambda: with_texts(100_000), {}, {}),
    "whole numbers, wide": (lambda: whole_numbers(200, 20_000), {}, {}),
}


def seconds(runs: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """Shortest times of the processor, which others on the machine do not lengthen, with the runs taken in turns."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(repeats):
        for run, taken in zip(runs, times, strict=True):
            started = time.process_time()
            run()
            taken.append(time.process_time() - started)
    return list(map(min, times))


def pandas_table(data: bytes, told: dict[str, Any]) -> pd.DataFrame:
    return pd.read_csv(BytesIO(data), **told)


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--repeats", type=int, default=3)
    args = p.parse_args()
    rows = []
    for name, (make, written, told) in CASES.items():
        frame = make()
        data = frame.to_csv(index=False, **written).encode()
        shape = frame.shape
        del frame
        of_pandas, of_ours = partial(pandas_table, data, told), partial(read_table, data)
        pandas, ours = seconds((of_pandas, of_ours), args.repeats)
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
