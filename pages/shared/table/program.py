"""The program that clusters a table as the page does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages.shared.results import code
from pages.shared.runs.settings import ModelSettings
from rnse_core.sampling import Sample


def table_program(
    path: str, keywords: Mapping[str, Any], kind: str, scale: str, sample: Sample, settings: ModelSettings
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

    Returns
    -------
    str
    """
    features = kind == "features"
    imports = {"rnse_core": ["RNSE", "read_table"]}
    if features:
        imports["rnse_core.preprocessing"] = ["scale_features"]
    if not sample.complete:
        imports["rnse_core.sampling"] = ["draw_sample", "spread_labels"]
    return code.program(
        imports,
        [
            f"table = {code.call('read_table', path, **keywords)}",
            f"everything = scale_features(table.X, {scale!r})" if features else "everything = table.X",
            *_sample_lines(sample, kind),
            settings.code(),
            "labels = model.fit_predict(X)  # model.similarity_ is S, model.indicator_ is P",
            *([] if sample.complete else [f"labels = spread_labels(everything, sample, labels, {kind!r})"]),
        ],
        modules=["numpy as np"] if not (features or sample.complete) else [],
    )


def _sample_lines(sample: Sample, kind: str) -> list[str]:
    """Return the lines that take X from `everything`: the rows of the sample, and of a square matrix the columns."""
    if sample.complete:
        return ["X = everything"]
    return [
        f"sample = draw_sample({sample.n_all}, {len(sample.rows)})",
        "X = everything[sample.rows]" if kind == "features" else "X = everything[np.ix_(sample.rows, sample.rows)]",
    ]
