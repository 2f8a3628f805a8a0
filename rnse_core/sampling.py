"""A random sample of the rows of a table, and labels for the rows that are not in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import NearestNeighbors

from rnse_core._base.arrays import FloatArray, IntArray

# Fixed, so that the same rows of a table are drawn every time.
SEED = 0


@dataclass(frozen=True)
class Sample:
    """The rows that are clustered: all of them, or a random sample.

    Parameters
    ----------
    rows : ndarray of shape (n_clustered,)
        Their numbers, ascending.
    n_all : int
        Number of all rows.
    """

    rows: IntArray
    n_all: int

    @property
    def complete(self) -> bool:
        """Whether all rows are clustered."""
        return len(self.rows) == self.n_all


def draw_sample(n_rows: int, at_most: int) -> Sample:
    """Choose the rows to cluster, the same ones every time.

    Parameters
    ----------
    n_rows : int
    at_most : int

    Returns
    -------
    Sample
        All rows, if there are at most `at_most`.
    """
    if n_rows <= at_most:
        return Sample(np.arange(n_rows), n_rows)
    return Sample(np.sort(np.random.default_rng(SEED).choice(n_rows, at_most, replace=False)), n_rows)


def spread_labels(X: FloatArray, sample: Sample, labels: NDArray[Any], kind: str = "features") -> NDArray[Any]:
    """Return a label for every row: that of the row itself if it was clustered, else of the nearest clustered row.

    Parameters
    ----------
    X : ndarray of shape (n_all, n_features) or (n_all, n_all)
        All rows, scaled as for the clustering.
    sample : Sample
    labels : ndarray of shape (n_clustered,)
    kind : {"features", "similarity", "distance"}, default="features"
        What `X` is.

    Returns
    -------
    ndarray of shape (n_all,)
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
