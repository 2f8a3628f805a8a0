"""Registry of the two-dimensional synthetic shapes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rnse_core._base.arrays import FloatArray
from rnse_core.datasets import synthetic
from rnse_core.datasets._draw import Labels


@dataclass(frozen=True)
class Shape:
    """A generator of two-dimensional data and its description.

    Attributes
    ----------
    title : str
        Title for lists of data sets.
    description : str
        One sentence on its appearance and on what it tests.
    n_clusters : int
        Number of clusters the generator draws by default.
    make : callable
        ``make(n_samples=..., noise=..., random_state=...)`` returns X of shape (n_samples, 2) and y.
    """

    title: str
    description: str
    n_clusters: int
    make: Callable[..., tuple[FloatArray, Labels]]

    @property
    def default_noise(self) -> float:
        """Default noise of the generator."""
        return inspect.signature(self.make).parameters["noise"].default

    @property
    def default_n_samples(self) -> int:
        """Default number of samples of the generator."""
        return inspect.signature(self.make).parameters["n_samples"].default


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "two_moons": Shape(
            "Two moons",
            "Two interleaved half circles, the paper's Figure 2: near points matter more than centres.",
            2,
            synthetic.make_two_moons,
        ),
        "circles": Shape(
            "Circles",
            "A circle inside another: no straight line separates them.",
            2,
            synthetic.make_circles,
        ),
        "spirals": Shape(
            "Spirals",
            "Two arms that wind around each other: long, thin clusters that a few edges between the arms join.",
            2,
            synthetic.make_spirals,
        ),
        "nested_rings": Shape(
            "Nested rings",
            "Three rings with one centre, the outer ones sparser: the distance to a neighbour varies.",
            3,
            synthetic.make_nested_rings,
        ),
        "blobs": Shape(
            "Blobs",
            "Three round clusters of equal width, the model behind K-Means.",
            3,
            synthetic.make_blobs,
        ),
        "anisotropic": Shape(
            "Stretched blobs",
            "Three long parallel clusters: the distance within one exceeds the distance between them.",
            3,
            synthetic.make_anisotropic,
        ),
        "varied_variance": Shape(
            "Varied variance",
            "A tight, a medium and a wide cluster: no single scale suits all of them.",
            3,
            synthetic.make_varied_variance,
        ),
        "no_structure": Shape(
            "No structure",
            "Uniform noise, one class: every partition into clusters is an artefact of the method.",
            1,
            synthetic.make_no_structure,
        ),
    }
)
