"""Data to try clustering on: synthetic shapes, the paper's block-diagonal affinity, and scikit-learn's real tables."""

from rnse_core.datasets.bundled import BUNDLED, BundledInfo, Dataset, load_dataset
from rnse_core.datasets.shapes import SHAPES, Shape
from rnse_core.datasets.synthetic import (
    make_anisotropic,
    make_blobs,
    make_block_diagonal,
    make_circles,
    make_nested_rings,
    make_no_structure,
    make_spirals,
    make_two_moons,
    make_varied_variance,
)

__all__ = [
    "BUNDLED",
    "SHAPES",
    "BundledInfo",
    "Dataset",
    "Shape",
    "load_dataset",
    "make_anisotropic",
    "make_blobs",
    "make_block_diagonal",
    "make_circles",
    "make_nested_rings",
    "make_no_structure",
    "make_spirals",
    "make_two_moons",
    "make_varied_variance",
]
