"""The data that a page offers by name: shapes, block-diagonal similarities and the data sets that ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from rnse_core.datasets import BUNDLED, SHAPES, load_dataset, make_block_diagonal
from rnse_core.preprocessing import scale_features

N_SAMPLES = 200
N_BLOCKS = 4
BLOCK_NOISES = (0.4, 0.8, 0.95)


class NamedData(NamedTuple):
    """Points, or a similarity of all pairs; their classes, or None where there is one class; the number of clusters."""

    X: np.ndarray
    y: np.ndarray | None
    n_clusters: int


@dataclass(frozen=True)
class DataChoice:
    """Data of a page: how they are called, how they are made, and the program that makes them.

    Parameters
    ----------
    title : str
    load : callable
        Returns the `NamedData`.
    imports : mapping of str to list of str
    lines : tuple of str
        They set ``X`` and ``y``.
    is_similarity : bool, default=False
        Whether X is a similarity of all pairs.
    """

    title: str
    load: Callable[[], NamedData]
    imports: Mapping[str, list[str]]
    lines: tuple[str, ...]
    is_similarity: bool = False

    @property
    def kernel(self) -> dict[str, Any]:
        """Arguments of RNSE that these data need."""
        return {"affinity": "precomputed"} if self.is_similarity else {}


def _load_shape(name: str) -> NamedData:
    shape = SHAPES[name]
    X, y = shape.make(n_samples=N_SAMPLES, noise=shape.default_noise, random_state=0)
    return NamedData(X, y if shape.n_clusters > 1 else None, max(2, shape.n_clusters))


def _load_blocks(noise: float) -> NamedData:
    return NamedData(*make_block_diagonal(N_SAMPLES, N_BLOCKS, noise, 0), N_BLOCKS)


def _load_bundled(name: str) -> NamedData:
    data = load_dataset(name)
    return NamedData(scale_features(data.X, "zscore"), data.y, BUNDLED[name].n_clusters)


def _feature_choices() -> dict[str, DataChoice]:
    found = {}
    for name, shape in SHAPES.items():
        maker = shape.make.__name__
        call = f"X, y = {maker}(n_samples={N_SAMPLES}, noise={shape.default_noise}, random_state=0)"
        found[name] = DataChoice(shape.title, partial(_load_shape, name), {"rnse_core.datasets": [maker]}, (call,))
    for name, one in BUNDLED.items():
        imports = {"rnse_core.datasets": ["load_dataset"], "rnse_core.preprocessing": ["scale_features"]}
        lines = (f"data = load_dataset({name!r})", 'X, y = scale_features(data.X, "zscore"), data.y')
        found[name] = DataChoice(one.title, partial(_load_bundled, name), imports, lines)
    return found


def _block_choices() -> dict[str, DataChoice]:
    return {
        f"blocks_{noise * 100:.0f}": DataChoice(
            f"Block-diagonal, c = {noise:g}",
            partial(_load_blocks, noise),
            {"rnse_core.datasets": ["make_block_diagonal"]},
            (f"X, y = make_block_diagonal({N_SAMPLES}, {N_BLOCKS}, {noise}, 0)",),
            is_similarity=True,
        )
        for noise in BLOCK_NOISES
    }


FEATURE_DATA: Mapping[str, DataChoice] = _feature_choices()
#: With the similarities of blocks.
ALL_DATA: Mapping[str, DataChoice] = {**FEATURE_DATA, **_block_choices()}
