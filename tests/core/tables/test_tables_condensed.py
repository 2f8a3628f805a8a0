"""Distances of all pairs in one column."""

from io import BytesIO

import numpy as np
import pytest
from readings import question, questions, refused
from scipy.spatial.distance import pdist, squareform

from rnse_core.tables import Limits, Problem, QuestionKind, read_table

DISTANCES = pdist(np.random.default_rng(1).normal(size=(9, 2)))


def npy(values):
    stream = BytesIO()
    np.save(stream, values)
    return stream.getvalue()


def text(values, header=""):
    return (header + "".join(f"{value!r}\n" for value in values.tolist())).encode()


@pytest.mark.parametrize("data", [npy(DISTANCES), text(DISTANCES), text(DISTANCES, "d\n")])
def test_a_column_of_all_pairs_is_asked_about(data):
    table = read_table(data)
    assert (table.kind, table.X.shape) == ("features", (36, 1))
    asked = question(table, QuestionKind.CONDENSED)
    assert asked.values == (36, 9)
    features, distance = (read_table(data, **option.keywords) for option in asked.options)
    assert features.X.shape == (36, 1) and not questions(features, QuestionKind.CONDENSED)
    assert distance.kind == "distance" and not questions(distance, QuestionKind.CONDENSED)
    np.testing.assert_array_equal(distance.X, squareform(DISTANCES))


def test_other_columns_are_not_asked_about():
    for values in (DISTANCES[:-1], -DISTANCES, np.column_stack([DISTANCES, DISTANCES])):
        assert not questions(read_table(npy(values)), QuestionKind.CONDENSED)
    assert refused(npy(DISTANCES[:-1]), kind="distance").problem is Problem.NOT_SQUARE


def test_too_many_points_are_refused():
    assert refused(npy(DISTANCES), kind="distance", limits=Limits(max_cells=80)).problem is Problem.TOO_MANY_CELLS
