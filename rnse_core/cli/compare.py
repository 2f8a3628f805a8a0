"""``rnse compare`` and ``rnse sweep``: methods on data sets, with records that a later run goes on from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from rnse_core.cli._common import HelpWithDefaults, check_outputs, speaker
from rnse_core.cli._progress import ProgressBar
from rnse_core.experiments import (
    FORMATS,
    METHODS,
    PAPER_ALPHAS,
    PAPER_BETAS,
    PAPER_NAMES,
    SCORES,
    compare,
    rank_methods,
    summarise_all,
    sweep,
    sweep_table,
    write_tables,
)
from rnse_core.memory import format_bytes
from rnse_core.preprocessing import SCALINGS
from rnse_core.tables import Table, read_table

_VERSIONS = [name for name in METHODS if name.startswith("RNSE")]


def add_compare(commands: Any) -> None:
    """Add the command ``compare`` to the parser."""
    command = commands.add_parser(
        "compare",
        help="compare methods on data sets",
        description="Run methods on data sets over several seeds, and write a table of their scores.",
        formatter_class=HelpWithDefaults,
    )
    _add_data(command, nargs="+")
    command.add_argument(
        "--methods",
        nargs="+",
        default=list(PAPER_NAMES),
        metavar="NAME",
        help=f"among {', '.join(METHODS)}",
    )
    command.add_argument("--scores", nargs="+", choices=list(SCORES), default=["accuracy", "purity"], help="tables")
    _add_run(command, seeds=10)
    command.set_defaults(run=_compare)


def add_sweep(commands: Any) -> None:
    """Add the command ``sweep`` to the parser."""
    command = commands.add_parser(
        "sweep",
        help="run RNSE over a grid of alpha and beta",
        description="Run RNSE for every pair of alpha and beta, and write a table of a score.",
        formatter_class=HelpWithDefaults,
    )
    _add_data(command, nargs=1)
    command.add_argument("--alphas", nargs="+", type=float, default=list(PAPER_ALPHAS), metavar="A", help="alphas")
    command.add_argument("--betas", nargs="+", type=float, default=list(PAPER_BETAS), metavar="B", help="betas")
    command.add_argument("--method", choices=_VERSIONS, default="RNSE", help="version of the method")
    command.add_argument("--score", choices=list(SCORES), default="accuracy", help="what the table shows")
    _add_run(command, seeds=1)
    command.set_defaults(run=_sweep)


def _add_data(command: argparse.ArgumentParser, nargs: str | int) -> None:
    command.add_argument("data", nargs=nargs, metavar="DATA", help="name of a data set, or a file with a table")
    command.add_argument("--data-home", type=Path, metavar="FOLDER", help="folder with NAME.npz, NAME.mat or NAME.csv")
    command.add_argument("--label", metavar="COLUMN", default="auto", help="column of true classes in the files")
    command.add_argument("--clusters", type=int, metavar="K", help="number of clusters (default: that of the classes)")


def _add_run(command: argparse.ArgumentParser, seeds: int) -> None:
    command.add_argument("--seeds", type=int, default=seeds, metavar="N", help="runs of what is random")
    command.add_argument(
        "--preprocess", nargs="+", choices=list(SCALINGS), default=["zscore"], help="scale of features"
    )
    command.add_argument("--store", type=Path, metavar="FILE", help="keep records here; run again to go on")
    command.add_argument("--jobs", type=int, metavar="N", help="fits at a time (default: as many as cores)")
    command.add_argument("--timeout", type=float, metavar="S", help="end a fit after so many seconds")
    command.add_argument("--retry-errors", action="store_true", help="run again what ended in an error")
    command.add_argument("--output", type=Path, metavar="TABLE", help=f"a file that ends in {', '.join(FORMATS)}")
    command.add_argument("--quiet", action="store_true", help="print only what is wrong")


def _compare(options: argparse.Namespace) -> int:
    say = speaker(options.quiet)
    frame = _run(options, lambda data, **keywords: compare(data, options.methods, options.seeds, **keywords))
    tables = summarise_all(frame, options.scores)
    _write(options, write_tables(tables, _suffix(options)))
    for table in tables:
        ranking = rank_methods(table)
        ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in ranking.average_rank.items())
        title = SCORES[table.score].title
        say(f"Average rank by {title}: {ranks}. {ranking.note}" if ranks else f"{title}: no data set has all results.")
    return 0


def _sweep(options: argparse.Namespace) -> int:
    if len(options.preprocess) > 1:
        raise ValueError("A sweep is a table of one preprocessing; name one.")

    def run(data: list[str | Table], **keywords: Any) -> pd.DataFrame:
        return sweep(data, options.alphas, options.betas, options.seeds, method=options.method, **keywords)

    frame = _run(options, run)
    _write(options, write_tables([sweep_table(frame, options.score)], _suffix(options)))
    return 0


def _suffix(options: argparse.Namespace) -> str:
    return ".md" if options.output is None else options.output.suffix.lower()


def _run(options: argparse.Namespace, run: Callable[..., pd.DataFrame]) -> pd.DataFrame:
    """Run with a progress bar, and say what came of it."""
    say = speaker(options.quiet)
    if options.output is not None and _suffix(options) not in FORMATS:
        raise ValueError(f"{options.output} must end in {', '.join(FORMATS)}.")
    files = [Path(name) for name in options.data if Path(name).is_file()]
    check_outputs(files, [path for path in (options.output, options.store) if path is not None])
    data = [_source(name, options.label, say) for name in options.data]
    bar = ProgressBar(sys.stderr, quiet=options.quiet)
    try:
        frame = run(
            data,
            preprocess=options.preprocess,
            n_clusters=options.clusters,
            store=options.store,
            n_jobs=options.jobs,
            timeout=options.timeout,
            retry_errors=options.retry_errors,
            data_home=options.data_home,
            on_result=bar.show,
            on_fetch=bar.show_fetch,
        )
    except KeyboardInterrupt:
        bar.end()
        if options.store is not None:
            say(f"What is done stays in {options.store}; the same command goes on from there.")
        raise
    bar.end()
    reused = len(frame) - bar.new
    say(f"{len(frame):,} records, {reused:,} of them from {options.store}." if reused else f"{len(frame):,} records.")
    for error, count in frame.loc[frame["status"] != "ok", "error"].value_counts().items():
        print(f"rnse: {count:,} without a result: {error}", file=sys.stderr)
    _say_memory(frame, say)
    return frame


def _source(name: str, label: str, say: Callable[[str], None]) -> str | Table:
    if not Path(name).is_file():
        return name
    table = read_table(name, label_column=label)
    for sentence in table.report:
        say(sentence)
    return table


def _say_memory(frame: pd.DataFrame, say: Callable[[str], None]) -> None:
    if frame["peak_bytes"].notna().any():
        largest = frame.nlargest(1, "peak_bytes").iloc[0]
        say(f"Most memory: {format_bytes(float(largest['peak_bytes']))}, {largest['method']} on {largest['dataset']}.")


def _write(options: argparse.Namespace, text: str) -> None:
    if options.output is None:
        print(text, end="")
        return
    options.output.write_text(text, encoding="utf-8")
    speaker(options.quiet)(f"Table written to {options.output}.")
