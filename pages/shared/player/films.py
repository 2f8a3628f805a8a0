"""The films of Alpha live: recordings over alpha or noise, as the player is sent them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pages.shared.controls.model import SPREAD
from pages.shared.player.payload import Curve, Track, player_data
from pages.shared.results import code
from rnse_core import RNSE
from rnse_core.datasets import SHAPES, Shape, make_block_diagonal
from rnse_core.graph.components import component_labels
from rnse_core.metrics import clustering_accuracy, cross_cluster_affinity
from rnse_core.recording import Recording, Snapshot, record_alphas, record_noise
from rnse_core.wording import counted

#: Steps of the sliders of other pages, so that a frame can be looked at there too.
ALPHAS = SPREAD
NOISES = tuple(float(noise) for noise in np.linspace(0.05, 1.0, 20).round(3))
_CURVES = (Curve("Components of S", "n_components", log=True), Curve("Non-zeros per row", "nonzeros_per_row", log=True))


@dataclass(frozen=True)
class Film:
    """A film and what it shows in a sentence.

    Parameters
    ----------
    data : dict
        For the player.
    facts : str
    """

    data: dict[str, Any]
    facts: str


def alpha_film(shape: Shape, draw: Mapping[str, Any], n_clusters: int) -> Film:
    """Compute the film of a shape over alpha.

    Parameters
    ----------
    shape : Shape
    draw : mapping
        Arguments of the shape.
    n_clusters : int
    """
    X, y = shape.make(**draw)
    recording = record_alphas(X, ALPHAS, RNSE(n_clusters, random_state=draw["random_state"]))
    structured = shape.n_clusters > 1

    def readout(snapshot: Snapshot) -> str:
        return _numbers(snapshot) + (_against_classes(snapshot, y) if structured else "")

    tracks = [Track("", recording, readout, _CURVES)]
    start = int(np.argmin(np.abs(np.log(ALPHAS))))
    order = np.argsort(y, kind="stable")
    classes = y if structured else None
    data = player_data(tracks, X, order=order, slider="Alpha", classes=classes, start=start, speed=5)
    fitting = [alpha for alpha, one in zip(ALPHAS, recording, strict=True) if one.numbers["n_components"] == n_clusters]
    if fitting:
        facts = (
            f"S has as many components as there are clusters for alpha from {min(fitting):g} to {max(fitting):g}."
            if len(fitting) > 1
            else f"S has as many components as there are clusters at alpha = {fitting[0]:g} alone."
        )
    else:
        facts = "S has as many components as there are clusters at none of these values."
    return Film(data, facts + (_wrong_components(recording, y, n_clusters) if structured else ""))


def _wrong_components(recording: Recording, y: np.ndarray, n_clusters: int) -> str:
    """Say where S has as many components as there are clusters, and they are others than the clusters."""
    fitting = [one for one in recording if one.numbers["n_components"] == n_clusters]
    right = [clustering_accuracy(y, one.labels) for one in fitting]
    if not right or min(right) == 1:
        return ""
    worst = fitting[int(np.argmin(right))]
    smallest = counted(int(np.bincount(component_labels(worst.similarity)).min()), "point")
    return (
        f" They need not be the clusters: at {worst.title} the smallest has {smallest}, and {min(right):.1%} of the "
        f"points "
        "are right."
    )


def noise_film(draw: Mapping[str, Any]) -> Film:
    """Compute the film of block-diagonal similarities over their noise.

    Parameters
    ----------
    draw : mapping
        ``n_samples``, ``n_blocks`` and ``random_state``.
    """
    n_blocks, seed = draw["n_blocks"], draw["random_state"]
    model = RNSE(n_blocks, affinity="precomputed", random_state=seed)
    recording = record_noise(NOISES, model, **draw)
    _, y = make_block_diagonal(draw["n_samples"], n_blocks, NOISES[0], seed)

    def readout(snapshot: Snapshot) -> str:
        return _numbers(snapshot) + _against_classes(snapshot, y)

    inputs = tuple(make_block_diagonal(draw["n_samples"], n_blocks, noise, seed)[0] for noise in NOISES)
    tracks = [Track("", recording, readout, _CURVES, inputs)]
    data = player_data(tracks, None, order=np.argsort(y, kind="stable"), slider="Noise", speed=5, indicator=True)
    return Film(data, _last_perfect(recording, y))


def _last_perfect(recording: Recording, y: np.ndarray) -> str:
    right = [noise for noise, one in zip(NOISES, recording, strict=True) if clustering_accuracy(y, one.labels) == 1]
    return f"All points are right up to noise {max(right):g}." if right else "No level has all points right."


def _numbers(snapshot: Snapshot) -> str:
    components = counted(int(snapshot.numbers["n_components"]), "component")
    return f"S has {components} and {snapshot.numbers['nonzeros_per_row']:.1f} non-zeros per row."


def _against_classes(snapshot: Snapshot, y: np.ndarray) -> str:
    crossing = cross_cluster_affinity(snapshot.similarity, y)
    mixed = "" if np.isnan(crossing) else f" {crossing:.1%} of the similarity joins points of different classes."
    return f"{mixed} {clustering_accuracy(y, snapshot.labels):.1%} of the points are right."


def film_program(kind: str, draw: Mapping[str, Any], shape: str | None) -> str:
    """Return the program that computes the same recording."""
    if kind == "alpha":
        assert shape is not None
        made = SHAPES[shape]
        model = f"RNSE({max(2, made.n_clusters)}, random_state={draw['random_state']})"
        return code.program(
            {
                "rnse_core": ["RNSE"],
                "rnse_core.datasets": [made.make.__name__],
                "rnse_core.recording": ["record_alphas"],
            },
            [
                f"X, y = {code.call(made.make.__name__, **draw)}",
                f"film = record_alphas(X, {list(ALPHAS)}, {model})",
                "for snapshot in film:",
                "    print(snapshot.title, snapshot.numbers)",
            ],
        )
    model = f"RNSE({draw['n_blocks']}, affinity='precomputed', random_state={draw['random_state']})"
    arguments = ", ".join(f"{name}={value!r}" for name, value in draw.items())
    return code.program(
        {"rnse_core": ["RNSE"], "rnse_core.recording": ["record_noise"]},
        [
            f"film = record_noise({list(NOISES)}, {model}, {arguments})",
            "for snapshot in film:",
            "    print(snapshot.title, snapshot.numbers)",
        ],
    )
