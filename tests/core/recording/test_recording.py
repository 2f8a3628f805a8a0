"""Snapshots: what they keep is what was there, within the memory they are given."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from rnse_core import RNSE
from rnse_core.datasets import make_circles, make_two_moons
from rnse_core.recording import Recording, record_alphas, record_noise, record_rounds, take_snapshot

X, y = make_two_moons(n_samples=80, noise=0.05, random_state=0)


def symmetric(n, seed):
    A = np.random.default_rng(seed).random((n, n))
    return np.where(A + A.T > 1.0, A + A.T, 0.0)


@given(st.integers(2, 25), st.integers(0, 10**6), st.integers(1, 700))
def test_a_snapshot_keeps_the_largest_entries_and_says_what_it_lost(n, seed, most):
    S, P = symmetric(n, seed), np.random.default_rng(seed).random((3, n))
    kept = take_snapshot("x", S, P, most_entries=most)
    dense = kept.similarity.toarray()
    assert_array_equal(dense, dense.T)
    assert kept.similarity.nnz <= max(most, 0) or np.count_nonzero(S) <= most
    assert ((dense == 0) | (abs(dense - S) < 1e-6)).all()
    if np.count_nonzero(S):
        assert kept.lost == pytest.approx(1 - dense.sum() / S.sum(), abs=1e-5)
        assert not (dense > 0).any() or S[dense == 0].max(initial=0) <= dense[dense > 0].min() + 1e-6
    assert_array_equal(kept.labels, P.argmax(axis=0))
    assert_allclose(kept.certainty, P.max(axis=0) / P.sum(axis=0))


def test_a_snapshot_does_not_change_with_what_it_was_taken_of():
    S, P = symmetric(10, 0), np.eye(2).repeat(5, axis=1)
    kept = take_snapshot("x", S, P)
    before = kept.similarity.toarray()
    S[:], P[:] = 0.0, 0.0
    assert_array_equal(kept.similarity.toarray(), before)
    assert kept.labels.tolist() == [0] * 5 + [1] * 5


def test_an_empty_column_of_P_is_not_certain_at_all():
    assert take_snapshot("x", np.eye(2), np.array([[1.0, 0.0], [0.0, 0.0]])).certainty.tolist() == [1.0, 0.5]


@pytest.mark.parametrize("n_moments", [1, 2, 3, 7, 20, 33])
@pytest.mark.parametrize("room", [1.5, 4, 1000])
def test_a_recording_stays_within_its_memory_and_keeps_both_ends(n_moments, room):
    S, P = np.full((30, 30), 1 / 30), np.ones((2, 30))
    one = take_snapshot("x", S, P).n_bytes
    recording = Recording(max_bytes=int(room * one))
    for moment in range(n_moments):
        recording.add(str(moment), S, P)
    assert recording.n_bytes <= max(room, 2) * one
    titles = [int(snapshot.title) for snapshot in recording]
    assert titles[0] == 0 and titles[-1] == n_moments - 1 == recording.n_moments - 1
    assert set(np.diff(titles[:-1])) <= {recording.stride}
    assert len(recording) == len(titles)


def test_no_memory_is_refused():
    with pytest.raises(ValueError):
        Recording(max_bytes=0)


def test_alphas_are_fits_of_their_own():
    model = RNSE(2, random_state=0, beta=0.5)
    alphas = [0.1, 1.0, 10.0, 100.0]
    film = record_alphas(X, alphas, model)
    assert [snapshot.numbers["alpha"] for snapshot in film] == alphas
    for alpha, snapshot in zip(alphas, film, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            alone = RNSE(2, random_state=0, beta=0.5, alpha=alpha).fit(X)
        assert_allclose(snapshot.similarity.toarray(), alone.similarity_, atol=1e-6)
        assert snapshot.numbers["n_components"] == alone.n_components_
    assert not hasattr(model, "labels_") and model.alpha == 1.0


@pytest.mark.parametrize("own", [0.3, 1.0, 20.0])
def test_clusters_keep_their_number_from_one_alpha_to_the_next(own):
    points, _ = make_circles(n_samples=80, noise=0.05, random_state=0)
    film = list(record_alphas(points, [0.05, 0.1, 0.3, 1.0, 3.0, 20.0], RNSE(2, alpha=own, random_state=0)))
    for before, after in pairwise(film):
        assert (before.labels == after.labels).mean() >= (before.labels == 1 - after.labels).mean()
    for snapshot in film:
        assert_array_equal(snapshot.labels, snapshot.indicator.argmax(axis=0))
    (anchor,) = [one for one in film if one.numbers["alpha"] == own]
    assert_array_equal(anchor.labels, RNSE(2, alpha=own, random_state=0).fit(points).labels_)


def test_a_recording_can_take_the_numbers_of_other_labels_also_where_it_was_thinned():
    labels = np.repeat([0, 1, 2], 10)
    S, recording = np.full((30, 30), 1 / 30), Recording(max_bytes=4_000)
    for moment in range(9):
        recording.add(str(moment), S, np.eye(3)[np.roll([0, 1, 2], moment)][:, labels])
    assert recording.stride > 1
    kept = [one.title for one in recording]
    recording.number_alike(like=2 - labels)
    assert [one.title for one in recording] == kept
    for one in recording:
        assert_array_equal(one.labels, 2 - labels)
        assert_array_equal(one.indicator.argmax(axis=0), 2 - labels)


def test_a_film_can_be_stopped():
    seen = []
    film = record_alphas(X, [0.5, 1.0, 2.0], RNSE(2), progress=lambda done, total: seen.append((done, total)) or True)
    assert len(film) == 1 and seen == [(1, 3)]


def test_noise_hides_the_blocks():
    model = RNSE(3, affinity="precomputed", random_state=0)
    film = list(record_noise([0.1, 0.9], model, n_samples=60, n_blocks=3))
    assert [snapshot.numbers["noise"] for snapshot in film] == [0.1, 0.9]
    assert film[0].numbers["n_components"] == 3


def test_rounds_are_those_of_the_history():
    model = RNSE.from_preset("paper", 2, random_state=0, max_iter=6)
    seen = []
    model.set_params(callback=lambda iteration, info: seen.append(iteration))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rounds = record_rounds(X, model)
    assert len(rounds) == len(seen) == model.n_iter_ == 6
    for snapshot, entry in zip(rounds, model.history_, strict=True):
        assert all(snapshot.numbers[name] == entry[name] for name in snapshot.numbers)
    assert_array_equal(rounds[-1].labels, model.labels_)
    assert_allclose(rounds[-1].similarity.toarray(), model.similarity_, atol=1e-6)
    assert (rounds[-1].certainty < 1).any(), "the printed algorithm leaves P soft"
    assert model.callback is not None, "and it is the one that was there"
