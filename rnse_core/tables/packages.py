"""Packages that only some kinds of file need."""

from __future__ import annotations

import importlib
from typing import Any

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import Problem


def load_package(module: str, name: str) -> Any:
    """Import a module of an optional package, to read the file called `name`.

    Raises
    ------
    TableError
        When the package is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise TableError(Problem.PACKAGE_MISSING, file=name, token=module.partition(".")[0]) from error
