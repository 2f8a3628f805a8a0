"""The settings of one RNSE run: builds the estimator, names the result, and writes itself as code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pages.shared.runs.messages import collected_warnings
from rnse_core import RNSE
from rnse_core.planning import Similarity

PRESETS = {"exact": "Exact", "paper": "Paper", "authors": "Authors' code"}
PRESET_HELP = (
    "**Exact** projects S exactly and starts P from the spectrum of S. **Paper** follows the print: 20 Dykstra sweeps, "
    "20 multiplicative steps, 20 rounds, a random start. **Authors' code** repeats their MATLAB program: samples of "
    "unit length, 100 rounds, no stopping test."
)
KERNELS = {
    "preset": "As the preset says",
    "self_tuning": "Self-tuning Gaussian",
    "rbf": "Gaussian, one width",
    "knn": "Nearest neighbours",
    "probabilistic_knn": "Probabilistic neighbours",
    "authors": "Authors' affinity",
    "cosine": "Cosine",
}
NEIGHBOUR_KERNELS = frozenset({"self_tuning", "knn", "probabilistic_knn", "authors"})


@dataclass(frozen=True)
class ModelSettings:
    """A preset, the number of clusters, and the arguments that differ from the preset."""

    preset: str
    n_clusters: int
    overrides: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, preset: str, n_clusters: int, **overrides: Any) -> ModelSettings:
        """Collect the arguments in a form that can serve as a key."""
        return cls(preset, n_clusters, tuple(overrides.items()))

    def build(self, callback: Callable[[int, dict[str, Any]], bool | None] | None = None) -> RNSE:
        """Return the estimator, not fitted yet."""
        return RNSE.from_preset(self.preset, n_clusters=self.n_clusters, callback=callback, **dict(self.overrides))

    @property
    def seed(self) -> int:
        """The seed of the run, which the other methods share."""
        return int(dict(self.overrides)["random_state"])

    def kernel_key(self) -> tuple[Any, ...]:
        """Return what the kernel, the number of clusters and the seed depend on, without alpha and beta."""
        kept = tuple((name, value) for name, value in self.overrides if name not in ("alpha", "beta"))
        return (self.preset, self.n_clusters, *kept)

    def code(self) -> str:
        """Return the line that builds the estimator."""
        arguments = "".join(f", {name}={value!r}" for name, value in self.overrides)
        return f"model = RNSE.from_preset({self.preset!r}, n_clusters={self.n_clusters}{arguments})"


def compute_kernel(settings: ModelSettings, X: np.ndarray) -> Similarity:
    """Return the kernel K that the model computes from the data; of many points on their neighbours only."""
    with collected_warnings():  # the fit computes the same kernel and has the same to say about it
        return settings.build().prepare(X).affinity


def kernel_arguments(kernel: str, neighbours: int) -> dict[str, Any]:
    """Return the arguments that choose a kernel; none when the preset decides, no neighbours when they are 0."""
    if kernel == "preset":
        return {}
    if kernel in NEIGHBOUR_KERNELS and neighbours:
        return {"affinity": kernel, "affinity_neighbors": neighbours}
    return {"affinity": kernel}
