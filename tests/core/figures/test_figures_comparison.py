"""The grid of clusterings and the spread of scores."""

import warnings

import numpy as np
import pytest

from rnse_core.figures import GridCell, comparison_grid, score_boxes
from rnse_core.figures.comparison import MAX_CELL_POINTS


def grid(n_samples: int = 30, scale: float = 1.0, **how):
    rng = np.random.default_rng(0)
    planes = [scale * rng.normal(size=(n_samples, 2)), np.zeros((5, 2))]
    labels = [rng.integers(0, 3, n_samples), np.array([0, 0, 1, 1, 1])]
    cells = [
        [GridCell(labels[0], "50%", ".01s"), GridCell(labels[0] % 2, "60%", ".02s")],
        [GridCell(labels[1], "70%", ".03s"), GridCell(None, problem="It has <negative> entries.")],
    ]
    return comparison_grid(planes, cells, ["first set of all", "b"], ["A", "<B>"], **how), labels


def points_of(figure):
    return {trace.marker.color: np.c_[trace.x, trace.y] for trace in figure.data if trace.mode == "markers"}


def test_every_point_lies_in_the_cell_of_its_method_and_data_set():
    figure, labels = grid()
    points = np.concatenate(list(points_of(figure).values()))
    cell = list(map(tuple, np.floor(points).astype(int)))
    assert {one: cell.count(one) for one in set(cell)} == {(0, 1): 30, (1, 1): 30, (0, 0): 5}
    of_first = points_of(figure)["#0072B2"]
    assert len(of_first) == np.sum(labels[0] == 0) + np.sum(labels[0] % 2 == 0) + np.sum(labels[1] == 0)


def test_a_transposed_grid_has_a_row_for_each_method():
    figure, _ = grid(transposed=True)
    points = np.concatenate(list(points_of(figure).values()))
    cell = list(map(tuple, np.floor(points).astype(int)))
    assert {one: cell.count(one) for one in set(cell)} == {(0, 1): 30, (0, 0): 30, (1, 1): 5}
    assert list(figure.layout.xaxis.ticktext) == ["first set of<br>all", "b"]
    assert list(figure.layout.yaxis.ticktext) == ["A", "&lt;B&gt;"]
    texts = figure.data[-1]
    place = texts.hovertext.index("&lt;B&gt;, first set of all: .02s")
    assert (int(texts.x[place]), int(texts.y[place])) == (0, 0)


def test_texts_and_problems_are_shown_as_they_stand():
    figure, _ = grid()
    texts = figure.data[-1]
    assert ".02s" in texts.text and "–" in texts.text
    assert "&lt;B&gt;, b: It has &lt;negative&gt; entries." in texts.hovertext
    assert list(figure.layout.xaxis.ticktext) == ["A", "&lt;B&gt;"]
    assert list(figure.layout.yaxis.ticktext) == ["first set of<br>all", "b"]


def test_a_large_set_is_drawn_in_part_and_huge_numbers_fit():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure, _ = grid(3000, scale=1e308 / 5)
    points = np.concatenate(list(points_of(figure).values()))
    assert len(points) == 2 * MAX_CELL_POINTS + 5
    assert np.isfinite(points).all()


def test_a_large_set_shows_every_cluster():
    labels = np.zeros(50_000, dtype=int)
    labels[[7, 30_000]] = 1
    plane = np.random.default_rng(0).normal(size=(50_000, 2))
    figure = comparison_grid([plane], [[GridCell(labels)]], ["large"], ["A"])
    assert [len(trace.x) for trace in figure.data if trace.mode == "markers"] == [MAX_CELL_POINTS, 2]


@pytest.mark.parametrize("baseline", [0.4, None, np.nan])
def test_boxes_show_every_run_and_the_baseline(baseline):
    figure = score_boxes({"A": [0.5, 0.6], "B": [0.7]}, score_name="ACC", baseline=baseline)
    assert [list(trace.y) for trace in figure.data] == [[0.5, 0.6], [0.7]]
    assert len(figure.layout.shapes) == (baseline == 0.4)
