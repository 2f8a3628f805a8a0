"""Helpers of the synthetic generators: seeds, class sizes, noise and order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_blobs
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_count, check_positive

RandomState = int | np.random.RandomState | np.random.Generator | None
Labels = NDArray[np.int64]


def as_random_state(random_state: RandomState) -> np.random.RandomState:
    """Return a RandomState from a seed; a Generator gives one that draws from the same stream."""
    if isinstance(random_state, np.random.Generator):
        return np.random.RandomState(random_state.bit_generator)
    return check_random_state(random_state)


def class_sizes(n_samples: int, n_classes: int) -> NDArray[np.int64]:
    """Return class sizes that add up to `n_samples` and differ by at most one, the larger ones first."""
    n_samples = check_count("n_samples", n_samples, minimum=n_classes)
    sizes = np.full(n_classes, n_samples // n_classes, dtype=np.int64)
    sizes[: n_samples % n_classes] += 1
    return sizes


def check_noise(noise: float) -> float:
    """Return the noise; raise ValueError or TypeError if it is no finite number of at least 0."""
    return check_positive("noise", noise, allow_zero=True)


def blur_and_shuffle(curves: list[FloatArray], noise: float, random_state: RandomState) -> tuple[FloatArray, Labels]:
    """Join the classes, shuffle the samples and add Gaussian noise with the given standard deviation."""
    noise = check_noise(noise)
    generator = as_random_state(random_state)
    X = np.concatenate(curves)
    y = np.repeat(np.arange(len(curves)), [len(curve) for curve in curves])
    order = generator.permutation(len(y))
    return X[order] + generator.normal(scale=noise, size=X.shape), y[order]


def centres_on_circle(n_centres: int, radius: float) -> FloatArray:
    """Return centres at equal angles on a circle around the origin, beginning on the positive x axis."""
    angle = 2 * np.pi * np.arange(n_centres) / n_centres
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def gaussian_clusters(
    n_samples: int, centres: FloatArray, deviations: FloatArray, random_state: RandomState
) -> tuple[FloatArray, Labels]:
    """Draw an isotropic Gaussian cluster around each centre."""
    sizes = class_sizes(n_samples, len(centres))
    return make_blobs(sizes, centers=centres, cluster_std=deviations, random_state=as_random_state(random_state))
