"""The controls of the parameters of RNSE, which several pages draw, and the steps of alpha and beta."""

from __future__ import annotations

from pages.shared.controls.base import Choice, LogSlider, Number, Seed
from pages.shared.controls.control import Control
from pages.shared.runs.settings import KERNELS, NEIGHBOUR_KERNELS, PRESET_HELP, PRESETS

ALPHAS = (*(float(f"{step}e{power}") for power in range(-3, 3) for step in (1, 1.5, 2, 3, 5, 7)), 1000.0)
BETAS = (0.0, *(float(f"{step}e{power}") for power in range(-5, 4) for step in (1, 2, 5)), 10000.0)


def model_controls(page: str, *, alpha: float = 1.0, beta: float = 1.0, kernel: bool = True) -> list[Control]:
    """Return the controls of RNSE itself: preset, alpha, beta, kernel, neighbours and seed."""
    controls: list[Control] = [
        Choice(f"{page}_preset", "Preset", "exact", options=PRESETS, help=PRESET_HELP),
        LogSlider(
            f"{page}_alpha",
            "Alpha (α)",
            alpha,
            steps=ALPHAS,
            help="Weight of ‖S‖². Small: each point keeps to itself. Large: everybody is similar to everybody.",
        ),
        LogSlider(
            f"{page}_beta",
            "Beta (β)",
            beta,
            steps=BETAS,
            help="How strongly the clusters found so far pull S towards blocks. It acts from about n / clusters on; "
            "far above, S shows the blocks of P whether the data have them or not.",
        ),
    ]
    if kernel:
        controls += [
            Choice(
                f"{page}_kernel",
                "Kernel",
                "preset",
                options=KERNELS,
                help="How similar points are at first. **Cosine** and **Authors' affinity** see directions only: they "
                "bring every point to unit length, so in the plane they join points that lie on one ray.",
            ),
            Number(
                f"{page}_neighbours",
                "Neighbours of the kernel",
                0,
                low=0,
                high=50,
                step=1,
                active=lambda values: values["kernel"] in NEIGHBOUR_KERNELS,
                help="0 leaves it to RNSE: 20 for the Gaussian, 10 for graphs, at most a fifth of the points.",
            ),
        ]
    controls.append(Seed(f"{page}_seed", "Seed", help="Same seed, same picture."))
    return controls
