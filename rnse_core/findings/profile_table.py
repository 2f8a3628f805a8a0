"""The profiles of clusters as a table: one row per cluster, for a file, a page or a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from rnse_core.exports import neutralised_csv
from rnse_core.findings.profiles import ClusterProfile
from rnse_core.tables.sample_names import SampleNames


def profile_table(
    profiles: Sequence[ClusterProfile],
    *,
    row: Callable[[int], object] = lambda i: i + 1,
    names: SampleNames | None = None,
) -> pd.DataFrame:
    """Return the profiles as a table.

    Parameters
    ----------
    profiles : sequence of ClusterProfile
    row : callable, default=the number of the sample from 1
        Names a sample for the reader, by its number from 0.
    names : SampleNames or None, default=None
        What the rows are called, by what `row` returns.

    Returns
    -------
    DataFrame
        Columns "cluster", "name", "rows", "share", "typical row", "typical" with the title of the names, and for the
        features that differ most, the largest difference first, "feature 1", "mean 1", "mean of all rows 1" and "SD 1",
        "feature 2" and so on.
    """
    return pd.DataFrame([_line(one, row, names) for one in profiles])


def _line(one: ClusterProfile, row: Callable[[int], object], names: SampleNames | None) -> dict[str, Any]:
    line: dict[str, Any] = {
        "cluster": one.cluster,
        "name": one.name,
        "rows": one.size,
        "share": one.share,
        "typical row": row(one.typical),
    }
    if names is not None:
        line[f"typical {names.title}"] = names.of([row(one.typical)])[0]
    for place, feature in enumerate(one.features, start=1):
        line |= {
            f"feature {place}": feature.feature,
            f"mean {place}": feature.mean,
            f"mean of all rows {place}": feature.overall,
            f"SD {place}": feature.deviations,
        }
    return line


def profile_csv(
    profiles: Sequence[ClusterProfile],
    *,
    row: Callable[[int], object] = lambda i: i + 1,
    names: SampleNames | None = None,
) -> bytes:
    """Write the profiles as CSV that a spreadsheet opens without evaluating what is in it.

    Parameters
    ----------
    profiles : sequence of ClusterProfile
    row : callable, default=the number of the sample from 1
        Names a sample for the reader, by its number from 0.
    names : SampleNames or None, default=None
        What the rows are called, by what `row` returns.

    Returns
    -------
    bytes
        UTF-8, with a byte-order mark if it holds characters other than ASCII. Numbers have six digits.
    """
    table = profile_table(profiles, row=row, names=names)
    rounded = table.map(lambda cell: float(f"{cell:.6g}") if isinstance(cell, float) else cell)
    text = neutralised_csv(rounded)
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")
