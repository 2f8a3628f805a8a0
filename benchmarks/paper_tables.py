"""The paper's Tables 2 and 3 on the data sets of a folder: every method, 10 seeds; resumes where it was stopped."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pandas as pd

from rnse_core.datasets import PAPER_DATASETS
from rnse_core.datasets.folder import find_file
from rnse_core.experiments import PAPER_NAMES, Progress, compare
from rnse_core.experiments.jobs import versions
from rnse_core.experiments.paper_results import SHIPPED, printed_row, read_results, write_results
from rnse_core.preprocessing import SCALINGS


def sources(folder: Path, aliases: dict[str, str]) -> dict[str, Path]:
    """Name the files of a folder that hold data of the paper, its own names first."""
    found = {name: find_file(aliases.get(name, name), folder) for name in PAPER_DATASETS}
    found |= {path.stem: path for path in sorted(folder.glob("*_*.npz")) if printed_row(path.stem)}
    return {name: path for name, path in found.items() if path is not None}


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--data", type=Path, required=True, help="folder of NAME.npz, .mat or .csv files")
    p.add_argument("--alias", nargs="+", default=["yeast_uni=yeast"], help="NAME=STEM where a file has another name")
    p.add_argument("--methods", nargs="+", default=[*PAPER_NAMES, "NCuts (kNN)", "CLR (L2)", "RNSE (auto)"])
    p.add_argument("--preprocess", nargs="+", default=list(SCALINGS))
    p.add_argument("--seeds", type=int, default=10)
    p.add_argument(
        "--once", nargs="*", default=["LRR", "SDS"], help="methods whose fits are so long that one has to do"
    )
    p.add_argument("--timeout", type=float, default=1800.0, help="seconds for each fit")
    p.add_argument("--jobs", type=int, default=1, help="fits at a time")
    p.add_argument("--store", type=Path, default=Path("paper_tables.sqlite"), help="records so far")
    p.add_argument("--output", type=Path, default=SHIPPED)
    p.add_argument("--keep", action="store_true", help="keep what the output has of other methods")
    args = p.parse_args()

    def show(record: dict, progress: Progress) -> None:
        score = f"{record['accuracy']:.3f}" if record["status"] == "ok" else record["status"]
        print(
            f"{progress.done}/{progress.total} {record['dataset']} {record['preprocessing']} {record['method']} "
            f"{record['seed']}: {score} in {record.get('seconds') or 0:.1f} s",
            file=sys.stderr,
        )

    found = sources(args.data, dict(alias.split("=") for alias in args.alias))
    parts = [
        compare(
            found,
            methods,
            seeds,
            preprocess=args.preprocess,
            timeout=args.timeout,
            n_jobs=args.jobs,
            store=args.store,
            on_result=show,
        )
        for methods, seeds in (
            ([name for name in args.methods if name not in args.once], args.seeds),
            ([name for name in args.methods if name in args.once], 1),
        )
        if methods
    ]
    frame = pd.concat([part for part in parts if len(part)], ignore_index=True)
    if args.keep and args.output.exists():
        before, _ = read_results(args.output)
        kept = before[~before["method"].isin(frame["method"])]
        order = list(dict.fromkeys((*kept["dataset"], *frame["dataset"])))
        frame = pd.concat([kept, frame], ignore_index=True)
        frame = frame.sort_values("dataset", key=lambda names: names.map(order.index), kind="stable")
    write_results(
        frame,
        args.output,
        versions=versions(),
        cores=os.cpu_count(),
        timeout=args.timeout,
        command="python benchmarks/paper_tables.py --data FOLDER",
    )


if __name__ == "__main__":
    main()
