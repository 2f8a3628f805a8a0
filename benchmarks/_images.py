"""Images of digits in 784 features: a file where there is one, else scikit-learn's small digits drawn anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.ndimage import affine_transform
from sklearn.datasets import load_digits

SIDE = 28


def images(path: Path | None, n: int = 10_000, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """X and y of an .npz file, or a stand-in: digits enlarged, turned, shifted, slanted, and with noise."""
    if path is not None:
        with np.load(path, allow_pickle=False) as archive:
            return np.asarray(archive["X"], dtype=np.float64), archive["y"]
    random = np.random.default_rng(seed)
    small = load_digits()
    chosen = random.integers(0, len(small.images), n)
    X = np.empty((n, SIDE * SIDE))
    for row, number in enumerate(chosen):
        angle, slant = random.normal(0.0, 0.15, 2)
        scale = (1.0 + random.normal(0.0, 0.1, 2)) * small.images.shape[1] / SIDE
        turn = np.array([[np.cos(angle), slant - np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale[:, None]
        offset = 3.5 - turn @ np.full(2, 0.5 * (SIDE - 1)) + random.normal(0.0, 0.17, 2)
        image = affine_transform(small.images[number], turn, offset=offset, output_shape=(SIDE, SIDE), order=1)
        X[row] = image.ravel()
    X += random.normal(0.0, 0.5, X.shape) * (X > 0)
    return np.clip(X, 0.0, 16.0), small.target[chosen]
