"""The lines of Python that cluster a reader's table as the page does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import code
from .model import ModelSettings
from .prepare import Sample


def program(
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
    """
    features = kind == "features"
    imports = {"rnse_core": ["RNSE", "read_table"]}
    if features:
        imports["rnse_core.preprocessing"] = ["scale_features"]
        if not sample.complete:
            imports["sklearn.neighbors"] = ["NearestNeighbors"]
    return code.program(
        imports,
        [
            f"table = {code.call('read_table', path, **keywords)}",
            f"everything = scale_features(table.X, {scale!r})" if features else "everything = table.X",
            *sample.code(kind),
            settings.code(),
            "labels = model.fit_predict(X)  # model.similarity_ is S, model.indicator_ is P",
            *sample.spreading_code(kind),
        ],
        modules=[] if sample.complete else ["numpy as np"],
    )
