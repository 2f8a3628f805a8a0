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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the batteries: the same many questions to every estimator; they cover hardly a line that others do not."""
    for item in items:
        name = getattr(item, "originalname", "")
        if name == "test_scikit_learns_checks" or item.path.name.endswith("_cases.py"):
            item.add_marker(pytest.mark.battery)
