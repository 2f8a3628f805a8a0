"""The documentation builds without a warning, and the reference has every public name."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rnse_core import exceptions

ROOT = Path(__file__).resolve().parents[2]
# What pages of the documentation include.
INCLUDED = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md", "sample_data/README.md")
PACKAGES = (
    "affinity",
    "projection",
    "indicator",
    "baselines",
    "metrics",
    "datasets",
    "tables",
    "experiments",
    "figures",
    "exports",
    "exceptions",
    "auto",
)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names that have a page, after all documents were read and every reference resolved, in a copy."""
    copy = tmp_path_factory.mktemp("documentation")
    shutil.copytree(ROOT / "docs", copy / "docs", ignore=shutil.ignore_patterns("generated"))
    for name in INCLUDED:
        (copy / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    shutil.copy(ROOT / "LICENSE", copy)
    # Without writing pages, which takes as long again.
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "dummy", "docs", "build"]
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=copy, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {path.stem for path in (copy / "docs" / "api" / "generated").glob("*.rst")}


def test_what_the_library_exports_has_a_page(reference: set[str]) -> None:
    assert {"rnse_core.RNSE", "rnse_core.compare", "rnse_core.sweep", "rnse_core.read_table"} <= reference


@pytest.mark.parametrize("package", PACKAGES)
def test_every_function_and_class_of_a_package_has_a_page(reference: set[str], package: str) -> None:
    module = importlib.import_module(f"rnse_core.{package}")
    names = {name for name in module.__all__ if callable(getattr(module, name))}
    # What a package exports of these has its page there.
    if module is not exceptions:
        names -= set(exceptions.__all__)
    assert names
    assert {f"{module.__name__}.{name}" for name in names} <= reference


@pytest.mark.parametrize(
    "module", ["planning", "preprocessing", "sampling", "stages", "graph.spectral", "graph.eigengap"]
)
def test_modules_have_a_page(reference: set[str], module: str) -> None:
    assert f"rnse_core.{module}" in reference
