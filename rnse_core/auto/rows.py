"""The samples that a choice is made on: all of them, or a random part of many."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.memory import available_bytes, most_samples, needed_bytes
from rnse_core.affinity.distances import MidrangeScaling
from rnse_core.auto.samples import DistanceSamples, FeatureSamples, Samples, SimilaritySamples
from rnse_core.exceptions import MemoryAdvice, NotEnoughMemory
from rnse_core.sampling import Sample, spread_labels

# Of more samples a random part is chosen on.
CHOICE_SAMPLES = 2000
# Fewer are not divided by a choice.
FEWEST_SAMPLES = 4
# n x n matrices of doubles that a choice holds: distances and kernels, of the features and of whitened ones.
CHOICE_MATRICES = 16
KINDS = {"auto": "features", "precomputed": "similarity", "precomputed_distance": "distance"}


def rows_to_choose_on(data: FloatArray | csr_array, seed: int) -> IntArray:
    """Return the rows that a choice is made on.

    Parameters
    ----------
    data : ndarray or csr_array of shape (n_samples, n_features) or (n_samples, n_samples)
    seed : int

    Returns
    -------
    ndarray of shape (n_chosen_on,)
        Ascending. All rows of a sparse matrix: a part of its samples would have hardly any entries left.
    """
    n_samples = data.shape[0]
    if n_samples <= CHOICE_SAMPLES or not isinstance(data, np.ndarray):
        return np.arange(n_samples)
    return np.sort(np.random.default_rng(seed).choice(n_samples, CHOICE_SAMPLES, replace=False))


def samples_of(data: FloatArray | csr_array, affinity: str, rows: IntArray) -> Samples | None:
    """Make samples of some rows of the data.

    Parameters
    ----------
    data : ndarray or csr_array of shape (n_samples, n_features) or (n_samples, n_samples)
    affinity : {"auto", "precomputed", "precomputed_distance"}
    rows : ndarray of shape (n_chosen_on,)

    Returns
    -------
    Samples or None
        None where there are too few to choose on.

    Raises
    ------
    InputError
        If the data are no similarity or distance matrix.
    """
    if len(rows) < FEWEST_SAMPLES:
        return None
    if affinity == "auto":
        assert isinstance(data, np.ndarray)
        return FeatureSamples(data[rows])
    part = data[rows][:, rows] if isinstance(data, np.ndarray) else data
    return DistanceSamples(part) if affinity == "precomputed_distance" else SimilaritySamples(part)


def nearest_chosen_row(data: FloatArray | csr_array, rows: IntArray, affinity: str) -> IntArray:
    """For each sample, the place in `rows` of the nearest of these samples.

    Parameters
    ----------
    data : ndarray or csr_array of shape (n_samples, n_features) or (n_samples, n_samples)
    rows : ndarray of shape (n_chosen_on,)
    affinity : {"auto", "precomputed", "precomputed_distance"}

    Returns
    -------
    ndarray of shape (n_samples,)
    """
    sample = Sample(rows, data.shape[0])
    places = np.arange(len(rows))
    if sample.complete:
        return places
    assert isinstance(data, np.ndarray)
    scaled = MidrangeScaling.of(data).apply(data) if affinity == "auto" else data
    return spread_labels(scaled, sample, places, KINDS[affinity])


def check_choice_memory(data: FloatArray | csr_array) -> None:
    """Raise NotEnoughMemory when a choice would not fit into the free memory.

    Parameters
    ----------
    data : ndarray or csr_array of shape (n_samples, n_features) or (n_samples, n_samples)

    Raises
    ------
    NotEnoughMemory
    """
    if not isinstance(data, np.ndarray):
        return
    n_samples = min(data.shape[0], CHOICE_SAMPLES)
    needed, free = needed_bytes(n_samples, CHOICE_MATRICES), available_bytes()
    if needed > free:
        most = most_samples(free, CHOICE_MATRICES)
        raise NotEnoughMemory(needed, free, n_samples, most, MemoryAdvice.SAMPLE_ROWS)
