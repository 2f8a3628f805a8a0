"""Settings for all tests."""

import os

# One thread per numerical library, since tests run side by side on a few cores.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

from hypothesis import settings  # noqa: E402

# A busy machine is no failure: how long an example takes is not asserted.
settings.register_profile("rnse", deadline=None)
settings.load_profile("rnse")
