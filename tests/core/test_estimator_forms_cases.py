"""The forms of samples that RNSE takes, what it refuses, and how a fit ends."""

import itertools
import warnings
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from case_fits import assert_finite, blobs, each_affinity, each_preset, fit
from expected import raised, warned
from scipy.sparse import csr_array, csr_matrix
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.affinity import AFFINITIES, PRECOMPUTED, self_tuning_kernel
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.exceptions import (
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterTypeError,
    Reason,
    ScaleError,
)


class TestForms:
    """The same table in another form gives the same labels."""

    forms: ClassVar = {
        "times 1e300": lambda X: X * 1e300,
        "times 1e-300": lambda X: X * 1e-300,
        "times 2^990": lambda X: np.ldexp(X, 990),
        "times 2^-1000": lambda X: np.ldexp(X, -1000),
        "float32": lambda X: X.astype(np.float32),
        "float16": lambda X: X.astype(np.float16),
        "integers": lambda X: (X * 256).astype(np.int64),
        "small integers": lambda X: (X * 256).astype(np.int16),
        "Fortran order": np.asfortranarray,
        "not contiguous": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
        "reversed view": lambda X: X[::-1].copy()[::-1],
        "read-only": lambda X: np.frombuffer(X.tobytes()).reshape(X.shape),
        "list": lambda X: X.tolist(),
        "data frame": lambda X: pd.DataFrame(X, columns=["a", "b"]),
        "data frame of mixed types": lambda X: pd.DataFrame({"a": X[:, 0].astype(np.float32), "b": X[:, 1]}),
        "object array": lambda X: X.astype(object),
    }

    # Numbers that float16 and integers of 1/256 hold exactly.
    X = np.round(make_blobs(45, random_state=3)[0] * 8) / 8

    @pytest.mark.parametrize("form", forms)
    @each_affinity
    def test_gives_the_same_labels(self, form, affinity):
        expected = fit(self.X, affinity=affinity).labels_
        X = self.forms[form](self.X)
        if form == "read-only":
            assert not X.flags.writeable
        assert adjusted_rand_score(fit(X, affinity=affinity).labels_, expected) == 1

    @each_preset
    @pytest.mark.parametrize("form", ["times 2^990", "float32", "Fortran order", "data frame"])
    def test_in_every_preset(self, form, preset):
        expected = fit(self.X, preset=preset).labels_
        assert np.array_equal(fit(self.forms[form](self.X), preset=preset).labels_, expected)

    @pytest.mark.parametrize("form", ["Fortran order", "read-only", "not contiguous"])
    def test_input_is_left_alone(self, form):
        X = self.forms[form](self.X)
        before = np.array(X)
        fit(X)
        assert np.array_equal(X, before)

    def test_precomputed_forms(self):
        K = self_tuning_kernel(self.X)
        expected = fit(K, affinity="precomputed").labels_
        for form in (np.asfortranarray, np.ndarray.tolist, pd.DataFrame, np.float32):
            assert adjusted_rand_score(fit(form(K), affinity="precomputed").labels_, expected) == 1

    @pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e30, 1e90])
    def test_precomputed_scales_are_a_result(self, scale):
        assert_finite(fit(self_tuning_kernel(self.X) * scale, affinity="precomputed"))

    def test_a_precomputed_scale_beyond_computing_is_refused(self):
        with raised(ScaleError, alpha=1.0, beta=1.0, largest_affinity=1e300):
            fit(self_tuning_kernel(self.X) * 1e300, affinity="precomputed")

    def test_feature_names_are_kept(self):
        model = fit(pd.DataFrame(self.X, columns=["width", "height"]))
        assert model.feature_names_in_.tolist() == ["width", "height"]
        assert model.n_features_in_ == 2


class TestRefusals:
    @pytest.mark.parametrize("form", [csr_array, csr_matrix])
    @pytest.mark.parametrize(
        "affinity, graph", [*((name, "auto") for name in AFFINITIES if name != "precomputed"), ("precomputed", "dense")]
    )
    def test_sparse_input(self, form, affinity, graph):
        """A sparse similarity alone can be taken, as its own graph."""
        at_fault = ("graph", graph) if affinity == "precomputed" else ("affinity", affinity)
        with raised(ParameterTypeError, parameter=at_fault[0], value=at_fault[1], reason=Reason.SPARSE):
            fit(form(np.eye(6)), 2, affinity=affinity, graph=graph)

    @pytest.mark.parametrize("affinity", AFFINITIES)
    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_missing_and_infinite_values(self, affinity, value):
        X = np.eye(6)
        X[2, 3] = X[3, 2] = value
        with pytest.raises(ValueError):
            fit(X, 2, affinity=affinity)

    @pytest.mark.parametrize(
        "X",
        [
            np.ones(5),
            np.ones((3, 2, 2)),
            np.empty((0, 2)),
            np.empty((5, 0)),
            [["a", "b"], ["c", "d"]],
            np.ones((3, 2)) * 1j,
            None,
        ],
        ids=["vector", "cube", "no samples", "no features", "texts", "complex", "nothing"],
    )
    def test_what_is_no_table_of_numbers(self, X):
        with pytest.raises(ValueError):
            fit(X, 2)

    @pytest.mark.parametrize("affinity", PRECOMPUTED)
    def test_bad_matrices_name_the_entry(self, affinity):
        valid = self_tuning_kernel(blobs) if affinity == "precomputed" else np.abs(blobs[:, :1] - blobs[:, 0])
        argument = "similarity matrix" if affinity == "precomputed" else "distance matrix"
        with raised(InputError, argument=argument, reason=Reason.NOT_SQUARE, value=(60, 2)):
            fit(blobs, affinity=affinity)
        broken = valid.copy()
        broken[4, 9] = broken[9, 4] = -1.5
        with raised(InputError, argument=argument, reason=Reason.NEGATIVE_ENTRY, value=-1.5, row=4, column=9):
            fit(broken, affinity=affinity)
        broken = valid.copy()
        broken[4, 9] += 2.5
        with raised(InputError, argument=argument, reason=Reason.NOT_SYMMETRIC) as caught:
            fit(broken, affinity=affinity)
        assert {caught.value.row, caught.value.column} == {4, 9}

    def test_a_similarity_where_distances_are_meant(self):
        with raised(InputError, argument="distance matrix", reason=Reason.NONZERO_DIAGONAL, value=1.0, row=0):
            fit(self_tuning_kernel(blobs), affinity="precomputed_distance")


class TestEnd:
    def test_fewer_clusters_than_asked_for_are_counted(self):
        """Random starts of the multiplicative updates may lose a cluster; it is said, not hidden."""
        X, _ = make_two_moons(40, random_state=0)
        lost = []
        for seed, n_clusters in itertools.product(range(3), (12, 38)):
            model = RNSE.from_preset("paper", n_clusters, random_state=seed, max_iter=1)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                model.fit(X)
            found = len(np.unique(model.labels_))
            said = [(w.message.asked, w.message.found) for w in caught if isinstance(w.message, EmptyClustersWarning)]
            assert model.n_clusters_found_ == found
            assert said == ([(n_clusters, found)] if found < n_clusters else [])
            lost.append(found < n_clusters)
        assert any(lost) and not all(lost)

    @each_preset
    def test_limit_reached(self, preset):
        model = RNSE.from_preset(preset, 3, max_iter=1, random_state=0, tol=1e-9)
        with warned(NotConvergedWarning, method="RNSE", n_iter=1):
            model.fit(blobs)
        assert model.converged_ is False
        assert model.labels_.shape == (60,)

    def test_fit_predict_and_labels_agree(self):
        model = RNSE(3, random_state=0)
        assert np.array_equal(model.fit_predict(blobs), model.labels_)
        assert model.labels_.dtype.kind == "i"
