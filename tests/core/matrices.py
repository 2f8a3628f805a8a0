"""Matrices and criteria that several of the numerical tests share."""

import numpy as np
from scipy.optimize import linear_sum_assignment

from rnse_core.affinity import self_tuning_kernel


def _self_tuned(rng, n):
    return 0.5 * self_tuning_kernel(rng.normal(size=(n, 2)), max(1, min(7, n - 1)))


def _star(rng, n):
    T = np.zeros((n, n))
    T[0] = T[:, 0] = 50.0 * rng.uniform()
    return T


def _permutation(rng, n):
    return 100.0 * np.eye(n)[rng.permutation(n)] + rng.uniform(size=(n, n))


def _bipartite(rng, n):
    T = np.zeros((n, n))
    half = n // 2
    T[:half, half:] = 20.0 * rng.uniform(size=(half, n - half))
    return T + T.T


# Square matrices of every kind that a projection has to cope with, by name: make(rng, n) -> T with |T| <= 1000.
KINDS = {
    "gaussian": lambda rng, n: rng.normal(size=(n, n)),
    "large gaussian": lambda rng, n: 200.0 * rng.normal(size=(n, n)).clip(-5, 5),
    "uniform, alpha 0.001": lambda rng, n: rng.uniform(size=(n, n)) / 0.002,
    "uniform, alpha 0.1": lambda rng, n: rng.uniform(size=(n, n)) / 0.2,
    "uniform, alpha 1000": lambda rng, n: rng.uniform(size=(n, n)) / 2000.0,
    "cauchy": lambda rng, n: rng.standard_cauchy((n, n)).clip(-1000, 1000),
    "self-tuned": _self_tuned,
    "self-tuned, alpha 0.001": lambda rng, n: 1000.0 * _self_tuned(rng, n),
    "star": _star,
    "negative diagonal": lambda rng, n: np.diag(-1000.0 * rng.uniform(size=n)),
    "permutation": _permutation,
    "bipartite": _bipartite,
    "constant": lambda rng, n: np.full((n, n), 100.0 * rng.normal()),
    "shift alone": lambda rng, n: np.add.outer(*rng.uniform(-500, 500, size=(2, n))),
    "shifted": lambda rng, n: rng.normal(size=(n, n)) + np.add.outer(*[rng.uniform(-300, 300, size=n)] * 2),
    "low rank": lambda rng, n: (lambda A: A @ A.T)(rng.normal(size=(n, 2))),
    "negative": lambda rng, n: -100.0 * rng.uniform(size=(n, n)),
    "zero": lambda rng, n: np.zeros((n, n)),
}


def make(kind, n, seed=0):
    """The matrix of a kind for a seed."""
    return KINDS[kind](np.random.default_rng(seed), n)


def optimality_gap(T, S):
    """Largest <T - S, Z - S> over all doubly stochastic Z, at most 0 exactly where S is the projection of T.

    The maximum of a linear function over the doubly stochastic matrices is at a permutation (Birkhoff), so an
    assignment solver finds it. The gap bounds ||S - projection||^2.
    """
    residual = 0.5 * (T + T.T) - S
    rows, cols = linear_sum_assignment(residual, maximize=True)
    return float(residual[rows, cols].sum() - np.vdot(residual, S))


def random_doubly_stochastic(rng, n):
    """A symmetric doubly stochastic matrix: a mixture of symmetrised permutations."""
    S = np.zeros((n, n))
    for weight in rng.dirichlet(np.ones(5)):
        permutation = np.eye(n)[rng.permutation(n)]
        S += 0.5 * weight * (permutation + permutation.T)
    return S
