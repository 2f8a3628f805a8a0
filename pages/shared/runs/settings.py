"""The settings of an RNSE run: they build the estimator, name its results, and write themselves as code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rnse_core import RNSE
from rnse_core.planning import FitPlan, PreparedData, plan_fit, prepare_fit

PRESETS = {"exact": "Exact", "paper": "Paper", "authors": "Authors' code"}
PRESET_HELP = (
    "**Exact** projects S exactly and starts P from the spectrum of S. **Paper** follows the print: 20 Dykstra sweeps, "
    "20 multiplicative steps, 20 rounds, a random start. **Authors' code** repeats their MATLAB program: samples of "
    "unit length, 100 rounds, no stopping test."
)
#: What the paper preset gives on two moons (200 points, noise 0.05), ten seeds for points and start: smallest and
#: largest accuracy, the median with a spectral start instead, and the largest rise of the objective in one round.
PAPER_ACCURACY = (0.52, 0.83)
PAPER_FROM_SPECTRUM = 1.0
PAPER_RISE = 0.03
PAPER_NOTE = (
    "**Paper preset**: the algorithm as printed, with a random P at the start. On two moons (200 points, noise 0.05) "
    f"its accuracy is {PAPER_ACCURACY[0]:.2f} to {PAPER_ACCURACY[1]:.2f} over ten seeds. The start is the reason: "
    f"started from the spectrum of S the same steps reach a median accuracy of {PAPER_FROM_SPECTRUM:.2f}. The "
    f"objective "
    f"may rise, on these points by up to {PAPER_RISE:.0%} in one round: 20 sweeps leave S short of its constraints, "
    f"and only over S that meet them "
    "does the theory promise a fall."
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
#: What is done with a graph that is given; the words of the library, and "none" for its None.
AS_GIVEN = "none"
GRAPH_KERNELS = {"preset": "As the preset says", "auto": "Its groups, where it shows any", AS_GIVEN: "None: as given"}
#: Parameters of RNSE that decide K.
_OF_THE_KERNEL = ("affinity", "affinity_neighbors", "graph_kernel")


@dataclass(frozen=True)
class KernelSettings:
    """What decides the kernel K, and with it the graph of a run: a preset, and the arguments that differ from it."""

    preset: str
    overrides: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, preset: str, **overrides: Any) -> KernelSettings:
        """Collect the arguments in a form that can serve as a key."""
        return cls(preset, tuple(overrides.items()))

    def plan(self, X: np.ndarray) -> FitPlan:
        """Return on which graph and in how much memory a run on these data works."""
        return plan_fit(X, self.preset, **dict(self.overrides))

    def prepare(self, X: np.ndarray) -> PreparedData:
        """Compute K and the rest of what runs on these data begin with."""
        return prepare_fit(X, self.preset, **dict(self.overrides))


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

    @property
    def kernel(self) -> KernelSettings:
        """What of these settings decides K."""
        return KernelSettings(self.preset, tuple(one for one in self.overrides if one[0] in _OF_THE_KERNEL))

    def code(self) -> str:
        """Return the line that builds the estimator."""
        arguments = "".join(f", {name}={value!r}" for name, value in self.overrides)
        return f"model = RNSE.from_preset({self.preset!r}, n_clusters={self.n_clusters}{arguments})"


def kernel_arguments(kernel: str, neighbours: int) -> dict[str, Any]:
    """Return the arguments that choose a kernel; none when the preset decides, no neighbours when they are 0."""
    if kernel == "preset":
        return {}
    if kernel in NEIGHBOUR_KERNELS and neighbours:
        return {"affinity": kernel, "affinity_neighbors": neighbours}
    return {"affinity": kernel}


def graph_kernel_arguments(chosen: str) -> dict[str, Any]:
    """Return the arguments that choose the kernel of a graph; none when the preset decides."""
    return {} if chosen == "preset" else {"graph_kernel": None if chosen == AS_GIVEN else chosen}
