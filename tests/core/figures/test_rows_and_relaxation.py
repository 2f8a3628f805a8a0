"""A row of the projection, and an eigenvector over an indicator."""

import numpy as np

from rnse_core.figures import relaxation_figure, row_figure

ROW = np.array([0.9, 0.8, 0.5, 0.1])
THRESHOLD = np.array([0.4, 0.6, 0.6, 0.3])


def places(figure):
    """The places of the bars, by their name."""
    return {trace.name: list(trace.x) for trace in figure.data if trace.type == "bar"}


def test_the_bars_of_a_row_are_named_by_what_becomes_of_them():
    figure = row_figure(ROW, THRESHOLD, own=0)
    assert places(figure) == {"kept": [2], "zero in S": [3, 4], "itself": [1]}
    assert len({trace.marker.color for trace in figure.data if trace.type == "bar"}) == 3
    assert figure.layout.barmode == "overlay" and figure.layout.showlegend is not False
    (line,) = [trace for trace in figure.data if trace.type == "scatter"]
    np.testing.assert_array_equal(line.y, THRESHOLD)


def test_without_the_entry_on_the_diagonal_there_are_two_kinds():
    assert places(row_figure(ROW, THRESHOLD)) == {"kept": [1, 2], "zero in S": [3, 4]}


def test_an_eigenvector_is_drawn_over_its_indicator_with_the_threshold():
    vector, indicator = np.array([-0.5, -0.1, 0.6]), np.array([-0.4, -0.4, 0.4])
    figure = relaxation_figure(vector, indicator, height=200)
    steps, entries = figure.data
    np.testing.assert_array_equal(steps.y, indicator)
    np.testing.assert_array_equal(entries.y, vector)
    assert (entries.marker.cmin, entries.marker.cmax) == (-0.6, 0.6), "the middle of the scale is the threshold"
    (zero,) = figure.layout.shapes
    assert zero.y0 == zero.y1 == 0 and figure.layout.height == 200


def test_a_vector_of_zeros_has_a_scale():
    entries = relaxation_figure(np.zeros(2), np.zeros(2)).data[1]
    assert entries.marker.cmin < 0 < entries.marker.cmax
