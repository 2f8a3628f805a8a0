"""A model like another one."""

from __future__ import annotations

from typing import Any

from rnse_core.rnse import RNSE


def copy_with(model: RNSE, **parameters: Any) -> RNSE:
    """Return a model with the parameters of another, but for those given; neither is fitted by the other's fit."""
    return type(model)(**{**model.get_params(deep=False), **parameters})
