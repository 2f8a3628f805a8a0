"""The controls of the parameters of RNSE, which several pages draw, and the steps of alpha and beta."""

from __future__ import annotations

from collections.abc import Mapping

from pages.shared.controls.base import Choice, LogSlider, Many, Number, Seed
from pages.shared.controls.control import Control
from pages.shared.runs.baselines import FURTHER
from pages.shared.runs.settings import GRAPH_KERNELS, KERNELS, NEIGHBOUR_KERNELS, PRESET_HELP, PRESETS

ALPHAS = (*(float(f"{step}e{power}") for power in range(-3, 3) for step in (1, 1.5, 2, 3, 5, 7)), 1000.0)
#: From an S that is almost empty to one in which every point is similar to every other.
SPREAD = tuple(alpha for alpha in ALPHAS if 0.05 <= alpha <= 50)
#: With the exact preset no label moves up to this beta, on none of the shapes.
NO_LABEL_MOVES = 1000.0
BETA_HELP = (
    "Changes S, not the labels: with the exact preset no label of any shape of these pages moves up to "
    f"β = {NO_LABEL_MOVES:g}. It cuts the similarity between the clusters in P: weak links at any β, all of it from "
    "about n / clusters on. There S shows the blocks of P whether the data have them or not."
)
BETAS = (0.0, *(float(f"{step}e{power}") for power in range(-5, 4) for step in (1, 2, 5)), 10000.0)


def tuned_controls(page: str, *, alpha: float = 1.0, beta: float = 1.0) -> list[Control]:
    """Return the controls that a reader tunes while looking at the pictures: alpha and beta."""
    return [
        LogSlider(
            f"{page}_alpha",
            "Alpha (α)",
            alpha,
            steps=ALPHAS,
            help="Weight of ‖S‖². Small: S is almost empty, and the labels come from K. Large: S is almost uniform, "
            "every point is similar to every other.",
        ),
        LogSlider(
            f"{page}_beta",
            "Beta (β)",
            beta,
            steps=BETAS,
            help=BETA_HELP,
        ),
    ]


def model_controls(page: str, *, kernel: bool = True, graph_kernel: bool = False) -> list[Control]:
    """Return the other controls of RNSE: preset, kernel, neighbours, what is done with a graph, and seed."""
    controls: list[Control] = [Choice(f"{page}_preset", "Preset", "exact", options=PRESETS, help=PRESET_HELP)]
    if kernel:
        controls += [
            Choice(
                f"{page}_kernel",
                "Kernel",
                "preset",
                options=KERNELS,
                help="The similarity K that S is learned from. **Cosine** and **Authors' affinity** see directions "
                "only: they bring every point to unit length, so in the plane they join points that lie on one ray.",
            ),
            Number(
                f"{page}_neighbours",
                "Neighbours of the kernel",
                0,
                low=0,
                high=50,
                step=1,
                active=lambda values: values["kernel"] in NEIGHBOUR_KERNELS,
                help="0 means the default: 20 for the Gaussian, 10 for graphs, at most a fifth of the points.",
            ),
        ]
    if graph_kernel:
        controls.append(_graph_kernel_control(page))
    controls.append(Seed(f"{page}_seed", "Seed", help="Where RNSE starts. The same seed gives the same result."))
    return controls


def _graph_kernel_control(page: str) -> Choice:
    """Return the control of what is done with a similarity that is a graph."""
    return Choice(
        f"{page}_graph_kernel",
        "Kernel of a graph",
        "preset",
        options=GRAPH_KERNELS,
        help="How K is made from similarities (`graph_kernel`). **Its groups**: where the edges look random within and "
        "between groups, as in networks of people, K compares nodes by the groups that they are connected with; any "
        "other matrix is taken as given. **None**: each entry is taken as given. The exact preset does the first, the "
        "others the second. *Rounds* says where K was made from groups.",
    )


def further_methods(page: str, offered: Mapping[str, str] = FURTHER) -> Many:
    """Return the control that asks for methods on the graphs of RNSE; none by default."""
    return Many(
        f"{page}_further",
        "NCuts on the graphs of RNSE",
        [],
        options=offered,
        help="K-Means and NCuts do not depend on any setting of RNSE. These two do: they cut K and the learned S, "
        "which separates the gain of the graph from that of the method.",
    )
