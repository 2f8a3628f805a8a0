"""``rnse cluster FILE``: a label for each row of a table."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.output_files import replace_file
from rnse_core._fit.presets import PRESETS
from rnse_core.auto import choice_parameters
from rnse_core.auto.estimator import AutoRNSE
from rnse_core.cli._automatic import SETTINGS, fit_automatic, take_defaults
from rnse_core.cli._hints import large_values, left_out, open_questions, used_features
from rnse_core.cli._numbers import check_numbers
from rnse_core.cli._output import print_bytes, reason, warn, write_or_print
from rnse_core.cli._paths import check_file, check_outputs
from rnse_core.cli._progress import Clock, StatusLine
from rnse_core.cli._reading import LIMITS, add_reading, reading_keywords
from rnse_core.cli._scaling import add_scaling, check_scaling, scale_table, scaling_parameters
from rnse_core.cli._sentences import in_options
from rnse_core.exceptions import LargeValueWarning, ParameterError, Reason
from rnse_core.exports import (
    confidence_columns,
    labels_csv,
    matrix_npz,
    parameters_json,
    renamed_sentence,
    result_headers,
)
from rnse_core.findings import ScalesOfColumns, few_rows_of, profile_clusters, profile_csv, sentence_for
from rnse_core.metrics import score_table
from rnse_core.planning import GRAPH_KERNELS, GRAPHS, FitPlan, describe_dense
from rnse_core.rnse import RNSE
from rnse_core.stages import watching
from rnse_core.tables import Table, confirmed_classes, note_sentence, read_table, sample_names
from rnse_core.wording import counted, listed_sizes, quoted

# In place of a name: standard input, or standard output.
STANDARD = Path("-")
_FILE_HELP = (
    "the table, one row per sample: text such as CSV (also .gz), .xlsx, .parquet, .feather, .jsonl, .arff, .npy, .npz, "
    ".mat or .mtx; - is standard input"
)
#: What stands for None in --graph-kernel.
AS_GIVEN = "none"
# Rows up to which S over all pairs is written, where it may be a dense matrix: 0.8 GB.
MOST_DENSE_ROWS = 10_000


def add_cluster(cluster: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    cluster.add_argument("file", type=Path, help=_FILE_HELP)
    cluster.add_argument(
        "--clusters",
        type=int,
        metavar="K",
        help="number of clusters (default: the number and all settings are chosen without labels)",
    )
    cluster.add_argument("--auto", action="store_true", help="choose the settings without labels for --clusters K too")
    add_reading(cluster)
    add_scaling(cluster)
    cluster.add_argument("--preset", choices=list(PRESETS), help=_setting("preset", "version of the method"))
    cluster.add_argument("--alpha", type=float, help=_setting("alpha", "larger: more neighbours per sample"))
    cluster.add_argument("--beta", type=float, help=_setting("beta", "larger: S agrees more with the clusters"))
    cluster.add_argument(
        "--graph",
        choices=GRAPHS,
        help=_setting(
            "graph",
            "dense: S over all pairs of rows; knn: on a graph of neighbours; auto: the quicker one for so many rows",
        ),
    )
    cluster.add_argument("--neighbors", type=int, metavar="N", help="neighbours of each row in that graph")
    cluster.add_argument(
        "--graph-kernel",
        choices=[*GRAPH_KERNELS, AS_GIVEN],
        help="similarities alone: auto makes K from the groups that a graph of random edges shows; none takes all "
        "matrices as given (default: as the preset says: auto for exact, none for the others)",
    )
    cluster.add_argument("--seed", type=int, default=0, help="seed; the same one gives the same labels")
    cluster.add_argument(
        "--output", type=Path, metavar="OUT.csv", help="labels; - prints them (default: FILE-clusters.csv)"
    )
    cluster.add_argument("--columns", action="store_true", help="write the columns of the file too")
    cluster.add_argument("--parameters", type=Path, metavar="OUT.json", help="also write parameters and versions")
    cluster.add_argument("--profile", type=Path, metavar="OUT.csv", help="also write what each cluster is")
    cluster.add_argument("--similarity", type=Path, metavar="OUT.npz", help="also write S, sparse where smaller")
    cluster.add_argument("--quiet", action="store_true", help="print only what is wrong")
    cluster.set_defaults(run=_run)


def _setting(name: str, text: str) -> str:
    """Return the help of a setting that is chosen where neither it nor the number of clusters is given."""
    return f"{text} (default: {SETTINGS[name]})"


def _run(options: argparse.Namespace) -> int:
    take_defaults(options)
    line = StatusLine(sys.stderr, quiet=options.quiet)
    piped = options.file == STANDARD
    if not piped:
        check_file(options.file)
    output = options.output or (STANDARD if piped else options.file.with_name(f"{options.file.stem}-clusters.csv"))
    _check_options(options)
    others = (options.parameters, options.similarity, options.profile)
    files = [path for path in (output, *others) if path not in (None, STANDARD)]
    check_outputs([] if piped else [options.file], files)
    keywords = reading_keywords(options)
    name = "standard input" if piped else options.file.name
    source = _standard_input() if piped else options.file
    table = read_table(
        source,
        name=name,
        **keywords,
        limits=LIMITS,
        progress=lambda share: line.show(f"Reading {name}: {share:.0%}"),
    )
    for note in table.report:
        line.write_line(note_sentence(note))
    line.write_line(used_features(table))
    warn(left_out(table))
    warn(open_questions(source, table, keywords, options.quiet))
    if options.scaling != "unit":
        warn(large_values(table, keywords))
    X, scales = scale_table(options, table)
    if scales:
        line.write_line(sentence_for(ScalesOfColumns(scales)))
    model = _model(options, table)
    _check_table(options, table)
    plan = model.plan(X)
    _warn_of_unused_neighbors(options, table, plan)
    _check_size(plan, options.similarity)
    chosen: AutoRNSE | None = None
    if options.automatic:
        chosen = fit_automatic(options, table, X, scales, line)
        model = chosen.estimator_
    else:
        few = few_rows_of(table.n_rows)
        if few is not None:
            line.write_line(sentence_for(few))
        _fit(model, plan, X, line)
    written = _write(options, output, table, model, line, chosen, scaling_parameters(options, table, scales))
    line.write_line(_summary(table, model))
    return 0 if written else 1


def _check_options(options: argparse.Namespace) -> None:
    """Raise ValueError for options that no file fits, before the file is read."""
    check_numbers(options)
    check_scaling(options)
    for option in ("parameters", "similarity", "profile"):
        path = getattr(options, option)
        if path == STANDARD:
            raise ValueError(f"--{option} cannot be printed; give it the name of a file.")
    if options.graph == "knn" and not _takes_neighbors(options):
        raise ValueError(
            f"--graph knn cannot be used with --preset {options.preset}, which looks at all pairs of rows; leave one "
            "of the two out."
        )


def _check_table(options: argparse.Namespace, table: Table) -> None:
    """Raise ValueError for options that do not fit the table."""
    if options.clusters is not None and options.clusters > table.n_rows:
        raise ParameterError("n_clusters", options.clusters, Reason.MORE_CLUSTERS_THAN_SAMPLES, bound=table.n_rows)
    for option, given in (("--profile", options.profile is not None), ("--graph knn", options.graph == "knn")):
        if given and table.kind != "features":
            raise ValueError(
                f"{option} is for features only, and {quoted(table.name)} was read as a {table.kind} matrix; leave it "
                "out, or read the columns as features with --read kind=features."
            )
    if options.graph_kernel is not None and table.kind != "similarity":
        found = "features" if table.kind == "features" else f"a {table.kind} matrix"
        raise ValueError(
            f"--graph-kernel needs similarities, and {quoted(table.name)} was read as {found}; leave it out, or read "
            "the file as a list of edges with --kind edges, or as a matrix with --kind similarity."
        )


def _takes_neighbors(options: argparse.Namespace) -> bool:
    """Return whether the version can learn S on a graph of neighbours."""
    return RNSE.from_preset(options.preset).projection == "newton"


def _warn_of_unused_neighbors(options: argparse.Namespace, table: Table, plan: FitPlan) -> None:
    if options.neighbors is None or plan.sparse:
        return
    possible = table.kind == "features" and _takes_neighbors(options)
    way = ", unless it is learned on a graph of neighbours with --graph knn" if possible else ""
    warn([f"--neighbors {options.neighbors} has no effect: S is learned over all pairs of rows{way}."])


def _standard_input() -> bytes:
    if sys.stdin is None or sys.stdin.closed:
        raise ValueError("There is no standard input to read; name a file.")
    # One byte more than the limit, so that reading the table raises.
    return sys.stdin.buffer.read(LIMITS.max_bytes + 1)


def _write(
    options: argparse.Namespace,
    output: Path,
    table: Table,
    model: RNSE,
    line: StatusLine,
    chosen: AutoRNSE | None,
    about: Mapping[str, Any],
) -> bool:
    """Write the files; return whether all could be written. Text that cannot be written is printed."""
    more = {} if chosen is None else confidence_columns(chosen.confidence_, chosen.second_labels_)
    labels = labels_csv(table, model.labels_, original_columns=options.columns, left_out_rows=True, columns=more)
    if output == STANDARD:
        print_bytes(labels)
        written = True
    elif written := write_or_print(output, labels):
        line.write_line(f"Labels of {counted(len(model.labels_), 'row')} written to {output}.")
    renamed = renamed_sentence(result_headers(table.original.header, ("cluster", *more))) if options.columns else ""
    if renamed:
        warn([renamed])
    if options.similarity is not None:
        try:
            names = sample_names(table)
            row_names = None if names is None else names.of(table.row_numbers)
            replace_file(options.similarity, matrix_npz(model.similarity_, row_names=row_names))
            line.write_line(f"S written to {options.similarity}.")
        except OSError as error:
            warn([f"S could not be written to {options.similarity}: {reason(error)}."])
            written = False
    if options.parameters is not None:
        of_choice = {} if chosen is None else choice_parameters(chosen)
        extra = {"reading": table.describe(), **about, **of_choice}
        if write_or_print(options.parameters, parameters_json(chosen or model, extra=extra).encode("utf-8")):
            line.write_line(f"Parameters written to {options.parameters}.")
        else:
            written = False
    if options.profile is not None:
        if write_or_print(options.profile, _profiles(table, model)):
            line.write_line(f"Profile of {counted(model.n_clusters, 'cluster')} written to {options.profile}.")
        else:
            written = False
    return written


def _profiles(table: Table, model: RNSE) -> bytes:
    profiles = profile_clusters(table.X, model.labels_, table.feature_names)
    return profile_csv(profiles, row=table.row_numbers.item, names=sample_names(table))


def _model(options: argparse.Namespace, table: Table) -> RNSE:
    settings: dict[str, Any] = {"alpha": options.alpha, "beta": options.beta, "random_state": options.seed}
    if table.kind != "features":
        settings["affinity"] = "precomputed" if table.kind == "similarity" else "precomputed_distance"
    if options.graph_kernel is not None:
        settings["graph_kernel"] = None if options.graph_kernel == AS_GIVEN else options.graph_kernel
    graph = {"graph": options.graph, "n_neighbors": options.neighbors}
    return RNSE.from_preset(options.preset, options.clusters or 1, **settings, **graph)


def _check_size(plan: FitPlan, similarity: Path | None) -> None:
    """Raise before the fit when it, or S in a file, would be too large."""
    plan.check_memory()
    n = plan.n_samples
    if similarity is not None and n > MOST_DENSE_ROWS and not plan.sparse:
        raise ValueError(
            f"{similarity} cannot be written: S over all pairs of {counted(n, 'row')} has "
            f"{counted(n**2, 'entry', 'entries')}, and only up to {MOST_DENSE_ROWS:,} rows are written so; "
            "leave it out, or use a graph of neighbours (--graph knn)."
        )


def _fit(model: RNSE, plan: FitPlan, X: FloatArray, line: StatusLine) -> None:
    """Fit the model, and show its graph, each round, and the time of the steps between."""
    line.write_line(f"Plan: {plan}.")
    if not plan.sparse:
        line.write_line(f"Dense graph: {describe_dense(len(X))}.")

    rounds = 0

    def progress(iteration: int, info: dict[str, Any]) -> None:
        nonlocal rounds
        rounds = iteration
        note = f"; {info['note']}" if info["note"] else ""
        line.write_line(
            f"Round {iteration}: objective {info['objective']:.6g}, "
            f"{counted(info['n_components'], 'component')} in the graph{note}."
        )

    model.set_params(callback=progress)
    with (
        warnings.catch_warnings(record=True) as caught,
        Clock(line, "Affinities") as clock,
        watching(lambda text: setattr(clock, "text", f"Round {rounds + 1}. {text}")),
    ):
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", LargeValueWarning)
        model.fit(X)
    warn(in_options(warning.message) for warning in caught if isinstance(warning.message, Warning))
    if plan.sparse and model.graph_complete_:
        line.write_line("The graph has every pair that S needs: S is the same as over all pairs of rows.")


def _summary(table: Table, model: RNSE) -> str:
    sizes = np.bincount(model.labels_, minlength=model.n_clusters)
    text = f"Cluster sizes: {listed_sizes(sizes)}."
    if table.labels is None:
        return text
    scores = score_table(table.labels, model.labels_)
    # Any text in which values repeat may have been taken for classes.
    doubt = "" if confirmed_classes(table) else ", which nobody has confirmed to be classes"
    return text + (
        f" Against {table.label_name}{doubt}: ACC {scores['accuracy']:.3f}, purity {scores['purity']:.3f}, "
        f"NMI {scores['nmi']:.3f}, ARI {scores['ari']:.3f}; "
        f"one cluster of all rows would have ACC {scores['majority_share']:.3f}."
    )
