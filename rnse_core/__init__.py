"""RNSE: learn the similarity graph and the clusters in one stage."""

from rnse_core.experiments import compare, sweep
from rnse_core.rnse import RNSE
from rnse_core.tables import read_table

__all__ = ["RNSE", "compare", "read_table", "sweep"]
