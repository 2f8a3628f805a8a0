"""RNSE: learn the similarity graph and the clusters in one stage."""

from rnse_core.rnse import RNSE

__all__ = ["RNSE"]
