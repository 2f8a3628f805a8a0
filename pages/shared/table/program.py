"""The program that clusters a table as the page does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pages.shared.automatic.choosing import Request
from pages.shared.results import code
from pages.shared.runs.settings import ModelSettings
from rnse_core.preprocessing import COLUMN_SCALES, ColumnScale
from rnse_core.sampling import Sample


def table_program(
    path: str,
    keywords: Mapping[str, Any],
    kind: str,
    scale: str,
    sample: Sample,
    settings: ModelSettings,
    request: Request | None = None,
    scales: tuple[ColumnScale, ...] = (),
) -> str:
    """Return the program.

    Parameters
    ----------
    path : str
        Where the file lies.
    keywords : mapping
        How it was read.
    kind : {"features", "similarity", "distance"}
        What the table holds.
    scale : str
        Scale of the features.
    sample : Sample
        The rows that are clustered.
    settings : ModelSettings
    request : Request, optional
        Of the choice that the labels are from; the program then makes the choice.
    scales : tuple of ColumnScale, default=()
        That of each column, where they are not scaled alike.

    Returns
    -------
    str
    """
    features = kind == "features"
    imports = {"rnse_core": ["RNSE" if request is None else "AutoRNSE", "read_table"]}
    if features:
        imports["rnse_core.preprocessing"] = ["propose_scales", "scale_columns"] if scales else ["scale_features"]
    if not sample.complete:
        imports["rnse_core.sampling"] = ["draw_sample", "spread_labels"]
    return code.program(
        imports,
        [
            f"table = {code.call('read_table', path, **keywords)}",
            *_scale_lines(scale, scales, features),
            *_sample_lines(sample, kind),
            *_fit_lines(settings, request),
            *([] if sample.complete else [f"labels = spread_labels(everything, sample, labels, {kind!r})"]),
        ],
        modules=["numpy as np"] if not (features or sample.complete) else [],
    )


def _scale_lines(scale: str, scales: tuple[ColumnScale, ...], features: bool) -> list[str]:
    """Return the lines that scale the features; they count how many columns are scaled in which way."""
    if not features:
        return ["everything = table.X"]
    if not scales:
        return [f"everything = scale_features(table.X, {scale!r})"]
    given = {one.column: one.given for one in scales if one.given is not None}
    counts = Counter(one.scale for one in scales)
    what = ", ".join(f"{name}: {counts[name]}" for name in COLUMN_SCALES if counts[name])
    asked = f", given={given!r}" if given else ""
    return [
        f"scales = propose_scales(table.X, table.feature_names{asked})  # columns by scale: {what}",
        "everything = scale_columns(table.X, scales)",
    ]


def _fit_lines(settings: ModelSettings, request: Request | None) -> list[str]:
    note = "# model.similarity_ is S, model.indicator_ is P"
    if request is None:
        return [settings.code(), f"labels = model.fit_predict(X)  {note}"]
    chooser = code.call("AutoRNSE", request.n_clusters, affinity=request.affinity, random_state=request.seed)
    return [
        f"chosen = {chooser}.fit(X)",
        f"model = chosen.estimator_  {note}",
        "labels = chosen.labels_  # chosen.confidence_ says how sure each is",
    ]


def _sample_lines(sample: Sample, kind: str) -> list[str]:
    """Return the lines that take X from `everything`: the rows of the sample, and of a square matrix the columns."""
    if sample.complete:
        return ["X = everything"]
    return [
        f"sample = draw_sample({sample.n_all}, {len(sample.rows)})",
        "X = everything[sample.rows]" if kind == "features" else "X = everything[np.ix_(sample.rows, sample.rows)]",
    ]
