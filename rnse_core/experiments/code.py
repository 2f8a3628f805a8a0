"""A fingerprint of the code that a result depends on, so that a changed method is run again."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_OWN = __name__.partition(".")[0]


@lru_cache(maxsize=256)
def code_fingerprint(*modules: str) -> str:
    """Return the SHA-256 of the sources of modules and of all that they import from this package.

    A module from elsewhere counts with its own source alone; what it builds on counts with its version, which records
    hold beside this.

    Parameters
    ----------
    *modules : str
        Absolute names.

    Returns
    -------
    str
        Of 64 digits.
    """
    sources: dict[str, bytes] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = None if name in sources else _source(name)
        if path is None:
            continue
        sources[name] = path.read_bytes()
        if name.partition(".")[0] == _OWN:
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            waiting += [other for other in _imports(sources[name], package) if other.partition(".")[0] == _OWN]
    digest = hashlib.sha256()
    for name, content in sorted(sources.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _source(name: str) -> Path | None:
    if name == "__main__":
        file = getattr(sys.modules[name], "__file__", None)
        return Path(file) if file else None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


def _imports(source: bytes, package: str) -> Iterator[str]:
    """Yield the absolute names of what a source imports; some are no modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
