"""``rnse cluster FILE``: the settings and the number of clusters chosen without labels, and the result in words."""

from __future__ import annotations

import argparse
import warnings
from typing import Any

from rnse_core._base.arrays import FloatArray
from rnse_core.auto import Step, describe_choice
from rnse_core.auto.estimator import AutoRNSE
from rnse_core.cli._output import warn
from rnse_core.cli._progress import Clock, StatusLine
from rnse_core.cli._sentences import in_options
from rnse_core.exceptions import LargeValueWarning
from rnse_core.findings import sentence_for
from rnse_core.preprocessing import ColumnScale, scale_features
from rnse_core.tables import Table

#: The settings that are chosen here, with their defaults where they are not.
SETTINGS: dict[str, Any] = {
    "preset": "exact",
    "alpha": 1.0,
    "beta": 1.0,
    "graph": "auto",
    "neighbors": None,
    "graph_kernel": None,
}
#: What the command line says of a step that has just been done.
DONE = {
    Step.GRAPH: "Learned a graph",
    Step.NUMBER: "Scored a number of clusters",
    Step.LABELS: "Found labels",
    Step.FIT: "Fitted the chosen setting",
    Step.REFERENCE: "Compared with data without clusters",
}


def take_defaults(options: argparse.Namespace) -> None:
    """Decide in ``options.automatic`` whether settings are chosen, and give those that were left out their defaults.

    Parameters
    ----------
    options : Namespace
        Changed in place.

    Raises
    ------
    ValueError
        If settings are given without a number of clusters, or with ``--auto``.
    """
    given = [f"--{name.replace('_', '-')}" for name in SETTINGS if getattr(options, name) is not None]
    options.automatic = options.auto or options.clusters is None
    if given and options.auto:
        raise ValueError(
            f"--auto chooses the settings, so {given[0]} cannot be given with it; leave one of the two out."
        )
    if given and options.clusters is None:
        raise ValueError(f"{given[0]} needs the number of clusters; add --clusters K, or leave it out to choose both.")
    for name, default in SETTINGS.items():
        if getattr(options, name) is None:
            setattr(options, name, default)


def fit_automatic(
    options: argparse.Namespace, table: Table, X: FloatArray, scales: tuple[ColumnScale, ...], line: StatusLine
) -> AutoRNSE:
    """Choose and fit with progress, and print what the result says.

    Parameters
    ----------
    options : Namespace
    table : Table
    X : ndarray
        The scaled features, or the matrix over pairs.
    scales : tuple of ColumnScale
        That of each column; empty where they are scaled alike.
    line : StatusLine

    Returns
    -------
    AutoRNSE
    """
    features = table.kind == "features"
    matrix = "precomputed" if table.kind == "similarity" else "precomputed_distance"
    model = AutoRNSE(
        "auto" if options.clusters is None else options.clusters,
        affinity="auto" if features else matrix,
        random_state=options.seed,
    )
    with warnings.catch_warnings(record=True) as caught, Clock(line, "Choosing settings without labels") as clock:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", LargeValueWarning)

        def progress(step: int, info: dict[str, Any]) -> None:
            clock.text = f"Choosing without labels, step {step}. {DONE[info['what']]}"

        model.set_params(callback=progress).fit(X)
    model.set_params(callback=None)
    warn(in_options(warning.message) for warning in caught if isinstance(warning.message, Warning))
    alike = all(one.scale == "zscore" for one in scales)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LargeValueWarning)
        standardised = None if alike else scale_features(table.X, "zscore")
    values = (table.X, table.feature_names) if features else ()
    findings = describe_choice(model, *values, standardised=standardised)
    for finding in findings:
        line.write_line(sentence_for(finding, row=lambda sample: table.row_numbers[sample]))
    return model
