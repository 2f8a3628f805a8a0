"""How the columns of a table were scaled before clustering, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rnse_core.findings.structure import Finding
from rnse_core.preprocessing import ColumnScale, ScaleReason
from rnse_core.wording import counted, listed, quoted, sentence

_DONE = {
    "log1p": ("the logarithm of 1 + x of {} is standardised", "the logarithms of 1 + x of {} are standardised"),
    "raw": ("{} stays as it is", "{} stay as they are"),
    "zscore": ("{} is standardised", "{} are standardised"),
}


@dataclass(frozen=True)
class ScalesOfColumns(Finding):
    """The scale of each column that was clustered on.

    Attributes
    ----------
    scales : tuple of ColumnScale
    """

    scales: tuple[ColumnScale, ...]


def scale_reason_text(one: ColumnScale) -> str:
    """Say why a scale is proposed for a column.

    Parameters
    ----------
    one : ColumnScale

    Returns
    -------
    str
        Without a full stop.
    """
    return _REASONS[one.reason](one)


def scales_sentence(found: ScalesOfColumns) -> str:
    """Word how the columns were scaled: those with a reason of their own first, the standardised rest last."""
    groups: dict[tuple[str, str], list[ColumnScale]] = {}
    rest = 0
    for one in found.scales:
        if one.given is None and one.proposed == "zscore":
            rest += 1
        else:
            why = "as asked" if one.given is not None else _SHORT[one.reason]
            groups.setdefault((one.scale, why), []).append(one)
    if not groups:
        return "Scale: every column has mean 0 and standard deviation 1."
    if not rest and len(groups) == 1 and len(found.scales) > 1:
        (scale, why), _ = groups.popitem()
        return f"Scale: {_clause(scale, 'all columns', plural=True)} ({why})."
    said = [
        f"{_clause(scale, listed(quoted(one.column) for one in columns), plural=len(columns) > 1)} ({why})"
        for (scale, why), columns in groups.items()
    ]
    if rest:
        others = "the other column" if rest == 1 else f"the other {counted(rest, 'column')}"
        said.append(_clause("zscore", others, plural=rest > 1))
    return f"Scale: {'; '.join(said)}."


def _clause(scale: str, columns: str, *, plural: bool) -> str:
    return _DONE[scale][plural].format(columns)


def _decades(one: ColumnScale) -> str:
    return f"spreads over {math.log10(one.high) - math.log10(one.low):.1f} powers of ten, from {one.low:.4g}"


_SHORT = {
    ScaleReason.TWO_VALUES: "0 or 1, which counts as one standard deviation",
    ScaleReason.DECADES: "a long tail over three powers of ten or more",
    ScaleReason.ONE_RANGE: "whole numbers of one range in all columns",
    ScaleReason.SHARES: "shares",
    ScaleReason.OWN_UNIT: "measured in a unit of its own",
}
_REASONS = {
    ScaleReason.TWO_VALUES: lambda one: "0 or 1: the difference counts as one standard deviation",
    ScaleReason.DECADES: lambda one: f"{sentence(_decades(one))} to {one.high:.4g}: a few large values would decide",
    ScaleReason.ONE_RANGE: lambda one: "All columns are whole numbers of one range",
    ScaleReason.SHARES: lambda one: f"Shares, {one.low:.4g} to {one.high:.4g}",
    ScaleReason.OWN_UNIT: lambda one: f"A unit of its own, {one.low:.4g} to {one.high:.4g}",
}
