"""Scores of how well clusters are apart, without the true classes."""

import numpy as np
import pandas as pd
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.metrics import silhouette_score

from rnse_core.exceptions import InputError, Reason
from rnse_core.metrics import (
    SilhouetteResult,
    _separation,
    cross_cluster_affinity,
    silhouette,
)


class TestSilhouette:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 1, (30, 3)), rng.normal(5, 1, (20, 3))])
    labels = np.repeat(["left", "right"], [30, 20])

    def test_is_scikit_learns(self):
        result = silhouette(self.X, self.labels)
        assert result == (pytest.approx(silhouette_score(self.X, self.labels)), "")

    @pytest.mark.parametrize("convert", [sparse.csr_array, sparse.coo_matrix, pd.DataFrame, np.asfortranarray])
    def test_kinds_of_input(self, convert):
        expected = silhouette_score(self.X, self.labels)
        assert silhouette(convert(self.X), pd.Series(self.labels)).value == pytest.approx(expected)

    @pytest.mark.parametrize("scale", [1e-300, 1e300])
    def test_does_not_depend_on_the_unit(self, scale):
        assert silhouette(scale * self.X, self.labels).value == pytest.approx(silhouette(self.X, self.labels).value)

    def test_one_cluster_is_not_defined(self):
        assert silhouette(self.X, np.zeros(50)) == SilhouetteResult(None, "not defined: one cluster")
        assert silhouette([[1.0]], ["a"]) == SilhouetteResult(None, "not defined: one cluster")

    def test_all_singletons_is_not_defined(self):
        expected = SilhouetteResult(None, "not defined: every sample is a cluster of its own")
        assert silhouette(self.X, np.arange(50)) == expected

    def test_large_data_are_sampled_and_it_is_said(self):
        result = silhouette(self.X, self.labels, sample_size=40)
        assert result.reason == "estimated from a random sample of 40 of the 50 samples"
        assert result.value == pytest.approx(silhouette_score(self.X, self.labels), abs=0.05)
        assert result == silhouette(self.X, self.labels, sample_size=40)
        assert result.value != silhouette(self.X, self.labels, sample_size=40, random_state=1).value

    def test_no_sampling_at_or_below_the_size_or_when_switched_off(self):
        for sample_size in (50, None):
            assert silhouette(self.X, self.labels, sample_size=sample_size).reason == ""

    def test_sample_that_misses_the_small_cluster(self):
        labels = np.zeros(50)
        labels[7] = 1
        result = silhouette(self.X, labels, sample_size=3)
        assert result == (None, "not defined: one cluster among a random sample of 3 of the 50 samples")

    def test_precomputed_distances(self):
        distances = np.linalg.norm(self.X[:, None] - self.X[None], axis=2)
        full = silhouette(distances, self.labels, metric="precomputed")
        assert full.value == pytest.approx(silhouette(self.X, self.labels).value)
        sampled = silhouette(distances, self.labels, metric="precomputed", sample_size=40)
        assert sampled.value == pytest.approx(silhouette(self.X, self.labels, sample_size=40).value)

    def test_bad_input(self):
        with raised(InputError, argument="labels", reason=Reason.LENGTHS_DIFFER, value=2, bound=50):
            silhouette(self.X, [0, 1])
        with raised(InputError, argument="labels", reason=Reason.MISSING, value=2):
            silhouette([[0.0], [1.0], [2.0]], [0, None, None])
        with pytest.raises(ValueError):
            silhouette([[0.0], [np.nan]], [0, 1])


affinities = st.integers(1, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 4), min_size=n * n, max_size=n * n).map(lambda v: np.reshape(v, (n, n)).astype(float)),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
    )
)


class TestCrossClusterAffinity:
    @given(affinities)
    def test_is_what_the_double_loop_gives(self, case):
        S, labels = case
        pairs = [(i, j) for i in range(len(S)) for j in range(len(S)) if i != j]
        total = sum(S[i, j] for i, j in pairs)
        crossing = sum(S[i, j] for i, j in pairs if labels[i] != labels[j])
        expected = crossing / total if total else np.nan
        for kind in (np.asarray, sparse.csr_array, sparse.coo_matrix, sparse.lil_array):
            assert cross_cluster_affinity(kind(S), labels) == pytest.approx(expected, nan_ok=True)

    def test_blocks_of_rows_change_nothing(self, monkeypatch):
        S = np.random.default_rng(0).random((23, 23))
        labels = np.arange(23) % 3
        whole = cross_cluster_affinity(S, labels)
        monkeypatch.setattr(_separation, "_BATCH_ENTRIES", 50)
        assert cross_cluster_affinity(S, labels) == pytest.approx(whole, abs=1e-15)

    def test_exact_at_both_ends(self):
        blocks = np.kron(np.eye(3), np.full((4, 4), 0.1))
        labels = np.repeat(["a", "b", "c"], 4)
        assert cross_cluster_affinity(blocks, labels) == 0
        assert cross_cluster_affinity(0.1 - blocks, labels) == 1
        tiny = blocks * 1e-20 + np.eye(12)
        assert cross_cluster_affinity(tiny, np.arange(12)) == 1

    def test_dtypes(self):
        S = np.array([[0, 1, 3], [1, 0, 0], [3, 0, 0]])
        for dtype in (np.int8, np.float32, np.float64):
            assert cross_cluster_affinity(S.astype(dtype), [0, 0, 1]) == 0.75
        assert cross_cluster_affinity(S.astype(bool), [0, 0, 1]) == 0.5
        assert cross_cluster_affinity(pd.DataFrame(S), pd.Series([0, 0, 1])) == 0.75

    def test_nothing_off_the_diagonal_has_no_share(self):
        assert np.isnan(cross_cluster_affinity(np.eye(4), [0, 0, 1, 1]))

    @pytest.mark.parametrize(
        "S, labels, fields",
        [
            (np.ones((2, 3)), [0, 1], {"argument": "S", "reason": Reason.NOT_SQUARE, "value": (2, 3)}),
            (np.ones((3, 3)), [0, 1], {"argument": "labels", "reason": Reason.LENGTHS_DIFFER, "value": 2, "bound": 3}),
            (np.array([[1.0, -1], [-1, 1]]), [0, 1], {"argument": "S", "reason": Reason.NEGATIVE_ENTRY, "value": -1}),
            (np.eye(2), [0, None], {"argument": "labels", "reason": Reason.MISSING, "value": 1}),
        ],
    )
    def test_bad_input(self, S, labels, fields):
        with raised(InputError, **fields):
            cross_cluster_affinity(S, labels)

    def test_missing_affinities(self):
        with pytest.raises(ValueError):
            cross_cluster_affinity(np.array([[1.0, np.nan], [0, 1]]), [0, 1])
