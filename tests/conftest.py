"""Settings for all tests."""

import os

# One thread per numerical library, since tests run side by side on a few cores.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

from typing import Any  # noqa: E402

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

# A busy machine is no failure: how long an example takes is not asserted.
settings.register_profile("rnse", deadline=None, max_examples=50)
settings.load_profile("rnse")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs without measuring coverage: the batteries (the same many questions to every estimator), the pages.

    They cover hardly a line of the library that others do not, and measuring takes as long again as they do.
    """
    for item in items:
        name = getattr(item, "originalname", "")
        if name == "test_scikit_learns_checks" or item.path.name.endswith("_cases.py"):
            item.add_marker(pytest.mark.battery)
        if item.path.parent.name == "app":
            item.add_marker(pytest.mark.page)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the browser tests on one worker, for they share one browser and one server; deal out the others one by one.

    That is what `--dist loadgroup` and its marks are for, but pytest-xdist 3.8 finds no mark with pytest 9.2.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class BrowserTestsTogether(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith("tests/browser/") else nodeid

    return BrowserTestsTogether(config, log)
