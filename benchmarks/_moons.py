"""Moons of any number and size, for measuring what grows with n."""

from __future__ import annotations

import numpy as np


def moons(n: int, n_moons: int = 3, noise: float = 0.08, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Half circles that open up and down in turn, each 1.3 radii to the right of the one before."""
    rng = np.random.default_rng(seed)
    which = rng.integers(0, n_moons, n)
    angle = rng.uniform(0.0, np.pi, n)
    x = np.cos(angle) + 1.3 * which
    y = np.where(which % 2 == 0, np.sin(angle), 0.5 - np.sin(angle))
    return np.column_stack([x, y]) + noise * rng.normal(size=(n, 2)), which
