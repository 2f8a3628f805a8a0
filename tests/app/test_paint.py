"""The page Paint, and the points that a browser sends."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from page_checks import (
    ROOT,
    assert_calm,
    charts_on,
    check_bad_addresses,
    check_code,
    check_controls,
    check_downloads,
    frame_with,
    sent,
)
from streamlit.testing.v1 import AppTest

from pages.shared.paint.points import CLASSES, FILE, MOST_POINTS, SIZE, Painting, example
from rnse_core import RNSE, read_table
from rnse_core.datasets import make_two_moons
from rnse_core.figures import CLUSTER_COLORS
from rnse_core.metrics import clustering_accuracy

CHANGES = {
    "pa_clusters": 3,
    "pa_alpha": 2.0,
    "pa_beta": 5.0,
    "pa_preset": "paper",
    "pa_kernel": "knn",
    "pa_seed": 4,
}


NO_POINTS = [("a", 1, 0), (float("nan"), 1, 0), (1, 1, 9), (-1, 1, 0), (1e9, 1, 0), (1, 1, float("inf"))]


def painted(points):
    """Open the page in a session that comes back to a painting: a test without a browser cannot paint."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=180)
    app.switch_page("pages/paint.py")
    app.session_state["pa_painting"] = Painting.of(points)
    return app.run()


def two_spots(n=20):
    random = np.random.default_rng(0)
    spots = random.normal(0, 4, (2 * n, 2)) + np.repeat([[30, 50], [120, 50]], n, axis=0)
    return [[x, y, label] for (x, y), label in zip(spots.tolist(), np.repeat([0, 2], n).tolist(), strict=True)]


@pytest.mark.parametrize(
    "sent_points",
    [
        None,
        "x",
        [1],
        [[1, 2]],
        [["a", 1, 0]],
        [[float("nan"), 1, 0]],
        [[1, 1, 9]],
        [[-1, 1, 0]],
        [[1e9, 1, 0]],
        [[1, 1, 1e400]],
    ],
)
def test_what_is_no_point_on_the_canvas_is_left_out(sent_points):
    assert Painting.of(sent_points).points == ()
    assert Painting.of(sent_points).X.shape == (0, 2)


def test_the_number_of_points_is_bounded():
    painting = Painting.of([[k % 100, 1, 0] for k in range(MOST_POINTS + 50)])
    assert len(painting.points) == MOST_POINTS


def test_the_file_is_read_back_as_it_was_painted():
    painting = example()
    table = read_table(painting.csv().encode(), name=FILE)
    np.testing.assert_array_equal(table.X, painting.X)
    assert table.label_name == "class" and (table.labels == painting.classes).all()
    assert (painting.X >= 0).all() and (painting.X <= SIZE).all()


def test_the_first_paint_is_a_finished_result(open_page, offered, tmp_path):
    app = open_page("paint")
    assert_calm(app)
    data = sent(app)
    assert len(data["points"]) == len(offered[-1].result.labels) and data["most"] == MOST_POINTS
    assert clustering_accuracy(example().classes, offered[-1].result.labels) == 1.0
    check_downloads(offered[-1])
    (tmp_path / FILE).write_text(example().csv())
    check_code(app, offered[-1], tmp_path)


def test_the_first_painting_is_parted_without_beta(open_page, offered):
    app = open_page("paint")
    assert not app.warning
    assert offered[-1].result.history[0]["n_components"] == 2
    assert RNSE(2, beta=0.0, random_state=0).fit(example().X).n_components_ == 2


def test_a_cluster_has_the_colour_of_the_class_that_it_matches(open_page, offered):
    opened = [open_page("paint"), painted([[x, y, 3 - label] for x, y, label in two_spots()])]
    for app, files in zip(opened, offered, strict=True):
        assert_calm(app)
        codes = app.session_state["pa_painting"].codes
        for trace in json.loads(charts_on(app)["pa_panel_RNSE"])["data"]:
            inside = codes[files.result.labels == int(trace["name"].split()[1])]
            assert len(set(inside)) == 1
            assert trace["marker"]["color"] == CLUSTER_COLORS[inside[0]]


def test_a_caveat_stands_with_the_canvas(offered):
    """Moons that only beta parts."""
    X, y = make_two_moons(100, noise=0.06, random_state=0)
    placed = (X - X.min(axis=0)) * 40 + 5
    app = painted([[*point, label] for point, label in zip(placed.tolist(), y.tolist(), strict=True)])
    assert_calm(app)
    assert offered[-1].result.history[0]["n_components"] == 1
    (column,) = [one for one in app.columns if one.get("bidi_component")]
    assert len(column.warning) == 1


def test_what_is_painted_is_clustered(offered):
    app = painted(two_spots())
    assert_calm(app)
    assert clustering_accuracy([CLASSES[0]] * 20 + [CLASSES[2]] * 20, offered[-1].result.labels) == 1.0
    assert {"K-Means", "NCuts", "RNSE"} <= set(frame_with(app, "ACC").iloc[:, 0])
    points = pd.read_csv(io.StringIO(app.session_state["pa_painting"].csv()))
    assert points["class"].value_counts().to_dict() == {"Blue": 20, "Pink": 20}


def test_too_few_points_are_asked_for_more(offered):
    app = painted([[10, 10, 0]] * 50)
    assert_calm(app)
    assert len(app.info) == 1 and offered == []


def test_one_colour_has_no_scores():
    app = painted([[x, y, 0] for x, y, _ in two_spots()])
    assert_calm(app)
    assert not app.dataframe


def test_controls_and_addresses(open_page):
    check_controls(open_page("paint"), "pa_", CHANGES, disabled={"pa_neighbours"}, others={"pa_s_order", "pa_curve"})
    check_bad_addresses(open_page, "paint", ["pa_clusters", "pa_alpha", "pa_beta"])
