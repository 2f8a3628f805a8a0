"""Scaling of features before clustering; on real tables the choice matters as much as the method.

Modules: `scaling` (one scale for all columns), `columns` (a scale proposed for each column, with the reason),
`standardising` (mean 0 and standard deviation 1).
"""

from rnse_core.preprocessing.columns import COLUMN_SCALES, ColumnScale, ScaleReason, propose_scales, scale_columns
from rnse_core.preprocessing.scaling import SCALINGS, scale_features
from rnse_core.preprocessing.standardising import powers_of_two, standardise

__all__ = [
    "COLUMN_SCALES",
    "SCALINGS",
    "ColumnScale",
    "ScaleReason",
    "powers_of_two",
    "propose_scales",
    "scale_columns",
    "scale_features",
    "standardise",
]
