"""What the hover text of a point says: its row in the file, its id, class and cluster, and values of its features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core.wording import counted

from ._style import plain

#: Features that a hover text lists; with more it would cover the picture.
MAX_HOVER_FEATURES = 6
#: Longest name or cell that is written in full.
MAX_HOVER_TEXT = 28
#: Longest name of a cluster that is written in full.
MAX_NAME = 60


def hover_texts(
    rows: ArrayLike,
    *,
    ids: Sequence[object] | None = None,
    classes: ArrayLike | None = None,
    clusters: Sequence[str] | None = None,
    X: ArrayLike | None = None,
    names: Sequence[str] = (),
) -> list[str]:
    """Return a text for each point, one line for each fact.

    Parameters
    ----------
    rows : array-like of int of shape (n_samples,)
        Numbers of the rows in the file, from 1.
    ids : sequence of length n_samples, optional
        Names that the file gives the rows.
    classes : array-like of shape (n_samples,), optional
        A blank class is left out.
    clusters : sequence of str of length n_samples, optional
        Name of the cluster of each point, such as "high income, low age"; cut where it is long.
    X : array-like of shape (n_samples, n_features), optional
        Values of the features; the first `MAX_HOVER_FEATURES` are written, and how many there are.
    names : sequence of str, of length n_features, default=()

    Returns
    -------
    list of str
        Of length n_samples.
    """
    numbers = np.asarray(rows)
    lines: list[list[str]] = [[f"row {number}"] for number in numbers.tolist()]
    if ids is not None:
        _append(lines, "id", ids)
    if classes is not None:
        _append(lines, "class", np.asarray(classes).tolist())
    if clusters is not None:
        shown_as = {name: plain(name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…") for name in clusters}
        for line, name in zip(lines, clusters, strict=True):
            line.append(shown_as[name])
    if X is not None:
        values = np.asarray(X)
        shown = min(values.shape[1], MAX_HOVER_FEATURES)
        titles = [_short(name) for name in names[:shown]]
        rest = f"{shown} of {counted(values.shape[1], 'feature')}" if shown < values.shape[1] else ""
        for line, row in zip(lines, values[:, :shown].tolist(), strict=True):
            line += [f"{title} {value:.4g}" for title, value in zip(titles, row, strict=True)]
            line += [rest] if rest else []
    return ["<br>".join(line) for line in lines]


def _append(lines: list[list[str]], word: str, cells: Sequence[Any]) -> None:
    for line, cell in zip(lines, cells, strict=True):
        if str(cell) != "":
            line.append(f"{word} {_short(cell)}")


def _short(cell: object) -> str:
    text = str(cell)
    return plain(text if len(text) <= MAX_HOVER_TEXT else text[: MAX_HOVER_TEXT - 1] + "…")
