"""The forms of samples that methods which embed or factorise take, what they refuse, and their rounds."""

import warnings

import numpy as np
import pandas as pd
import pytest
from embedding_methods import (
    NON_NEGATIVE,
    WITH_NEIGHBORS,
    X,
    assert_usable,
    each_iterative,
    each_method,
    fit,
    same_partition,
    y,
)
from expected import ignoring, raised, warned
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning

from rnse_core.baselines.gnmf import GNMF
from rnse_core.baselines.laplacian_eigenmaps import LaplacianEigenmaps
from rnse_core.baselines.lpp import LPP
from rnse_core.baselines.pca_kmeans import PCAKMeans
from rnse_core.baselines.self_tuning import SelfTuningSpectral
from rnse_core.baselines.spectral_regression import SpectralRegression
from rnse_core.exceptions import (
    ComponentsWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
)


class TestForms:
    forms = pytest.mark.parametrize(
        "form",
        [
            lambda X: X * 1e300,
            lambda X: X * 1e-300,
            lambda X: np.ldexp(X, 990),
            lambda X: X.astype(np.float32),
            lambda X: np.round(X * 1e6).astype(np.int64),
            np.asfortranarray,
            lambda X: np.repeat(X, 2, axis=1)[:, ::2],
            lambda X: np.frombuffer(X.tobytes()).reshape(X.shape),
            np.ndarray.tolist,
            lambda X: pd.DataFrame(X, columns=["a", "b", "c"]),
            lambda X: X.astype(object),
        ],
        ids=[
            "huge",
            "tiny",
            "2^990",
            "float32",
            "integers",
            "Fortran",
            "strided",
            "read-only",
            "list",
            "frame",
            "object",
        ],
    )

    @forms
    @each_method
    def test_same_labels_whatever_the_container_and_scale(self, method, form):
        data = form(X)
        before = np.array(data)
        assert same_partition(fit(method, data).labels_, y)
        assert np.array_equal(np.array(data), before)

    @each_method
    def test_a_power_of_two_changes_no_digit_of_the_embedding(self, method):
        assert np.array_equal(fit(method, np.ldexp(X, -700)).embedding_, fit(method, X).embedding_)

    @each_method
    def test_feature_names_are_kept(self, method):
        model = fit(method, pd.DataFrame(X, columns=["a", "b", "c"]))
        assert model.feature_names_in_.tolist() == ["a", "b", "c"]
        assert model.n_features_in_ == 3


class TestRefusals:
    @each_method
    def test_sparse_input(self, method):
        with pytest.raises(TypeError):
            fit(method, csr_array(X))

    @each_method
    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_missing_and_infinite_values(self, method, value):
        data = X.copy()
        data[4, 1] = value
        with pytest.raises(ValueError):
            fit(method, data)

    @pytest.mark.parametrize("method", NON_NEGATIVE)
    def test_negative_values_are_named(self, method):
        data = X.copy()
        data[4, 1] = -0.25
        with raised(InputError, argument="X", reason=Reason.NEGATIVE_ENTRY, value=-0.25, row=4, column=1):
            fit(method, data)
        assert method().__sklearn_tags__().input_tags.positive_only

    @pytest.mark.parametrize("method", WITH_NEIGHBORS)
    def test_neighbours_are_clipped_with_a_warning(self, method):
        with warned(ParameterWarning, parameter="n_neighbors", value=40, reason=Reason.TOO_LARGE, bound=11):
            many = method(2, n_neighbors=40, random_state=0).fit(X[:12])
        eleven = fit(method, X[:12], 2, n_neighbors=11)
        assert np.array_equal(many.affinity_matrix_, eleven.affinity_matrix_)
        for bad, error in ((0, ParameterError), (2.5, ParameterTypeError)):
            with raised(error, parameter="n_neighbors", value=bad):
                fit(method, X, n_neighbors=bad)

    @ignoring(ComponentsWarning)
    @pytest.mark.parametrize("method", [PCAKMeans, LaplacianEigenmaps, LPP, SpectralRegression])
    def test_components_are_clipped_with_a_warning(self, method):
        with warned(ParameterWarning, parameter="n_components", value=400, reason=Reason.TOO_LARGE):
            method(3, n_components=400, random_state=0).fit(X)
        for bad, error in ((0, ParameterError), (2.5, ParameterTypeError)):
            with raised(error, parameter="n_components", value=bad):
                fit(method, X, n_components=bad)

    @pytest.mark.parametrize("method", [LaplacianEigenmaps, LPP, SpectralRegression, GNMF])
    def test_unknown_weights(self, method):
        with raised(ParameterError, parameter="weights", value="cosine", choices=("heat", "binary")):
            fit(method, X, weights="cosine")


class TestIterations:
    @each_iterative
    def test_callback_sees_every_round(self, method):
        seen = []
        model = fit(method, X, callback=lambda iteration, info: seen.append((iteration, info)))
        assert [iteration for iteration, _ in seen] == list(range(1, model.n_iter_ + 1))
        assert [info for _, info in seen] == model.history_
        assert [record["iteration"] for record in model.history_] == list(range(1, model.n_iter_ + 1))

    @each_iterative
    def test_callback_stops(self, method):
        model = method(3, random_state=0, callback=lambda iteration, info: iteration == 2)
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            model.fit(X)
        assert model.n_iter_ == 2
        assert model.converged_ is False
        assert_usable(model, 60)

    @each_iterative
    @pytest.mark.parametrize("exception", [KeyboardInterrupt, ZeroDivisionError])
    def test_an_interruption_leaves_what_there_is(self, method, exception):
        def interrupt(iteration, info):
            if iteration == 3:
                raise exception

        model = method(3, random_state=0, callback=interrupt)
        with pytest.raises(exception), warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            model.fit(X)
        assert model.n_iter_ == 3
        assert model.converged_ is False
        assert_usable(model, 60)
        assert np.array_equal(model.labels_, fit(method, X, max_iter=3).labels_)

    @each_iterative
    def test_limit_reached(self, method):
        model = method(3, random_state=0, max_iter=2)
        with warned(NotConvergedWarning, method=method.__name__, n_iter=2):
            model.fit(X)
        assert model.converged_ is False
        assert_usable(model, 60)

    @each_iterative
    def test_clear_data_converge(self, method):
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            # GNMF closes in slowly where the graph outweighs the fit.
            tol = {"tol": 1e-3} if method is GNMF else {}
            assert method(3, random_state=0, **tol).fit(X).converged_ is True

    @each_iterative
    def test_bad_limits(self, method):
        with raised(ParameterError, parameter="max_iter", value=0, reason=Reason.TOO_SMALL):
            fit(method, X, max_iter=0)
        with raised(ParameterError, parameter="tol", value=-1.0, reason=Reason.TOO_SMALL):
            fit(method, X, tol=-1.0)


class TestDisconnectedGraphs:
    # Three lines far from each other.
    sizes = (30, 20, 10)
    components = np.repeat([0, 1, 2], sizes)
    lines = np.concatenate(
        [[(0.1 * i, 1e3 * (start == 20), 1e3 * (start == 10)) for i in range(start)] for start in sizes]
    )

    @pytest.mark.parametrize("method", [LaplacianEigenmaps, SelfTuningSpectral])
    @pytest.mark.parametrize("n_clusters", [2, 3, 4, 6])
    def test_cuts_never_mix_pieces_of_components(self, method, n_clusters):
        order = np.random.default_rng(n_clusters).permutation(60)
        components = self.components[order]
        labels = fit(method, self.lines[order], n_clusters).labels_
        assert len(set(labels)) == n_clusters
        assert len(set(zip(components, labels, strict=True))) == max(3, n_clusters)

    @pytest.mark.parametrize("method", [LaplacianEigenmaps, SpectralRegression, SelfTuningSpectral])
    def test_count_and_sizes_are_said(self, method):
        with warned(ComponentsWarning, sizes=self.sizes):
            method(2, random_state=0).fit(self.lines)

    @pytest.mark.parametrize("method", [LPP, SpectralRegression, GNMF])
    def test_linear_methods_tell_far_components_apart(self, method):
        labels = fit(method, self.lines, 3).labels_
        assert same_partition(labels, self.components)
