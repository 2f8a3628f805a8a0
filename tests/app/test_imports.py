"""Pages import what they need in an order that is safe with many visitors at once; see `pages.shared`."""

import ast
import subprocess
import sys

import pytest
from page_checks import ROOT

PAGES = sorted((ROOT / "pages").glob("*.py"))


def imports(path):
    """Absolute or relative names of the modules that a script imports, in their order."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_imports_what_is_shared_before_the_library(path):
    ours = [name.split(".")[0] for name in imports(path) if name.split(".")[0] in ("pages", "rnse_core")]
    assert ours[0] == "pages"


def test_the_place_that_imports_the_library_imports_no_module_beside_it():
    names = list(imports(ROOT / "pages" / "shared" / "__init__.py"))
    assert "rnse_core" in names
    assert not [name for name in names if name.startswith((".", "pages"))]


def test_the_garbage_collection_after_a_run_leaves_the_imported_packages_out():
    counts = "import gc, pages.shared; print(gc.get_freeze_count(), len(gc.get_objects()))"
    answer = subprocess.run([sys.executable, "-c", counts], cwd=ROOT, capture_output=True, text=True, check=True)
    left_out, looked_at = map(int, answer.stdout.split())
    assert left_out > 10 * looked_at
