"""``rnse cluster FILE --clusters K``: a label for each row of a table."""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from rnse_core.cli._common import check_outputs, speaker, write_or_print
from rnse_core.cli._reading import add_reading, reading_keywords
from rnse_core.exports import labels_csv, parameters_json
from rnse_core.memory import check_memory
from rnse_core.metrics import score_table
from rnse_core.preprocessing import SCALINGS, scale_features
from rnse_core.presets import PRESETS
from rnse_core.rnse import RNSE
from rnse_core.tables import Table, read_table


def add_cluster(cluster: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    cluster.add_argument("file", type=Path, help="the table, one row per sample")
    cluster.add_argument("--clusters", type=int, required=True, metavar="K", help="number of clusters")
    add_reading(cluster)
    cluster.add_argument("--scaling", choices=list(SCALINGS), default="zscore", help="scale of the features")
    cluster.add_argument("--preset", choices=list(PRESETS), default="exact", help="version of the method")
    cluster.add_argument("--alpha", type=float, default=1.0, help="larger: more neighbours per sample")
    cluster.add_argument("--beta", type=float, default=1.0, help="larger: S agrees more with the clusters")
    cluster.add_argument("--seed", type=int, default=0, help="of the random parts; the same seed gives the same labels")
    cluster.add_argument("--output", type=Path, metavar="OUT.csv", help="labels (default: FILE-clusters.csv)")
    cluster.add_argument("--columns", action="store_true", help="write the columns of the file too")
    cluster.add_argument("--parameters", type=Path, metavar="OUT.json", help="also write parameters and versions")
    cluster.add_argument("--quiet", action="store_true", help="print only what is wrong")
    cluster.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    say = speaker(options.quiet)
    output = options.output or options.file.with_name(f"{options.file.stem}-clusters.csv")
    check_outputs([options.file], [output] + ([options.parameters] if options.parameters else []))
    table = read_table(options.file, **reading_keywords(options))
    for sentence in table.report:
        say(sentence)
    check_memory(len(table.X))

    def progress(iteration: int, info: dict[str, Any]) -> None:
        say(f"Round {iteration}: objective {info['objective']:.6g}, {info['n_components']} components in the graph.")

    settings: dict[str, Any] = {"alpha": options.alpha, "beta": options.beta, "random_state": options.seed}
    X = table.X
    if table.kind == "features":
        X = scale_features(X, options.scaling)
    else:
        settings["affinity"] = "precomputed" if table.kind == "similarity" else "precomputed_distance"
    model = RNSE.from_preset(options.preset, options.clusters, callback=progress, **settings)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(X)
    for warning in caught:
        print(f"rnse: {warning.message}", file=sys.stderr)
    labels = labels_csv(table, model.labels_, original_columns=options.columns, left_out_rows=True)
    written = write_or_print(output, labels)
    if written:
        say(f"Labels of {len(X):,} rows written to {output}.")
    if options.parameters is not None:
        if write_or_print(options.parameters, parameters_json(model).encode("utf-8")):
            say(f"Parameters written to {options.parameters}.")
        else:
            written = False
    say(_summary(table, model))
    return 0 if written else 1


def _summary(table: Table, model: RNSE) -> str:
    sizes = ", ".join(f"{size:,}" for size in np.bincount(model.labels_, minlength=model.n_clusters))
    text = f"Cluster sizes: {sizes}."
    if table.labels is None:
        return text
    scores = score_table(table.labels, model.labels_)
    return text + (
        f" Against {table.label_name}: ACC {scores['accuracy']:.3f}, purity {scores['purity']:.3f}, "
        f"NMI {scores['nmi']:.3f}, ARI {scores['ari']:.3f}; "
        f"one single cluster would have ACC {scores['majority_share']:.3f}."
    )
