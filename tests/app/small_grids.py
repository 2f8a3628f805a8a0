"""The grids of the page Alpha x beta with a few cells, for tests of what does not depend on how many there are."""

from dataclasses import replace

from pages.shared.runs.grid import GRIDS

SMALL = {
    "paper": replace(GRIDS["paper"], alphas=(0.01, 1.0, 10.0), betas=(0.1, 1.0)),
    "wide": replace(GRIDS["wide"], alphas=(0.01, 0.3, 1.0, 10.0), betas=(0.1, 1.0, 100.0)),
}
