"""Eigenpairs of graphs against dense solvers and closed forms, repeated eigenvalues among them."""

import warnings

import numpy as np
import pytest
from expected import raised
from numpy.testing import assert_allclose
from scipy.sparse import block_diag, csr_array, diags_array
from sklearn.datasets import make_blobs

from rnse_core.affinity import authors_affinity, self_tuning_kernel
from rnse_core.exceptions import ParameterError, ParameterTypeError
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import (
    DENSE_SIZE,
    component_spectra,
    leading_eigenvectors,
    normalized_spectrum,
    suggest_n_clusters,
)
from rnse_core.projection import project_doubly_stochastic

LARGE = DENSE_SIZE + 44


def ring(n):
    """A random walk on a ring: all eigenvalues but the first (and last) are double."""
    i = np.arange(n)
    S = np.zeros((n, n))
    S[i, i] = 0.5
    S[i, (i + 1) % n] = S[(i + 1) % n, i] = 0.25
    return S


def torus(m):
    """Its eigenvalues come in fours and eights."""
    return np.kron(ring(m), ring(m))


def learned(n, seed=0, alpha=1.0):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return project_doubly_stochastic(self_tuning_kernel(X, min(15, n - 1)) / (2 * alpha))


def path(n):
    """A doubly stochastic path, whose eigenvalues are cos(pi j / n)."""
    off = np.full(n - 1, 0.5)
    main = np.zeros(n)
    main[[0, -1]] = 0.5
    return csr_array(diags_array([off, main, off], offsets=[-1, 0, 1]))


def assert_leading(A, values, vectors, k):
    dense = A.toarray() if isinstance(A, csr_array) else A
    expected = np.linalg.eigvalsh(dense)[::-1][:k]
    assert_allclose(values, expected, rtol=0, atol=1e-7)
    assert_allclose(vectors.T @ vectors, np.eye(k), rtol=0, atol=1e-7)
    assert_allclose(dense @ vectors, vectors * values, rtol=0, atol=1e-5)
    largest = np.abs(vectors).argmax(axis=0)
    assert (vectors[largest, np.arange(k)] > 0).all()


GRAPHS = {
    "one": lambda: np.ones((1, 1)),
    "two": lambda: np.full((2, 2), 0.5),
    "small": lambda: learned(40, alpha=5.0),
    "large": lambda: learned(LARGE, alpha=5.0),
    "large and sparse": lambda: learned(LARGE, alpha=2.0),
    "uniform": lambda: np.full((LARGE, LARGE), 1 / LARGE),
    "small ring": lambda: ring(30),
    "large ring": lambda: ring(LARGE),
    "small torus": lambda: torus(6),
    "large torus": lambda: torus(20),
}


class TestLeading:
    @pytest.mark.parametrize("name", GRAPHS)
    @pytest.mark.parametrize("form", [np.asarray, csr_array])
    def test_agrees_with_a_dense_solver(self, name, form):
        S = GRAPHS[name]()
        for k in {1, min(2, len(S)), min(9, len(S))}:
            values, vectors = leading_eigenvectors(form(S), k)
            assert_leading(S, values, vectors, k)

    @pytest.mark.parametrize("n", [30, LARGE])
    def test_all_of_them(self, n):
        S = ring(n)
        for k in (n - 1, n):
            values, vectors = leading_eigenvectors(S, k)
            assert_leading(S, values, vectors, k)

    def test_tiny_gaps(self):
        """A path of 1500: the leading gap is 2e-6, out of reach of a plain Lanczos run."""
        n, k = 1500, 4
        values, vectors = leading_eigenvectors(path(n), k)
        assert_allclose(values, np.cos(np.pi * np.arange(k) / n), rtol=0, atol=1e-11)
        assert_allclose(vectors.T @ vectors, np.eye(k), rtol=0, atol=1e-8)
        assert_allclose(np.abs(vectors[:, 0]), np.full(n, n**-0.5), rtol=1e-6)

    def test_tiny_gaps_and_double_eigenvalues(self):
        n, k = 2000, 5
        values, vectors = leading_eigenvectors(csr_array(ring(n)), k)
        expected = 0.5 + 0.5 * np.cos(2 * np.pi * np.array([0, 1, 1, 2, 2]) / n)
        assert_allclose(values, expected, rtol=0, atol=1e-10)
        assert_allclose(vectors.T @ vectors, np.eye(k), rtol=0, atol=1e-7)

    def test_tiny_gaps_in_a_dense_matrix(self):
        values, _ = leading_eigenvectors(path(500).toarray(), 4)
        assert_allclose(values, np.cos(np.pi * np.arange(4) / 500), rtol=0, atol=1e-8)

    @pytest.mark.parametrize("alpha", [0.05, 36.0, 117.0, 800.0])
    def test_many_nearly_equal_eigenvalues(self, alpha):
        """Samples with one feature, of unit length, are two points; LAPACK's partial solvers give up on their S."""
        for seed in range(25):
            rng = np.random.default_rng(seed)
            for X in (rng.normal(size=(30, 1)), rng.integers(0, 4, size=(59, 1)) + 0.01 * rng.normal(size=(59, 1))):
                S = project_doubly_stochastic(authors_affinity(X) / (2 * alpha))
                for k in (2, 6, 9):
                    values, vectors = leading_eigenvectors(S, k)
                    assert_leading(S, values, vectors, k)

    def test_repeatable(self):
        S = csr_array(learned(LARGE, alpha=5.0))
        first, second = leading_eigenvectors(S, 4), leading_eigenvectors(S, 4)
        assert np.array_equal(first[0], second[0])
        assert np.array_equal(first[1], second[1])


class TestComponents:
    @pytest.mark.parametrize("form", [np.asarray, csr_array])
    @pytest.mark.parametrize("k", [1, 3, 400])
    def test_each_is_solved_on_its_own(self, form, k):
        blocks = [learned(20), ring(LARGE), np.ones((1, 1)), np.full((2, 2), 0.5), ring(5)]
        S = block_diag(blocks).toarray()
        order = np.random.default_rng(0).permutation(len(S))
        S = S[np.ix_(order, order)]
        components = component_labels(S)
        spectra = component_spectra(form(S), components, k)
        assert len(spectra) == components.max() + 1
        assert np.array_equal(np.sort(np.concatenate([members for members, _, _ in spectra])), np.arange(len(S)))
        for c, (members, values, vectors) in enumerate(spectra):
            assert (components[members] == c).all()
            wanted = min(k, len(members))
            assert_leading(S[np.ix_(members, members)], values, vectors, wanted)

    def test_first_eigenvector_of_each_is_constant(self):
        S = block_diag([learned(30, 1, 5.0), learned(LARGE, 2, 5.0)]).toarray()
        for members, values, vectors in component_spectra(S, component_labels(S), 1):
            assert values[0] == pytest.approx(1, abs=1e-9)
            assert_allclose(vectors[:, 0], np.full(len(members), len(members) ** -0.5), rtol=1e-5)


def dense_spectrum(K, k):
    scale = K.sum(axis=1) ** -0.5
    return np.linalg.eigvalsh(K * np.outer(scale, scale))[::-1][:k]


class TestNormalizedSpectrum:
    @pytest.mark.parametrize("n", [1, 2, 50, LARGE])
    def test_agrees_with_a_dense_solver(self, n):
        K = self_tuning_kernel(np.random.default_rng(0).normal(size=(n, 2)), min(7, max(1, n - 1)))
        values = normalized_spectrum(K, 6)
        assert_allclose(values, dense_spectrum(K, min(6, n)), rtol=0, atol=1e-7)

    @pytest.mark.parametrize("n", [80, 480])
    @pytest.mark.parametrize("seed", [0, 1, 2])
    def test_ones_count_the_components(self, n, seed):
        centres = 1000.0 * np.arange(8)[:, None] * [1, 0]
        X, _ = make_blobs(n, centers=centres, random_state=seed)
        K = self_tuning_kernel(X)
        values = normalized_spectrum(K, 12)
        assert component_labels(K).max() + 1 == 8
        assert_allclose(values[:8], np.ones(8), rtol=0, atol=1e-7)
        assert_allclose(values, dense_spectrum(K, 12), rtol=0, atol=1e-7)

    def test_isolated_samples_are_components(self):
        K = block_diag([np.ones((3, 3)), np.zeros((2, 2)), np.ones((4, 4))]).toarray()
        values = normalized_spectrum(K, 5)
        assert component_labels(K).max() + 1 == 4
        assert_allclose(values, [1, 1, 1, 1, 0], rtol=0, atol=1e-12)

    @pytest.mark.parametrize("scale", [1e-300, 1e300])
    def test_the_scale_of_the_affinity_does_not_matter(self, scale):
        K = self_tuning_kernel(np.random.default_rng(0).normal(size=(30, 2)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            values = normalized_spectrum(K * scale, 4)
        assert_allclose(values, normalized_spectrum(K, 4), rtol=0, atol=1e-12)

    @pytest.mark.parametrize("k, error", [(0, ParameterError), (2.0, ParameterTypeError)])
    def test_bad_counts(self, k, error):
        with raised(error, parameter="k", value=k):
            normalized_spectrum(np.ones((3, 3)), k)


class TestSuggestion:
    @pytest.mark.parametrize(
        "eigenvalues, expected",
        [
            ([1.0], 1),
            ([1.0, 0.2], 1),
            ([1.0, 0.9, 0.2], 2),
            ([1.0, 0.2, 0.1, 0.05], 2),
            ([1.0, 1.0, 1.0, 0.4, 0.3], 3),
            ([1.0, 0.98, 0.97, 0.96, 0.5, 0.4], 4),
        ],
    )
    def test_largest_gap(self, eigenvalues, expected):
        assert suggest_n_clusters(np.array(eigenvalues)) == expected

    @pytest.mark.parametrize("n_clusters", [2, 3, 5])
    def test_finds_the_number_of_separate_blobs(self, n_clusters):
        centres = 12.0 * np.eye(5)[:n_clusters]
        X, _ = make_blobs(40 * n_clusters, centers=centres, random_state=0)
        assert suggest_n_clusters(normalized_spectrum(self_tuning_kernel(X), 10)) == n_clusters
