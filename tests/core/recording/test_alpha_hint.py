"""An alpha at which S falls into the clusters, found without labels."""

import numpy as np
import pytest

from rnse_core import RNSE
from rnse_core.datasets import SHAPES
from rnse_core.findings import AlphaWithClusters, sentence_for
from rnse_core.graph.components import component_labels
from rnse_core.metrics import clustering_accuracy
from rnse_core.recording import nearest_alpha, record_two_stage

ALPHAS = tuple(float(f"{step}e{power}") for power in (-2, -1, 0) for step in (1, 1.5, 2, 3, 5, 7))


def hint_for(name, alpha, seed=0):
    shape = SHAPES[name]
    X, y = shape.make(n_samples=200, noise=shape.default_noise, random_state=seed)
    model = RNSE(max(2, shape.n_clusters), alpha=alpha, random_state=0)
    return X, y, model, nearest_alpha(model.prepare(X), model, ALPHAS)


@pytest.mark.parametrize("seed", range(4))
def test_spirals_are_found_at_the_alpha_that_is_named(seed):
    X, y, model, hint = hint_for("spirals", 1.0, seed)
    assert clustering_accuracy(y, model.fit_predict(X)) < 0.9
    assert isinstance(hint, AlphaWithClusters) and 0.3 <= hint.alpha <= 0.7
    assert hint.n_clusters == 2 != hint.n_components
    better = RNSE(2, alpha=hint.alpha, random_state=0).fit(X)
    assert better.n_components_ == 2
    assert clustering_accuracy(y, better.labels_) == 1.0
    assert f"alpha = {hint.alpha:g}" in sentence_for(hint)


@pytest.mark.parametrize(("seed", "n_clusters"), [(0, 2), (13, 2), (7, 3)])
def test_noise_that_falls_apart_does_so_at_one_alpha_alone(seed, n_clusters):
    """The three of 60 searches, in 20 draws of noise for 2, 3 and 4 clusters, that find an alpha."""
    X, _ = SHAPES["no_structure"].make(n_samples=200, random_state=seed)
    model = RNSE(n_clusters, random_state=0)
    hint = nearest_alpha(model.prepare(X), model, ALPHAS)
    assert hint is not None and hint.also_at is None


@pytest.mark.parametrize(("name", "seed"), [("spirals", 0), ("spirals", 3), ("nested_rings", 4), ("blobs", 7)])
def test_shapes_keep_their_components_at_an_alpha_beside(name, seed):
    X, _, model, hint = hint_for(name, 1.0, seed)
    places = {alpha: place for place, alpha in enumerate(ALPHAS)}
    assert abs(places[hint.also_at] - places[hint.alpha]) == 1
    parts = [
        component_labels(RNSE(model.n_clusters, alpha=alpha, beta=0.0, random_state=0).fit(X).similarity_)
        for alpha in (hint.alpha, hint.also_at)
    ]
    np.testing.assert_array_equal(*parts)


@pytest.mark.parametrize("name", [name for name, shape in SHAPES.items() if shape.n_clusters > 1])
@pytest.mark.parametrize("alpha", [0.1, 1.0, 5.0])
@pytest.mark.filterwarnings("ignore::rnse_core.exceptions.ComponentsWarning")
def test_a_hint_never_does_worse(name, alpha):
    X, y, model, hint = hint_for(name, alpha)
    if hint is None:
        return
    better = RNSE(model.n_clusters, alpha=hint.alpha, random_state=0).fit(X)
    assert clustering_accuracy(y, better.labels_) >= clustering_accuracy(y, model.fit_predict(X))
    assert hint.smallest >= 0.1 * len(X) / model.n_clusters


def test_nothing_is_named_where_nothing_is_missing_or_nothing_fits():
    assert hint_for("two_moons", 1.0)[3] is None
    assert hint_for("circles", 5.0)[3] is not None
    X, _, model, _ = hint_for("spirals", 1.0)
    assert nearest_alpha(model.prepare(X), model, (2.0, 5.0)) is None
    # One sample far away is a component of its own, and no cluster.
    far = np.vstack([np.random.default_rng(0).normal(size=(60, 2)), [[40.0, 40.0]]])
    model = RNSE(2, alpha=7.0, random_state=0)
    hint = nearest_alpha(model.prepare(far), model, ALPHAS)
    assert hint is None or hint.smallest > 1


def test_a_seed_changes_no_other_method():
    X = hint_for("anisotropic", 1.0)[0]
    records = [record_two_stage(X, RNSE(3, random_state=seed)) for seed in range(4)]
    for name in ("kmeans", "ncuts", "ncuts_on_K"):
        for one in records[1:]:
            np.testing.assert_array_equal(one.methods[name].labels, records[0].methods[name].labels)
