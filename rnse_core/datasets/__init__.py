"""Data sets with known classes, and the tables of results that the paper prints.

Data by name: `registry` (:func:`load_dataset`), `bundled` (data sets of scikit-learn), `shapes` and `synthetic`
(generators of shapes, with `_draw`), `paper` (the data sets of the paper).

Sources: `folder` (files of the user, with `suffixes`), `openml` (download and cache).

Printed results: `paper_tables` (Tables 2 and 3), `printed_checks` (rules that every score must obey).
"""

from rnse_core.datasets.bundled import BUNDLED, BundledInfo, Dataset
from rnse_core.datasets.folder import load_file
from rnse_core.datasets.openml import OpenMLSource, default_cache
from rnse_core.datasets.paper import PAPER_DATASETS, PaperDataset
from rnse_core.datasets.paper_tables import PAPER_METHODS, PRINTED_SCORES, printed_table
from rnse_core.datasets.printed_checks import check_printed, printed_problems
from rnse_core.datasets.registry import DATASETS, DatasetEntry, load_dataset
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
from rnse_core.exceptions import DatasetUnavailable

__all__ = [
    "BUNDLED",
    "DATASETS",
    "PAPER_DATASETS",
    "PAPER_METHODS",
    "PRINTED_SCORES",
    "SHAPES",
    "BundledInfo",
    "Dataset",
    "DatasetEntry",
    "DatasetUnavailable",
    "OpenMLSource",
    "PaperDataset",
    "Shape",
    "check_printed",
    "default_cache",
    "load_dataset",
    "load_file",
    "make_anisotropic",
    "make_blobs",
    "make_block_diagonal",
    "make_circles",
    "make_nested_rings",
    "make_no_structure",
    "make_spirals",
    "make_two_moons",
    "make_varied_variance",
    "printed_problems",
    "printed_table",
]
