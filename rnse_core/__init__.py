"""RNSE: learn the similarity graph and the clusters in one stage."""

from __future__ import annotations

# Not that of typing: what the command line imports before it can end at an interrupt is to be next to nothing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rnse_core.auto.estimator import AutoRNSE
    from rnse_core.experiments import compare, sweep
    from rnse_core.rnse import RNSE
    from rnse_core.tables import read_table

__all__ = ["RNSE", "AutoRNSE", "compare", "read_table", "sweep"]
#: The one place of the version; pyproject.toml reads it from here.
__version__ = "0.1.0"

# Imported when first asked for: all of it takes seconds, which `rnse --version` has no use for.
_HOMES = {
    "AutoRNSE": "rnse_core.auto.estimator",
    "RNSE": "rnse_core.rnse",
    "compare": "rnse_core.experiments",
    "read_table": "rnse_core.tables",
    "sweep": "rnse_core.experiments",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
