"""The dots of scores: a line per data set, a marker per method."""

import pytest

from rnse_core.figures import score_dots

SCORES = {"one": {"A": 0.5, "B": 1.0}, "<b>two</b>": {"A": 0.0}}


def test_a_trace_per_method_with_its_scores_in_the_order_of_the_data():
    figure = score_dots(SCORES, score_name="index", marked="one")
    assert [trace.name for trace in figure.data] == ["A", "B"]
    assert list(figure.data[0].x) == [0.5, 0.0] and list(figure.data[1].y) == ["one"]
    assert list(figure.layout.yaxis.categoryarray) == ["&lt;b&gt;two&lt;/b&gt;", "one"]
    assert len({trace.marker.symbol for trace in figure.data}) == 2
    assert figure.data[0].marker.size > figure.data[1].marker.size, "the one below is seen around the one above"


@pytest.mark.parametrize("marked", [*SCORES, None])
def test_the_marked_line_alone_is_heavier(marked):
    lines = score_dots(SCORES, score_name="index", marked=marked).layout.shapes
    assert [line.line.width > 1 for line in lines] == [name == marked for name in SCORES]
