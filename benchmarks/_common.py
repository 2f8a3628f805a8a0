"""What the benchmark scripts share: data, scaling, a clock, and the results file."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

PACKAGES = ("numpy", "scipy", "scikit-learn")


def parser(description: str | None) -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--json", type=Path, help="also store the results in this file")
    return p


def store(path: Path | None, rows: list[dict[str, Any]], **settings: Any) -> None:
    if path is None:
        return
    about = {
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        **{name: version(name) for name in PACKAGES},
        **settings,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"about": about, "rows": rows}, indent=1) + "\n")


def print_table(rows: list[dict[str, Any]]) -> None:
    names = list(rows[0])
    cells = [[_text(row[name]) for name in names] for row in rows]
    widths = [max(len(name), *(len(c[i]) for c in cells)) for i, name in enumerate(names)]
    for line in [names, *cells]:
        print("  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)), flush=True)


def _text(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def best_times(run: Callable[[], Any], repeats: int) -> tuple[float, float]:
    """Shortest of several runs, in seconds and in core seconds: the one least disturbed by others on the machine."""
    times, core_times = [], []
    for _ in range(repeats):
        started, cores = time.perf_counter(), time.process_time()
        run()
        times.append(time.perf_counter() - started)
        core_times.append(time.process_time() - cores)
    return min(times), min(core_times)


def best_time(run: Callable[[], Any], repeats: int) -> float:
    """Shortest of several runs, in seconds."""
    return best_times(run, repeats)[0]


def labelled_sets(folder: Path, limit: int | None = None) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield (name, X, y) of each .npz file; sets with more than `limit` samples are thinned at random."""
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise SystemExit(f"No .npz files in {folder}.")
    for path in files:
        with np.load(path, allow_pickle=False) as archive:
            X, y = np.asarray(archive["X"], dtype=np.float64), archive["y"]
        if limit is not None and len(X) > limit:
            keep = np.random.default_rng(0).permutation(len(X))[:limit]
            X, y = X[keep], y[keep]
        yield path.stem, X, np.unique(y, return_inverse=True)[1]
