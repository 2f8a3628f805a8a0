"""The page Block-diagonal."""

import json

import numpy as np
import pytest
from page_checks import (
    assert_calm,
    check_bad_addresses,
    check_code,
    check_controls,
    check_downloads,
    check_that_nothing_old_is_shown,
)

from rnse_core import RNSE
from rnse_core.datasets import make_block_diagonal
from rnse_core.figures import block_contrast

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
    open_page("block_diagonal", bd_n="160")
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
