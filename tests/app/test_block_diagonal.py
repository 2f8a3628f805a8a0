"""The page Block-diagonal."""

import base64
import json

import numpy as np
import pytest
from page_checks import (
    assert_calm,
    charts_on,
    check_bad_addresses,
    check_code,
    check_controls,
    check_downloads,
    check_that_nothing_old_is_shown,
)

from pages.shared.runs import baselines
from rnse_core import RNSE
from rnse_core.baselines import NCuts
from rnse_core.datasets import make_block_diagonal
from rnse_core.figures import block_contrast
from rnse_core.metrics import clustering_accuracy

CHANGES = {
    "bd_view": "one",
    "bd_noise": 0.7,
    "bd_n": 60,
    "bd_blocks": 3,
    "bd_preset": "paper",
    "bd_alpha": 10.0,
    "bd_beta": 50.0,
    "bd_draw": 2,
    "bd_seed": 5,
    "bd_row": 7.0,
    "bd_further": ["NCuts on learned S"],
    "bd_detail": 0.2,
    "bd_s_order": "given",
    "bd_curve": "residuals",
}


def test_first_paint_shows_three_noise_levels(open_page):
    app = open_page("block_diagonal")
    assert_calm(app)
    assert not app.warning
    assert len(app.get("plotly_chart")) == 8  # three inputs, three learned S, and the details of one
    assert len(app.table) == 3
    assert app.slider(key="bd_noise").proto.disabled


def test_one_noise_level_of_the_readers_choice(open_page, offered):
    app = open_page("block_diagonal", bd_view="One", bd_noise="0.6", bd_n="120")
    assert_calm(app)
    assert len(app.table) == 1
    assert not app.slider(key="bd_noise").proto.disabled
    assert offered[-1].data["noise"] == 0.6


def test_learning_raises_the_block_contrast(open_page, offered):
    open_page("block_diagonal", bd_n="160", bd_detail="c = 0.4")
    files = offered[-1]
    blocks = np.repeat(np.arange(4), 40)
    assert block_contrast(files.result.similarity, blocks) > 10


def test_a_negative_smoothness_is_explained(open_page, offered):
    app = open_page("block_diagonal", bd_n="80")
    assert offered[-1].result.history[-1]["smoothness"] < 0
    assert any("its smoothness can be negative" in caption.value for caption in app.caption)
    app = open_page("two_moons", tm_n="60")
    assert not any("its smoothness can be negative" in caption.value for caption in app.caption)


def test_every_control(open_page):
    # With three noise levels there are details to choose, with one there is a noise to choose.
    three = {key: value for key, value in CHANGES.items() if key != "bd_noise"}
    check_controls(open_page("block_diagonal", bd_n="40"), "bd_", three, disabled={"bd_noise"})
    one = {"bd_noise": 0.7, "bd_joint": "yes", "bd_view": "three", "bd_n": 60}
    app = open_page("block_diagonal", bd_view="One", bd_n="40")
    check_controls(app, "bd_", one, others=set(three) - set(one) - {"bd_detail"})


def test_bad_addresses(open_page):
    keys = [key for key in CHANGES if key not in ("bd_detail", "bd_s_order", "bd_curve")]
    check_bad_addresses(open_page, "block_diagonal", keys)


def test_code_and_downloads(open_page, offered):
    app = open_page("block_diagonal", bd_n="60", bd_alpha="5", bd_blocks="5", bd_detail="c = 0.8")
    assert_calm(app)
    names = check_code(app, offered[-1])
    assert offered[-1].data["noise"] == 0.8
    assert names["A"].shape == (60, 60)
    check_downloads(offered[-1])


def test_no_figure_is_left_from_other_settings(open_page):
    # The choice of one noise level takes away the row of segments that says which of the three has its details shown.
    of_three = {key: value for key, value in CHANGES.items() if key not in ("bd_view", "bd_noise")}
    changes = {**of_three, "bd_view": "one", "bd_noise": 0.7}
    check_that_nothing_old_is_shown(open_page, "block_diagonal", {"bd_n": "40"}, changes)


def test_every_learned_S_has_one_scale(open_page):
    app = open_page("block_diagonal")
    specs = [one.proto for one in app.get("plotly_chart") if "bd_S_" in one.proto.id]
    ends = [json.loads(one.spec)["data"][-1]["zmax"] for one in specs]
    assert len(ends) == 3 and len(set(ends)) == 1


def test_a_box_says_of_both_runs_at_once_that_beta_makes_the_blocks(open_page):
    app = open_page("block_diagonal", bd_beta="100")
    assert_calm(app)
    assert len(app.warning) == 1


@pytest.mark.parametrize(("alpha", "share"), [(3.0, 0.5), (1.0, 0.25)])
def test_how_much_of_a_block_a_point_is_similar_to(alpha, share):
    """The page says it of little noise, where it opens."""
    A, _ = make_block_diagonal(240, 4, 0.2, 0)
    model = RNSE(4, affinity="precomputed", alpha=alpha, random_state=0).fit(A)
    assert model.history_[-1]["nonzeros_per_row"] / 60 == pytest.approx(share, abs=0.05)


def accuracies(noise: float, draw: int) -> tuple[float, float]:
    """Return the accuracy of NCuts on the input and of RNSE, as the page opens."""
    A, y = make_block_diagonal(240, 4, noise, draw)
    model = RNSE(4, affinity="precomputed", alpha=3.0, random_state=0).fit(A)
    cut = NCuts(**baselines.ncuts_arguments(4, "similarity")).fit_predict(A)
    return clustering_accuracy(y, cut), clustering_accuracy(y, model.labels_)


@pytest.mark.parametrize("draw", range(6))
def test_up_to_which_noise_the_labels_are_right(draw):
    """What the page says of c = 0.8, 0.9 and 0.95."""
    cut, learned = accuracies(0.8, draw)
    assert cut == pytest.approx(7 / 8, abs=0.04) and learned >= 0.99
    cut, learned = accuracies(0.9, draw)
    assert cut < 2 / 5 + 0.005 and learned > 3 / 4
    assert max(accuracies(0.95, draw)) < 2 / 5


def test_ncuts_stands_beside_rnse_at_every_level(open_page):
    app = open_page("block_diagonal", bd_view="hard")
    assert_calm(app)
    titles = [one.value for one in app.markdown if "right" in one.value and one.value.startswith("**")]
    for noise in (0.8, 0.9, 0.95):
        cut, learned = accuracies(noise, 0)
        assert f"**Input**, c = {noise:g}; NCuts: **{cut:.1%}** right" in titles
        assert f"**S**, c = {noise:g}; RNSE: **{learned:.1%}** right" in titles


def test_the_page_opens_its_details_where_ncuts_errs(open_page, offered):
    open_page("block_diagonal")
    assert offered[-1].data["noise"] == 0.8
    scores = offered[-1].scores.set_index("Method")["ACC"]
    assert scores["NCuts"] < 0.9 < 0.99 < scores["RNSE"]


def test_made_blocks_are_seen_in_the_order_of_the_labels_and_there_is_a_way_back(open_page, offered):
    app = open_page("block_diagonal", bd_n="80", bd_beta="2")
    app.button(key="bd_made").click().run()
    assert_calm(app)
    drawn = {key: json.loads(spec)["data"][0] for key, spec in charts_on(app).items() if "bd_S" in key}
    by_labels, by_truth = (pixels(next(one for key, one in drawn.items() if word in key)) for word in ("by", "S_"))
    sizes = np.bincount(offered[-1].result.labels)
    found, true = np.repeat(np.arange(4), sizes), np.repeat(np.arange(4), 20)
    assert block_contrast(by_labels, found) == np.inf
    assert block_contrast(by_truth, true) < 2
    app.button(key="bd_back").click().run()
    assert_calm(app)
    assert app.segmented_control(key="bd_view").value == "three"
    assert app.select_slider(key="bd_beta").value == 2.0
    assert app.button(key="bd_made")


def pixels(trace) -> np.ndarray:
    packed = trace["z"]
    shape = [int(side) for side in packed["shape"].split(",")]
    return np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"]).reshape(shape).astype(float)
