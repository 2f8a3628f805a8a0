"""Grids of alpha and beta, and what they show: the facts that the map of the two stands on."""

import numpy as np
import pytest

from rnse_core import RNSE
from rnse_core.datasets import SHAPES, make_block_diagonal, make_two_moons
from rnse_core.figures import grid_map
from rnse_core.metrics import adjusted_rand_index, clustering_accuracy
from rnse_core.recording import PAPER_ALPHAS, PAPER_BETAS, GridRecord, record_grid, summarise_grid

X, y = make_two_moons(n_samples=100, noise=0.05, random_state=0)
ALPHAS, BETAS = (0.01, 1.0, 100.0), (0.0, 1.0, 500.0)


@pytest.fixture(scope="module")
def grid():
    return record_grid(X, ALPHAS, BETAS, RNSE(2, random_state=0), y)


@pytest.mark.filterwarnings("ignore::rnse_core.exceptions.ComponentsWarning")
def test_every_cell_is_the_fit_of_its_parameters(grid):
    assert grid.complete
    accuracy, components = grid.values("accuracy"), grid.values("n_components")
    for i, alpha in enumerate(ALPHAS):
        without = RNSE(2, random_state=0, alpha=alpha, beta=0.0).fit(X)
        for j, beta in enumerate(BETAS):
            model = RNSE(2, random_state=0, alpha=alpha, beta=beta).fit(X)
            cell = grid.cells[alpha, beta]
            np.testing.assert_array_equal(cell.labels, model.labels_)
            assert accuracy[i, j] == clustering_accuracy(y, model.labels_)
            assert components[i, j] == model.n_components_
            assert cell.numbers["components_without_beta"] == without.n_components_
            difference = abs(model.similarity_ - without.similarity_).sum() / len(X)
            assert cell.numbers["change"] == pytest.approx(difference, abs=1e-12)
            assert cell.numbers["objective"] == model.objective_


def test_a_grid_is_resumed_where_it_was_stopped(grid):
    cells, calls = {}, []

    def stop_after_two(done, total):
        calls.append((done, total))
        return done == 2

    model = RNSE(2, random_state=0)
    part = record_grid(X, ALPHAS, BETAS, model, y, cells=cells, progress=stop_after_two)
    assert len(cells) == 2 and not part.complete
    assert np.isnan(part.values("objective")).sum() == 7
    first = dict(cells)
    whole = record_grid(
        model.prepare(X), ALPHAS, BETAS, model, y, cells=cells, progress=lambda *call: calls.append(call)
    )
    assert calls == [(done, 9) for done in range(1, 10)]
    assert all(cells[cell] is one for cell, one in first.items())
    for name in ("objective", "change", "n_moved"):
        np.testing.assert_array_equal(whole.values(name), grid.values(name))


def test_without_classes_there_is_no_score():
    grid = record_grid(X, [1.0], [1.0], RNSE(2, random_state=0))
    assert not grid.has("accuracy") and grid.has("objective")
    assert np.isnan(summarise_grid(grid).alpha_spread)
    with pytest.raises(ValueError):
        grid.best("accuracy")


def test_agreement_is_the_mean_with_the_cells_beside(grid):
    labels = {cell: one.labels for cell, one in grid.cells.items()}
    corner = [labels[0.01, 1.0], labels[1.0, 0.0]]
    expected = np.mean([adjusted_rand_index(labels[0.01, 0.0], one) for one in corner])
    assert grid.agreement()[0, 0] == pytest.approx(expected)
    alone = GridRecord(ALPHAS, BETAS, {(1.0, 1.0): grid.cells[1.0, 1.0]}, 2, 100)
    assert np.isnan(alone.agreement()).all()


def test_of_equal_cells_the_best_is_nearest_to_one(grid):
    (alpha, beta), n_equal = grid.best("accuracy")
    values = grid.values("accuracy")
    assert n_equal == np.sum(values == values.max()) > 1
    assert (alpha, beta) == (1.0, 1.0) and values[1, 1] == values.max()


def test_rows_are_the_numbers_of_the_cells(grid):
    rows = grid.rows()
    assert len(rows) == 9
    assert [row["objective"] for row in rows] == grid.values("objective").ravel().tolist()


def test_an_empty_grid_has_no_summary():
    with pytest.raises(ValueError):
        summarise_grid(GridRecord(ALPHAS, BETAS, {}, 2, 100))


@pytest.mark.parametrize("name", ["two_moons", "spirals", "nested_rings"])
def test_beta_moves_no_label_and_S_only_from_the_size_of_a_cluster_on(name):
    shape = SHAPES[name]
    points, classes = shape.make(n_samples=100, noise=shape.default_noise, random_state=0)
    alphas, scale = (0.3, 1.0, 10.0), 100 / shape.n_clusters
    betas = (1e-5, 0.01, 0.02 * scale, scale, 10 * scale)
    found = summarise_grid(record_grid(points, alphas, betas, RNSE(shape.n_clusters, random_state=0), classes))
    assert found.scale == scale
    assert found.most_moved == 0 and found.first_moving is None and found.beta_spread == 0
    assert found.change_below < 0.1 < found.change_from


def test_beta_manufactures_blocks():
    """The blocks follow P, which has found few of the true ones."""
    A, blocks = make_block_diagonal(n_samples=200, n_blocks=4, noise=0.95, random_state=0)
    model = RNSE(4, affinity="precomputed", random_state=0)
    grid = record_grid(A, [3.0], [1.0, 100.0], model, blocks)
    assert summarise_grid(grid).made_blocks == ((3.0, 100.0),)
    assert grid.values("n_components").tolist() == [[1.0, 4.0]]
    assert grid.values("accuracy").max() < 0.6


def test_alphas_too_small_and_too_large(grid):
    found = summarise_grid(grid)
    assert found.too_small == (0.01,) and found.too_large == (100.0,) and found.fitting == (1.0,)
    rows = grid.values("nonzeros_per_row")[:, 0]
    assert rows[0] < 3 and rows[2] > 50


def test_the_paper_s_grid_has_no_alpha_that_suits_spirals():
    shape = SHAPES["spirals"]
    points, classes = shape.make(n_samples=200, noise=shape.default_noise, random_state=0)
    alphas = sorted({*PAPER_ALPHAS, 0.3, 0.5})
    grid = record_grid(points, alphas, [1.0], RNSE(2, random_state=0), classes)
    assert summarise_grid(grid).fitting == (0.3, 0.5)
    accuracy = dict(zip(alphas, grid.values("accuracy")[:, 0], strict=True))
    assert accuracy[0.3] == accuracy[0.5] == 1.0
    assert max(accuracy[alpha] for alpha in PAPER_ALPHAS) < 0.7


def test_the_labels_of_the_paper_s_preset_move_with_beta():
    model = RNSE.from_preset("paper", 2, random_state=0, max_iter=5)
    found = summarise_grid(record_grid(X, [1.0], PAPER_BETAS, model, y))
    assert found.most_moved > 0 and found.first_moving in PAPER_BETAS


def test_the_map_shows_each_value_in_its_cell():
    values = np.array([[0.1, 0.2, np.nan], [0.4, 0.5, 0.6]])
    rows, columns = (0.1, 1.0), (0.0, 1.0, 300.0)
    figure = grid_map(values, rows, columns, marks={"a": (1.0, 1.0), "b": (0.1, 300.0)}, chosen=(1.0, 0.0))
    heat, cells = figure.data[0], figure.data[-1]
    np.testing.assert_array_equal(heat.z, values)
    assert list(cells.text) == ["0.10", "0.20", "", "0.40", "0.50", "0.60"]
    assert list(cells.textfont.color)[:2] == ["#FFFFFF"] * 2 and cells.textfont.color[-1] == "#000000"
    assert [tuple(cell) for cell in cells.customdata] == [(row, column) for row in rows for column in columns]
    assert {trace.name for trace in figure.data if trace.showlegend is not False and trace.name} == {"a", "b"}
    frame = figure.layout.shapes[0]
    assert -0.5 < frame.x0 < frame.x1 < 0.5 < frame.y0 < frame.y1 < 1.5
    assert list(figure.layout.yaxis.ticktext) == ["10⁻¹", "1"]
    assert list(figure.layout.xaxis.ticktext) == ["0", "1", "300"]


def test_a_map_of_equal_values_and_one_of_logarithms():
    flat = grid_map(np.ones((2, 2)), (1, 2), (3, 4)).data[0]
    assert flat.zmin < 1 < flat.zmax
    log, cells = grid_map(np.array([[1.0, 100.0]]), (1,), (3, 4), log=True, number=".0f").data
    assert (log.zmin, log.zmax) == (0.0, 2.0) and list(cells.text) == ["1", "100"]


def test_a_map_refuses_what_it_cannot_draw():
    with pytest.raises(ValueError):
        grid_map(np.ones((2, 3)), (1, 2), (3, 4))
    with pytest.raises(ValueError):
        grid_map(np.ones((1, 1)), (1,), (3,), marks=dict.fromkeys("abcd", (1, 3)))


@pytest.mark.parametrize("height", [None, 225, 150])
def test_the_squares_of_a_low_map_do_not_overlap(height):
    """Where they do, a click is on the cell beside the one that was meant."""
    rows = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    figure = grid_map(np.zeros((6, 6)), rows, rows, height=height)
    # A frame of pixels is left to titles and numbers of the axes.
    room = (figure.layout.height - 90) / len(rows)
    assert figure.data[-1].name == "cells" and figure.data[-1].marker.size < room
