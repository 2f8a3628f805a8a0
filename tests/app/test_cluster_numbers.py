"""A cluster has one number and one colour: in every picture of a page, its tables, its files and its report.

The colour is that of its number, or where classes are drawn beside, that of the class that it matches.
"""

import base64
import io
import json
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from page_checks import assert_calm, charts_on, decoded, sent

from pages.shared.player import films
from pages.shared.results import downloads
from pages.shared.results.panels import cluster_palette
from pages.shared.table.source import SAMPLE_FOLDER
from rnse_core.datasets import SHAPES, make_two_moons
from rnse_core.figures._style import cluster_color
from rnse_core.figures.hover import MAX_HOVER_FEATURES
from rnse_core.metrics import clustering_accuracy, match_labels


def array(value) -> np.ndarray:
    """Read an array of a chart, which plotly packs."""
    if isinstance(value, dict):
        return np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
    return np.asarray(value)


def points_of(app, key: str) -> list[dict]:
    traces = json.loads(charts_on(app)[key])["data"]
    return [trace for trace in traces if trace["mode"] == "markers"]


def labels_in(traces: list[dict], n: int, palette: np.ndarray | None = None) -> np.ndarray:
    """Return the cluster that a picture gives each point, and check its colour."""
    labels = np.full(n, -1)
    for trace in traces:
        word, number = trace["name"].split()
        assert word == "cluster"
        color = int(number) if palette is None else palette[int(number)]
        assert trace["marker"]["color"] == cluster_color(color)
        labels[array(trace["customdata"])] = int(number)
    assert (labels >= 0).all()
    return labels


def filed(files) -> np.ndarray:
    labels = pd.read_csv(io.BytesIO(files.labels_file()))["cluster"].to_numpy()
    P = pd.read_csv(io.BytesIO(files.indicator_file())).drop(columns="row").to_numpy()
    np.testing.assert_array_equal(P.argmax(axis=1), labels)
    return labels


@pytest.mark.parametrize(
    ("page", "query", "key"),
    [
        # Here RNSE numbers the clusters the other way round than the classes.
        ("two_moons", {"tm_alpha": "1.5"}, "tm_panel_RNSE"),
        ("two_moons", {"tm_shape": "spirals", "tm_n": "100"}, "tm_panel_RNSE"),
        ("home", {"home_alpha": "1.5"}, "home_4"),
    ],
)
def test_the_picture_of_rnse_has_the_numbers_of_the_files(open_page, offered, page, query, key):
    app = open_page(page, **query)
    assert_calm(app)
    files = offered[-1]
    labels = filed(files)
    palette = cluster_palette(files.classes, labels)
    np.testing.assert_array_equal(labels_in(points_of(app, key), len(labels), palette), labels)
    taken = [trace for trace in json.loads(files.picture().to_json())["data"] if trace["mode"] == "markers"]
    np.testing.assert_array_equal(labels_in(taken, len(labels), palette), labels)


def test_other_methods_are_numbered_as_the_clusters_that_they_match(open_page, offered):
    app = open_page("two_moons", tm_alpha="1.5", tm_noise="0.1", tm_further=["NCuts on K", "NCuts on learned S"])
    labels = filed(offered[-1])
    y = make_two_moons(n_samples=200, noise=0.1, random_state=0)[1]
    palette = cluster_palette(y, labels)
    names = ("K-Means", "NCuts", "NCuts on K")
    shown = {name: labels_in(points_of(app, f"tm_panel_{name}"), 200, palette) for name in names}
    table = app.dataframe[0].value.set_index("Method")
    for name, found in shown.items():
        np.testing.assert_array_equal(match_labels(labels, found), found, name)
        assert clustering_accuracy(y, found) == table.loc[name, "ACC"]
    original = points_of(app, "tm_panel_Original")
    assert [trace["name"] for trace in original] == ["class 0", "class 1"]
    colors = np.empty(200, dtype=object)
    for trace in original:
        colors[array(trace["customdata"])] = trace["marker"]["color"]
    np.testing.assert_array_equal(colors, [cluster_color(number) for number in y])


@pytest.mark.parametrize(("shape", "alphas"), [("two_moons", (0.05, 0.5, 1.0, 1.5, 50.0)), ("circles", (1.0,))])
def test_a_frame_of_alpha_live_has_the_numbers_of_two_moons_at_its_alpha(open_page, offered, shape, alphas):
    noise = f"{SHAPES[shape].default_noise:g}"
    film = sent(open_page("alpha_live", al_shape=shape, al_n="100", al_noise=noise))["tracks"][0]["frames"]
    shown = [decoded(frame["labels"], "u1") for frame in film]
    for alpha in alphas:
        open_page("two_moons", tm_shape=shape, tm_n="100", tm_noise=noise, tm_alpha=f"{alpha:g}")
        np.testing.assert_array_equal(shown[films.ALPHAS.index(alpha)], filed(offered[-1]), f"alpha = {alpha:g}")
    # One numbering: no frame swaps the clusters of the one before.
    for before, after in pairwise(shown):
        np.testing.assert_array_equal(match_labels(before, after), after)


def test_the_frames_of_noise_have_the_numbers_of_block_diagonal(open_page, offered):
    film = sent(open_page("alpha_live", al_film="noise", al_points="60"))["tracks"][0]["frames"]
    for noise in (0.2, 0.4):
        open_page("block_diagonal", bd_n="60", bd_view="One", bd_noise=f"{noise:g}", bd_alpha="1")
        frame = film[films.NOISES.index(noise)]
        np.testing.assert_array_equal(decoded(frame["labels"], "u1"), filed(offered[-1]), frame["title"])


def test_both_runs_of_step_through_have_the_numbers_of_two_moons(open_page, offered):
    open_page("two_moons", tm_n="60")
    labels = filed(offered[-1])
    for part, place in (("rounds", 1), ("p", 1)):
        tracks = sent(open_page("step_through", sp_n="60", sp_part=part))["tracks"]
        last = [decoded(track["frames"][-1]["labels"], "u1") for track in tracks]
        np.testing.assert_array_equal(last[place], labels)
        np.testing.assert_array_equal(match_labels(labels, last[0]), last[0])


def test_a_cell_of_the_map_has_the_numbers_of_two_moons(open_page, offered):
    for alpha in ("1", "0.1"):
        shown = labels_in(points_of(open_page("parameter_map", pm_alpha=alpha), "pm_graph"), 200)
        open_page("two_moons", tm_alpha=alpha)
        np.testing.assert_array_equal(shown, filed(offered[-1]))


@pytest.mark.parametrize(("page", "query"), [("two_moons", {"tm_n": "60"}), ("your_data", {"yd_data": "iris.csv"})])
def test_the_report_orders_s_as_the_page(open_page, offered, monkeypatch, page, query):
    app = open_page(page, **query)
    assert_calm(app)
    drawn = []
    monkeypatch.setattr(
        downloads, "similarity_heatmap", lambda S, **how: drawn.append(how) or downloads.convergence_curve(history)
    )
    files = offered[-1]
    history = files.result.history
    files.report_file()
    (how,) = drawn
    classes = np.asarray(files.classes).astype(str)
    np.testing.assert_array_equal(how["order"], np.argsort(classes, kind="stable"))
    np.testing.assert_array_equal(how["groups"], files.classes)


def test_your_data_has_one_number_for_a_cluster(open_page, offered):
    app = open_page("your_data")
    assert_calm(app)
    labels = filed(offered[-1])
    traces = points_of(app, "yd_scatter")
    np.testing.assert_array_equal(labels_in(traces, len(labels)), labels)
    (bars,) = json.loads(charts_on(app)["yd_sizes"])["data"]
    assert dict(zip(bars["x"], array(bars["y"]), strict=True)) == {
        str(k): int(np.sum(labels == k)) for k in np.unique(labels)
    }
    assert bars["marker"]["color"] == [cluster_color(int(k)) for k in bars["x"]]
    (profile,) = json.loads(charts_on(app)["yd_profile"])["data"]
    assert list(profile["x"]) == list(bars["x"])
    assert "cluster 0" in offered[-1].report_file()


def test_hover_names_row_class_and_a_few_features_of_the_file(open_page):
    app = open_page("your_data")
    wine = pd.read_csv(SAMPLE_FOLDER / "wine.csv")
    for trace in points_of(app, "yd_scatter"):
        for place, text in list(zip(array(trace["customdata"]), trace["text"], strict=True))[:5]:
            lines = text.split("<br>")
            assert lines[0] == f"row {place + 1}"
            assert f"class {wine['cultivar'].iloc[place]}" in lines
            values = [line for line in lines if line.startswith(tuple(wine.columns.drop("cultivar")))]
            assert len(values) == MAX_HOVER_FEATURES
    assert any(f"the first {MAX_HOVER_FEATURES} of 13 features" in one.value for one in app.caption)


def test_hover_names_the_id_of_the_file(open_page):
    content = "id,a,b\n" + "".join(f"P{i:03d},{i % 7},{i % 2 * 10 + i % 3}\n" for i in range(40))
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload("named.csv", content.encode())
    app.run()
    assert_calm(app)
    texts = [text for trace in points_of(app, "yd_scatter") for text in trace["text"]]
    assert sorted(text.split("<br>")[1] for text in texts) == [f"id P{i:03d}" for i in range(40)]
    assert all(int(text[4:].split("<br>")[0]) == int(text.split("id P")[1][:3]) + 1 for text in texts)


def test_hover_on_shapes_names_row_class_and_coordinates(open_page):
    app = open_page("two_moons", tm_n="60")
    y = make_two_moons(n_samples=60, noise=0.05, random_state=0)[1]
    for trace in points_of(app, "tm_panel_RNSE"):
        for place, text in zip(array(trace["customdata"]), trace["text"], strict=True):
            lines = text.split("<br>")
            assert lines[:2] == [f"row {place + 1}", f"class {y[place]}"]
            assert lines[2].startswith("x₁ ") and lines[3].startswith("x₂ ")


def test_markers_shrink_where_there_are_many(open_page):
    sizes = []
    for n in ("200", "1500"):
        app = open_page("two_moons", tm_n=n)
        figure = json.loads(charts_on(app)["tm_panel_RNSE"])
        sizes.append(max(trace["marker"]["size"] for trace in figure["data"]))
        widest = max(path["line"]["width"] for path in figure["layout"]["shapes"])
    assert sizes[1] < sizes[0] and sizes[1] < 2 * widest


@pytest.mark.parametrize("swap", [False, True])
def test_a_cluster_has_the_colour_of_its_class_whatever_its_number(swap):
    classes = np.repeat([1, 3], 5)
    labels = np.repeat([1, 0] if swap else [0, 1], 5)
    np.testing.assert_array_equal(cluster_palette(classes, labels)[labels], classes)
    # A third cluster has a colour of its own.
    labels[:2] = 2
    colors = cluster_palette(classes, labels)
    assert len(set(colors.tolist())) == len(colors)
    assert set(colors[labels[2:]].tolist()) == {1, 3} and colors[2] not in (1, 3)
    # One class alone leaves each cluster the colour of its number.
    np.testing.assert_array_equal(cluster_palette(np.zeros(10, dtype=int), labels)[labels], labels)
