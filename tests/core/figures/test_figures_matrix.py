"""Heat maps, their orders and their images."""

import base64
import io

import numpy as np
import plotly.graph_objects as go
import pytest
from expected import raised
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from scipy import sparse
from scipy.sparse import csr_array

from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.figures import (
    CLUSTER_COLORS,
    ROW_ORDERS,
    block_average,
    color_limit,
    heatmap,
    indicator_heatmap,
    matrix_png,
    row_order,
    similarity_heatmap,
)
from rnse_core.figures.heatmap import MAX_HOVER_ROWS


def two_blocks(n_each: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A weakly joined pair of blocks whose points are shuffled."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.repeat([0, 1], n_each))
    same = labels[:, None] == labels[None, :]
    matrix = np.where(same, 1.0, 0.01) * rng.uniform(0.5, 1.0, size=same.shape)
    return (matrix + matrix.T) / 2, labels


@settings(deadline=None, max_examples=40)
@given(n=st.integers(1, 90), m=st.integers(1, 90), side=st.integers(1, 40), seed=st.integers(0, 99))
def test_block_average_keeps_range_and_mass(n, m, side, seed):
    matrix = np.random.default_rng(seed).uniform(size=(n, m))
    small = block_average(matrix, side)
    assert small.shape == (min(n, max(side, 1)), min(m, max(side, 1))) or max(n, m) <= side
    assert matrix.min() - 1e-12 <= small.min() <= small.max() <= matrix.max() + 1e-12
    if n % small.shape[0] == 0 and m % small.shape[1] == 0:
        assert small.mean() == pytest.approx(matrix.mean())


def test_block_average_of_equal_blocks_is_their_mean():
    matrix = np.kron(np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones((6, 6)))
    np.testing.assert_allclose(block_average(matrix, 2), [[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("by", ROW_ORDERS)
def test_every_order_is_a_permutation(by):
    matrix, labels = two_blocks(30)
    order = row_order(by, n_samples=60, similarity=matrix, true_labels=labels, predicted_labels=1 - labels)
    assert sorted(order) == list(range(60))


def test_spectral_order_separates_the_blocks_without_labels():
    matrix, labels = two_blocks(40)
    for similarity in (matrix, sparse.csr_array(matrix)):
        order = row_order("spectral", n_samples=80, similarity=similarity)
        assert np.count_nonzero(np.diff(labels[order])) == 1


def test_label_orders_are_stable_inside_a_label():
    labels = np.array(["b", "a", "b", "a"])
    np.testing.assert_array_equal(row_order("true", n_samples=4, true_labels=labels), [1, 3, 0, 2])


@pytest.mark.parametrize(
    ("by", "parameter", "reason"),
    [
        ("sideways", "by", Reason.UNKNOWN_CHOICE),
        ("spectral", "similarity", Reason.MISSING),
        ("true", "true_labels", Reason.MISSING),
        ("predicted", "predicted_labels", Reason.MISSING),
    ],
)
def test_order_that_lacks_its_input_is_refused(by, parameter, reason):
    with raised(ParameterError, parameter=parameter, reason=reason):
        row_order(by, n_samples=3)


def test_order_of_a_graph_with_isolated_points_is_finite():
    order = row_order("spectral", n_samples=5, similarity=np.zeros((5, 5)))
    assert sorted(order) == list(range(5))


def lines(figure):
    """Ends of the lines that are drawn over a matrix as one path."""
    (shape,) = figure.layout.shapes
    pieces = [piece.split("L") for piece in shape.path.split("M")[1:]]
    return [tuple(tuple(float(number) for number in end.split(",")) for end in piece) for piece in pieces]


def test_small_matrix_is_a_hover_map_of_the_reordered_entries():
    matrix, labels = two_blocks(20)
    order = row_order("true", n_samples=40, true_labels=labels)
    figure = similarity_heatmap(matrix, order=order, groups=labels)
    (trace,) = figure.data
    assert isinstance(trace, go.Heatmap)
    np.testing.assert_allclose(trace.z, matrix[np.ix_(order, order)], rtol=1e-6)
    # One change of label: a mark at each of the four edges, and no line over the matrix.
    assert sorted(lines(figure)) == [
        ((-0.5, 19.5), (1.1, 19.5)),
        ((19.5, -0.5), (19.5, 1.1)),
        ((19.5, 37.9), (19.5, 39.5)),
        ((37.9, 19.5), (39.5, 19.5)),
    ]


def test_sparse_and_dense_matrices_give_the_same_picture():
    matrix, _ = two_blocks(15)
    matrix[matrix < 0.1] = 0.0
    dense, thin = similarity_heatmap(matrix), similarity_heatmap(sparse.csr_array(matrix))
    np.testing.assert_array_equal(dense.data[0].z, thin.data[0].z)


def test_large_matrix_is_sent_as_an_image_small_enough_for_a_browser():
    n = 2 * MAX_HOVER_ROWS
    matrix = np.random.default_rng(0).uniform(size=(n, n))
    figure = similarity_heatmap(matrix)
    assert isinstance(figure.data[0], go.Image)
    assert len(figure.to_json()) < 2_000_000
    # The image covers exactly the rows: half a cell before the first and after the last.
    trace = figure.data[0]
    assert trace.x0 - trace.dx / 2 == pytest.approx(-0.5)
    assert trace.x0 + trace.dx * (n - 0.5) == pytest.approx(n - 0.5)


def test_window_shows_its_rows_only_and_brings_back_hover():
    matrix, _ = two_blocks(MAX_HOVER_ROWS)
    figure = similarity_heatmap(matrix, window=(100, 150))
    (trace,) = figure.data
    np.testing.assert_allclose(trace.z, matrix[100:150, 100:150], rtol=1e-6)
    assert tuple(figure.layout.xaxis.range) == (99.5, 149.5)


def test_empty_window_and_oblong_matrix_are_refused():
    with raised(ParameterError, parameter="window", value=(3, 3), reason=Reason.EMPTY, bound=4):
        similarity_heatmap(np.eye(4), window=(3, 3))
    with raised(InputError, reason=Reason.NOT_SQUARE, value=(2, 3)):
        similarity_heatmap(np.ones((2, 3)))


@pytest.mark.parametrize("window", [(0, 90), (20, 85)])
def test_a_sparse_matrix_is_drawn_as_the_dense_one_without_making_it_dense(window, monkeypatch):
    monkeypatch.setattr(heatmap, "MAX_HOVER_ROWS", 10)
    monkeypatch.setattr(heatmap, "MAX_IMAGE_PIXELS", 30)
    rng = np.random.default_rng(0)
    dense = rng.random((90, 90)) * (rng.random((90, 90)) < 0.2)
    order = rng.permutation(90)
    expected = similarity_heatmap(dense, order=order, window=window)
    for name in ("toarray", "todense"):
        monkeypatch.setattr(csr_array, name, None)
    drawn = similarity_heatmap(csr_array(dense), order=order, window=window)
    assert drawn.data[1].marker.cmax == pytest.approx(expected.data[1].marker.cmax)
    pixels = [
        np.asarray(Image.open(io.BytesIO(base64.b64decode(one.data[0].source.split(",")[1]))).convert("L"), int)
        for one in (drawn, expected)
    ]
    assert pixels[0].shape == pixels[1].shape == (30, 30)
    assert np.abs(pixels[0] - pixels[1]).max() <= 1


def test_png_pixels_follow_the_block_averages():
    matrix = np.kron(np.array([[0.0, 1.0], [1.0, 0.5]]), np.ones((300, 300)))
    image = Image.open(io.BytesIO(matrix_png(matrix, limit=1.0, max_pixels=100)))
    assert image.size == (100, 100)
    levels = np.asarray(image)
    assert levels[10, 10] == 0
    assert levels[10, 90] == levels[90, 10] == 255
    assert levels[90, 90] == 127


def test_color_limit_ignores_a_dominant_diagonal_and_is_never_zero():
    matrix = np.full((50, 50), 0.1)
    np.fill_diagonal(matrix, 100.0)
    assert color_limit(matrix) == pytest.approx(0.1)
    assert color_limit(np.eye(5)) == 1.0
    assert color_limit(np.zeros((5, 5))) > 0
    assert color_limit(np.array([[0.0]])) > 0


def test_indicator_map_shows_one_row_per_cluster_in_order():
    P = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]])
    figure = indicator_heatmap(P, order=np.array([2, 0, 1]))
    np.testing.assert_allclose(figure.data[0].z, P[:, [2, 0, 1]])
    assert list(figure.data[0].y) == ["cluster 0", "cluster 1"]
    wide = indicator_heatmap(np.ones((2, 5000)))
    assert wide.data[0].z.shape == (2, 1000)


def test_rows_of_the_indicator_have_the_colours_of_their_clusters():
    figure = indicator_heatmap(np.eye(3), bare=True, colors=(2, 0, 1))
    assert [shape.fillcolor for shape in figure.layout.shapes] == [CLUSTER_COLORS[k] for k in (2, 0, 1)]
    for row, shape in enumerate(figure.layout.shapes):
        assert shape.y0 < row < shape.y1
        assert shape.x1 <= figure.layout.xaxis.domain[0], "no column is covered"
    assert not indicator_heatmap(np.eye(3)).layout.shapes


def test_small_pictures_have_no_axes_and_no_colour_bar():
    matrix, _ = two_blocks(MAX_HOVER_ROWS)
    for figure in (
        similarity_heatmap(matrix, bare=True),
        similarity_heatmap(matrix[:50, :50], bare=True),
        indicator_heatmap(np.ones((2, 9)), bare=True),
    ):
        assert not figure.layout.xaxis.visible
        assert not figure.layout.yaxis.visible
        bars = [trace.showscale if trace.type == "heatmap" else trace.marker.showscale for trace in figure.data[-1:]]
        assert bars == [False]


def test_lines_that_would_hide_the_matrix_are_not_drawn():
    matrix, _ = two_blocks(50)
    assert not similarity_heatmap(matrix, groups=np.arange(100)).layout.shapes
    assert len(lines(similarity_heatmap(matrix, groups=np.repeat(np.arange(5), 20)))) == 16


def test_a_matrix_with_more_rows_than_pixels_is_averaged_and_not_thinned():
    matrix, _ = two_blocks(50)
    assert [similarity_heatmap(matrix, height=height).data[0].zsmooth for height in (99, 100)] == ["fast", None]
