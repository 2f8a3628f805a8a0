"""Synthetic data with known classes: the two sets of the paper, and shapes that are common in tests of clustering.

Every generator takes a number of samples that gives each class at least one, a noise of at least 0, and a seed. Class
sizes differ by at most one. The samples of a shape are in random order, those of the block-diagonal affinity in the
order of their classes.
"""

from __future__ import annotations

import numpy as np
from sklearn import datasets as sklearn_datasets

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_count
from rnse_core.datasets._draw import (
    Labels,
    RandomState,
    as_random_state,
    blur_and_shuffle,
    centres_on_circle,
    check_noise,
    class_sizes,
    gaussian_clusters,
)


def make_block_diagonal(
    n_samples: int = 1000, n_blocks: int = 4, noise: float = 0.2, random_state: RandomState = None
) -> tuple[FloatArray, Labels]:
    """Draw the paper's block-diagonal affinity (Figure 1).

    Affinities inside a block are uniform on [0, 1), those between blocks, the noise, uniform on [0, c). Each pair of
    samples is drawn once, so the matrix is symmetric and its entries keep these distributions.

    Parameters
    ----------
    n_samples : int, default=1000
        Number of samples, at least `n_blocks`. The matrix takes 8 * n_samples^2 bytes.
    n_blocks : int, default=4
        Number of diagonal blocks. Their sizes differ by one at most.
    noise : float, default=0.2
        The paper's c, the upper end of the affinities outside the blocks. The paper uses 0.2, 0.4 and 0.8; from 1 on
        there is no structure left.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.

    Returns
    -------
    A : ndarray of shape (n_samples, n_samples)
        Symmetric affinities, the diagonal included.
    y : ndarray of int of shape (n_samples,)
        Block of each sample, in ascending order.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.

    References
    ----------
    Y. Wang, R. Liu, Y. Chen, H. Zhang, Z. Ye, "Regularized Non-negative Spectral Embedding for Clustering", 2019.
    """
    sizes = class_sizes(n_samples, check_count("n_blocks", n_blocks))
    noise = check_noise(noise)
    A = as_random_state(random_state).uniform(size=(n_samples, n_samples))
    ends = np.cumsum(sizes)
    for start, end in zip(ends - sizes, ends, strict=True):
        A[start:end, end:] *= noise
    for i in range(n_samples):
        A[i + 1 :, i] = A[i, i + 1 :]
    return A, np.repeat(np.arange(n_blocks), sizes)


def make_two_moons(
    n_samples: int = 200, noise: float = 0.05, random_state: RandomState = None
) -> tuple[FloatArray, Labels]:
    """Draw two interleaved half circles of radius 1 (the paper's Figure 2).

    Parameters
    ----------
    n_samples : int, default=200
        Number of samples, at least 2. The paper has 100 in each moon.
    noise : float, default=0.05
        Standard deviation of the Gaussian noise on both coordinates.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        Moon of each sample.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    sizes = tuple(class_sizes(n_samples, 2))
    return sklearn_datasets.make_moons(sizes, noise=check_noise(noise), random_state=as_random_state(random_state))


def make_circles(
    n_samples: int = 200, noise: float = 0.05, random_state: RandomState = None
) -> tuple[FloatArray, Labels]:
    """Draw two circles with one centre, of radius 1 and 0.5.

    Parameters
    ----------
    n_samples : int, default=200
        Number of samples, at least 2.
    noise : float, default=0.05
        Standard deviation of the Gaussian noise on both coordinates.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        0 for the outer circle, 1 for the inner one.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    sizes = tuple(class_sizes(n_samples, 2))
    return sklearn_datasets.make_circles(
        sizes, factor=0.5, noise=check_noise(noise), random_state=as_random_state(random_state)
    )


def make_spirals(
    n_samples: int = 200, noise: float = 0.05, random_state: RandomState = None, *, n_arms: int = 2
) -> tuple[FloatArray, Labels]:
    """Draw Archimedean spirals that wind around each other.

    The arms are turned copies of one spiral whose radius grows from 0.4 to 2.4 over one and a half turns; two arms
    keep a distance of about 0.7 from each other. Samples are evenly spaced along an arm.

    Parameters
    ----------
    n_samples : int, default=200
        Number of samples, at least `n_arms`.
    noise : float, default=0.05
        Standard deviation of the Gaussian noise on both coordinates.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.
    n_arms : int, default=2
        Number of spirals.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        Arm of each sample.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    sizes = class_sizes(n_samples, check_count("n_arms", n_arms))
    inner, outer, turn = 0.4, 2.4, 3 * np.pi
    arms = []
    for arm, size in enumerate(sizes):
        # The length up to radius r grows almost as r^2, so even steps in r^2 are even steps along the arm.
        radius = np.sqrt(np.linspace(inner**2, outer**2, size))
        angle = turn * (radius - inner) / (outer - inner) + 2 * np.pi * arm / n_arms
        arms.append(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]))
    return blur_and_shuffle(arms, noise, random_state)


def make_nested_rings(
    n_samples: int = 300, noise: float = 0.05, random_state: RandomState = None, *, n_rings: int = 3
) -> tuple[FloatArray, Labels]:
    """Draw rings with one centre and radii 0.5, 1, 1.5 and so on.

    All rings have the same number of samples, so the outer ones are sparser.

    Parameters
    ----------
    n_samples : int, default=300
        Number of samples, at least `n_rings`.
    noise : float, default=0.05
        Standard deviation of the Gaussian noise on both coordinates.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.
    n_rings : int, default=3
        Number of rings.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        Ring of each sample, the innermost first.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    sizes = class_sizes(n_samples, check_count("n_rings", n_rings))
    rings = []
    for ring, size in enumerate(sizes):
        angle = np.linspace(0, 2 * np.pi, size, endpoint=False)
        rings.append(0.5 * (ring + 1) * np.column_stack([np.cos(angle), np.sin(angle)]))
    return blur_and_shuffle(rings, noise, random_state)


def make_blobs(
    n_samples: int = 300, noise: float = 0.3, random_state: RandomState = None, *, n_clusters: int = 3
) -> tuple[FloatArray, Labels]:
    """Draw round Gaussian clusters whose centres are evenly spaced on a circle of radius 1.5.

    Parameters
    ----------
    n_samples : int, default=300
        Number of samples, at least `n_clusters`.
    noise : float, default=0.3
        Standard deviation of every cluster in both coordinates.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.
    n_clusters : int, default=3
        Number of clusters.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        Cluster of each sample.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    n_clusters = check_count("n_clusters", n_clusters)
    deviations = np.full(n_clusters, check_noise(noise))
    return gaussian_clusters(n_samples, centres_on_circle(n_clusters, radius=1.5), deviations, random_state)


def make_varied_variance(
    n_samples: int = 300, noise: float = 0.3, random_state: RandomState = None
) -> tuple[FloatArray, Labels]:
    """Draw three round Gaussian clusters, one tight, one medium and one wide.

    Parameters
    ----------
    n_samples : int, default=300
        Number of samples, at least 3.
    noise : float, default=0.3
        Standard deviation of the medium cluster; the tight one has half of it, the wide one 2.5 times as much.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        Cluster of each sample: tight, medium, wide.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    deviations = check_noise(noise) * np.array([0.5, 1.0, 2.5])
    return gaussian_clusters(n_samples, centres_on_circle(3, radius=1.5), deviations, random_state)


def make_anisotropic(
    n_samples: int = 300, noise: float = 0.2, random_state: RandomState = None
) -> tuple[FloatArray, Labels]:
    """Draw three parallel Gaussian clusters, six times as long as they are wide, on the diagonal.

    Parameters
    ----------
    n_samples : int, default=300
        Number of samples, at least 3.
    noise : float, default=0.2
        Standard deviation across a cluster. The centres are 1.2 apart in that direction.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples in random order.
    y : ndarray of int of shape (n_samples,)
        Cluster of each sample.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    upright = np.array([[0.0, -1.2], [0.0, 0.0], [0.0, 1.2]])
    X, y = gaussian_clusters(n_samples, upright, np.full(3, check_noise(noise)), random_state)
    stretch = np.diag([6.0, 1.0])
    turn_by_45_degrees = np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2)
    return X @ stretch @ turn_by_45_degrees, y


def make_no_structure(
    n_samples: int = 200, noise: float = 0.0, random_state: RandomState = None
) -> tuple[FloatArray, Labels]:
    """Draw samples uniformly from a square of side 2: the null case, without clusters.

    Parameters
    ----------
    n_samples : int, default=200
        Number of samples, at least 1.
    noise : float, default=0.0
        Standard deviation of Gaussian noise on both coordinates; it affects only the border of the square.
    random_state : int, RandomState, Generator or None, default=None
        Seed for reproducible draws.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        Samples.
    y : ndarray of int of shape (n_samples,)
        Zeros: one class.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If one is not a number of the right kind.
    """
    n_samples = check_count("n_samples", n_samples)
    generator = as_random_state(random_state)
    return blur_and_shuffle([generator.uniform(-1, 1, size=(n_samples, 2))], noise, generator)
