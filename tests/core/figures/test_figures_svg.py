"""Points and edges as SVG."""

from xml.etree import ElementTree

import numpy as np
import plotly.graph_objects as go
import pytest

from rnse_core.exceptions import InputError
from rnse_core.figures import CLUSTER_SYMBOLS, affinity_edges, affinity_graph, points_svg, value_scatter

X = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]])
W = np.zeros((4, 4))
W[0, 1] = W[1, 0] = W[2, 3] = W[3, 2] = 1.0


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_points_are_where_they_are_on_one_scale_and_edges_join_them():
    svg = read(points_svg(affinity_graph(X, affinity_edges(W), legend=False), "a <b>", width=220, height=220))
    assert svg.get("aria-label") == "a <b>"
    places = [(float(one.get("cx")), float(one.get("cy"))) for one in svg.iter("circle")]
    assert places == [(10, 160), (210, 160), (210, 60), (10, 60)]
    (path,) = svg.iter("path")
    assert path.get("d") == "M10.0 160.0L210.0 160.0M210.0 60.0L10.0 60.0"


def test_every_symbol_of_a_cluster_and_its_colour_can_be_drawn():
    n = len(CLUSTER_SYMBOLS)
    points = np.column_stack([np.arange(n), np.zeros(n)])
    figure = affinity_graph(points, None, np.arange(n), legend=False)
    svg = read(points_svg(figure, "symbols"))
    assert len(list(svg.iter("circle"))) == 1 and len(list(svg.iter("polygon"))) == n - 1
    colors = [trace.marker.color for trace in figure.data]
    assert [one.get("fill") for one in svg if one.tag in ("circle", "polygon")] == colors


def test_values_are_colours_and_gaps_divide_lines():
    svg = read(points_svg(value_scatter(X, [-1, 0, 0.5, 1], affinity_edges(W)), "values"))
    fills = [one.get("fill") for one in svg.iter("circle")]
    assert fills[0] == "rgb(64, 0, 75)" and fills[-1] == "rgb(0, 68, 27)" and len(set(fills)) == 4
    (path,) = svg.iter("path")
    assert path.get("d").count("M") == path.get("d").count("L") == 2


def test_an_open_symbol_has_no_fill():
    marker = {"symbol": "circle-open", "size": 14, "line": {"color": "#D55E00", "width": 3}}
    figure = affinity_graph(X, None, legend=False).add_scatter(x=[4], y=[2], mode="markers", marker=marker)
    *_, ring = read(points_svg(figure, "ring")).iter("circle")
    assert (ring.get("fill"), ring.get("stroke"), ring.get("r")) == ("none", "#D55E00", "7")


def test_one_point_is_in_the_middle():
    (circle,) = read(points_svg(affinity_graph(X[:1], None, legend=False), "one", width=100, height=60)).iter("circle")
    assert (circle.get("cx"), circle.get("cy")) == ("50.0", "30.0")


@pytest.mark.parametrize("data", [[], [go.Bar(y=[1, 2])], [go.Heatmap(z=[[1, 2]])]])
def test_what_it_cannot_draw_is_refused(data):
    with pytest.raises(InputError):
        points_svg(go.Figure(data), "bars")
