"""What the estimator without parameters takes, in each form, and what it refuses."""

import numpy as np
import pandas as pd
import pytest
from auto_fits import BLOBS, CLASSES, DISTANCES, KERNEL, fit
from expected import ignoring, raised
from scipy.sparse import csr_array
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score

from rnse_core import AutoRNSE
from rnse_core.exceptions import (
    ComponentsWarning,
    InputError,
    ParameterError,
    ParameterTypeError,
    Reason,
)


class TestForms:
    @pytest.mark.parametrize(
        "form", [np.asfortranarray, np.ndarray.tolist, pd.DataFrame, lambda X: np.repeat(X, 2, axis=1)[:, ::2]]
    )
    def test_the_same_table_gives_the_same_labels(self, form):
        assert np.array_equal(fit(form(BLOBS)).labels_, fit(BLOBS).labels_)

    def test_feature_names_are_kept(self):
        model = fit(pd.DataFrame(BLOBS, columns=["width", "height"]))
        assert model.feature_names_in_.tolist() == ["width", "height"]
        assert model.n_features_in_ == 2

    def test_random_state_may_be_a_generator_or_none(self):
        for state in (None, np.random.RandomState(0)):
            assert adjusted_rand_score(fit(BLOBS, random_state=state).labels_, CLASSES) == 1

    def test_fit_predict(self):
        assert np.array_equal(AutoRNSE(random_state=0).fit_predict(BLOBS), fit(BLOBS).labels_)

    def test_precomputed_similarities_of_new_samples(self):
        model = fit(KERNEL, affinity="precomputed")
        assert np.array_equal(model.predict(KERNEL[:10]), model.labels_[:10])


class TestRefusals:
    @pytest.mark.parametrize(
        "parameter, value, error",
        [
            ("n_clusters", 0, ParameterError),
            ("n_clusters", 91, ParameterError),
            ("n_clusters", "many", ParameterTypeError),
            ("n_clusters", None, ParameterTypeError),
            ("n_clusters", 2.0, ParameterTypeError),
            ("max_clusters", 0, ParameterError),
            ("max_clusters", "all", ParameterTypeError),
            ("affinity", "rbf", ParameterError),
        ],
    )
    def test_parameters(self, parameter, value, error):
        with raised(error, parameter=parameter, value=value):
            fit(BLOBS, **{parameter: value})

    @pytest.mark.parametrize("affinity", ["precomputed", "precomputed_distance"])
    def test_matrices_that_are_not_square(self, affinity):
        with raised(InputError, reason=Reason.NOT_SQUARE, value=(90, 60)):
            fit(KERNEL[:, :60], affinity=affinity)

    def test_a_similarity_where_distances_are_meant(self):
        with raised(InputError, reason=Reason.NONZERO_DIAGONAL):
            fit(KERNEL, affinity="precomputed_distance")

    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_missing_and_infinite_values(self, value):
        with pytest.raises(ValueError):
            fit(np.array([[1.0, 2.0], [value, 3.0], [2.0, 1.0]]))

    @pytest.mark.parametrize("affinity", ["auto", "precomputed_distance"])
    def test_sparse_data(self, affinity):
        with pytest.raises(TypeError):
            fit(csr_array(DISTANCES), affinity=affinity)

    def test_predictions_before_a_fit_and_of_distances(self):
        with pytest.raises(NotFittedError):
            AutoRNSE().predict(BLOBS)
        with pytest.raises(ValueError):
            fit(DISTANCES, affinity="precomputed_distance").predict(DISTANCES[:3])

    @ignoring(ComponentsWarning)
    def test_a_prediction_of_other_features(self):
        with pytest.raises(ValueError):
            AutoRNSE(3, random_state=0).fit(BLOBS).predict(BLOBS[:, :1])
