"""``rnse compare`` and ``rnse sweep``: run methods on data sets; stored records let a later run continue."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from rnse_core.cli._hints import class_columns, large_values, left_out, open_questions, used_features, ways_to_read
from rnse_core.cli._numbers import check_numbers
from rnse_core.cli._output import status_printer, warn, write_or_print
from rnse_core.cli._paths import check_file, check_outputs
from rnse_core.cli._progress import ProgressBar
from rnse_core.cli._reading import LIMITS, add_reading, reading_keywords
from rnse_core.datasets import DATASETS
from rnse_core.exceptions import NoClassesError, StoreError
from rnse_core.experiments import (
    AS_CLASSES,
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
from rnse_core.experiments.data import Unusable
from rnse_core.preprocessing import SCALINGS
from rnse_core.tables import Table, TableError, note_sentence, read_table
from rnse_core.wording import counted, format_bytes, quoted

_VERSIONS = [name for name in METHODS if name.startswith("RNSE")]


def add_compare(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``compare`` to its parser."""
    _add_data(command, nargs="+")
    command.add_argument(
        "--methods",
        nargs="+",
        default=list(PAPER_NAMES),
        metavar="NAME",
        help=f"among {', '.join(METHODS)}",
    )
    command.add_argument(
        "--scores",
        nargs="+",
        choices=list(SCORES),
        help="tables to write (default: accuracy and purity, or seconds where there are no classes)",
    )
    _add_run(command, seeds=10)
    command.add_argument(
        "--preprocess", nargs="+", choices=list(SCALINGS), default=["zscore"], help="scales of the features"
    )
    command.set_defaults(run=_compare)


def add_sweep(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``sweep`` to its parser."""
    _add_data(command, nargs=1)
    command.add_argument("--alphas", nargs="+", type=float, default=list(PAPER_ALPHAS), metavar="A", help="alphas")
    command.add_argument("--betas", nargs="+", type=float, default=list(PAPER_BETAS), metavar="B", help="betas")
    command.add_argument("--method", choices=_VERSIONS, default="RNSE", help="version of the method")
    command.add_argument(
        "--score",
        choices=list(SCORES),
        help="what the table shows (default: accuracy, or seconds where there are no classes)",
    )
    _add_run(command, seeds=1)
    command.add_argument("--preprocess", choices=list(SCALINGS), default="zscore", help="scale of the features")
    command.set_defaults(run=_sweep)


def _add_data(command: argparse.ArgumentParser, nargs: str | int) -> None:
    command.add_argument(
        "data", nargs=nargs, metavar="DATA", help=f"a file with a table, or one of {', '.join(DATASETS)}"
    )
    command.add_argument(
        "--data-home", type=Path, metavar="FOLDER", help="folder with NAME.npz, NAME.mat, NAME.csv or NAME.arff"
    )
    add_reading(command)
    command.add_argument(
        "--clusters",
        type=_number_of_clusters,
        metavar="K",
        help=f"number of clusters, or {AS_CLASSES!r} for that of the classes, which is the default where --label says "
        "which column they are in, and for data sets by name",
    )


def _number_of_clusters(text: str) -> int | str:
    try:
        return text if text == AS_CLASSES else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a whole number nor {AS_CLASSES!r}") from None


def _add_run(command: argparse.ArgumentParser, seeds: int) -> None:
    command.add_argument("--seeds", type=int, default=seeds, metavar="N", help="runs of what is random")
    command.add_argument("--store", type=Path, metavar="FILE", help="keep records here; run again to continue")
    command.add_argument("--jobs", type=int, metavar="N", help="fits at a time (default: as many as cores)")
    command.add_argument("--timeout", type=float, metavar="S", help="end a fit after so many seconds")
    command.add_argument("--retry-errors", action="store_true", help="run again what ended in an error")
    command.add_argument("--output", type=Path, metavar="TABLE", help=f"a file that ends in {', '.join(FORMATS)}")
    command.add_argument("--quiet", action="store_true", help="print only what is wrong")


def _compare(options: argparse.Namespace) -> int:
    show = status_printer(options.quiet)
    data = _load(options, show)
    scores = _scores(data, dict.fromkeys(options.scores or ()), ("accuracy", "purity"))
    frame = _run(options, data, show, lambda **keywords: compare(data, options.methods, options.seeds, **keywords))
    tables = summarise_all(frame, scores)
    written = _write(options, write_tables(tables, _suffix(options)), show)
    for table in tables:
        ranking = rank_methods(table)
        ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in ranking.average_rank.items())
        title = SCORES[table.score].title
        show(f"Average rank by {title}: {ranks}. {ranking.note}" if ranks else f"{title}: no data set has all results.")
    return _exit_code(frame, written)


def _sweep(options: argparse.Namespace) -> int:
    show = status_printer(options.quiet)
    data = _load(options, show)
    (score,) = _scores(data, [options.score] if options.score else [], ("accuracy",))

    def run(**keywords: Any) -> pd.DataFrame:
        return sweep(data, options.alphas, options.betas, options.seeds, method=options.method, **keywords)

    frame = _run(options, data, show, run)
    return _exit_code(frame, _write(options, write_tables([sweep_table(frame, score)], _suffix(options)), show))


def _exit_code(frame: pd.DataFrame, written: bool) -> int:
    return 0 if written and (frame["status"] == "ok").any() else 1


def _suffix(options: argparse.Namespace) -> str:
    return ".md" if options.output is None else options.output.suffix.lower()


def _load(options: argparse.Namespace, show: Callable[[str], None]) -> list[str | Table | Unusable]:
    """Check the options and read the files; a file that cannot be read does not stop the others."""
    check_numbers(options)
    if "-" in options.data:
        raise ValueError("- is no data set: write what comes on standard input to a file, and give its name.")
    if options.output is not None and _suffix(options) not in FORMATS:
        raise ValueError(f"{options.output} must end in {', '.join(FORMATS)}.")
    for name in options.data:
        if name not in DATASETS and options.data_home is None and Path(name).exists():
            check_file(name)
    files = [Path(name) for name in options.data if Path(name).is_file()]
    check_outputs(files, [path for path in (options.output, options.store) if path is not None])
    keywords = reading_keywords(options)
    if not files and options.label != "auto":
        raise ValueError(
            f"--label {options.label} is for files with a table; {', '.join(options.data)} has its classes."
        )
    data: list[str | Table | Unusable] = []
    problems: dict[str, TableError] = {}
    for name in options.data:
        if not Path(name).is_file():
            data.append(name)
            continue
        try:
            table = read_table(name, **keywords, limits=LIMITS)
        except TableError as error:
            problems[Path(name).name] = error
            data.append(Unusable(Path(name).stem, str(error)))
            continue
        for note in table.report:
            show(note_sentence(note))
        show(used_features(table))
        told = [*left_out(table), *open_questions(name, table, keywords, options.quiet)]
        if options.preprocess not in ("unit", ["unit"]):
            told += large_values(table, keywords)
        warn(f"{table.name}: {sentence}" if len(files) > 1 else sentence for sentence in told)
        data.append(table)
    if all(isinstance(one, Unusable) for one in data):
        raise next(iter(problems.values()))
    for one, problem in problems.items():
        warn([f"{one}: {problem}", *ways_to_read(problem)])
    return data


def _scores(data: list[str | Table | Unusable], asked: Iterable[str], usual: Iterable[str]) -> list[str]:
    """Return the scores to show; refuse those that need classes where there are none."""
    if not all(isinstance(one, Table) and one.labels is None for one in data if not isinstance(one, Unusable)):
        return list(asked or usual)
    without = [name for name in asked if SCORES[name].needs_classes]
    if without:
        names = ", ".join(one.name for one in data if isinstance(one, Table))
        rest = ", ".join(name for name, score in SCORES.items() if not score.needs_classes)
        raise ValueError(
            f"There are no classes in {names}, so there is no {', '.join(without)}: name their column with --label, or "
            f"ask for a score that needs none, such as {rest}."
        )
    return list(asked or ("seconds",))


def _run(
    options: argparse.Namespace,
    data: Iterable[str | Table | Unusable],
    show: Callable[[str], None],
    run: Callable[..., pd.DataFrame],
) -> pd.DataFrame:
    """Run with a progress bar, and show how many records there are and which runs have no result."""
    bar = ProgressBar(sys.stderr, quiet=options.quiet)
    try:
        frame = run(
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
    except NoClassesError as error:
        tables = (one for one in data if isinstance(one, Table) and Path(one.name).stem == error.data_set)
        ways = [way for table in tables for way in class_columns(table)]
        if error.unconfirmed:
            what = (
                f"Nobody has confirmed that the classes of {error.data_set!r} are in {quoted(error.unconfirmed)}, so "
                f"they set no number of clusters; say how many to look for (--clusters 3, or --clusters {AS_CLASSES} "
                "for as many as there are classes)"
            )
        else:
            what = f"The data set {error.data_set!r} has no classes; say how many clusters to look for (--clusters 3)"
        # An option ends the sentence without a full stop, which would be taken for a part of it.
        raise ValueError(", or ".join([what, *ways]) if ways else f"{what}.") from None
    except KeyboardInterrupt:
        bar.end()
        if options.store is not None:
            show(f"The records so far are in {options.store}; the same command continues from them.")
        raise
    except StoreError:
        bar.end()
        raise
    bar.end()
    reused = len(frame) - bar.new
    show(f"{counted(len(frame), 'record')}{f', {reused:,} of them from {options.store}' if reused else ''}.")
    errors = frame.loc[frame["status"] != "ok", "error"].value_counts()
    warn(f"{counted(count, 'fit')} without a result: {error}" for error, count in errors.items())
    _show_memory(frame, show)
    return frame


def _show_memory(frame: pd.DataFrame, show: Callable[[str], None]) -> None:
    if frame["peak_bytes"].notna().any():
        largest = frame.nlargest(1, "peak_bytes").iloc[0]
        show(f"Most memory: {format_bytes(float(largest['peak_bytes']))}, {largest['method']} on {largest['dataset']}.")


def _write(options: argparse.Namespace, text: str, show: Callable[[str], None]) -> bool:
    if options.output is None:
        print(text, end="")
        return True
    written = write_or_print(options.output, text.encode("utf-8"))
    if written:
        show(f"Table written to {options.output}.")
    return written
