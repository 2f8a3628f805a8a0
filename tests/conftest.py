"""Settings for all tests."""

import gc
import os
from pathlib import Path
from typing import Any

# One thread per numerical library, since tests run side by side on a few cores.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

# A busy machine is no failure: how long an example takes is not asserted. The examples are the same in every run, so
# that a change is judged by what it changes; `make search` draws others.
settings.register_profile("rnse", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=200, print_blob=True)
settings.load_profile("rnse")

# The modules beside the tests have assertions too, which fail with the values that they compared.
pytest.register_assert_rewrite(
    *(path.stem for path in Path(__file__).parent.rglob("*.py") if not path.stem.startswith(("test_", "conftest")))
)

BROWSER_TESTS = "tests/browser/"
# Those of one page share what the page computes and keeps.
PAGE_TESTS = "tests/app/"
# Tests that share what takes seconds to make: a browser and a server, a cluster, a documentation, a wheel.
SHARING = (
    BROWSER_TESTS,
    "tests/core/test_dask_cluster.py",
    "tests/project/test_documentation.py",
    "tests/project/test_wheel.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make coverage` leaves out, and put the browser tests first.

    Left out are the batteries (the same many questions to every estimator) and the pages: they run hardly a line of the
    library that others do not, and measuring takes as long again as they do. The browser tests are the longest group
    that one worker has to run alone, so it starts with them.
    """
    for item in items:
        name = getattr(item, "originalname", "")
        if name == "test_scikit_learns_checks" or item.path.name.endswith("_cases.py"):
            item.add_marker(pytest.mark.battery)
        if item.nodeid.startswith(PAGE_TESTS):
            item.add_marker(pytest.mark.page)
    items.sort(key=lambda item: not item.nodeid.startswith(BROWSER_TESTS))


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of later garbage collections.

    Each run of a page ends with a full one, and so does each fit of which the memory is measured. With all tests and
    libraries to look through, it takes longer than the fit.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep tests that share something on one worker; deal out the others one by one.

    That is what `--dist loadgroup` and its marks are for, but pytest-xdist 3.8 finds no mark with pytest 9.2. Groups
    are dealt out by size, and in the order of the collection where sizes are the same: the groups come first.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class GroupsTogether(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith(PAGE_TESTS):
                return nodeid.split("::")[0]
            return next((group for group in SHARING if nodeid.startswith(group)), nodeid)

        def _reschedule(self, node: Any) -> None:
            """Forget what is done, which would be looked through after each test."""
            given = self.assigned_work[node]
            for group in [group for group, tests in given.items() if all(tests.values())]:
                del given[group]
            super()._reschedule(node)

    return GroupsTogether(config, log)
