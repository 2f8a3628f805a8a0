"""The wheel of `rnse_core` holds the library, what comes with it, and asks for no Streamlit."""

import email.message
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import rnse_core

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "rnse_core")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built without a network, from a copy: a build leaves files beside the sources."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    built = tmp_path_factory.mktemp("wheel")
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", *offline, "--wheel-dir", str(built), str(folder)]
    subprocess.run(command, check=True)
    (file,) = built.glob("*.whl")
    return zipfile.ZipFile(file)


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> email.message.Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode("utf-8"))


@pytest.fixture(scope="module")
def requirements(metadata: email.message.Message) -> list[Requirement]:
    return [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]


def names(requirements: list[Requirement], extra: str) -> set[str]:
    """The names that are needed with an extra, or without any for an empty one."""
    return {one.name.lower() for one in requirements if one.marker is None or one.marker.evaluate({"extra": extra})}


def test_every_module_is_in_it_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    held = {name for name in wheel.namelist() if name.endswith(".py")}
    assert held == {str(path.relative_to(ROOT).as_posix()) for path in (ROOT / "rnse_core").rglob("*.py")}


@pytest.mark.parametrize("name", ["rnse_core/py.typed", "rnse_core/experiments/paper_results.csv"])
def test_files_that_are_no_modules_are_in_it(wheel: zipfile.ZipFile, name: str) -> None:
    assert wheel.read(name) == (ROOT / name).read_bytes()


def test_the_licence_and_the_command_are_in_it(wheel: zipfile.ZipFile) -> None:
    ends = {name.split(".dist-info/")[-1]: name for name in wheel.namelist()}
    assert wheel.read(ends["licenses/LICENSE"]) == (ROOT / "LICENSE").read_bytes()
    assert "rnse = rnse_core.cli:main" in wheel.read(ends["entry_points.txt"]).decode("utf-8")


def test_its_version_is_that_of_the_library(metadata: email.message.Message) -> None:
    assert metadata["Version"] == rnse_core.__version__


def test_the_library_needs_no_streamlit_and_the_app_does(requirements: list[Requirement]) -> None:
    library = names(requirements, "")
    assert {"numpy", "scipy", "scikit-learn"} <= library
    assert "streamlit" not in library
    assert names(requirements, "app") - library == {"streamlit", "starlette", "rnse-core"}
    assert (names(requirements, "excel") | names(requirements, "parquet")) - library == {"openpyxl", "pyarrow"}


def test_tools_of_development_come_with_extras_alone(requirements: list[Requirement]) -> None:
    library = names(requirements, "")
    assert library.isdisjoint({"pytest", "ruff", "mypy", "sphinx", "dask", "pynndescent"})
    for extra, name in {"test": "pytest", "dev": "ruff", "docs": "sphinx", "large": "pynndescent"}.items():
        assert name in names(requirements, extra)
