"""Fits over a grid of alpha and beta: the labels, the scores and the numbers of every cell."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.findings import joint_against_two_stage
from rnse_core.metrics import adjusted_rand_index, score_table
from rnse_core.planning import PreparedData
from rnse_core.recording._copies import copy_with
from rnse_core.rnse import RNSE

#: The grid of the paper's experiments.
PAPER_ALPHAS = tuple(10.0**power for power in range(-3, 3))
PAPER_BETAS = tuple(10.0**power for power in range(-5, 1))
SCORES = ("accuracy", "purity", "nmi", "ari")
# Alpha and beta of one fit.
Cell = tuple[float, float]
# Called with the number of cells so far and the number of all; True stops.
Progress = Callable[[int, int], bool | None]


@dataclass(frozen=True, eq=False)
class GridFit:
    """One cell of a grid, without its S.

    Attributes
    ----------
    labels : ndarray of shape (n_samples,)
    numbers : mapping of str to float
        "objective", "n_components", "nonzeros_per_row" and "row_sum_error" of the last round. Against S_0, learned at
        beta = 0 and the same alpha: "n_moved", the samples with another label; "change", ``||S - S_0||_1 / n``;
        "components_without_beta", those of S_0. Where the classes are known: "accuracy", "purity", "nmi" and "ari".
    """

    labels: IntArray
    numbers: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class GridRecord:
    """The cells of a grid that were fitted.

    Attributes
    ----------
    alphas, betas : tuple of float
        Rows and columns of the grid.
    cells : mapping of (float, float) to GridFit
        By alpha and beta. It may hold fewer cells than the grid, and others too.
    n_clusters, n_samples : int
    """

    alphas: tuple[float, ...]
    betas: tuple[float, ...]
    cells: Mapping[Cell, GridFit]
    n_clusters: int
    n_samples: int

    @property
    def n_cells(self) -> int:
        """Cells of the grid, fitted or not."""
        return len(self.alphas) * len(self.betas)

    @property
    def n_fitted(self) -> int:
        """Cells of the grid that were fitted."""
        return sum((alpha, beta) in self.cells for alpha in self.alphas for beta in self.betas)

    @property
    def complete(self) -> bool:
        """Whether every cell was fitted."""
        return self.n_fitted == self.n_cells

    def has(self, name: str) -> bool:
        """Return whether cells have a number of this name."""
        return any(name in one.numbers for one in self.cells.values())

    def values(self, name: str) -> FloatArray:
        """Return one number of every cell.

        Parameters
        ----------
        name : str
            A key of `GridFit.numbers`.

        Returns
        -------
        ndarray of shape (n_alphas, n_betas)
            NaN where a cell is missing or has no such number.
        """
        return self._each(lambda cell: self.cells[cell].numbers.get(name, np.nan))

    def agreement(self) -> FloatArray:
        """Return how much the labels of every cell agree with those of the cells beside, above and below it.

        Returns
        -------
        ndarray of shape (n_alphas, n_betas)
            Mean adjusted Rand index with up to four neighbours; NaN where there is none.
        """

        def agree(cell: Cell) -> float:
            row, column = self.alphas.index(cell[0]), self.betas.index(cell[1])
            beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            inside = [
                (self.alphas[i], self.betas[j])
                for i, j in beside
                if 0 <= i < len(self.alphas) and 0 <= j < len(self.betas)
            ]
            own = self.cells[cell].labels
            found = [adjusted_rand_index(own, self.cells[one].labels) for one in inside if one in self.cells]
            return float(np.mean(found)) if found else np.nan

        return self._each(agree)

    def best(self, name: str) -> tuple[Cell, int]:
        """Return the cell with the largest number, and how many cells share it.

        Of several, it is the one nearest to alpha = beta = 1 by the sum of ``|log alpha|`` and ``|log beta|``.

        Parameters
        ----------
        name : str

        Returns
        -------
        cell : tuple of two float
            Alpha and beta.
        n_equal : int

        Raises
        ------
        ValueError
            If no cell has such a number.
        """
        values = self.values(name)
        if np.isnan(values).all():
            raise ValueError(f"No cell of the grid has a number called {name!r}.")
        equal = [
            (self.alphas[i], self.betas[j]) for i, j in np.argwhere(np.isclose(values, np.nanmax(values), rtol=1e-12))
        ]
        return min(equal, key=_distance_to_one), len(equal)

    def rows(self) -> list[dict[str, Any]]:
        """Return the numbers of all cells of the grid that were fitted, a mapping per cell, for a table."""
        agreement = self.agreement()
        return [
            {"alpha": alpha, "beta": beta, **self.cells[alpha, beta].numbers, "agreement": float(agreement[i, j])}
            for i, alpha in enumerate(self.alphas)
            for j, beta in enumerate(self.betas)
            if (alpha, beta) in self.cells
        ]

    def _each(self, number: Callable[[Cell], float]) -> FloatArray:
        return np.array(
            [
                [number((alpha, beta)) if (alpha, beta) in self.cells else np.nan for beta in self.betas]
                for alpha in self.alphas
            ],
            dtype=np.float64,
        )


def _distance_to_one(cell: Cell) -> float:
    # Beta may be 0, which is as far from 1 as the smallest number.
    return float(np.abs(np.log10(np.maximum(cell, np.finfo(float).tiny))).sum())


def record_grid(
    X: ArrayLike | PreparedData,
    alphas: Sequence[float] = PAPER_ALPHAS,
    betas: Sequence[float] = PAPER_BETAS,
    model: RNSE | None = None,
    y: ArrayLike | None = None,
    *,
    cells: MutableMapping[Cell, GridFit] | None = None,
    progress: Progress | None = None,
) -> GridRecord:
    """Fit the same data with every pair of alpha and beta.

    K is computed once. For each alpha there is one more fit, with beta = 0, that the others are compared with.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features) or (n_samples, n_samples), or PreparedData
        As for the model, or what its ``prepare`` returned.
    alphas, betas : sequence of float, default=the paper's 6 x 6 grid
    model : RNSE or None, default=None
        The other parameters; None means ``RNSE(n_clusters=2)``. It is not fitted, and not changed.
    y : array-like of shape (n_samples,) or None, default=None
        Classes, for the scores. They decide nothing else.
    cells : mutable mapping or None, default=None
        Cells of the same data and model that are known already. Each cell is put into it when it is fitted, so that a
        call that was interrupted can be made again with it.
    progress : callable or None, default=None

    Returns
    -------
    GridRecord

    Examples
    --------
    >>> from rnse_core import RNSE
    >>> from rnse_core.datasets import make_two_moons
    >>> X, y = make_two_moons(n_samples=60, noise=0.05, random_state=0)
    >>> grid = record_grid(X, [0.5, 1.0], [0.0, 1.0], RNSE(2, random_state=0), y)
    >>> grid.values("n_moved").tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    model = RNSE(n_clusters=2) if model is None else model
    prepared = X if isinstance(X, PreparedData) else model.prepare(X)
    rows, columns = tuple(map(float, alphas)), tuple(map(float, betas))
    known: MutableMapping[Cell, GridFit] = {} if cells is None else cells
    missing = [(alpha, beta) for alpha in rows for beta in columns if (alpha, beta) not in known]
    record = GridRecord(rows, columns, known, model.n_clusters, prepared.plan.n_samples)
    reference: RNSE | None = None
    for alpha, beta in missing:
        if reference is None or reference.alpha != alpha:
            reference = _fit(model, prepared, alpha, 0.0)
        fitted = reference if beta == 0 else _fit(model, prepared, alpha, beta)
        known[alpha, beta] = GridFit(fitted.labels_, _numbers(fitted, reference, y))
        if progress is not None and progress(record.n_fitted, record.n_cells):
            break
    return record


def _fit(model: RNSE, prepared: PreparedData, alpha: float, beta: float) -> RNSE:
    again = copy_with(model, alpha=alpha, beta=beta)
    with warnings.catch_warnings():
        # What a single result has to say is for the one who looks at it: many of these values are extreme.
        warnings.simplefilter("ignore")
        return again.fit_prepared(prepared)


def _numbers(fitted: RNSE, reference: RNSE, y: ArrayLike | None) -> dict[str, float]:
    last = fitted.history_[-1]
    against = joint_against_two_stage(fitted.similarity_, fitted.labels_, reference.similarity_, reference.labels_)
    numbers = {name: float(last[name]) for name in ("objective", "n_components", "nonzeros_per_row", "row_sum_error")}
    numbers["n_moved"], numbers["change"] = float(against.n_moved), against.change
    numbers["components_without_beta"] = float(reference.n_components_)
    if y is not None:
        scores = score_table(y, fitted.labels_)
        numbers |= {
            "accuracy": scores["accuracy"],
            "purity": scores["purity"],
            "nmi": scores["nmi"],
            "ari": scores["ari"],
        }
    return numbers
