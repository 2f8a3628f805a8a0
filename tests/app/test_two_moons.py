"""The page Two moons and shapes."""

import pytest
from page_checks import (
    assert_calm,
    check_bad_addresses,
    check_code,
    check_controls,
    check_downloads,
    check_that_nothing_old_is_shown,
)

from rnse_core.datasets import SHAPES
from rnse_core.metrics import score_table

CHANGES = {
    "tm_shape": "circles",
    "tm_n": 80,
    "tm_noise": 0.1,
    "tm_clusters": 3,
    "tm_preset": "paper",
    "tm_alpha": 2.0,
    "tm_beta": 100.0,
    "tm_kernel": "knn",
    "tm_neighbours": 8,
    "tm_draw": 2,
    "tm_seed": 3,
    "tm_row": 5.0,
    "tm_further": ["NCuts on K", "NCuts on learned S"],
    "tm_s_order": "spectral",
    "tm_curve": "residuals",
    "tm_joint": "yes",
}


def scores_on(app) -> dict[str, dict[str, float]]:
    return app.dataframe[0].value.set_index("Method").to_dict("index")


def test_first_paint_shows_every_method(open_page):
    app = open_page("two_moons")
    assert_calm(app)
    assert not app.warning
    scores = scores_on(app)
    assert list(scores) == ["K-Means", "NCuts", "RNSE", "One cluster"]
    assert scores["RNSE"]["ACC"] == 1.0
    assert scores["RNSE"]["Crossing"] == 0.0
    assert scores["One cluster"]["ACC"] == 0.5
    assert all(scores[name]["Seconds"] > 0 for name in ("K-Means", "NCuts", "RNSE"))
    assert len(app.get("plotly_chart")) == 6


def test_every_control(open_page):
    # The number of neighbours has no say in the preset's own kernel.
    rest = {key: value for key, value in CHANGES.items() if key != "tm_neighbours"}
    check_controls(open_page("two_moons", tm_n="60"), "tm_", rest, disabled={"tm_neighbours"})
    app = open_page("two_moons", tm_n="60", tm_kernel="Nearest neighbours")
    check_controls(app, "tm_", {"tm_neighbours": 8}, others=set(rest))


def test_a_link_typed_by_hand_may_use_the_names_of_the_library(open_page):
    app = open_page("two_moons", tm_preset="paper", tm_kernel="knn", tm_shape="circles")
    assert_calm(app)
    assert not [warning.value for warning in app.warning if "address" in warning.value]
    assert app.selectbox(key="tm_preset").value == "paper"
    assert app.selectbox(key="tm_kernel").value == "knn"
    assert app.selectbox(key="tm_shape").value == "circles"


def test_a_setting_given_twice_is_named(open_page):
    app = open_page("two_moons", tm_n=["100", "140"])
    assert_calm(app)
    assert app.warning[0].value == "Not used from the address: tm_n is given 2 times, so points (n) is 200."


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_at_its_usual_noise(open_page, shape):
    app = open_page("two_moons", tm_n="60")
    app.selectbox(key="tm_shape").set_value(shape).run()
    assert_calm(app)
    assert app.slider(key="tm_noise").value == SHAPES[shape].default_noise


def test_pure_noise_is_called_what_it_is(open_page):
    app = open_page("two_moons", tm_shape="No structure")
    scores = scores_on(app)
    assert list(scores) == ["K-Means", "NCuts", "RNSE"]
    assert all(set(row) == {"Silhouette", "Seconds"} for row in scores.values()), "one class has no accuracy"
    said = " ".join(caption.value for caption in app.caption)
    assert "Green lines join similar points." in said
    assert "orange" not in said
    assert "crosses classes" not in said


@pytest.mark.parametrize("alpha", ["1", "0.3"])
def test_no_advice_leads_to_two_clusters_in_pure_noise(open_page, offered, alpha):
    """At alpha = 0.3 the S of this draw has two parts, and at the alphas beside it has others."""
    app = open_page("two_moons", tm_shape="No structure", tm_alpha=alpha)
    assert_calm(app)
    assert offered[-1].result.n_components == {"1": 1, "0.3": 2}[alpha]
    assert not [one for one in app.button if one.key == "tm_use_alpha"]
    said = [one.value for one in (*app.markdown, *app.info)]
    assert not [one for one in said if "these are the clusters" in one]
    sizes = {"1": "in each: 200.", "0.3": "in each: 169 and 31."}[alpha]
    assert any(sizes in one and "noise" in one for one in said)
    check_code(app, offered[-1])


def test_a_click_cuts_the_graph_that_has_what_the_paper_reports(open_page):
    app = open_page("two_moons")
    app.button(key="tm_on_K").click().run()
    assert_calm(app)
    assert scores_on(app)["NCuts on K"]["Crossing"] > 0.03 > 0.001 > scores_on(app)["NCuts"]["Crossing"]
    assert not [one for one in app.button if one.key == "tm_on_K"]
    circles = open_page("two_moons", tm_shape="circles", tm_n="60")
    assert not [one for one in circles.button if one.key == "tm_on_K"]


@pytest.mark.parametrize("preset", ["Exact", "Paper", "Authors' code"])
@pytest.mark.parametrize("kernel", ["As the preset says", "Gaussian, one width", "Probabilistic neighbours"])
def test_presets_and_kernels(open_page, preset, kernel):
    app = open_page("two_moons", tm_preset=preset, tm_kernel=kernel, tm_n="40")
    assert_calm(app)
    assert app.selectbox(key="tm_preset").value == {"Exact": "exact", "Paper": "paper"}.get(preset, "authors")


def test_solver_warnings_are_shown_as_sentences(open_page):
    app = open_page("two_moons", tm_alpha="0.1", tm_n="100")
    assert_calm(app)
    assert any("components" in warning.value for warning in app.warning)


@pytest.mark.parametrize("alpha", ["0.001", "0.002"])
def test_an_alpha_that_is_too_small_is_said_in_one_box(open_page, alpha):
    app = open_page("two_moons", tm_alpha=alpha, tm_n="100")
    assert_calm(app)
    assert len(app.warning) == 1


def test_bad_addresses(open_page):
    check_bad_addresses(
        open_page, "two_moons", [key for key in CHANGES if key not in ("tm_s_order", "tm_curve", "tm_joint")]
    )


def test_code_and_downloads(open_page, offered):
    app = open_page("two_moons", tm_shape="Nested rings", tm_noise="0.04", tm_n="160", tm_alpha="1.5", tm_draw="2")
    assert_calm(app)
    names = check_code(app, offered[-1])
    scores = scores_on(app)
    for method, labels in (("K-Means", names["kmeans"]), ("NCuts", names["ncuts"]), ("RNSE", names["labels"])):
        expected = score_table(names["y"], labels)
        assert scores[method]["ACC"] == expected["accuracy"], method
        assert scores[method]["NMI"] == expected["nmi"], method
    check_downloads(offered[-1])


def test_settings_survive_a_look_at_another_page(open_page, offered):
    app = open_page("two_moons")
    app.slider(key="tm_n").set_value(60).run()
    app.select_slider(key="tm_alpha").set_value(2.0).run()
    app.number_input(key="tm_seed").set_value(3.0).run()
    app.selectbox(key="tm_preset").set_value("paper").run()
    before = offered[-1]
    for page in ("home", "two_moons"):
        app.switch_page(f"pages/{page}.py")
        app.query_params.clear()  # as the side bar does
        app.run()
        if page == "home":
            # A browser's session forgets the widgets of a page that is left; AppTest keeps them.
            for key in CHANGES:
                if key in app.session_state:
                    del app.session_state[key]
    assert_calm(app)
    assert app.slider(key="tm_n").value == 60
    assert app.selectbox(key="tm_preset").value == "paper"
    assert offered[-1].data == before.data
    assert offered[-1].settings == before.settings
    assert not [warning.value for warning in app.warning if "address" in warning.value]
    app.slider(key="tm_n").set_value(80).run()
    assert app.slider(key="tm_n").value == 80


def test_an_address_wins_over_the_settings_of_before(open_page):
    app = open_page("two_moons")
    app.slider(key="tm_n").set_value(60).run()
    app.switch_page("pages/home.py").run()
    app.switch_page("pages/two_moons.py")
    app.query_params["tm_n"] = "80"
    app.run()
    assert app.slider(key="tm_n").value == 80


def test_no_figure_is_left_from_other_settings(open_page):
    check_that_nothing_old_is_shown(open_page, "two_moons", {"tm_n": "40"}, CHANGES)
