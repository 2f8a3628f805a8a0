"""A fingerprint of the code that a result depends on, so that a changed method is run again.

What is hashed is the syntax tree of the statements that run. Comments, layout, docstrings, type hints, import lines and
the place of a statement among the modules do not count, so records stay valid when code is documented or moved.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

_OWN = __name__.partition(".")[0]
# A list of exported names; it does not change what a module does.
_EXPORTED_NAMES = "__all__"


@lru_cache(maxsize=256)
def code_fingerprint(*modules: str) -> str:
    """Return the SHA-256 of what modules do, and of all that they import from this package.

    Of a module from another package only its own statements are hashed. Its dependencies are covered by their versions,
    which records also hold.

    Parameters
    ----------
    *modules : str
        Absolute names.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    statements: list[str] = []
    seen: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        path = _source(name)
        if path is None:
            continue
        tree = _Effective().visit(ast.parse(path.read_bytes()))
        if name.partition(".")[0] == _OWN:
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            waiting += [other for other in _imports(tree, package) if other.partition(".")[0] == _OWN]
        statements += [ast.dump(statement) for statement in tree.body if not _without_effect(statement)]
    digest = hashlib.sha256()
    for text in sorted(statements):
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()


class _Effective(ast.NodeTransformer):
    """Removes what has no effect when it runs: docstrings, type hints of functions, imports for type checkers."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # A constant as a statement is a docstring, or has no effect either.
            node.body = [one for one in body if not _is_constant(one)] or [ast.Pass()]  # type: ignore[attr-defined]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_If(self, node: ast.If) -> Any:
        if "TYPE_CHECKING" in (getattr(node.test, "id", ""), getattr(node.test, "attr", "")):
            return None
        return self.generic_visit(node)


def _is_constant(statement: ast.AST) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _without_effect(statement: ast.stmt) -> bool:
    """Whether a statement of a module only says where names come from, or which of them are public."""
    if isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass):
        return True
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == _EXPORTED_NAMES for target in targets)


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


def _imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the absolute names of what a module imports; some are no modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
