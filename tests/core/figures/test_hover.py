"""What a point says when the pointer is over it, and the numbers that decide its colour."""

import numpy as np
import plotly.graph_objects as go

from rnse_core.figures import MAX_HOVER_FEATURES, cluster_sizes, hover_texts, scatter_clusters
from rnse_core.figures._style import cluster_color, label_numbers
from rnse_core.figures.scatter import SMALLEST_MARKER, marker_size


def test_a_text_has_the_row_the_id_the_class_and_a_few_values():
    X = np.arange(18.0).reshape(2, 9)
    names = [f"f{place}" for place in range(9)]
    first, second = hover_texts([3, 7], ids=["a<b", "c"], classes=["x", ""], X=X, names=names)
    assert first.split("<br>")[:3] == ["row 3", "id a&lt;b", "class x"]
    values = [line for line in second.split("<br>") if line.startswith("f")]
    assert len(values) == MAX_HOVER_FEATURES and values[0] == "f0 9"
    assert "class" not in second
    assert "9" in second.split("<br>")[-1]
    few = hover_texts([1], X=X[:1, :2], names=names[:2])[0]
    assert few.split("<br>") == ["row 1", "f0 0", "f1 1"]


def test_a_cluster_keeps_its_colour_where_another_is_missing():
    assert label_numbers([1, 3]) == [1, 3]
    assert label_numbers(["a", "b"]) == [0, 1] == label_numbers([-1, 4])
    points = np.eye(2)
    figure = scatter_clusters(points, [1, 3])
    assert [trace.marker.color for trace in figure.data] == [cluster_color(1), cluster_color(3)]
    bars = cluster_sizes([1, 3, 3])
    assert list(bars.data[0].marker.color) == [cluster_color(1), cluster_color(3)]


def test_markers_shrink_with_the_number_of_points():
    sizes = [marker_size(n, 5) for n in (10, 200, 400, 1500, 100_000)]
    assert sizes[0] == sizes[1] == 5 and sizes == sorted(sizes, reverse=True)
    assert sizes[3] < 2.5 and sizes[-1] == SMALLEST_MARKER
    drawn = [scatter_clusters(np.zeros((n, 2)), np.zeros(n, dtype=int)) for n in (50, 1500)]
    few, many = (next(trace for trace in one.data if isinstance(trace, go.Scatter)).marker.size for one in drawn)
    assert many < few


def test_the_name_of_the_cluster_is_a_line_of_its_own():
    (text,) = hover_texts([1], clusters=["high <i>income</i>"])
    assert text.count("<br>") == 1 and "<i>" not in text
