"""Every generator at any size, noise and seed; the paper's block-diagonal affinity; the registry of shapes."""

import numpy as np
import pytest
from expected import raised
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kstest
from sklearn.cluster import KMeans
from sklearn.neighbors import KNeighborsClassifier

from rnse_core.datasets import (
    SHAPES,
    make_anisotropic,
    make_blobs,
    make_block_diagonal,
    make_circles,
    make_nested_rings,
    make_no_structure,
    make_spirals,
    make_two_moons,
    make_varied_variance,
)
from rnse_core.exceptions import ParameterError, ParameterTypeError, Reason
from rnse_core.metrics import clustering_accuracy

# A busy machine is not a failed property.
unhurried = settings(deadline=None)

shape_names = st.sampled_from(sorted(SHAPES))
seeds = st.integers(0, 2**32 - 1)
noises = st.floats(0, 1e6, allow_subnormal=False)
with_shapes = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


class TestShapes:
    @given(shape_names, st.integers(0, 60), noises, seeds)
    @unhurried
    def test_any_size_noise_and_seed(self, name, extra, noise, seed):
        shape = SHAPES[name]
        n_samples = shape.n_clusters + extra
        X, y = shape.make(n_samples, noise, seed)
        assert X.shape == (n_samples, 2) and X.dtype == np.float64 and np.isfinite(X).all()
        assert y.shape == (n_samples,) and np.issubdtype(y.dtype, np.integer)
        sizes = np.bincount(y)
        assert len(sizes) == shape.n_clusters
        assert sizes.max() - sizes.min() <= 1

    @given(shape_names, seeds)
    @unhurried
    def test_seeds_the_scikit_learn_way(self, name, seed):
        make = SHAPES[name].make
        X, y = make(20, 0.1, seed)
        for same in (seed, np.random.RandomState(seed)):
            again_X, again_y = make(20, 0.1, same)
            assert np.array_equal(X, again_X) and np.array_equal(y, again_y)
        with_generator = [make(20, 0.1, np.random.default_rng(seed)) for _ in range(2)]
        assert np.array_equal(with_generator[0][0], with_generator[1][0])

    @with_shapes
    @pytest.mark.parametrize("stream", [np.random.default_rng, np.random.RandomState])
    def test_a_stream_moves_on(self, shape, stream):
        state = stream(0)
        assert not np.array_equal(shape.make(20, 0.1, state)[0], shape.make(20, 0.1, state)[0])

    @with_shapes
    def test_without_a_seed_draws_differ(self, shape):
        assert not np.array_equal(shape.make(20, 0.1)[0], shape.make(20, 0.1)[0])

    @with_shapes
    def test_noise_is_the_standard_deviation_around_the_curve(self, shape):
        n = 3000
        clean, y = shape.make(n, 0.0, 7)
        noisy, noisy_y = shape.make(n, 0.02, 7)
        if shape.make in (make_blobs, make_anisotropic, make_varied_variance):
            assert len(np.unique(clean.round(9), axis=0)) == shape.n_clusters
            spread = np.array([noisy[y == c].std(axis=0) for c in range(shape.n_clusters)])
            widths = {make_blobs: [1, 1, 1], make_varied_variance: [0.5, 1, 2.5]}
            expected = widths.get(shape.make, np.full(3, np.sqrt((6**2 + 1) / 2)))
            assert spread / 0.02 == pytest.approx(np.repeat(expected, 2).reshape(3, 2), rel=0.1)
        else:
            assert np.array_equal(y, noisy_y)
            assert (noisy - clean).std() == pytest.approx(0.02, rel=0.05)

    @pytest.mark.parametrize("name", [name for name in SHAPES if name != "no_structure"])
    def test_at_default_noise_neighbours_share_a_class(self, name):
        X, y = SHAPES[name].make(random_state=0)
        half = len(y) // 2  # the samples are in random order
        model = KNeighborsClassifier(3).fit(X[:half], y[:half])
        assert model.score(X[half:], y[half:]) > 0.97

    @pytest.mark.parametrize("name", ["two_moons", "circles", "spirals", "nested_rings", "anisotropic"])
    def test_k_means_fails_where_it_should(self, name):
        shape = SHAPES[name]
        X, y = shape.make(random_state=0)
        labels = KMeans(shape.n_clusters, n_init=3, random_state=0).fit_predict(X)
        assert clustering_accuracy(y, labels) < 0.85

    def test_samples_come_in_random_order(self):
        for name, shape in SHAPES.items():
            _, y = shape.make(100, 0.1, 0)
            assert name == "no_structure" or not np.array_equal(y, np.sort(y))

    @with_shapes
    @pytest.mark.parametrize(
        "noise, reason", [(-0.1, Reason.TOO_SMALL), (np.nan, Reason.NOT_FINITE), (np.inf, Reason.NOT_FINITE)]
    )
    def test_noise_out_of_range(self, shape, noise, reason):
        with raised(ParameterError, parameter="noise", value=noise, reason=reason):
            shape.make(20, noise)

    @with_shapes
    def test_too_few_samples(self, shape):
        for n_samples in (shape.n_clusters - 1, -5):
            with raised(ParameterError, parameter="n_samples", value=n_samples, reason=Reason.TOO_SMALL):
                shape.make(n_samples)

    @with_shapes
    @pytest.mark.parametrize("n_samples", [20.0, "20", None, True])
    def test_kinds_of_number(self, shape, n_samples):
        with raised(ParameterTypeError, parameter="n_samples", value=n_samples, reason=Reason.NOT_A_WHOLE_NUMBER):
            shape.make(n_samples)
        with raised(ParameterTypeError, parameter="noise", value="loud", reason=Reason.NOT_A_NUMBER):
            shape.make(20, "loud")

    def test_the_error_has_how_many_are_needed(self):
        with raised(ParameterError, parameter="n_samples", value=4, reason=Reason.TOO_SMALL, bound=5):
            make_blobs(4, n_clusters=5)


class TestGeometry:
    def test_moons_and_circles_lie_on_their_curves(self):
        X, y = make_two_moons(31, 0.0, 0)
        centres = np.array([[0.0, 0.0], [1.0, 0.5]])
        assert np.linalg.norm(X - centres[y], axis=1) == pytest.approx(np.ones(31))
        X, y = make_circles(31, 0.0, 0)
        assert np.linalg.norm(X, axis=1) == pytest.approx(np.where(y == 0, 1.0, 0.5))

    def test_rings_have_evenly_growing_radii(self):
        X, y = make_nested_rings(41, 0.0, 0, n_rings=5)
        assert np.linalg.norm(X, axis=1) == pytest.approx(0.5 * (y + 1))

    def test_spiral_arms_are_turned_copies_with_evenly_spaced_samples(self):
        X, y = make_spirals(300, 0.0, 0, n_arms=3)
        arms = [X[y == arm][np.argsort(np.linalg.norm(X[y == arm], axis=1))] for arm in range(3)]
        cos, sin = np.cos(2 * np.pi / 3), np.sin(2 * np.pi / 3)
        turn = np.array([[cos, sin], [-sin, cos]])
        assert arms[0] @ turn == pytest.approx(arms[1], abs=1e-12)
        assert arms[1] @ turn == pytest.approx(arms[2], abs=1e-12)
        steps = np.linalg.norm(np.diff(arms[0], axis=0), axis=1)
        assert steps.max() / steps.min() < 1.2

    def test_two_arms_keep_their_distance(self):
        X, y = make_spirals(400, 0.0, 0)
        gaps = np.linalg.norm(X[y == 0][:, None] - X[y == 1][None], axis=2)
        assert 0.6 < gaps.min(axis=1).mean() < 0.8

    def test_no_structure_fills_the_square_evenly(self):
        X, y = make_no_structure(2000, random_state=0)
        assert not y.any()
        for column in X.T:
            assert kstest(column, "uniform", args=(-1, 2)).pvalue > 0.01

    @pytest.mark.parametrize(
        "make, keyword", [(make_blobs, "n_clusters"), (make_spirals, "n_arms"), (make_nested_rings, "n_rings")]
    )
    def test_number_of_classes(self, make, keyword):
        for n_classes in (1, 2, 7):
            assert len(np.unique(make(50, 0.05, 0, **{keyword: n_classes})[1])) == n_classes
        with raised(ParameterError, parameter=keyword, value=0, reason=Reason.TOO_SMALL, bound=1):
            make(50, **{keyword: 0})
        with raised(ParameterTypeError, parameter=keyword, value=2.0, reason=Reason.NOT_A_WHOLE_NUMBER):
            make(50, **{keyword: 2.0})


class TestBlockDiagonal:
    @given(st.integers(1, 6), st.integers(0, 30), noises, seeds)
    @unhurried
    def test_any_size_noise_and_seed(self, n_blocks, extra, noise, seed):
        n_samples = n_blocks + extra
        A, y = make_block_diagonal(n_samples, n_blocks, noise, seed)
        assert A.shape == (n_samples, n_samples)
        assert np.array_equal(A, A.T)
        inside = y[:, None] == y
        assert A.min() >= 0 and A[inside].max() < 1 and np.all(A[~inside] <= noise)
        sizes = np.bincount(y)
        assert len(sizes) == n_blocks and sizes.max() - sizes.min() <= 1
        assert np.array_equal(y, np.sort(y))

    @pytest.mark.parametrize("noise", [0.2, 0.4, 0.8])
    def test_distributions_of_figure_1(self, noise):
        A, y = make_block_diagonal(400, noise=noise, random_state=0)
        above = np.triu(np.ones_like(A, dtype=bool), 1)
        inside = y[:, None] == y
        assert kstest(A[inside & above], "uniform").pvalue > 0.01
        assert kstest(A[~inside & above], "uniform", args=(0, noise)).pvalue > 0.01
        assert kstest(np.diag(A), "uniform").pvalue > 0.01

    def test_defaults_are_the_papers(self):
        A, y = make_block_diagonal(random_state=0)
        assert A.shape == (1000, 1000)
        assert np.bincount(y).tolist() == [250] * 4
        assert 0.19 < A[:250, 250:].max() < 0.2

    def test_no_noise_means_exact_zeros(self):
        A, y = make_block_diagonal(23, 3, 0, 0)
        assert np.all(A[y[:, None] != y] == 0)

    def test_seeds(self):
        A, _ = make_block_diagonal(20, 3, 0.2, 5)
        assert np.array_equal(A, make_block_diagonal(20, 3, 0.2, np.random.RandomState(5))[0])
        assert not np.array_equal(A, make_block_diagonal(20, 3, 0.2, 6)[0])
        generator = np.random.default_rng(5)
        first = make_block_diagonal(20, 3, 0.2, generator)[0]
        assert not np.array_equal(first, make_block_diagonal(20, 3, 0.2, generator)[0])
        assert np.array_equal(first, make_block_diagonal(20, 3, 0.2, np.random.default_rng(5))[0])

    @pytest.mark.parametrize(
        "arguments, reason",
        [
            ({"n_samples": 3}, Reason.TOO_SMALL),
            ({"n_samples": 0}, Reason.TOO_SMALL),
            ({"n_blocks": 0}, Reason.TOO_SMALL),
            ({"noise": -0.1}, Reason.TOO_SMALL),
            ({"noise": np.nan}, Reason.NOT_FINITE),
        ],
    )
    def test_out_of_range(self, arguments, reason):
        ((parameter, value),) = arguments.items()
        with raised(ParameterError, parameter=parameter, value=value, reason=reason):
            make_block_diagonal(**arguments)


class TestRegistry:
    @with_shapes
    def test_defaults_are_the_generators_own(self, shape):
        X, y = shape.make(random_state=3)
        again, _ = shape.make(shape.default_n_samples, shape.default_noise, 3)
        assert np.array_equal(X, again)
        assert len(np.unique(y)) == shape.n_clusters

    def test_texts_for_the_picker(self):
        titles = [shape.title for shape in SHAPES.values()]
        assert len(set(titles)) == len(titles)
        for shape in SHAPES.values():
            assert shape.description.endswith(".") and "\n" not in shape.description

    def test_null_case_is_among_them(self):
        assert SHAPES["no_structure"].n_clusters == 1

    def test_is_read_only(self):
        with pytest.raises(TypeError):
            SHAPES["two_moons"] = SHAPES["circles"]
