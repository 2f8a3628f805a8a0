"""Lesson 8: choosing without labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.shared.controls.base import Choice, LogSlider
from pages.shared.controls.model import ALPHAS
from pages.shared.lessons.base import Lesson, Outcome
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core import RNSE
from rnse_core.datasets import SHAPES
from rnse_core.figures import affinity_edges, affinity_graph, eigengap_figure
from rnse_core.graph.eigengap import judge_gap
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.metrics import clustering_accuracy
from rnse_core.wording import counted

N_SAMPLES = 200
DATA = {"spirals": "Two spirals", "no_structure": "Pure noise"}
N_VALUES = 8


def _show(values: Mapping[str, Any]) -> Outcome:
    shape = SHAPES[values["data"]]
    draw = {"n_samples": N_SAMPLES, "noise": shape.default_noise, "random_state": 0}
    X, y = shape.make(**draw)
    model = RNSE(2, alpha=values["alpha"], random_state=0).fit(X)
    gap = judge_gap(normalized_spectrum(model.affinity_matrix_, N_VALUES))
    solved = values["data"] == "spirals" and model.n_components_ == 2
    clear = "is clear" if gap.clear else "is not clear"
    seen = (
        f"S has {counted(model.n_components_, 'component')} at this alpha. The gap of the kernel's spectrum suggests "
        f"{counted(gap.n_clusters, 'cluster')} and {clear} about it."
    )
    if solved:
        seen += f" Now the truth may be shown: {clustering_accuracy(y, model.labels_):.0%} of the points are right."
    left, right = st.columns(2)
    with left:
        labels = model.labels_ if solved else None
        figure = affinity_graph(X, affinity_edges(model.similarity_), labels, legend=False, height=330, bare=True)
        chart(figure, key="le8_graph", alt=f"{DATA[values['data']]} and the graph of S. {seen}")
    with right:
        spectrum = normalized_spectrum(model.affinity_matrix_, N_VALUES)
        chart(
            eigengap_figure(spectrum, gap.n_clusters, height=330),
            key="le8_gap",
            alt=f"The largest eigenvalues of the kernel. The gap {clear}.",
        )
    program = code.program(
        {
            "rnse_core": ["RNSE"],
            "rnse_core.datasets": [shape.make.__name__],
            "rnse_core.graph.eigengap": ["judge_gap"],
            "rnse_core.graph.spectral": ["normalized_spectrum"],
        },
        [
            f"X, y = {code.call(shape.make.__name__, **draw)}",
            f"model = RNSE(2, alpha={values['alpha']!r}, random_state=0).fit(X)",
            f"gap = judge_gap(normalized_spectrum(model.affinity_matrix_, {N_VALUES}))",
            "print(model.n_components_, gap)",
        ],
    )
    return Outcome(solved, seen, program)


LESSON = Lesson(
    title="Choosing without labels",
    idea="Nobody who has a table to cluster knows the truth. What can be asked is whether the result holds together: "
    "does S fall into as many components as there are clusters, is there a gap in the spectrum, do other settings "
    "agree? And sometimes the answer is that there is nothing to find.",
    task="On the spirals, find an alpha at which S has exactly two components. The colours come when you have it.",
    why="The default, alpha = 1, joins the arms, and a truth that nobody has would be needed to see it. Two "
    "components can be seen without one. On pure noise some alpha gives two components as well: look at the gap, "
    "which is not clear there.",
    controls=(
        Choice("le8_data", "Data", "spirals", options=DATA, segments=True),
        LogSlider("le8_alpha", "Alpha (α)", 1.0, steps=ALPHAS[6:-12]),
    ),
    show=_show,
    link=("pages/your_data.py", "Your data"),
)
