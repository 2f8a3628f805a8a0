"""Painted points: what the browser sends is checked here, written as CSV, and named in the stores."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rnse_core.datasets import make_two_moons

#: Every change is clustered at once, which takes tenths of a second for so many points.
MOST_POINTS = 400
#: Classes that the points can be painted in, by their colours.
CLASSES = ("Blue", "Orange", "Pink", "Red")
#: Width and height of the canvas; points have two decimals.
SIZE = (150.0, 100.0)
FILE = "painted-points.csv"
_EXAMPLE = 100


@dataclass(frozen=True)
class Painting:
    """Points in the plane and the class that each was painted in.

    Parameters
    ----------
    points : tuple of tuples (x, y, class)
    """

    points: tuple[tuple[float, float, int], ...]

    @classmethod
    def of(cls, sent: Any) -> Painting:
        """Return what a browser has sent, without what is no point on the canvas and without what is too many."""
        found = []
        for one in sent if isinstance(sent, list) else []:
            try:
                x, y, label = one
                point = (round(float(x), 2), round(float(y), 2), int(label))
            except (TypeError, ValueError, OverflowError):
                continue
            inside = math.isfinite(point[0]) and 0 <= point[0] <= SIZE[0] and 0 <= point[1] <= SIZE[1]
            if inside and 0 <= point[2] < len(CLASSES):
                found.append(point)
        return cls(tuple(found[:MOST_POINTS]))

    @property
    def X(self) -> np.ndarray:
        """The points, of shape (n_points, 2)."""
        return np.array([point[:2] for point in self.points], dtype=float).reshape(-1, 2)

    @property
    def classes(self) -> np.ndarray:
        """The names of the classes, of shape (n_points,)."""
        return np.array([CLASSES[point[2]] for point in self.points], dtype=str)

    @property
    def codes(self) -> np.ndarray:
        """The numbers of the classes, and of their colours, of shape (n_points,)."""
        return np.array([point[2] for point in self.points], dtype=int)

    @property
    def n_classes(self) -> int:
        """How many classes were used."""
        return len({label for *_, label in self.points})

    def csv(self) -> str:
        """Return the points as a file that "Your data" and `read_table` read."""
        lines = ["x,y,class", *(f"{x!r},{y!r},{CLASSES[label]}" for x, y, label in self.points)]
        return "\n".join(lines) + "\n"


def example() -> Painting:
    """Return what the canvas has at first: two moons that S parts without beta."""
    X, y = make_two_moons(_EXAMPLE, noise=0.05, random_state=0)
    low, high = X.min(axis=0), X.max(axis=0)
    # One scale for both axes, so that the moons keep their form.
    scale = 0.8 * min(np.array(SIZE) / (high - low))
    placed = (X - (low + high) / 2) * scale + np.array(SIZE) / 2
    return Painting.of([[*point, label] for point, label in zip(placed.tolist(), y.tolist(), strict=True)])
