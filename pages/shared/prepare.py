"""From a table to what is clustered: which scale, and which rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from sklearn.neighbors import NearestNeighbors

SCALINGS = {"zscore": "z-score", "raw": "Raw", "minmax": "Min-max", "unit": "Unit length"}
SCALING_HELP = (
    "**z-score**: mean 0 and standard deviation 1 per feature, for features in different units. **Raw**: as they are. "
    "**Min-max**: every feature from 0 to 1. **Unit length**: every row divided by its length, for counts and spectra."
)


@dataclass(frozen=True)
class Sample:
    """The rows that are clustered: all of them, or a random part."""

    rows: np.ndarray
    n_all: int

    @property
    def complete(self) -> bool:
        """Whether every row takes part."""
        return len(self.rows) == self.n_all

    def code(self, kind: str) -> list[str]:
        """Return the lines that take the same rows of `everything` (and columns, of a square matrix) as X."""
        if self.complete:
            return ["X = everything"]
        return [
            f"rows = np.sort(np.random.default_rng(0).choice({self.n_all}, {len(self.rows)}, replace=False))",
            "X = everything[rows]" if kind == "features" else "X = everything[np.ix_(rows, rows)]",
        ]

    def spreading_code(self, kind: str) -> list[str]:
        """Return the lines that give every other row the label of the nearest clustered one; see `spread_labels`."""
        if self.complete:
            return []
        nearest = {
            "features": "NearestNeighbors(n_neighbors=1).fit(X).kneighbors(everything, return_distance=False)[:, 0]",
            "distance": "everything[:, rows].argmin(axis=1)",
            "similarity": "everything[:, rows].argmax(axis=1)",
        }[kind]
        return [f"nearest = {nearest}", "nearest[rows] = np.arange(len(rows))", "labels = labels[nearest]"]


def say(sample: Sample) -> None:
    """Say so when only a part of the rows is clustered."""
    if not sample.complete:
        st.info(
            f"{len(sample.rows):,} of the {sample.n_all:,} rows, chosen at random, are clustered. The other rows get "
            "the label of the nearest clustered row.",
            icon=":material/filter_alt:",
        )


def draw_sample(n_rows: int, at_most: int) -> Sample:
    """Choose the rows to cluster: the same ones every time."""
    if n_rows <= at_most:
        return Sample(np.arange(n_rows), n_rows)
    return Sample(np.sort(np.random.default_rng(0).choice(n_rows, at_most, replace=False)), n_rows)


def spread_labels(X: np.ndarray, sample: Sample, labels: np.ndarray, kind: str) -> np.ndarray:
    """Return a label for every row: its own when it was clustered, else that of the nearest clustered row.

    Parameters
    ----------
    X : ndarray of shape (n_all, n_features) or (n_all, n_all)
        All rows, on the scale of the clustering.
    sample : Sample
    labels : ndarray of shape (n_clustered,)
    kind : {"features", "similarity", "distance"}
        What `X` is.
    """
    if sample.complete:
        return labels
    if kind == "features":
        nearest = NearestNeighbors(n_neighbors=1).fit(X[sample.rows]).kneighbors(X, return_distance=False)[:, 0]
    else:
        nearest = (X if kind == "distance" else -X)[:, sample.rows].argmin(axis=1)
    everywhere = labels[nearest]
    everywhere[sample.rows] = labels
    return everywhere
