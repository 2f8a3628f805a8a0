"""Tables that hold something else than one row for each point: edges, long tables, plates, distances of all pairs."""

from __future__ import annotations

from dataclasses import replace

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.condensed import ask_about_condensed, read_condensed
from rnse_core.tables.edge_columns import find_edge_columns
from rnse_core.tables.edges import EDGE_KINDS, ask_about_edges, read_edges
from rnse_core.tables.kinds import WELLS
from rnse_core.tables.long_table import LONG, ask_about_long, long_columns, spread_table
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.plates import ask_about_plates, find_plates, read_wells
from rnse_core.tables.raw_table import RawTable
from rnse_core.tables.roles import ColumnRequest
from rnse_core.tables.source import ARRAYS
from rnse_core.tables.unused_keywords import refuse_for_edges


def reshaped(
    raw: RawTable,
    request: ColumnRequest,
    name: str,
    file_format: str,
    missing: MissingInColumns,
    limits: Limits,
    log: Log,
) -> tuple[RawTable, ColumnRequest]:
    """Return a list of edges as a matrix of the nodes, and a long table spread, where it is one or is asked for."""
    kind, edges = request.kind, None
    if kind == "auto" and file_format not in ARRAYS:
        edges = find_edge_columns(raw.columns)
        long = long_columns(raw.columns) if edges is None else None
        if edges is not None:
            ask_about_edges(raw.columns, edges, log)
            kind = ("edge_distances" if edges.are_distances else "edges") if edges.is_certain else kind
        elif long is not None and long.is_named:
            kind = LONG
        elif long is not None:
            ask_about_long(raw.columns, long, log, spread=False)
    if kind == WELLS:
        return read_wells(raw, missing, log), replace(request, kind="features")
    if kind == "auto":
        ask_about_condensed(raw, log)
        if (plates := find_plates(raw.columns)) is not None:
            ask_about_plates(plates, log)
    if kind == "distance":
        return read_condensed(raw, limits, log), request
    if kind == LONG:
        wide = spread_table(raw, missing, limits, log)
        if request.kind == "auto" and long is not None:
            ask_about_long(raw.columns, long, log, spread=True)
        return wide, replace(request, kind="features")
    if kind not in EDGE_KINDS:
        return raw, request
    refuse_for_edges(request, name)
    matrix = "similarity" if kind == "edges" else "distance"
    names = {column.name for column in raw.columns}
    ignore = tuple(name for name in request.ignore if name not in names)
    if len(ignore) < len(request.ignore):
        raw = replace(raw, columns=[column for column in raw.columns if column.name not in request.ignore])
        edges = None
    request = replace(request, kind=matrix, label_column=None, ignore=ignore)
    return read_edges(raw, kind, limits, log, edges), request
