"""The checks of scikit-learn for the estimator without parameters."""

import pytest
from expected import ignoring
from expected_checks import failing_if_precomputed
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core import AutoRNSE
from rnse_core.exceptions import ComponentsWarning


@ignoring(ComponentsWarning)
@pytest.mark.battery
@parametrize_with_checks([AutoRNSE(), AutoRNSE(affinity="precomputed")], expected_failed_checks=failing_if_precomputed)
def test_estimator_checks(estimator, check):
    check(estimator)
