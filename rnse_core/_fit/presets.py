"""Presets of the parameters of RNSE: the paper as printed, the authors' code, and the exact solver (the default)."""

from __future__ import annotations

from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "exact": {},
    # Section V: "the maximum iterations ... are set to 20 and 20 respectively, and the convergence precision ... 1e-9",
    # 20 outer cycles; self-tuned kernel with the 7th neighbour; P drawn at random (Algorithm 1).
    "paper": {
        "affinity": "self_tuning",
        "affinity_neighbors": 7,
        "projection": "dykstra",
        "projection_max_iter": 20,
        "projection_tol": 1e-9,
        "init": "random",
        "indicator": "strategic",
        "indicator_max_iter": 20,
        "indicator_tol": 1e-9,
        "max_iter": 20,
        "graph_kernel": None,
    },
    # The MATLAB code has no stopping test; with a tolerance of 0 all rounds are made.
    "authors": {
        "affinity": "authors",
        "affinity_neighbors": 10,
        "projection": "dykstra",
        "projection_max_iter": 50,
        "projection_tol": 0.0,
        "init": "random",
        "indicator": "strategic",
        "indicator_max_iter": 50,
        "indicator_tol": 0.0,
        "max_iter": 100,
        "graph_kernel": None,
        "tol": 0.0,
    },
}
