"""The arrows between the parts, and the names that others rely on."""

import ast
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import rnse_core

ROOT = Path(rnse_core.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
MODULES = sorted(module.name for module in pkgutil.walk_packages([str(ROOT)], "rnse_core."))

PUBLIC = {
    "rnse_core": ["RNSE", "compare", "read_table", "sweep"],
    "rnse_core.affinity": ["self_tuning_kernel", "probabilistic_knn_graph", "authors_affinity"],
    "rnse_core.projection": ["project_doubly_stochastic"],
    "rnse_core.indicator": ["multiplicative_update", "update_indicator"],
    "rnse_core.metrics": ["clustering_accuracy", "purity_score"],
    "rnse_core.datasets": ["make_block_diagonal", "make_two_moons", "load_dataset"],
    "rnse_core.baselines": [
        "PCAKMeans",
        "LRR",
        "NMFClustering",
        "NCuts",
        "SDS",
        "CAN",
        "CLR",
        "DSN",
        "LaplacianEigenmaps",
        "LPP",
        "SpectralRegression",
        "NM3F",
        "GNMF",
        "SelfTuningSpectral",
    ],
}

# What each layer of the core may import from the rest of it.
NUMERICS = {
    "_newton",
    "_threads",
    "_validation",
    "affinity",
    "agglomeration",
    "agreement",
    "copies",
    "dense_support",
    "distances",
    "executors",
    "indicator",
    "landmarks",
    "memory",
    "merging",
    "missing_pairs",
    "multilevel",
    "neighbor_kernels",
    "neighbor_target",
    "neighbors",
    "objective",
    "precomputed",
    "projection",
    "refinement",
    "scaled_points",
    "simplex",
    "single_precision",
    "spectral",
    "split_merge",
    "stages",
    "starts",
    "supports",
    "targets",
}


def imported_modules(path):
    """Absolute names of all modules that a file imports, anywhere in it."""
    package = ["rnse_core", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def test_no_module_imports_streamlit():
    script = (
        "import importlib, json, sys\n"
        f"for name in {MODULES!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = json.loads(run.stdout)
    assert "rnse_core.rnse" in loaded
    assert [name for name in loaded if name.split(".")[0] == "streamlit"] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_names_streamlit_or_the_app(path):
    tops = {name.split(".")[0] for name in imported_modules(path)}
    assert tops.isdisjoint({"streamlit", "pages", "app", "tests"})


@pytest.mark.parametrize("module", sorted(NUMERICS))
def test_numerics_import_numerics_alone(module):
    inside = {name.split(".")[1] for name in imported_modules(ROOT / f"{module}.py") if name.startswith("rnse_core.")}
    assert inside <= NUMERICS


@pytest.mark.parametrize("path", sorted((ROOT / "figures").glob("*.py")), ids=lambda path: path.name)
def test_figures_fit_nothing(path):
    names = set(imported_modules(path))
    assert not {name for name in names if name.startswith(("rnse_core.rnse", "rnse_core.baselines", "rnse_core.RNSE"))}


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_can_be_imported(module):
    imported = importlib.import_module(module)
    for name in PUBLIC[module]:
        assert callable(getattr(imported, name))


def test_what_the_package_exports_is_there():
    assert set(PUBLIC["rnse_core"]) <= set(rnse_core.__all__)
    for name in rnse_core.__all__:
        assert hasattr(rnse_core, name)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_short_enough_to_read(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500
