"""A noisy block-diagonal similarity and the similarity RNSE learns from it (the paper's Fig. 1)."""

from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, Number, draw_all
from pages.shared.controls.model import model_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads
from pages.shared.results import figures as views
from pages.shared.runs import baselines as compare
from pages.shared.runs import fit as run
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import shared_store
from rnse_core.datasets import make_block_diagonal
from rnse_core.figures import block_contrast, similarity_heatmap
from rnse_core.metrics import clustering_accuracy, cross_cluster_affinity
from rnse_core.wording import counted

PAGE = "bd"
PAPER_NOISE = (0.2, 0.4, 0.8)

begin("Block-diagonal similarity")
st.markdown(
    "The paper's Fig. 1. The input is a similarity matrix: entries inside the blocks are drawn from $U(0, 1)$, entries "
    "outside from $U(0, c)$. The larger the noise $c$, the less the blocks stand out. RNSE learns a doubly stochastic "
    "$S$ in which they stand out again, until the noise is as large as the blocks."
)
values = draw_all(
    PAGE,
    {
        "Data": [
            Choice("bd_view", "Noise levels", "three", options={"three": "Three", "one": "One"}, segments=True),
            Number(
                "bd_noise",
                "Noise (c)",
                0.4,
                low=0.0,
                high=1.0,
                step=0.05,
                active=lambda v: v["view"] == "one",
                help="Choose One above to set the noise; Three are the levels of the paper's figure.",
            ),
            Number("bd_n", "Points (n)", 240, low=40, high=2000, step=20, help="The paper uses 1000."),
            Number("bd_blocks", "Blocks", 4, low=2, high=10, step=1),
        ],
        "RNSE": model_controls(PAGE, alpha=3.0, kernel=False),
    },
)
settings = ModelSettings.of(
    values["preset"],
    values["blocks"],
    alpha=values["alpha"],
    beta=values["beta"],
    affinity="precomputed",
    random_state=values["seed"],
)


def drawn_with(noise: float) -> dict[str, Any]:
    return {"n_samples": values["n"], "n_blocks": values["blocks"], "noise": noise, "random_state": values["seed"]}


def name_of(noise: float) -> tuple[Any, ...]:
    return ("make_block_diagonal", *drawn_with(noise).items())


def ratio(value: float) -> str:
    """Write a contrast with three digits at least, and infinity as its sign."""
    return "∞" if value == float("inf") else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


place = run.Place()


def learn(noise: float) -> tuple[np.ndarray, np.ndarray, run.RunResult]:
    """Draw the similarity with this noise and learn S from it."""
    A, y = shared_store().get_or_make(name_of(noise), lambda: make_block_diagonal(**drawn_with(noise)))
    result = run.fit(settings, A, data_id=name_of(noise), store=shared_store(), place=place)
    if result is None:
        st.stop()
    return A, y, result


def picture(name: str, noise: float, matrix: np.ndarray, y: np.ndarray) -> tuple[str, str, str]:
    """Draw a similarity; return its row of the numbers below: name, contrast, mass outside the blocks."""
    st.markdown(f"**{name}**, $c = {noise:g}$")
    views.chart(
        similarity_heatmap(matrix, groups=y, height=250), key=f"bd_{name}_{noise:g}", alt=f"{name} at c = {noise:g}"
    )
    return name, ratio(block_contrast(matrix, y)), f"{cross_cluster_affinity(matrix, y):.1%}"


def level(noise: float, A: np.ndarray, y: np.ndarray, result: run.RunResult) -> None:
    """Draw the input above the learned similarity, with the numbers that compare them."""
    rows = [
        views.unchanged((PAGE, name_of(noise)), partial(picture, "Input", noise, A, y)),
        picture("S", noise, result.similarity, y),
    ]
    columns = ("", "Block contrast", "Off-block mass")
    st.table(dict(zip(columns, zip(*rows, strict=True), strict=True)), border="horizontal", hide_index=True)
    st.caption(
        f"S has {counted(result.n_components, 'component')}; "
        f"accuracy of the labels {clustering_accuracy(y, result.labels):.1%}."
    )


levels = PAPER_NOISE if values["view"] == "three" else (values["noise"],)
messages = st.container()
with st.grid(3, min_column_width=260):
    places = {noise: st.container() for noise in levels}
runs = {}
for noise, column in places.items():
    runs[noise] = learn(noise)
    with column:
        level(noise, *runs[noise])
said: dict[str, list[str]] = {}
for noise, (*_, one) in runs.items():
    for message in one.messages:
        said.setdefault(message, []).append(f"c = {noise:g}")
with messages:
    views.show_messages([f"{' and '.join(where)}: {message}" for message, where in said.items()])
st.caption(
    "Block contrast: mean entry inside the blocks over mean entry outside. Off-block mass: share of the similarity "
    "between different points that lies outside the blocks."
)

st.subheader("Inside the run", anchor=False)
detail = levels[0]
with st.container():
    if len(levels) > 1:
        names = {noise: f"c = {noise:g}" for noise in levels}
        detail = Choice("bd_detail", "Shown and downloaded below", 0.4, options=names, segments=True).draw()
A, y, result = runs[detail]
views.readouts(result)
left, right = st.columns(2)
with left:
    views.similarity_view(PAGE, result.similarity, result.labels, y, name="the learned similarity S", key="s")
with right:
    views.convergence_view(PAGE, result, given=True)

st.subheader(f"Scores at c = {detail:g}", anchor=False)
others = compare.run_baselines(settings, None, result, data_id=name_of(detail), store=shared_store())
table, at_the_line = compare.score_rows(y, compare.methods(result, others))
compare.show_scores(table, at_the_line, key="bd_scores")

program = code.program(
    {"rnse_core": ["RNSE"], "rnse_core.datasets": ["make_block_diagonal"], "rnse_core.metrics": ["score_table"]},
    [
        f"A, y = {code.call('make_block_diagonal', **drawn_with(detail))}",
        settings.code(),
        "labels = model.fit_predict(A)  # model.similarity_ is S, model.indicator_ is P",
        "print(score_table(y, labels))",
    ],
)
figure = partial(similarity_heatmap, result.similarity, groups=y, height=520)
name = f"Block-diagonal, c = {detail:g}"
parcel = downloads.Parcel(name, result, settings, figure, program, scores=table, data=drawn_with(detail))
downloads.offer(PAGE, parcel)
code.show_code(program, note=f"Here for c = {detail:g}.")
