"""Leading eigenpairs of a learned graph, and its gap."""

import numpy as np
import pytest
from expected import ignoring
from scipy.sparse import block_diag, csr_array

from rnse_core import RNSE
from rnse_core.auto import component_pairs, leading_pairs, relative_gap
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.exceptions import ComponentsWarning
from rnse_core.graph.components import component_labels


def learned(n, seed=0):
    X = make_two_moons(n, noise=0.15, random_state=seed)[0]
    return csr_array(RNSE(2, affinity_neighbors=15, random_state=0).fit(X).similarity_)


@pytest.mark.parametrize("n, k", [(30, 5), (90, 3), (300, 4), (300, 23), (300, 120)])
def test_pairs_are_eigenpairs_and_the_largest(n, k):
    S = learned(n)
    values, vectors = leading_pairs(S, k)
    assert np.allclose(values, np.linalg.eigvalsh(S.toarray())[::-1][:k], atol=1e-6)
    assert np.allclose(vectors.T @ vectors, np.eye(k), atol=1e-8)
    assert np.abs(S @ vectors - vectors * values).max() < 1e-3


def test_a_start_changes_nothing_but_the_time():
    S, near = learned(300), learned(300, seed=1)
    start = leading_pairs(near, 10)[1]
    assert np.allclose(leading_pairs(S, 6, start)[0], leading_pairs(S, 6)[0], atol=1e-6)


def test_equal_eigenvalues_are_all_found():
    part = learned(150)
    S = csr_array(block_diag([part, part]))
    values = leading_pairs(S, 6)[0]
    assert np.allclose(values[::2], values[1::2], atol=1e-6)


def test_a_full_matrix_gives_what_a_sparse_one_does():
    S = learned(200)
    assert np.allclose(leading_pairs(S.toarray(), 5)[0], leading_pairs(S, 5)[0], atol=1e-6)


@ignoring(ComponentsWarning)
def test_components_have_pairs_of_their_own():
    X = make_blobs(120, n_clusters=3, random_state=0)[0]
    S = csr_array(RNSE(3, affinity_neighbors=8, alpha=0.3, random_state=0).fit(X).similarity_)
    components = component_labels(S)
    spectra = component_pairs(S, components, 4)
    assert len(spectra) == components.max() + 1 > 1
    assert np.array_equal(np.sort(np.concatenate([members for members, _, _ in spectra])), np.arange(120))
    for members, values, vectors in spectra:
        assert len(np.unique(components[members])) == 1
        assert values[0] == pytest.approx(1.0)
        assert vectors.shape == (len(members), min(4, len(members)))


@pytest.mark.parametrize(
    "eigenvalues, n_clusters, gap",
    [
        ([1.0, 1.0, 0.0], 2, 1 / 1.005),
        ([1.0, 1.0, 1.0], 2, 0.0),
        ([1.0, 0.5, 0.0], 2, 0.5 / 1.005),
        ([1.0, 1.0], 2, 0.0),
    ],
)
def test_gaps(eigenvalues, n_clusters, gap):
    assert relative_gap(np.array(eigenvalues), n_clusters, 0.005) == pytest.approx(gap)
