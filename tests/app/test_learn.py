"""The page Learn: every task can be solved, is not solved at first, and every sentence on it is so."""

import warnings

import numpy as np
import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, run_program

from pages.shared.lessons import (
    graphs,
    indicators,
    joint,
    laplacians,
    projection,
    scales,
    two_stage,
    unlabelled,
)
from pages.shared.lessons.course import LESSONS
from rnse_core import RNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.affinity.neighborhood_graphs import either_knn_graph, epsilon_graph, mutual_knn_graph
from rnse_core.datasets import SHAPES, make_blobs, make_block_diagonal, make_circles, make_two_moons
from rnse_core.exceptions import ComponentsWarning
from rnse_core.findings import BetaMadeBlocks, structure_findings
from rnse_core.graph.components import component_labels
from rnse_core.graph.eigengap import judge_gap
from rnse_core.graph.laplacian import laplacian_eigenpairs
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.metrics import adjusted_rand_index, clustering_accuracy
from rnse_core.projection import project_doubly_stochastic

# Settings that solve each task.
SOLVED = {
    "1": {"le1_radius": "0.3"},
    "2": {"le2_k": "6"},
    "2b": {"le2b_weight": "5"},
    "3": {"le3_k": "5"},
    "4": {"le4_kind": "mutual", "le4_k": "12"},
    "5": {"le5_alpha": "0.7"},
    "6": {"le6_start": "spectral"},
    "7": {"le7_beta": "100"},
    "8": {"le8_alpha": "0.3"},
    "9": {"le9_data": "density", "le9_settings": "best"},
}
# Settings that solve each second task.
FURTHER = {
    "2": {"le2_k": "30"},
    "6": {"le6_seed": "3", "le6_updates": "400"},
    "7": {"le7_beta": "20"},
    "9": {"le9_draw": "0"},
}


def text_of(app) -> str:
    """All Markdown of a page."""
    return "\n".join(one.value for one in app.markdown)


def test_there_are_ten_lessons_and_an_address_for_each():
    assert list(LESSONS) == list(SOLVED)
    assert [number for number, lesson in LESSONS.items() if lesson.further] == list(FURTHER)


@pytest.mark.parametrize("number", LESSONS)
def test_a_lesson_opens_with_a_question_and_its_task_can_be_solved(open_page, number):
    app = open_page("learn", lesson=number)
    assert_calm(app)
    lesson = LESSONS[number]
    assert lesson.question.text in text_of(app) and lesson.task not in text_of(app)
    assert not app.info and not app.success, "the answer is not seen before the guess"
    tuned = [app.get_by_key(control.key) for control in lesson.controls if control.hidden is None]
    assert tuned and all(one.proto.disabled for one in tuned)
    app.segmented_control(key=f"le{number}_guess").set_value("skip").run()
    assert_calm(app)
    assert len(app.info) == 1 and not app.success and lesson.task in text_of(app)
    app = open_page("learn", lesson=number, **SOLVED[number])
    assert_calm(app)
    assert len(app.success) == 1 and not app.info
    assert lesson.why in text_of(app)
    run_program(app.code[-1].value, ROOT)


@pytest.mark.parametrize("number", LESSONS)
def test_a_guess_is_answered_by_a_measurement(open_page, number):
    question = LESSONS[number].question
    right, numbers = question.measure()
    wrong = next(word for word in question.answers if word != right)
    app = open_page("learn", lesson=number, **{f"le{number}_guess": wrong})
    assert_calm(app)
    assert f"Measured: **{question.answers[right]}**. {numbers}" in text_of(app)
    app.segmented_control(key=f"le{number}_guess").set_value(right).run()
    assert f"**{question.answers[right]}** is right. {numbers}" in text_of(app)
    assert len(app.info) == 1 and app.query_params[f"le{number}_guess"] in (right, [right])


def test_the_answers_of_the_questions_are_those_of_the_library():
    found = {number: lesson.question.measure()[0] for number, lesson in LESSONS.items()}
    assert all(found[number] in lesson.question.answers for number, lesson in LESSONS.items())
    X, _ = make_two_moons(**graphs.DRAW)
    assert component_labels(epsilon_graph(X, 0.4)).max() + 1 == 1 and found["1"] == "one"
    assert component_labels(epsilon_graph(X, 0.15)).max() + 1 == 18, "as the question says"
    blobs, _ = make_blobs(**laplacians.DRAW)
    counts = [component_labels(either_knn_graph(blobs, k)).max() + 1 for k in range(3, 30)]
    assert set(counts) == {3} and found["2"] == "same"
    assert found["3"] == "fewer" and found["4"] == "none"
    ratio = projection.others(projection.row_of(1.0)[1]) / projection.others(projection.row_of(0.1)[1])
    assert 2 <= ratio <= 5 and found["5"] == "some"
    assert max(indicators.random_starts(20)) < 1 and found["6"] == "none"
    np.testing.assert_array_equal(joint.fitted(0.0).labels_, joint.fitted(100.0).labels_)
    assert found["7"] == "same" and found["8"] == "few" and found["9"] == "some"


@pytest.mark.parametrize("number", FURTHER)
def test_a_second_task_follows_the_first(open_page, number):
    further = LESSONS[number].further
    assert further is not None
    app = open_page("learn", lesson=number, **SOLVED[number])
    assert further.task in text_of(app) and further.why not in text_of(app)
    for key, text in FURTHER[number].items():
        control = next(one for one in LESSONS[number].controls if one.key == key)
        app.get_by_key(key).set_value(control.parse(text))
    if number == "6":
        app.segmented_control(key="le6_start").set_value("random")
    app.run()
    assert_calm(app)
    assert further.why in text_of(app)


def test_the_buttons_lead_through_the_course(open_page):
    app = open_page("learn", le1_guess="skip")
    next(button for button in app.button if button.label == "Next lesson").click().run()
    assert app.session_state["lesson"] == "2"
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
        return clustering_accuracy(y, two_stage.cut(rows))

    assert right(5) == right(6) == 1.0 > right(20)
    assert [component_labels(either_knn_graph(X, k)).max() + 1 for k in (3, 5, 6, 20)] == [3, 2, 1, 1]
    assert right(3) == 1.0, "by luck: of three vectors of eigenvalue 0 two are taken"
    assert abs(right(two_stage.DEFAULT) - 0.5) < 0.05, "as the question says"
    found = two_stage.right_by_neighbours()
    assert [k for k, share in found.items() if share == 1.0] == list(range(5, 10)) and 3 not in found


def test_3_a_graph_of_three_components_is_not_a_solution(open_page):
    app = open_page("learn", lesson="3", le3_k="3")
    assert len(app.info) == 1 and not app.success and "3 components" in app.info[0].value


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
    S = projection.row_of(1.0)[1]
    neighbours = np.count_nonzero(S, axis=1) - 1
    assert (neighbours.min(), neighbours.max()) == (6, 14)
    # The T of Eq. (12) at beta = 0, with the term that the row sums take away.
    K = self_tuning_kernel(projection.row_of(1.0)[0], projection.SCALE_NEIGHBOR)
    np.testing.assert_allclose(project_doubly_stochastic((K - K.diagonal()) / 2.0), S, atol=1e-9)


def test_4_the_components_of_rnse_are_the_clusters_from_03_to_1():
    X, y = scales.make_scales()
    for alpha in scales.SPREAD:
        components = component_labels(scales.make_graph({"kind": "rnse", "alpha": alpha}, X))
        assert (adjusted_rand_index(y, components) == 1) == (0.3 <= alpha <= 1), alpha
        assert (components.max() == 0) == (alpha >= 1.5), alpha


def test_6_the_start_decides_whether_P_finds_the_moons():
    _, y, S = indicators.learned_graph()

    def right(start, seed, n_updates):
        return clustering_accuracy(y, indicators.updated(S, start, seed, n_updates).argmax(axis=0))

    assert all(right("random", seed, 20) < 0.75 for seed in range(10))
    late = [right("random", seed, 400) for seed in range(10)]
    assert sum(share < 0.95 for share in late) == 9
    assert [seed for seed, share in enumerate(late) if share == 1] == [3]
    assert all(right("random", 3, n_updates) < 1 for n_updates in range(0, 400, 10))
    assert all(right("spectral", seed, 0) == 1 for seed in range(10))


def test_7_beta_makes_blocks_out_of_noise_without_moving_a_label():
    model, alone = joint.fitted(100.0), joint.fitted(0.0)
    np.testing.assert_array_equal(model.labels_, alone.labels_)
    assert (alone.n_components_, model.n_components_) == (1, 4)
    _, y = make_block_diagonal(**joint.DRAW)
    assert clustering_accuracy(y, model.labels_) < 0.5
    found = structure_findings(model.similarity_, model.labels_, model.history_, n_clusters=4, alpha=1.0, beta=100.0)
    assert BetaMadeBlocks in map(type, found)
    in_blocks = [beta for beta in joint.BETAS if joint.fitted(beta).n_components_ == 4]
    assert in_blocks == [beta for beta in joint.BETAS if beta >= 20]


def test_2_the_thirtieth_neighbour_joins_clusters_of_thirty():
    X, y = make_blobs(**laplacians.DRAW)
    assert list(np.bincount(y)) == [30, 30, 30]
    assert [component_labels(either_knn_graph(X, k)).max() + 1 for k in (29, 30)] == [3, 1]


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


def test_a_guess_that_is_no_answer_is_refused_and_the_lesson_stays_closed(open_page):
    app = open_page("learn", le1_guess="seven")
    assert_calm(app)
    assert len(app.warning) == 1 and "le1_guess" in app.warning[0].value
    assert app.session_state["le1_guess"] is None and "le1_guess" not in app.query_params
    assert not app.info and app.slider(key="le1_radius").disabled
