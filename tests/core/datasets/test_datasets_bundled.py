"""scikit-learn's tables as Dataset records."""

import numpy as np
import pytest
from expected import raised
from sklearn.datasets import load_iris

from rnse_core.datasets import BUNDLED, DATASETS, load_dataset
from rnse_core.exceptions import ParameterError

SHAPES_AND_CLASSES = {
    "iris": (150, 4, 3),
    "wine": (178, 13, 3),
    "digits": (1797, 64, 10),
    "breast_cancer": (569, 30, 2),
}


@pytest.mark.parametrize("name", SHAPES_AND_CLASSES)
def test_sizes_names_and_texts(name):
    data = load_dataset(name)
    n_samples, n_features, n_classes = SHAPES_AND_CLASSES[name]
    assert data.X.shape == (n_samples, n_features)
    assert data.X.dtype == np.float64 and data.X.flags.c_contiguous and np.isfinite(data.X).all()
    assert data.y.shape == (n_samples,) and data.y.dtype == np.int64
    assert sorted(set(data.y.tolist())) == list(range(n_classes))
    assert len(set(data.feature_names)) == n_features
    assert len(data.class_names) == n_classes == BUNDLED[name].n_clusters
    assert {type(text) for text in data.feature_names + data.class_names} == {str}
    assert data.description == BUNDLED[name].description and data.source == BUNDLED[name].source
    assert str(n_samples) in data.description or str(n_features) in data.description


def test_every_registered_name_is_tested_and_has_a_title():
    assert set(BUNDLED) == set(SHAPES_AND_CLASSES)
    assert len({info.title for info in BUNDLED.values()}) == len(BUNDLED)


def test_values_are_scikit_learns():
    bunch, data = load_iris(), load_dataset("iris")
    assert np.array_equal(data.X, bunch.data) and np.array_equal(data.y, bunch.target)
    assert data.class_names == ["setosa", "versicolor", "virginica"]


def test_changing_one_copy_leaves_the_next_alone():
    load_dataset("wine").X[:] = 0
    assert load_dataset("wine").X.any()


def test_majority_named_in_the_text_is_true():
    data = load_dataset("breast_cancer")
    assert round(100 * np.mean(data.y == data.class_names.index("benign"))) == 63
    assert "63% are benign" in data.description


@pytest.mark.parametrize("name", ["titanic", "", None, 3])
def test_unknown_name_lists_the_known_ones(name):
    with raised(ParameterError, parameter="name", value=name, choices=tuple(DATASETS)):
        load_dataset(name)
