"""Tables with far more features than samples, as spectra, genes and images have."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE, AutoRNSE, baselines
from rnse_core.affinity import AFFINITIES, PRECOMPUTED, search_cost

y = np.repeat([0, 1], 15)
WIDTHS = (1_000, 1_800, 20_000)


def wide(n_features):
    return np.random.default_rng(0).normal(size=(30, n_features)) + y[:, None] * 1.0


@pytest.mark.parametrize("n_features", WIDTHS)
@pytest.mark.parametrize("affinity", sorted(set(AFFINITIES) - set(PRECOMPUTED)))
def test_every_kernel_takes_them(affinity, n_features):
    model = RNSE(2, affinity=affinity, random_state=0).fit(wide(n_features))
    # The kernel of the authors' code does not tell these groups apart, at none of the widths.
    assert affinity == "authors" or adjusted_rand_score(y, model.labels_) == 1
    assert model.predict(wide(n_features)[:3]).shape == (3,)


@pytest.mark.parametrize("n_features", WIDTHS)
@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_every_graph_takes_them(graph, n_features):
    assert adjusted_rand_score(y, RNSE(2, graph=graph, random_state=0).fit_predict(wide(n_features))) == 1


@pytest.mark.parametrize("n_features", WIDTHS)
def test_the_automatic_choice_takes_them(n_features):
    assert adjusted_rand_score(y, AutoRNSE(n_clusters=2, random_state=0).fit_predict(wide(n_features))) == 1


@pytest.mark.filterwarnings("ignore")  # of rounds and components, which differ between the methods
@pytest.mark.parametrize("name", [name for name in baselines.__all__ if hasattr(getattr(baselines, name), "fit")])
def test_every_method_takes_them(name):
    # Counts are never negative, which the factorisations need.
    X = np.abs(wide(2_000)) + 10 * y[:, None]
    method = getattr(baselines, name)
    seed = {"random_state": 0} if "random_state" in method().get_params() else {}
    assert method(2, **seed).fit_predict(X).shape == y.shape


@pytest.mark.parametrize("n_features", [1, 100, 1_751, 10**6, 10**9])
@pytest.mark.parametrize("n_samples", [2, 1_000, 10**7])
def test_the_cost_of_a_search_is_a_number_that_grows(n_samples, n_features):
    for method in ("tree", "scan", "approximate"):
        cost = search_cost.search_seconds(n_samples, n_features, method)
        assert 0 < cost <= search_cost.search_seconds(n_samples, n_features + 1, method) < np.inf
