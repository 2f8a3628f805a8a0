"""What Step through plays: two recordings of the same samples in lock step, and what they show in sentences."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from pages.shared.player.comparisons import Run
from pages.shared.player.payload import Curve, Track, player_data
from pages.shared.results import code
from rnse_core import RNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import SHAPES, Shape
from rnse_core.findings import objective_rose
from rnse_core.indicator import labels_to_indicator, soften
from rnse_core.indicator.initialization import spectral_start
from rnse_core.indicator.numbering import number_by_first_samples
from rnse_core.metrics import clustering_accuracy
from rnse_core.projection import project_doubly_stochastic
from rnse_core.recording import Recording, Snapshot, record_projection, record_rounds, record_updates
from rnse_core.wording import counted, two_digits

#: Neighbour whose distance scales the kernel of the inner steps.
SCALE_NEIGHBOR = 20
ROUND_CURVES = (
    Curve("Objective", "objective"),
    Curve("Smoothness", "smoothness"),
    Curve("α‖S‖²", "frobenius"),
    Curve("β · embedding", "embedding"),
    Curve("Row-sum error", "row_sum_error", log=True),
    Curve("‖PP' − I‖", "orthogonality_error", log=True),
)
#: Those that are large enough for a last row.
FEW_CURVES = ("Objective", "Row-sum error")
PROJECTION_CURVES = (
    Curve("Row-sum error", "residual", log=True),
    Curve("Distance", "distance", log=True),
)
UPDATE_CURVES = (
    Curve("tr(P S P')", "trace"),
    Curve("Largest change of P", "residual", log=True),
)
#: The line of the programs that gives the clusters of both runs the numbers of the second.
NUMBERED = "recordings[0].number_alike(like=recordings[1][-1].labels)"
#: Below this a residual or a distance is rounding.
ROUNDING = 1e-8


@dataclass(frozen=True)
class Journey:
    """Two recordings in lock step.

    Parameters
    ----------
    recordings : tuple of Recording
    data : dict
        For the player.
    facts : list of str
        One sentence for each recording, and one on both.
    program : str
        Computes the same two recordings, as ``recordings``.
    """

    recordings: tuple[Recording, Recording]
    data: dict[str, Any]
    facts: list[str]
    program: str


@dataclass(frozen=True)
class Points:
    """The points of a journey.

    Parameters
    ----------
    shape : str
        A key of `SHAPES`.
    draw : mapping
        Arguments of the shape.
    """

    shape: str
    draw: Mapping[str, Any]

    @property
    def made(self) -> Shape:
        """The shape."""
        return SHAPES[self.shape]

    @property
    def n_clusters(self) -> int:
        """Clusters to look for: at least two, even where there is nothing to find."""
        return max(2, self.made.n_clusters)

    @property
    def seed(self) -> int:
        """Seed of the points and of a random P."""
        return int(self.draw["random_state"])

    def right(self, y: np.ndarray, labels: np.ndarray) -> float | None:
        """Share of the points in the right cluster, or None where the points have no clusters."""
        return clustering_accuracy(y, labels) if self.made.n_clusters > 1 else None


def rounds_journey(points: Points, runs: Sequence[Run]) -> Journey:
    """Record the rounds of two fits.

    Parameters
    ----------
    points : Points
    runs : sequence of Run
        Two.
    """
    X, y = points.made.make(**points.draw)
    recordings, rises = [], []
    for run in runs:
        model = RNSE.from_preset(run.preset, points.n_clusters, **run.parameters)
        with warnings.catch_warnings():
            # That the printed settings do not converge is what the curves show.
            warnings.simplefilter("ignore")
            recordings.append(record_rounds(X, model))
        rises.append(objective_rose(model.history_))
    recordings[0].number_alike(like=recordings[1][-1].labels)

    def readout(one: Snapshot) -> str:
        off = two_digits(one.numbers["row_sum_error"])
        share = _share(points.right(y, one.labels))
        return f"Objective {one.numbers['objective']:.4g}; row sums off by up to {off}.{share}"

    facts = []
    for run, recording, rise in zip(runs, recordings, rises, strict=True):
        went = "never rose" if rise is None else f"rose in {counted(rise.n_rounds, 'round')}"
        last = recording[-1]
        facts.append(
            f"**{run.title}**: {counted(recording.n_moments, 'round')}; the objective {went} and ended at "
            f"{last.numbers['objective']:.4g}. {_moved(recording, 'round')} Row sums of the last S are off by up to "
            f"{two_digits(last.numbers['row_sum_error'])}.{_share(points.right(y, last.labels))}"
        )
    facts.append(
        "Where the row sums are off, S is not doubly stochastic and its objective cannot be compared with the other's."
        if _infeasible(recordings)
        else "Both last S are doubly stochastic to rounding, so the objectives may be compared."
    )
    models = [code.call("RNSE.from_preset", run.preset, points.n_clusters, **run.parameters) for run in runs]
    tracks = [Track(run.title, one, readout, ROUND_CURVES) for run, one in zip(runs, recordings, strict=True)]
    return Journey(
        (recordings[0], recordings[1]),
        _played(tracks, X, y, points, "Round"),
        facts,
        _program(
            points,
            {"rnse_core": ["RNSE"], "rnse_core.recording": ["record_rounds"]},
            [
                "recordings = [",
                *(f"    record_rounds(X, {model})," for model in models),
                "]",
                NUMBERED,
            ],
        ),
    )


def projection_journey(points: Points, alpha: float, sweeps: int) -> Journey:
    """Record the first S step by sweeps and by Newton steps.

    Parameters
    ----------
    points : Points
    alpha : float
    sweeps : int
    """
    X, y = points.made.make(**points.draw)
    T = self_tuning_kernel(X, SCALE_NEIGHBOR) / (2 * alpha)
    P = labels_to_indicator(y, points.n_clusters)
    recordings = (record_projection(T, P, "dykstra", max_iter=sweeps), record_projection(T, P, "newton"))

    def readout(one: Snapshot) -> str:
        off, distance = (two_digits(one.numbers[name]) for name in ("residual", "distance"))
        return (
            f"Row sums off by up to {off}; distance {distance} from the projection; "
            f"{one.numbers['nonzeros_per_row']:.1f} non-zeros per row."
        )

    names = ("Dykstra's sweeps", "Newton steps")
    facts = []
    for name, unit, recording in zip(names, ("sweep", "step"), recordings, strict=True):
        last, n_steps = recording[-1].numbers, recording.n_moments - 1
        reached = (
            "S is the projection, up to rounding"
            if last["distance"] < ROUNDING
            else f"S is {two_digits(last['distance'])} from the projection, which has norm {_norm(recordings[1]):.3g}"
        )
        facts.append(
            f"**{name}**: after {counted(n_steps, unit)} the row sums are off by up to {two_digits(last['residual'])}; "
            f"{reached}."
        )
    same = _sweeps_equal(recordings)
    facts.append(
        f"Newton step {same[0]} is closer to the projection than sweep {sweeps}."
        if same
        else "The last sweep is as close as Newton's result."
    )
    tracks = [Track(name, one, readout, PROJECTION_CURVES) for name, one in zip(names, recordings, strict=True)]
    return Journey(
        recordings,
        _played(tracks, X, y, points, "Step", indicator=False),
        facts,
        _program(
            points,
            {
                "rnse_core.affinity": ["self_tuning_kernel"],
                "rnse_core.indicator": ["labels_to_indicator"],
                "rnse_core.recording": ["record_projection"],
            },
            [
                f"T = self_tuning_kernel(X, {SCALE_NEIGHBOR}) / (2 * {alpha!r})",
                f"P = labels_to_indicator(y, {points.n_clusters})  # the classes, to colour the points",
                "recordings = [",
                f"    record_projection(T, P, 'dykstra', max_iter={sweeps}),",
                "    record_projection(T, P, 'newton'),",
                "]",
            ],
        ),
    )


def updates_journey(points: Points, alpha: float, updates: int) -> Journey:
    """Record a P step from a random and from a spectral start.

    Parameters
    ----------
    points : Points
    alpha : float
    updates : int
    """
    X, y = points.made.make(**points.draw)
    S = project_doubly_stochastic(self_tuning_kernel(X, SCALE_NEIGHBOR) / (2 * alpha))
    random = np.random.default_rng(points.seed).uniform(size=(points.n_clusters, len(X)))
    labels = spectral_start(S, points.n_clusters, random_state=points.seed)
    spectral = soften(labels_to_indicator(labels, points.n_clusters))
    recordings = (record_updates(S, random, max_iter=updates), record_updates(S, spectral, max_iter=updates))
    recordings[1].number_alike(like=number_by_first_samples(recordings[1][-1].labels, points.n_clusters))
    recordings[0].number_alike(like=recordings[1][-1].labels)

    def readout(one: Snapshot) -> str:
        off = one.numbers["orthogonality_error"]
        return f"tr(P S P') = {one.numbers['trace']:.4g}; ‖PP' − I‖ = {two_digits(off)}." + _share(
            points.right(y, one.labels)
        )

    names = ("Random start", "Spectral start")
    facts = []
    for name, recording in zip(names, recordings, strict=True):
        last = recording[-1]
        facts.append(
            f"**{name}**: tr(P S P') is {last.numbers['trace']:.4g} after "
            f"{counted(recording.n_moments - 1, 'update')}. {_moved(recording, 'update')}"
            f"{_share(points.right(y, last.labels))}{_too_large(recording)}"
        )
    differ = _differences(recordings, points.n_clusters)
    facts.append(
        f"The two ends differ in {counted(differ, 'point')} of {len(X)}: the start decides."
        if differ
        else "Both starts end in the same clusters."
    )
    tracks = [Track(name, one, readout, UPDATE_CURVES) for name, one in zip(names, recordings, strict=True)]
    return Journey(
        recordings,
        _played(tracks, X, y, points, "Update"),
        facts,
        _program(
            points,
            {
                "rnse_core.affinity": ["self_tuning_kernel"],
                "rnse_core.indicator": ["labels_to_indicator", "soften"],
                "rnse_core.indicator.initialization": ["spectral_start"],
                "rnse_core.indicator.numbering": ["number_by_first_samples"],
                "rnse_core.projection": ["project_doubly_stochastic"],
                "rnse_core.recording": ["record_updates"],
            },
            [
                f"S = project_doubly_stochastic(self_tuning_kernel(X, {SCALE_NEIGHBOR}) / (2 * {alpha!r}))",
                f"random = np.random.default_rng({points.seed}).uniform(size=({points.n_clusters}, len(X)))",
                f"labels = spectral_start(S, {points.n_clusters}, random_state={points.seed})",
                f"spectral = soften(labels_to_indicator(labels, {points.n_clusters}))",
                f"recordings = [record_updates(S, P, max_iter={updates}) for P in (random, spectral)]",
                f"first = number_by_first_samples(recordings[1][-1].labels, {points.n_clusters})",
                "recordings[1].number_alike(like=first)",
                NUMBERED,
            ],
            modules=["numpy as np"],
        ),
    )


def with_few_curves(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of the player with the curves of rounds that a class has to see."""
    tracks = [
        {**track, "curves": [curve for curve in track["curves"] if curve["name"] in FEW_CURVES]}
        for track in data["tracks"]
    ]
    return {**data, "tracks": tracks}


def changes(recording: Recording) -> list[int]:
    """Count the points whose label is another than in the snapshot before, for each snapshot but the first."""
    labels = [one.labels for one in recording]
    return [int((new != old).sum()) for old, new in pairwise(labels)]


def _moved(recording: Recording, unit: str) -> str:
    """Say when labels changed last. Rounds are counted from 1, updates from 0."""
    moved = np.flatnonzero(changes(recording))
    if not len(moved):
        return "No label changed." if unit == "update" else f"No label changed after {recording[0].title}."
    last = list(recording)[int(moved[-1]) + 1].title
    return f"Labels changed in {counted(len(moved), unit)}, last in {last}."


def _share(right: float | None) -> str:
    return "" if right is None else f" {right:.1%} of the points are right."


def _too_large(recording: Recording) -> str:
    """Say that tr(P S P') cannot be compared where the first P is far from orthogonal rows of length one."""
    first, last = recording[0].numbers, recording[-1].numbers
    if first["orthogonality_error"] < 1 or first["trace"] < last["trace"]:
        return ""
    return (
        f" In update 0 it is {first['trace']:.4g}, since P is too large there: ‖PP' − I‖ is "
        f"{two_digits(first['orthogonality_error'])}. The trace is to be as large as possible among P with PP' = I."
    )


def _infeasible(recordings: Sequence[Recording]) -> bool:
    return any(one[-1].numbers["row_sum_error"] > ROUNDING for one in recordings)


def _norm(recording: Recording) -> float:
    return float(np.linalg.norm(recording[-1].similarity.data))


def _sweeps_equal(recordings: Sequence[Recording]) -> list[int]:
    """Newton steps that are closer to the projection than the last sweep."""
    bound = recordings[0][-1].numbers["distance"]
    return [step for step, one in enumerate(recordings[1]) if one.numbers["distance"] < bound]


def _differences(recordings: Sequence[Recording], n_clusters: int) -> int:
    first, second = (one[-1].labels for one in recordings)
    return round(len(first) * (1 - clustering_accuracy(first, second)))


def _played(
    tracks: Sequence[Track], X: np.ndarray, y: np.ndarray, points: Points, slider: str, *, indicator: bool = True
) -> dict[str, Any]:
    classes = y if points.made.n_clusters > 1 else None
    return player_data(
        tracks, X, order=np.argsort(y, kind="stable"), slider=slider, classes=classes, speed=2, indicator=indicator
    )


def _program(
    points: Points, imports: Mapping[str, Sequence[str]], lines: Sequence[str], modules: Sequence[str] = ()
) -> str:
    make = points.made.make.__name__
    return code.program(
        {**imports, "rnse_core.datasets": [make]},
        [
            f"X, y = {code.call(make, **points.draw)}",
            *lines,
            "for recording in recordings:",
            "    for snapshot in recording:",
            "        print(snapshot.title, snapshot.numbers)",
        ],
        modules,
    )
