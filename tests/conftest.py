"""Settings for all tests."""

import os

# One thread per numerical library, since tests run side by side on a few cores.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

# A busy machine is no failure: how long an example takes is not asserted.
settings.register_profile("rnse", deadline=None, max_examples=50)
settings.load_profile("rnse")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs without measuring coverage, and keep the browser tests together.

    The batteries, the same many questions to every estimator, and the pages cover hardly a line of the library that
    others do not, and measuring takes as long again as they do. The browser tests share one browser and one server,
    so they stay on one worker; pytest-xdist reads that mark in the same hook, after this.
    """
    for item in items:
        name = getattr(item, "originalname", "")
        if name == "test_scikit_learns_checks" or item.path.name.endswith("_cases.py"):
            item.add_marker(pytest.mark.battery)
        if item.path.parent.name == "app":
            item.add_marker(pytest.mark.page)
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("browser"))
