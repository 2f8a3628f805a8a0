"""What is imported is declared, and what is declared is pinned to a tested version."""

import ast
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
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


def tops_of(folder: str) -> set[str]:
    """First words of the modules that the files of a folder import, anywhere in them."""
    tops: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                tops |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                tops.add(node.module.split(".")[0])
    return tops - OURS - set(sys.stdlib_module_names)


def imported(folder: str) -> set[str]:
    """Distributions that the files of a folder import."""
    homes = packages_distributions()
    return {canonicalize_name(homes[top][0]) for top in tops_of(folder)}


def pinned() -> set[str]:
    """Names in the list of versions that were tested."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(line.split("==")[0]) for line in lines if re.fullmatch(r"[\w.-]+==[\w.]+", line)}


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
    assert declared(*PROJECT["optional-dependencies"]) <= pinned()


def installed_with(*extras: str) -> set[str]:
    """Names of the distributions that are installed with the project and some of its extras."""
    ours = canonicalize_name(PROJECT["name"])
    found: set[tuple[str, str]] = set()
    waiting = [*map(Requirement, PROJECT["dependencies"]), Requirement(f"{ours}[{','.join(extras)}]")]
    while waiting:
        one = waiting.pop()
        for extra in ("", *one.extras):
            place = canonicalize_name(one.name), extra
            if place in found:
                continue
            found.add(place)
            try:
                lines = PROJECT["optional-dependencies"].get(extra, []) if place[0] == ours else requires(one.name)
            except PackageNotFoundError:  # of another system or version of Python
                continue
            needed = map(Requirement, lines or ())
            waiting += [need for need in needed if need.marker is None or need.marker.evaluate({"extra": extra})]
    return {name for name, _ in found}


def test_the_tests_import_what_is_installed_for_them() -> None:
    beside = {path.stem for path in (ROOT / "tests").rglob("*") if path.is_dir() or path.suffix == ".py"}
    beside |= {path.stem for folder in ("benchmarks", "tools") for path in (ROOT / folder).glob("*.py")}
    homes, known = packages_distributions(), installed_with("app", "test", "dev", "docs")
    assert {"pytest", "pillow"} <= known
    others = tops_of("tests") - beside
    assert {top for top in others if canonicalize_name(homes.get(top, [top])[0]) not in known} == set()
