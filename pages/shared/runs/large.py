"""More points than there is memory for over all pairs: the note about the sparse solver, and the part that is drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import streamlit as st
from scipy.sparse import issparse

from pages.shared.runs import memory
from pages.shared.runs.fit import RunResult
from pages.shared.runs.preparation import kernel_of_part
from pages.shared.runs.settings import KernelSettings
from rnse_core.figures import spectral_plane
from rnse_core.graph.subspace import regularized_eigenvectors
from rnse_core.planning import FitPlan
from rnse_core.sampling import draw_sample

#: Points that stand for all where all would be too many: in pictures, and for the spectrum of the kernel.
PART = 3000
#: The same for eigenvectors of a dense kernel, which take a second for so many points and minutes for 5,000.
SPECTRAL_PART = 1500
#: Points of a cluster that a picture shows at least, so that no cluster is missing from it.
FEWEST_OF_CLUSTER = 10


class SpectralPicture(NamedTuple):
    """Points, by their numbers, and where the eigenvectors place them."""

    points: np.ndarray
    plane: np.ndarray


def allowed_rows(kernel: KernelSettings, X: np.ndarray, wanted: int) -> int:
    """Return how many of the points of X to cluster, by the memory of the solver that so many would get."""
    plan = kernel.plan(X[:wanted])
    if not plan.sparse:
        return memory.allowed_rows(len(X), wanted)
    return memory.allowed_rows(len(X), wanted, plan.bytes_needed // plan.n_samples)


def has_memory_for(plan: FitPlan) -> bool:
    """Return whether the server can spare the memory of a run; where not, draw how much it needs."""
    return memory.has_room(plan.n_samples, plan.bytes_needed)


def show_solver(plan: FitPlan) -> None:
    """Say that the sparse solver is used, and what that means."""
    st.info(
        f"{plan}. The graph grows where S needs more. "
        f"{PART:,} of the {plan.n_samples:,} points, chosen at random, are drawn; heat maps show averages over all of "
        "them.",
        icon=":material/hub:",
    )


def part_of(n_points: int) -> np.ndarray:
    """Return the points that stand for all in the spectrum of the kernel."""
    return draw_sample(n_points, PART).rows


def part_with_every_cluster(labels: np.ndarray, at_most: int) -> np.ndarray:
    """Return all points, or about `at_most` random ones with some points of every cluster."""
    chosen = draw_sample(len(labels), at_most).rows
    missing = np.setdiff1d(labels, labels[chosen])
    few = [np.flatnonzero(labels == label)[:FEWEST_OF_CLUSTER] for label in missing]
    return np.unique(np.concatenate([chosen, *few]))


def drawn_points(result: RunResult) -> np.ndarray:
    """Return the points that pictures show: all, or a random part with some points of every cluster."""
    if not issparse(result.affinity):
        return np.arange(len(result.labels))
    return part_with_every_cluster(result.labels, PART)


def plane_of_eigenvectors(kernel: KernelSettings, X: np.ndarray, result: RunResult) -> SpectralPicture:
    """Place points by eigenvectors of their kernel: all points, or a part where these would take long."""
    points = part_with_every_cluster(result.labels, SPECTRAL_PART)
    if issparse(X):  # a part of a graph has hardly any edges
        vectors = regularized_eigenvectors(X, 3, np.random.RandomState(0))
        return SpectralPicture(points, vectors[points, 1:])
    K = kernel_of_part(kernel, X[points]) if issparse(result.affinity) else result.affinity[np.ix_(points, points)]
    return SpectralPicture(points, spectral_plane(K))
