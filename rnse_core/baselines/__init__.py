"""Published methods to compare with, one file per method."""

from rnse_core.baselines.ncuts import NCuts

__all__ = ["NCuts"]
