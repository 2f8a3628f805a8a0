"""Scatter plots, affinity edges, curves and cluster summaries."""

import warnings

import numpy as np
import plotly.graph_objects as go
import pytest
from expected import raised
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.figures import (
    affinity_edges,
    affinity_graph,
    cluster_sizes,
    confusion_figure,
    convergence_curve,
    eigengap_figure,
    feature_means,
    feature_profile,
    figure_html,
    figure_snippet,
    principal_plane,
    profile_features,
    residual_curve,
    scatter_clusters,
    spectral_plane,
)
from rnse_core.figures._style import CLUSTER_COLORS, CROSSING_COLOR, EDGE_COLOR, cluster_color, cluster_symbol
from rnse_core.figures.history import RESIDUAL_FLOOR
from rnse_core.figures.scatter import MAX_SVG_POINTS


def random_graph(n: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(size=(n, n)) * (rng.uniform(size=(n, n)) < 0.3), k=1)
    return upper + upper.T + np.eye(n)


@pytest.mark.parametrize("cap", [50, 400])
def test_a_fair_sample_has_edges_of_a_kind_in_their_share(cap):
    # Many light edges between two groups, few heavy ones within: the light ones have half of the similarity.
    rng = np.random.default_rng(0)
    group = np.arange(80) % 2
    between = group[:, None] != group[None, :]
    light, heavy = rng.uniform(0.9, 1.1, (80, 80)), (rng.random((80, 80)) < 0.1) * rng.uniform(9, 11, (80, 80))
    upper = np.triu(np.where(between, light, heavy), k=1)
    edges = affinity_edges(upper + upper.T, cap, fair=True)
    assert len(edges.weights) <= cap and (np.diff(edges.weights) <= 0).all()
    assert len(set(zip(edges.rows, edges.columns, strict=True))) == len(edges.weights)
    np.testing.assert_array_equal(edges.weights, upper[edges.rows, edges.columns])
    share = upper[between].sum() / upper.sum()
    by_weight = affinity_edges(upper + upper.T, cap)
    for one, low, high in ((edges, share - 0.15, 1.0), (by_weight, 0.0, 0.0 if cap == 50 else 1.0)):
        assert low <= between[one.rows, one.columns].mean() <= high
    everything = affinity_edges(upper + upper.T, 10_000, fair=True)
    assert everything.n_left_out == 0


@settings(deadline=None, max_examples=30)
@given(n=st.integers(2, 30), seed=st.integers(0, 99), cap=st.integers(0, 60))
def test_edges_are_the_heaviest_of_the_upper_triangle(n, seed, cap):
    graph = random_graph(n, seed)
    every = np.sort(graph[np.triu_indices(n, 1)][graph[np.triu_indices(n, 1)] > 0])[::-1]
    for matrix in (graph, sparse.csr_array(graph)):
        edges = affinity_edges(matrix, max_edges=cap)
        assert edges.n_total == len(every)
        assert edges.n_left_out == max(0, len(every) - cap)
        np.testing.assert_allclose(edges.weights, every[:cap])
        np.testing.assert_allclose(graph[edges.rows, edges.columns], edges.weights)
        assert np.all(edges.rows < edges.columns)
        assert 0 <= edges.weight_share <= 1 + 1e-12
    if cap >= len(every):
        assert edges.weight_share == pytest.approx(1.0)


def drawn_edges(figure: go.Figure, color: str) -> np.ndarray:
    """Return the ends of the edges of a colour, one row x, y, x, y each."""
    numbers = [
        [float(number) for number in edge.replace("L", ",").split(",")]
        for shape in figure.layout.shapes
        if shape.line.color == color
        for edge in shape.path.split("M")[1:]
    ]
    return np.array(numbers).reshape(-1, 4)


@pytest.mark.parametrize(("offset", "scale"), [(0.0, 1.0), (1e7, 1.0), (-300.0, 1e-6), (0.0, 1e30)])
def test_graph_draws_each_edge_once_and_crossing_ones_in_their_own_colour(offset, scale):
    graph = random_graph(20, 3)
    points = offset + scale * np.random.default_rng(1).normal(size=(20, 2))
    classes = np.repeat(["a", "b"], 10)
    edges = affinity_edges(graph)
    figure = affinity_graph(points, edges, classes, classes=classes)
    crossing = classes[edges.rows] != classes[edges.columns]
    for color, chosen in ((EDGE_COLOR, ~crossing), (CROSSING_COLOR, crossing)):
        expected = np.hstack([points[edges.rows[chosen]], points[edges.columns[chosen]]])
        drawn = drawn_edges(figure, color)
        assert drawn.shape == expected.shape
        # A thousandth of the spread is less than a pixel.
        np.testing.assert_allclose(drawn[np.lexsort(drawn.T)], expected[np.lexsort(expected.T)], atol=1e-3 * scale)
    assert all(shape.layer == "below" for shape in figure.layout.shapes)


def test_heavier_edges_are_wider():
    graph = np.array([[0.0, 0.9, 0.1], [0.9, 0.0, 0.5], [0.1, 0.5, 0.0]])
    figure = affinity_graph(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), affinity_edges(graph))
    widths = {shape.path: shape.line.width for shape in figure.layout.shapes}
    assert widths["M0,0L1,0"] > widths["M1,0L0,1"] > widths["M0,0L0,1"]


def test_graph_without_edges_shows_every_point():
    points = np.random.default_rng(1).normal(size=(12, 2))
    figure = affinity_graph(points, affinity_edges(np.eye(12)))
    assert sum(len(trace.x) for trace in figure.data) == 12


def test_scatter_has_a_trace_per_label_and_turns_to_webgl_when_large():
    rng = np.random.default_rng(0)
    labels = np.array(["b", "a", "a", "c"])
    figure = scatter_clusters(rng.normal(size=(4, 2)), labels, name="class")
    assert [trace.name for trace in figure.data] == ["class a", "class b", "class c"]
    assert [list(trace.customdata) for trace in figure.data] == [[1, 2], [0], [3]]
    large = scatter_clusters(rng.normal(size=(MAX_SVG_POINTS + 1, 2)))
    assert isinstance(large.data[0], go.Scattergl)
    square = scatter_clusters(rng.normal(size=(4, 2)), equal_axes=True)
    assert square.layout.yaxis.scaleanchor == "x"


def test_colour_and_symbol_together_tell_49_clusters_apart():
    pairs = {(cluster_color(place), cluster_symbol(place)) for place in range(len(CLUSTER_COLORS) ** 2)}
    assert len(pairs) == len(CLUSTER_COLORS) ** 2


def test_principal_plane_keeps_distances_of_planar_data():
    rng = np.random.default_rng(0)
    flat = rng.normal(size=(40, 2)) @ rng.normal(size=(2, 6))
    plane, shares = principal_plane(flat)
    original = np.linalg.norm(flat[:, None] - flat[None], axis=2)
    np.testing.assert_allclose(np.linalg.norm(plane[:, None] - plane[None], axis=2), original, atol=1e-10)
    assert sum(shares) == pytest.approx(1.0)
    assert shares[0] >= shares[1]
    np.testing.assert_allclose(principal_plane(-flat)[0].max(), np.abs(plane).max())


@pytest.mark.parametrize("X", [np.ones((5, 3)), np.arange(6.0)[:, None], np.ones((1, 4))])
def test_principal_plane_of_degenerate_data_is_finite(X):
    plane, shares = principal_plane(X)
    assert plane.shape == (len(X), 2)
    assert np.isfinite(plane).all()
    assert np.isfinite(shares).all()
    assert not plane[:, 1].any()


def test_spectral_plane_pulls_joined_blocks_apart():
    block = np.ones((20, 20))
    joined = np.kron(np.eye(3), block) + 0.001
    for affinity in (joined, sparse.csr_array(joined)):
        plane = spectral_plane(affinity)
        centres = plane.reshape(3, 20, 2).mean(axis=1)
        inside = np.abs(plane.reshape(3, 20, 2) - centres[:, None]).max()
        between = min(np.linalg.norm(centres[a] - centres[b]) for a, b in [(0, 1), (0, 2), (1, 2)])
        assert between > 100 * inside
    assert spectral_plane(np.eye(2)).shape == (2, 2)


def history(n_rounds: int = 3) -> list[dict[str, float]]:
    return [
        {
            "iteration": place,
            "smoothness": 3.0 - place,
            "frobenius": 1.0,
            "embedding": 0.5,
            "objective": 4.5 - place,
            "row_sum_error": 10.0**-place if place > 1 else 0.0,
            "orthogonality_error": 1e-3,
        }
        for place in range(1, n_rounds + 1)
    ]


def test_convergence_curve_shows_the_sum_and_its_parts():
    figure = convergence_curve(history())
    values = {trace.name.split()[0]: np.array(trace.y, dtype=float) for trace in figure.data}
    np.testing.assert_allclose(values["objective"], values["smoothness"] + values["α‖S‖²"] + values["β"])
    assert list(figure.data[0].x) == [1, 2, 3]
    assert len({trace.line.dash for trace in figure.data}) == 4  # told apart without colour


def test_residuals_of_zero_stay_on_the_logarithmic_axis():
    figure = residual_curve(history())
    assert figure.layout.yaxis.type == "log"
    assert min(figure.data[0].y) == RESIDUAL_FLOOR


@pytest.mark.parametrize("curve", [convergence_curve, residual_curve])
def test_empty_history_is_refused(curve):
    with raised(InputError, argument="history", reason=Reason.EMPTY):
        curve([])


@pytest.mark.parametrize("suggested", [1, 2, 3])
def test_the_words_on_the_gap_stand_beside_its_band(suggested):
    figure = eigengap_figure([1.0, 0.99, 0.4, 0.3], suggested=suggested, height=220)
    (band,), (words,) = figure.layout.shapes, figure.layout.annotations
    assert (words.x >= band.x1 and words.xanchor == "left") or (words.x <= band.x0 and words.xanchor == "right")
    assert figure.layout.yaxis.title.text == "eigenvalue", "a longer one would be cut off"
    assert len(eigengap_figure([1.0, 0.4], suggested=1, height=300).layout.yaxis.title.text) > len("eigenvalue")


def test_eigengap_marks_the_gap_after_the_suggestion():
    figure = eigengap_figure([1.0, 0.99, 0.4, 0.3], suggested=2)
    (band,) = figure.layout.shapes
    assert (band.x0, band.x1) == (2.1, 2.9)
    assert "after 2" in figure.layout.annotations[0].text
    assert not eigengap_figure([1.0, 0.5], suggested=2).layout.shapes
    with raised(ParameterError, parameter="suggested", value=3, reason=Reason.TOO_LARGE, bound=2):
        eigengap_figure([1.0, 0.5], suggested=3)


def test_the_points_of_a_small_picture_are_larger_than_its_edges_are_wide():
    """A reader of it wants to know which cluster a point is in."""
    points, graph = np.random.default_rng(0).normal(size=(20, 2)), random_graph(20, 0)
    sizes, widths = {}, {}
    for bare in (True, False):
        figure = affinity_graph(points, affinity_edges(graph), bare=bare)
        (markers,) = [trace.marker for trace in figure.data if trace.mode == "markers"]
        sizes[bare] = markers.size + markers.line.width
        widths[bare] = max(shape.line.width for shape in figure.layout.shapes)
    assert widths[True] < 0.6 * widths[False]
    assert sizes[True] > 4 * widths[True] and sizes[False] > 2 * widths[False]


def test_cluster_sizes_count_every_point():
    figure = cluster_sizes([2, 2, -1, 2, 0])
    assert dict(zip(figure.data[0].x, figure.data[0].y, strict=True)) == {"-1": 1, "0": 1, "2": 3}
    assert figure.layout.yaxis.showgrid is False, "lines would cross the numbers on the bars"


def test_feature_means_are_raw_and_standardized():
    X = np.array([[0.0, 5.0], [2.0, 5.0], [10.0, 5.0], [12.0, 5.0]])
    raw, standardized = feature_means(X, [0, 0, 1, 1])
    np.testing.assert_allclose(raw, [[1.0, 5.0], [11.0, 5.0]])
    np.testing.assert_allclose(standardized[:, 0], [-5.0, 5.0] / X[:, 0].std())
    assert not standardized[:, 1].any()  # a constant feature separates nothing


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_huge_and_tiny_numbers_are_drawn(scale):
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(20, 2)), np.repeat([0, 1], 10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        raw, standardized = feature_means(scale * X, labels)
        drawn = scatter_clusters(scale * X, labels)
    usual_raw, usual = feature_means(X, labels)
    np.testing.assert_allclose(standardized, usual, rtol=1e-9)
    np.testing.assert_allclose(raw, scale * usual_raw, rtol=1e-9)
    assert np.isfinite(np.asarray(drawn.data[0].x, dtype=float)).all()


def test_profile_keeps_the_features_that_separate_most_in_their_own_order():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 30))
    labels = np.repeat([0, 1], 30)
    X[labels == 1, 7] += 50
    X[labels == 1, 3] += 40
    _, standardized = feature_means(X, labels)
    np.testing.assert_array_equal(profile_features(standardized, 2), [3, 7])
    figure = feature_profile(X, labels, [f"feature {place}" for place in range(30)], max_features=2)
    assert list(figure.data[0].y) == ["feature 3", "feature 7"]
    np.testing.assert_allclose(figure.data[0].customdata[1][1], X[labels == 1, 7].mean())


def test_long_feature_names_are_shortened():
    figure = feature_profile(np.eye(2), [0, 1], ["x" * 100, "short"])
    assert len(figure.data[0].y[0]) == 28
    assert figure.data[0].y[1] == "short"


def test_names_from_a_file_are_shown_as_they_stand_not_as_markup():
    bad = "<a href='http://x'>y</a>"
    figures = [
        feature_profile(np.eye(2), [0, 1], [bad, "b & c"]),
        confusion_figure([[1]], [bad], ["0"]),
        scatter_clusters(np.eye(2), [bad, "other"], axis_titles=(bad, "up")),
    ]
    for figure in figures:
        assert "<a" not in figure.to_json().replace("\\u003c", "<")
    assert figures[0].data[0].y[1] == "b &amp; c"


def test_confusion_figure_writes_the_counts():
    figure = confusion_figure([[5, 1], [0, 7]], ["no", "yes"], ["1", "0"])
    assert np.array(figure.data[0].text).tolist() == [[5, 1], [0, 7]]
    assert list(figure.data[0].x) == ["1", "0"]


def test_names_that_are_the_same_are_different_rows_and_columns():
    names = ["a", "a", " ", "", "a (1)"]
    trace = confusion_figure(np.eye(5, dtype=int), names, names).data[0]
    for axis in (trace.x, trace.y):
        assert len(set(axis)) == 5 and all(name.strip() for name in axis)
        assert axis[4] == "a (1)"


def test_figure_file_needs_no_network_and_leaves_the_figure_alone():
    figure = cluster_sizes([0, 1, 1])
    before = figure.to_json()
    page = figure_html(figure, "Sizes")
    assert "Sizes" in page
    assert 'src="http' not in page
    snippet = figure_snippet(figure, include_plotlyjs=False)
    assert "<html" not in snippet
    assert len(snippet) < 20_000 < len(page)
    assert figure.to_json() == before


def test_names_that_agree_at_the_beginning_are_different_rows():
    names = [f"University of California, {place}" for place in ("Los Angeles", "Lancaster", "Lake")]
    assert len(set(confusion_figure([[50, 0], [3, 47], [10, 20]], names, ["0", "1"]).data[0].y)) == 3
    X = np.random.default_rng(0).normal(size=(40, 3))
    assert len(set(feature_profile(X, np.arange(40) % 2, names).data[0].y)) == 3


def test_a_name_is_no_part_of_a_template_and_no_formula():
    (trace,) = scatter_clusters(np.zeros((2, 2)), ["%{x}$a$"] * 2).data
    assert "%{x}" not in trace.hovertemplate
    assert "$" not in trace.name


def test_the_title_of_a_figure_file_is_text():
    drawn = figure_html(cluster_sizes([0, 1]), "<a href='//other.example'>here</a>").rsplit("Plotly.newPlot", 1)[1]
    assert "&lt;a href" in drawn.replace("\\u0026", "&")
    assert "\\u003ca href" not in drawn
    assert "<a href" not in drawn
