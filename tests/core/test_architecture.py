"""What others rely on: the public names, a library without Streamlit, pages without private parts.

The layers of the library are contracts of import-linter, in pyproject.toml.
"""

import ast
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import rnse_core

ROOT = Path(rnse_core.__file__).parents[1]
PAGES = sorted((ROOT / "pages").rglob("*.py"))
MODULES = sorted(module.name for module in pkgutil.walk_packages(rnse_core.__path__, "rnse_core."))

PUBLIC = {
    "rnse_core": ["RNSE", "AutoRNSE", "compare", "read_table", "sweep"],
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


def test_no_module_imports_streamlit_at_run_time():
    """Also not through another library, which the import contracts do not see."""
    script = (
        "import importlib, json, sys\n"
        f"for name in {MODULES!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = json.loads(run.stdout)
    assert "rnse_core.rnse" in loaded
    assert [name for name in loaded if name.split(".")[0] == "streamlit"] == []


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_can_be_imported(module):
    imported = importlib.import_module(module)
    for name in PUBLIC[module]:
        assert callable(getattr(imported, name))


def test_what_a_module_exports_is_there():
    assert set(PUBLIC["rnse_core"]) <= set(rnse_core.__all__)
    for module in map(importlib.import_module, ["rnse_core", *MODULES]):
        for name in getattr(module, "__all__", []):
            assert hasattr(module, name), f"{module.__name__}.{name}"


def private_parts(source):
    """Yield the modules and names with an underscore that a file takes from the library."""
    tree = ast.parse(source)
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            taken = [(alias.name, alias.asname or alias.name.split(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            taken = [(f"{node.module}.{alias.name}", alias.asname or alias.name) for alias in node.names]
        else:
            continue
        ours = [(path, name) for path, name in taken if path.split(".")[0] == "rnse_core"]
        names |= {name for _, name in ours}
        yield from (path for path, _ in ours if is_private(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            path = ast.unparse(node)
            if path.split(".")[0] in names and is_private(path):
                yield path


def is_private(path):
    return any(part.startswith("_") and not part.endswith("__") for part in path.split("."))


def test_pages_use_public_parts_of_the_library():
    assert list(private_parts("import rnse_core._base.memory")) == ["rnse_core._base.memory"]
    assert list(private_parts("def f():\n    from rnse_core.tables import _text as text")) == ["rnse_core.tables._text"]
    assert list(private_parts("import rnse_core\nrnse_core.tables._text()")) == ["rnse_core.tables._text"]
    assert list(private_parts("from rnse_core import RNSE\nfrom . import _own\nRNSE.__doc__, _own._part")) == []
    found = {path.relative_to(ROOT).as_posix(): list(private_parts(path.read_text(encoding="utf-8"))) for path in PAGES}
    assert "pages/home.py" in found
    assert {path: parts for path, parts in found.items() if parts} == {}
