"""The options that say how the features are scaled, as a whole or column by column."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Mapping
from typing import Any

from rnse_core._base.arrays import FloatArray
from rnse_core.exceptions import LargeValueWarning
from rnse_core.preprocessing import (
    COLUMN_SCALES,
    SCALINGS,
    ColumnScale,
    propose_scales,
    scale_columns,
    scale_features,
)
from rnse_core.tables import Table
from rnse_core.wording import quoted


def add_scaling(command: argparse.ArgumentParser) -> None:
    """Add the options to the parser of a command."""
    command.add_argument(
        "--scaling", choices=list(SCALINGS), default="auto", help="scale of the features; auto: proposed for each"
    )
    command.add_argument(
        "--column-scale",
        nargs="+",
        action="extend",
        default=[],
        metavar="COLUMN=SCALE",
        help=f"another scale for a column than the one proposed: {', '.join(COLUMN_SCALES)}",
    )


def check_scaling(options: argparse.Namespace) -> None:
    """Raise ValueError for scales of columns that no file fits, before the file is read."""
    if options.column_scale and options.scaling != "auto":
        raise ValueError(
            f"--column-scale cannot be used with --scaling {options.scaling}, which scales all columns alike; leave "
            "one of the two out."
        )
    _given(options)


def scale_table(options: argparse.Namespace, table: Table) -> tuple[FloatArray, tuple[ColumnScale, ...]]:
    """Scale the features of a table.

    Parameters
    ----------
    options : Namespace
    table : Table

    Returns
    -------
    X : ndarray of shape (n_rows, n_features)
        The matrix itself where it is over pairs.
    scales : tuple of ColumnScale
        Empty where all columns are scaled alike.

    Raises
    ------
    ValueError
        If a scale is given for a column that is not clustered on, or that has none.
    """
    given = _given(options)
    if given and table.kind != "features":
        raise ValueError(f"--column-scale is for features, and {quoted(table.name)} was read as a {table.kind} matrix.")
    unknown = [name for name in given if name not in table.feature_names]
    if unknown:
        raise ValueError(f"--column-scale names {quoted(unknown[0])}, which is no column that is clustered on.")
    if table.kind != "features":
        return table.X, ()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LargeValueWarning)  # named already by row and column of the file
        if options.scaling != "auto":
            return scale_features(table.X, options.scaling), ()
        scales = propose_scales(table.X, table.feature_names, given=given)
        return scale_columns(table.X, scales), scales


def scaling_parameters(options: argparse.Namespace, table: Table, scales: tuple[ColumnScale, ...]) -> Mapping[str, Any]:
    """Return what the file of parameters says about the scale; nothing of a matrix over pairs."""
    if table.kind != "features":
        return {}
    return {
        "scale": options.scaling,
        **({"column_scales": {one.column: one.scale for one in scales}} if scales else {}),
    }


def _given(options: argparse.Namespace) -> dict[str, str]:
    given = {}
    for text in options.column_scale:
        name, separator, scale = text.rpartition("=")
        if not separator or scale not in COLUMN_SCALES:
            raise ValueError(
                f"--column-scale {text} cannot be used; it takes COLUMN=SCALE, with one of {', '.join(COLUMN_SCALES)}."
            )
        given[name] = scale
    return given
