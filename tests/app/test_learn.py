"""The page Learn: every task can be solved, is not solved at first, and every sentence on it is so."""

import warnings

import numpy as np
import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, run_program

from pages.shared.lessons import graphs, indicators, joint, laplacians, projection, scales, two_stage, unlabelled
from pages.shared.lessons.course import LESSONS
from rnse_core import RNSE
from rnse_core.affinity.neighborhood_graphs import either_knn_graph, epsilon_graph, mutual_knn_graph
from rnse_core.datasets import SHAPES, make_blobs, make_block_diagonal, make_circles, make_two_moons
from rnse_core.exceptions import ComponentsWarning
from rnse_core.findings import BetaMadeBlocks, structure_findings
from rnse_core.graph.components import component_labels
from rnse_core.graph.eigengap import judge_gap
from rnse_core.graph.laplacian import laplacian_eigenpairs
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.metrics import adjusted_rand_index, clustering_accuracy

# Settings that solve each task.
SOLVED = {
    1: {"le1_radius": "0.3"},
    2: {"le2_k": "6"},
    3: {"le3_k": "5"},
    4: {"le4_kind": "mutual", "le4_k": "12"},
    5: {"le5_alpha": "0.7"},
    6: {"le6_start": "spectral"},
    7: {"le7_beta": "100"},
    8: {"le8_alpha": "0.3"},
}


def test_there_are_eight_lessons():
    assert list(LESSONS) == list(SOLVED) == list(range(1, 9))


@pytest.mark.parametrize("number", LESSONS)
def test_the_task_is_open_at_first_and_can_be_solved(open_page, number):
    app = open_page("learn", lesson=str(number))
    assert_calm(app)
    assert len(app.info) == 1 and not app.success
    app = open_page("learn", lesson=str(number), **SOLVED[number])
    assert_calm(app)
    assert len(app.success) == 1 and not app.info
    assert any(LESSONS[number].why in one.value for one in app.markdown)
    run_program(app.code[-1].value, ROOT)


def test_the_buttons_lead_through_the_course(open_page):
    app = open_page("learn")
    next(button for button in app.button if button.label == "Next lesson").click().run()
    assert app.session_state["lesson"] == 2
    assert {"Previous lesson", "Next lesson"} <= {button.label for button in app.button}


def test_bad_addresses(open_page):
    check_bad_addresses(open_page, "learn", ["le1_radius", "le1_k"])


def test_1_one_range_of_radii_finds_the_moons():
    X, _ = make_two_moons(**graphs.DRAW)
    found = [component_labels(epsilon_graph(X, r)).max() + 1 for r in np.arange(0.05, 0.81, 0.05)]
    fitting = [place for place, count in enumerate(found) if count == 2]
    assert fitting and found[0] > 2 and found[-1] == 1, "too few edges, too many, and in between"
    assert fitting == list(range(fitting[0], fitting[-1] + 1))


def test_3_too_many_neighbours_join_the_circles():
    X, y = make_circles(**two_stage.DRAW)

    def right(k):
        rows = two_stage.embed(either_knn_graph(X, k))
        return clustering_accuracy(y, two_stage.KMeans(2, n_init=10, random_state=0).fit_predict(rows))

    assert right(5) == right(6) == 1.0 > right(20)
    assert [component_labels(either_knn_graph(X, k)).max() + 1 for k in (5, 6, 20)] == [2, 1, 1]


def test_4_no_radius_does_it_and_neighbours_do_from_10_on():
    X, y = scales.make_scales()
    for radius in np.arange(0.1, 2.01, 0.1):
        assert adjusted_rand_index(y, component_labels(epsilon_graph(X, radius))) < 1
    for k in range(1, 25):
        agreement = adjusted_rand_index(y, component_labels(mutual_knn_graph(X, k)))
        assert (agreement == 1) == (k >= 10)


def test_5_what_is_above_the_threshold_is_S_and_alpha_sets_the_number_of_neighbours():
    counts = []
    for alpha in (0.1, 1.0, 5.0):
        _, S, row, threshold = projection.row_of(alpha)
        np.testing.assert_allclose(np.maximum(row - threshold, 0), S[projection.POINT], atol=1e-9)
        counts.append(np.count_nonzero(S))
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_6_the_start_decides_whether_P_finds_the_moons():
    _, y, S = indicators.learned_graph()

    def right(start, seed, n_updates):
        return clustering_accuracy(y, indicators.updated(S, start, seed, n_updates).argmax(axis=0))

    assert all(right("random", seed, 20) < 0.75 for seed in range(10))
    assert sum(right("random", seed, 400) < 0.95 for seed in range(10)) == 9
    assert all(right("spectral", seed, 0) == 1 for seed in range(10))


def test_7_beta_makes_blocks_out_of_noise_without_moving_a_label():
    model, alone = joint.fitted(100.0), joint.fitted(0.0)
    np.testing.assert_array_equal(model.labels_, alone.labels_)
    assert (alone.n_components_, model.n_components_) == (1, 4)
    _, y = make_block_diagonal(**joint.DRAW)
    assert clustering_accuracy(y, model.labels_) < 0.5
    found = structure_findings(model.similarity_, model.labels_, model.history_, n_clusters=4, alpha=1.0, beta=100.0)
    assert BetaMadeBlocks in map(type, found)


def test_8_the_default_joins_the_spirals_and_noise_has_no_clear_gap():
    spirals = SHAPES["spirals"]
    X, y = spirals.make(unlabelled.N_SAMPLES, noise=spirals.default_noise, random_state=0)
    default = RNSE(2, random_state=0).fit(X)
    assert default.n_components_ == 1 and clustering_accuracy(y, default.labels_) < 0.9
    found = {}
    for name in ("spirals", "no_structure"):
        shape = SHAPES[name]
        points, _ = shape.make(unlabelled.N_SAMPLES, noise=shape.default_noise, random_state=0)
        prepared = RNSE(2).prepare(points)
        assert not judge_gap(normalized_spectrum(prepared.affinity, unlabelled.N_VALUES)).clear
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ComponentsWarning)
            fits = {one: RNSE(2, alpha=one, random_state=0).fit_prepared(prepared) for one in unlabelled.STEPS}
        found[name] = {one: fit.labels_ for one, fit in fits.items() if fit.n_components_ == 2}
    assert list(found["spirals"]) == [0.3, 0.5] and list(found["no_structure"]) == [0.3]
    assert [sorted(np.bincount(labels)) for labels in found["spirals"].values()] == [[100, 100], [100, 100]]
    np.testing.assert_array_equal(*found["spirals"].values())
    assert sorted(np.bincount(found["no_structure"][0.3])) == [31, 169]


def test_8_the_explanation_stays_when_the_noise_is_looked_at(open_page):
    app = open_page("learn", lesson="8", le8_alpha="0.3")
    app.segmented_control(key="le8_data").set_value("no_structure").run()
    assert_calm(app)
    assert len(app.info) == 1 and not app.success
    assert any(unlabelled.LESSON.why in one.value for one in app.markdown)
    fresh = open_page("learn", lesson="8", le8_alpha="0.3", le8_data="no_structure")
    assert not any(unlabelled.LESSON.why in one.value for one in fresh.markdown)


def test_8_the_labels_of_the_steps_beside_are_compared(open_page):
    app = open_page("learn", lesson="8", le8_alpha="0.3")
    assert "0.52 with those at alpha = 0.2 and 1.00 with those at alpha = 0.5" in app.success[0].value
    assert "of 100 and 100 points" in app.success[0].value


@pytest.mark.parametrize("kind", laplacians.KINDS)
def test_2_eigenvectors_of_zero_are_constant_on_components_up_to_the_degree(kind):
    X, _ = make_blobs(**laplacians.DRAW)
    W = either_knn_graph(X, 8)
    components = component_labels(W)
    assert components.max() + 1 == 3
    _, vectors = laplacian_eigenpairs(W, 3, kind)
    if kind == "symmetric":
        assert max(np.ptp(vectors[components == one, j]) for one in range(3) for j in range(3)) > 0.01
        vectors = vectors / np.sqrt(W.sum(axis=1))[:, None]
    for one in range(3):
        np.testing.assert_allclose(np.ptp(vectors[components == one], axis=0), 0, atol=1e-9)


@pytest.mark.parametrize(("k", "n_components"), [("1", 27), ("8", 3)])
def test_2_zeros_and_components_are_said_beside_each_other(open_page, k, n_components):
    X, _ = make_blobs(**laplacians.DRAW)
    assert component_labels(either_knn_graph(X, int(k))).max() + 1 == n_components
    app = open_page("learn", lesson="2", le2_k=k)
    (said,) = [*app.info, *app.success]
    assert f"The graph has {n_components} components." in said.value
    assert f"{min(n_components, laplacians.N_VALUES)} eigenvalues" in said.value


def test_7_the_explanation_stays_in_the_order_of_the_truth(open_page):
    for order in ("true", "found"):
        app = open_page("learn", lesson="7", le7_beta="100", le7_order=order)
        assert len(app.success) == 1 and any(joint.LESSON.why in one.value for one in app.markdown)
    assert "This is the run without beta" in open_page("learn", lesson="7", le7_beta="0").info[0].value
