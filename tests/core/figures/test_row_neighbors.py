"""One sample and its row of S."""

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy.sparse import csr_array

from rnse_core.figures import mark_position, mark_row, row_of, similarity_heatmap

random = np.random.default_rng(0)
S = np.where(random.random((12, 12)) < 0.4, random.random((12, 12)), 0.0)
X = random.random((12, 2))


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("sample", [0, 5, 11])
def test_neighbours_are_the_positive_entries_off_the_diagonal(kind, sample):
    row = row_of(kind(S), sample)
    others = [j for j in range(12) if j != sample and S[sample, j] > 0]
    assert sorted(row.neighbors.tolist()) == others
    np.testing.assert_array_equal(row.weights, S[sample, row.neighbors])
    assert (np.diff(row.weights) <= 0).all() and row.own == S[sample, sample]


@pytest.mark.parametrize("sample", [-1, 12])
def test_there_is_no_such_sample(sample):
    with pytest.raises(ValueError, match="sample"):
        row_of(S, sample)


def test_lines_lead_from_the_sample_to_each_neighbour():
    row = row_of(S, 3)
    given = go.Figure()
    marked = mark_row(given, X, row)
    assert not given.data
    ends = [
        (x, y) for line in marked.data if line.mode == "lines" for x, y in zip(line.x[1::3], line.y[1::3], strict=True)
    ]
    assert sorted(ends) == sorted(map(tuple, X[row.neighbors].tolist()))
    for line in marked.data:
        if line.mode == "lines":
            assert set(line.x[0::3]) == {X[3, 0]} and np.isnan(line.x[2::3].astype(float)).all()
    assert (marked.data[-1].x[0], marked.data[-1].y[0]) == tuple(X[3])


def test_a_sample_alone_is_ringed():
    marked = mark_row(go.Figure(), X, row_of(np.eye(12), 3))
    assert all(trace.mode == "markers" for trace in marked.data)


def test_the_row_and_the_column_are_framed_where_they_are_drawn():
    figure = similarity_heatmap(S, window=(2, 8))
    assert len(mark_position(figure, 1).layout.shapes) == len(figure.layout.shapes)
    horizontal, upright = mark_position(figure, 5).layout.shapes[-2:]
    assert horizontal.y0 < 5 < horizontal.y1 and (horizontal.x0, horizontal.x1) == (1.5, 7.5)
    assert upright.x0 < 5 < upright.x1 and (upright.y0, upright.y1) == (1.5, 7.5)
