"""The page Home."""

import base64
import json

import numpy as np
import pytest
from page_checks import ROOT, assert_calm, charts_on, check_bad_addresses, check_code, check_controls, check_downloads
from scipy.sparse import csr_array
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_info

from pages.shared.runs import baselines
from rnse_core import RNSE
from rnse_core.baselines import NCuts
from rnse_core.datasets import make_two_moons
from rnse_core.figures import CLUSTER_COLORS
from rnse_core.metrics import clustering_accuracy

CHANGES = {"home_noise": 0.12, "home_alpha": 3.0}


def test_first_paint_shows_a_finished_result(open_page):
    app = open_page("home")
    assert_calm(app)
    assert not app.warning
    assert len(app.get("plotly_chart")) == 4
    numbers = {metric.label: metric.value for metric in app.metric}
    assert numbers["Components"] == "2"
    assert any("100.0% of the points are right" in caption.value for caption in app.caption)


def test_alpha_changes_the_learned_similarity(open_page, offered):
    app = open_page("home")
    app.select_slider(key="home_alpha").set_value(5.0).run()
    assert_calm(app)
    before, after = (files.result.history[-1]["nonzeros_per_row"] for files in offered)
    assert after > 2 * before


def test_the_texts_follow_the_run(open_page, offered):
    for query in ({}, {"home_noise": "0.3", "home_alpha": "10"}):
        app = open_page("home", **query)
        assert_calm(app)
        S = csr_array(offered[-1].result.similarity).toarray()
        texts = " ".join(caption.value for caption in app.caption)
        assert f"{np.mean(S == 0):.0%} of the entries are exactly zero" in texts
        assert "Green lines" in texts
        _, y = make_two_moons(**offered[-1].data)
        assert ("Orange lines" in texts) == bool(S[np.ix_(y == 0, y == 1)].any())
    assert np.mean(S == 0) < 0.5
    assert "Orange lines" in texts


def test_every_control(open_page):
    check_controls(open_page("home"), "home_", CHANGES)


def test_bad_addresses(open_page):
    check_bad_addresses(open_page, "home", list(CHANGES))


def test_an_address_restores_the_picture(open_page, offered):
    app = open_page("home", home_noise="0.2", home_alpha="2")
    assert app.slider(key="home_noise").value == 0.2
    assert app.select_slider(key="home_alpha").value == 2.0
    assert not app.warning
    assert dict(offered[-1].settings.overrides)["alpha"] == 2.0


def test_links_lead_to_the_pages_that_exist(open_page):
    app = open_page("home")
    assert len(app.get("page_link")) == len(sorted((ROOT / "pages").glob("*.py")))


def test_code_and_downloads(open_page, offered):
    app = open_page("home", home_alpha="3", home_noise="0.15")
    names = check_code(app, offered[-1])
    accuracy = clustering_accuracy(names["y"], names["labels"])
    assert any(f"{accuracy:.1%} of the points are right" in caption.value for caption in app.caption)
    check_downloads(offered[-1])
    assert np.isfinite(offered[-1].result.seconds)


@pytest.mark.parametrize("noise", [0.05, 0.12, 0.2])
def test_beta_changes_no_label_of_the_exact_solver(noise):
    """What Home says of beta, and that P is found in the first S."""
    X, _ = make_two_moons(n_samples=200, noise=noise, random_state=0)
    labels = [RNSE(2, beta=beta, random_state=0).fit(X).labels_ for beta in (0.0, 1.0, 30.0, 300.0)]
    assert all(np.array_equal(labels[0], other) for other in labels[1:])


def test_the_first_term_is_small_where_k_is_large(offered, open_page):
    """What Home says of the feature map: a sum over the entries of K."""
    open_page("home", home_noise="0.12")
    X, _ = make_two_moons(n_samples=200, noise=0.12, random_state=0)
    model = RNSE(2, random_state=0).fit(X)
    K, S = csr_array(model.affinity_matrix_).toarray(), csr_array(model.similarity_).toarray()
    squared = np.diag(K)[:, None] + np.diag(K)[None, :] - 2 * K
    assert model.history_[-1]["smoothness"] == pytest.approx((S * squared).sum() / 2)
    np.testing.assert_array_equal(csr_array(offered[-1].result.similarity).toarray(), S)


def test_other_methods_stand_beside(open_page):
    app = open_page("home")
    X, y = make_two_moons(n_samples=200, noise=0.05, random_state=0)
    right = {
        "K-Means": KMeans(**baselines.kmeans_arguments(2)).fit_predict(X),
        "NCuts": NCuts(**baselines.ncuts_arguments(2)).fit_predict(X),
        "RNSE": RNSE(2, random_state=0).fit_predict(X),
    }
    (line,) = [one.value for one in app.markdown if one.value.startswith("**Right")]
    assert all(f"{name} {clustering_accuracy(y, labels):.1%}" in line for name, labels in right.items())


@pytest.mark.parametrize("noise", ["0.05", "0.12", "0.3"])
@pytest.mark.parametrize("alpha", ["1", "1.5"])
def test_a_moon_keeps_its_colour(open_page, noise, alpha):
    app = open_page("home", home_noise=noise, home_alpha=alpha)
    _, y = make_two_moons(n_samples=200, noise=float(noise), random_state=0)
    traces = [one for one in json.loads(charts_on(app)["home_4"])["data"] if one["mode"] == "markers"]
    colors = np.empty(200, dtype=object)
    for trace in traces:
        packed = trace["customdata"]
        colors[np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])] = trace["marker"]["color"]
    assert np.mean(colors == np.array(CLUSTER_COLORS)[y]) > 0.5
    strips = [one["fillcolor"] for one in json.loads(charts_on(app)["home_3"])["layout"]["shapes"]]
    assert strips == [one["marker"]["color"] for one in traces]


def test_a_warning_stands_under_the_pictures(open_page):
    app = open_page("home", home_alpha="50")
    types = [one.type for one in walked(app.main) if one.type in ("plotly_chart", "alert", "warning")]
    assert types == ["plotly_chart"] * 4 + ["warning"]


def walked(block):
    """Return all elements of a block, in their order on the page."""
    if not hasattr(block, "children"):
        return [block]
    return [one for child in block.children.values() for one in walked(child)]


def test_k_means_of_a_page_uses_one_thread(monkeypatch):
    """Its threads wait for each other where several people are served."""
    seen = []
    fit = KMeans.fit_predict

    def look(self, X, y=None, sample_weight=None):
        seen.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "openmp")
        return fit(self, X, y, sample_weight)

    monkeypatch.setattr(KMeans, "fit_predict", look)
    baselines.kmeans_labels(np.random.default_rng(0).normal(size=(40, 2)), 3)
    assert seen and set(seen) == {1}
