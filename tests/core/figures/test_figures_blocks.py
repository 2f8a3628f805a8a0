"""The contrast of a block-diagonal matrix."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from rnse_core.figures import block_contrast, block_means


@settings(deadline=None, max_examples=40)
@given(n=st.integers(2, 25), n_groups=st.integers(1, 4), seed=st.integers(0, 999))
def test_block_means_against_loops(n, n_groups, seed):
    rng = np.random.default_rng(seed)
    matrix, labels = rng.uniform(size=(n, n)), rng.integers(0, n_groups, size=n)
    names = np.unique(labels)
    means = block_means(matrix, labels)
    np.testing.assert_allclose(block_means(sparse.csr_array(matrix), labels), means)
    for a, first in enumerate(names):
        for b, second in enumerate(names):
            entries = [
                matrix[i, j]
                for i in range(n)
                for j in range(n)
                if i != j and labels[i] == first and labels[j] == second
            ]
            expected = np.mean(entries) if entries else np.nan
            assert means[a, b] == pytest.approx(expected, nan_ok=True)


def test_contrast_is_the_ratio_of_inside_to_outside():
    labels = np.repeat([0, 1], [3, 5])
    same = labels[:, None] == labels[None, :]
    matrix = np.where(same, 6.0, 2.0)
    np.fill_diagonal(matrix, 1000.0)
    assert block_contrast(matrix, labels) == pytest.approx(3.0)


def test_contrast_where_it_is_extreme_or_not_defined():
    labels = np.repeat([0, 1], 3)
    same = (labels[:, None] == labels[None, :]).astype(float)
    assert block_contrast(same, labels) == float("inf")
    assert np.isnan(block_contrast(np.zeros((6, 6)), labels))
    assert np.isnan(block_contrast(np.ones((6, 6)), np.zeros(6)))
    assert np.isnan(block_contrast(np.ones((3, 3)), [0, 1, 2]))
