"""The parameters of one fit, checked once and then unchangeable.

`RNSE.fit` makes them from its parameters and hands them down. Nothing that is fitted looks at the estimator again, so
that `set_params` after `fit` changes the next fit alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_choice, check_count, check_entries, check_positive, check_scale
from rnse_core._base.executors import NAMES as EXECUTORS
from rnse_core.affinity.float32 import STORAGES
from rnse_core.affinity.kinds import AFFINITIES, PRECOMPUTED
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.indicator.updates import METHODS as INDICATOR_METHODS
from rnse_core.projection.doubly_stochastic import METHODS as PROJECTION_METHODS

GRAPHS = ("auto", "dense", "knn")
# What is done with a graph that is given, beside nothing.
GRAPH_KERNELS = ("auto",)
# Starts for P by name; each but the last one is found in the first S.
STARTS = ("auto", "spectral", "random")
# Default neighbours for the scale of the self-tuned kernel, chosen by benchmarks/shapes.py, and for the graphs.
SCALE_NEIGHBORS = 20
GRAPH_NEIGHBORS = 10
# Squares and products of a start must not overflow.
LARGEST_START = 1e50


@dataclass(frozen=True, eq=False)
class Settings:
    """The parameters of :class:`rnse_core.RNSE` but the callback, after they were checked.

    Parameters
    ----------
    n_clusters : int
        As given; it is checked against the number of samples when these are known.
    init : str or ndarray of shape (n_clusters, n_samples)
        An array is a copy that nobody can write to.
    random_state : int, RandomState or None

    Notes
    -----
    The others are those of `RNSE`, under the same names.
    """

    n_clusters: int
    alpha: float
    beta: float
    affinity: str
    affinity_neighbors: int | None
    gamma: float | None
    projection: str
    projection_max_iter: int
    projection_tol: float
    init: str | FloatArray
    indicator: str
    indicator_max_iter: int
    indicator_tol: float
    graph: str
    n_neighbors: int | None
    grow_graph: bool
    storage: str
    executor: str
    graph_kernel: str | None
    max_iter: int
    tol: float
    random_state: Any

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> Self:
        """Check parameters and freeze them.

        Parameters
        ----------
        parameters : mapping
            Of an `RNSE`; others are ignored.

        Returns
        -------
        Settings

        Raises
        ------
        TypeError, ValueError
            If one is not valid; the message names it.
        """
        given = {field.name: parameters[field.name] for field in fields(cls)}
        given["alpha"] = check_positive("alpha", given["alpha"])
        given["beta"] = check_positive("beta", given["beta"], allow_zero=True)
        check_scale(given["alpha"], given["beta"])
        for name in ("projection_tol", "indicator_tol", "tol"):
            given[name] = check_positive(name, given[name], allow_zero=True)
        for name in ("affinity_neighbors", "n_neighbors"):
            if given[name] is not None:
                given[name] = check_count(name, given[name])
        for name in ("projection_max_iter", "indicator_max_iter", "max_iter"):
            given[name] = check_count(name, given[name])
        choices = {
            "affinity": AFFINITIES,
            "projection": PROJECTION_METHODS,
            "indicator": INDICATOR_METHODS,
            "graph": GRAPHS,
            "storage": STORAGES,
            "executor": EXECUTORS,
        }
        for name, allowed in choices.items():
            check_choice(name, given[name], allowed)
        if given["graph_kernel"] is not None:
            check_choice("graph_kernel", given["graph_kernel"], GRAPH_KERNELS)
        given["init"] = _frozen_start(given["init"])
        return cls(**given)

    @property
    def precomputed(self) -> bool:
        """Whether the data are a matrix over pairs of samples."""
        return self.affinity in PRECOMPUTED

    @property
    def kernel_key(self) -> tuple[Any, ...]:
        """What decides K, its form and where S is looked for: data prepared for one fit serve others with this key."""
        newton = self.projection == "newton"
        kernel = self.affinity, self.affinity_neighbors, self.gamma, self.graph_kernel
        return (*kernel, self.graph, self.n_neighbors, self.storage, newton)

    def kernel_arguments(self, n_samples: int) -> dict[str, Any]:
        """Return the arguments that :func:`rnse_core.affinity.compute_affinity` gets.

        Parameters
        ----------
        n_samples : int
            It bounds the number of neighbours that is used when `affinity_neighbors` is None.

        Returns
        -------
        dict
            ``gamma`` for "rbf", nothing for "cosine" and "precomputed", else ``n_neighbors``.
        """
        if self.affinity == "rbf":
            return {"gamma": self.gamma}
        if self.affinity in ("cosine", "precomputed"):
            return {}
        if self.affinity_neighbors is not None:
            return {"n_neighbors": self.affinity_neighbors}
        usual = SCALE_NEIGHBORS if self.affinity in ("self_tuning", "precomputed_distance") else GRAPH_NEIGHBORS
        return {"n_neighbors": max(1, min(usual, n_samples // 5))}

    def starting_indicator(self, n_clusters: int, n_samples: int) -> FloatArray | None:
        """Return the given start of P after checking that it fits the data; None where it is given by name.

        Parameters
        ----------
        n_clusters, n_samples : int

        Returns
        -------
        ndarray of shape (n_clusters, n_samples) or None

        Raises
        ------
        ValueError
            If its shape or an entry is not possible.
        """
        if isinstance(self.init, str):
            return None
        P, shape = self.init, (n_clusters, n_samples)
        if P.shape != shape:
            raise InputError("init", Reason.WRONG_SHAPE, P.shape, bound=shape)
        check_entries("init", P, LARGEST_START)
        empty = np.flatnonzero(~P.any(axis=1))
        if len(empty):
            row = int(empty[0])
            message = f"Row {row} of init is all zero; each cluster needs a positive entry to start from."
            raise InputError("init", Reason.EMPTY, row=row, message=message)
        return P


def _frozen_start(init: Any) -> str | FloatArray:
    if isinstance(init, str):
        if init not in STARTS:
            raise ParameterError("init", init, Reason.UNKNOWN_CHOICE, choices=(*STARTS, "an array"))
        return init
    P = np.array(init, dtype=np.float64)
    P.flags.writeable = False
    return P
