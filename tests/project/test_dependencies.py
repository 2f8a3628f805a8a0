"""What is imported is declared, and what is declared is pinned to a tested version."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS = {"rnse_core", "pages"}


def declared(*extras: str) -> set[str]:
    """Names that the project asks for, without those of its own extras."""
    lines = list(PROJECT["dependencies"])
    for extra in extras:
        lines += PROJECT["optional-dependencies"][extra]
    return {canonicalize_name(Requirement(line).name) for line in lines} - {canonicalize_name(PROJECT["name"])}


def imported(folder: str) -> set[str]:
    """Distributions that the files of a folder import, anywhere in them."""
    tops: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                tops |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                tops.add(node.module.split(".")[0])
    homes = packages_distributions()
    return {canonicalize_name(homes[top][0]) for top in tops - OURS - set(sys.stdlib_module_names)}


@pytest.mark.parametrize(
    ("folder", "extras"), [("rnse_core", ("distributed", "large")), ("pages", ("app",))], ids=lambda value: str(value)
)
def test_what_is_imported_is_declared(folder: str, extras: tuple[str, ...]) -> None:
    # dask[distributed] brings the distribution of that name.
    brought = {"distributed"} if "distributed" in extras else set()
    found = imported(folder)
    assert "numpy" in found
    assert found <= declared(*extras) | brought


def test_what_is_declared_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {canonicalize_name(line.split("==")[0]) for line in lines if re.fullmatch(r"[\w.-]+==[\w.]+", line)}
    assert declared(*PROJECT["optional-dependencies"]) <= pinned
