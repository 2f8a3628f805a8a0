"""Two moons and other shapes: K-Means, normalized cuts and RNSE side by side (the paper's Fig. 2)."""

from collections.abc import Hashable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, Number, Seed, draw_all
from pages.shared.controls.model import further_methods, model_controls, tuned_controls
from pages.shared.controls.noise import shape_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads, figures
from pages.shared.results.findings import show_alpha_hint, show_findings, show_preset_note, show_warnings
from pages.shared.results.panels import MOST_IN_SMALL_PANEL, cluster_palette, method_panel
from pages.shared.results.row_of_s import clickable, row_control, sample_of, show_row
from pages.shared.results.scores import show_scores, show_silhouettes
from pages.shared.results.two_stage_card import two_stage_card
from pages.shared.runs import baselines
from pages.shared.runs.fit import fit
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings, kernel_arguments
from pages.shared.runs.store import shared_store
from rnse_core.datasets import SHAPES
from rnse_core.figures import affinity_edges, affinity_graph, row_of
from rnse_core.findings import ComponentsAreClusters
from rnse_core.graph.components import component_labels
from rnse_core.metrics import match_labels
from rnse_core.wording import counted, listed

PAGE = "tm"
CAPTIONS = {
    "K-Means": "No graph: each point goes to the nearest centre.",
    "NCuts": "Its own graph of 10 nearest neighbours.",
    baselines.ON_K: "The kernel K of RNSE.",
    baselines.ON_S: "The S of RNSE, cut as NCuts does.",
    "RNSE": "The learned S.",
}
#: In class mode: two rows of panels, and a warning under them, on one screen.
CLASS_HEIGHT = 154
ONE_CLASS = "The points have one class, so there is nothing to be right about."

begin("Two moons and other shapes")
st.markdown(
    "The paper's Fig. 2. K-Means looks at distances to centres; normalized cuts (NCuts) cuts a **fixed** graph; RNSE "
    "**learns** the graph that is cut."
)
values = draw_all(
    PAGE,
    {
        "Data": [
            *shape_controls(PAGE, Number("tm_n", "Points (n)", 200, low=20, high=1500, step=20)),
            Choice(
                "tm_clusters",
                "Clusters to find",
                0,
                options={0: "As many as drawn", **{k: str(k) for k in range(1, 9)}},
                help="Noise without structure is drawn as one class and divided into two.",
            ),
            Seed("tm_draw", "Seed of the points", help="The same seed draws the same points."),
        ],
        "RNSE": [*model_controls(PAGE), row_control(PAGE, 1500)],
        "Beside RNSE": [further_methods(PAGE)],
    },
    tuned=tuned_controls(PAGE),
)
area = RunArea()
shape = SHAPES[values["shape"]]
draw = {"n_samples": values["n"], "noise": values["noise"], "random_state": values["draw"]}
X, y = shape.make(**draw)
settings = ModelSettings.of(
    values["preset"],
    values["clusters"] or max(2, shape.n_clusters),
    alpha=values["alpha"],
    beta=values["beta"],
    **kernel_arguments(values["kernel"], values["neighbours"]),
    random_state=values["seed"],
)
data_id = (shape.make.__name__, tuple(draw.items()))

several_classes = len(np.unique(y)) > 1
known = y if several_classes else None
description = "" if class_mode.is_on() else shape.description
lines = "Green lines join similar points" + (
    "; orange lines join points of different classes, which a good graph does not have." if several_classes else "."
)
st.caption(f"**{shape.title}.** {description} {lines}")
show_preset_note(values["preset"])
result = fit(settings, X, data_id=data_id, store=shared_store(), area=area)
if result is None:
    st.stop()
others = baselines.run_baselines(
    settings, X, result, kind="features", further=values["further"], data_id=data_id, store=shared_store()
)
outcomes = baselines.outcomes(result, others)
found = result.labels
point_numbers = np.arange(1, len(X) + 1)
marked = sample_of(values["row"], point_numbers)
row = None if marked is None else row_of(result.similarity, marked)


palette = cluster_palette(y, found)


def show_figure_2_note() -> None:
    """Say how the panel of NCuts differs from the paper's, with a button for the graph that has what it reports."""
    st.caption(baselines.FIGURE_2_NOTE)
    if baselines.ON_K not in values["further"]:
        st.button("Cut K beside", key="tm_on_K", icon=":material/content_cut:", on_click=cut_K)


def cut_K() -> None:
    """Set the further methods to those that are shown, and NCuts on K."""
    st.session_state["tm_further"] = [*values["further"], baselines.ON_K]


def draw_panel(title: str, name: Hashable, labels: np.ndarray | None, *drawn: Any, **options: Any) -> None:
    """Draw a panel, or replay it; `name` names what found the labels, which are numbered as the clusters of RNSE."""
    numbers = None if labels is None else match_labels(found, labels)
    options = {"colors": None if numbers is None else palette[numbers], "class_height": CLASS_HEIGHT, **options}
    draw = partial(method_panel, PAGE, X, y, title, labels, *drawn, numbers=numbers, **options)
    drawn_of = [one if one is None else one.tobytes() for one in (numbers, options["colors"])]
    figures.cached_part((PAGE, title, data_id, name, *drawn_of), draw)


in_a_row = len(X) <= MOST_IN_SMALL_PANEL and not class_mode.is_on()
with st.grid(4 if in_a_row else 2, min_column_width=180 if in_a_row else 320, gap="small"):
    with st.container():
        drawn_as = "The classes. A cluster has the colour of its class." if several_classes else "One class."
        draw_panel("Original", None, y, None, drawn_as, classes=True, colors=y)
    for name, one in outcomes.items():
        with st.container():
            if name == "RNSE":  # not kept: it can be clicked
                drawn = partial(clickable, PAGE, points=X, numbers=point_numbers, row=row)
                options = {"numbers": found, "colors": palette[found], "class_height": CLASS_HEIGHT, "draw": drawn}
                method_panel(PAGE, X, y, name, found, one.affinity, CAPTIONS[name], **options)
                continue
            key = baselines.baseline_name(name, settings, data_id, stopped=result.stopped)
            draw_panel(name, key, one.labels, one.affinity, CAPTIONS[name])
# Under the pictures, which do not move when a warning appears.
show_warnings(result, settings)
figures.show_messages(baselines.named_messages(others))
hint_area = st.container()
show_findings(result, settings, without=() if several_classes else (ComponentsAreClusters,))
with st.container():
    if not several_classes:
        sizes = listed([f"{size:,}" for size in np.sort(np.bincount(component_labels(result.similarity)))[::-1]])
        parts = counted(result.n_components, "part")
        st.markdown(
            f"S has {parts}; points in each: {sizes}. Parts of pure noise are no clusters, whatever their number."
        )
    elif values["shape"] == "two_moons":
        show_figure_2_note()
show_row(PAGE, row, point_numbers, found, known)

st.header("Scores", anchor=False)
score_area = st.container()  # filled below: the pictures come first

st.header("Inside the run", anchor=False)
figures.show_readouts(result)
left, right = st.columns(2)
with left:
    S_name = "the learned similarity S"
    figures.similarity_view(PAGE, result.similarity, found, known, name=S_name, key="s", marked=marked)
with right:
    figures.convergence_view(PAGE, result)

with score_area:
    if several_classes:
        scores = show_scores(y, outcomes, key="tm_scores")
    else:
        scores = show_silhouettes(X, "features", outcomes, key="tm_scores", why=ONE_CLASS)
    if values["shape"] == "two_moons":
        st.caption(baselines.MOONS_NOTE)
card_area = st.container()

score = "score_table" if several_classes else "silhouette"
program = code.program(
    {
        "rnse_core": ["RNSE"],
        "rnse_core.baselines": ["NCuts"],
        "rnse_core.datasets": [shape.make.__name__],
        "rnse_core.metrics": [score],
        "sklearn.cluster": ["KMeans"],
    },
    [
        f"X, y = {code.call(shape.make.__name__, **draw)}",
        settings.code(),
        "labels = model.fit_predict(X)  # model.similarity_ is S, model.indicator_ is P",
        f"kmeans = {code.call('KMeans', **baselines.kmeans_arguments(settings.n_clusters))}.fit_predict(X)",
        f"ncuts = {code.call('NCuts', **baselines.ncuts_arguments(settings.n_clusters))}.fit_predict(X)",
        'for name, found in [("K-Means", kmeans), ("NCuts", ncuts), ("RNSE", labels)]:',
        f"    print(name, {score}({'y' if several_classes else 'X'}, found))",
    ],
)
with card_area:
    two_stage_card(
        PAGE,
        X,
        known,
        settings,
        kind="features",
        data_id=data_id,
        store=shared_store(),
        area=area,
        program=program,
    )
picture = partial(
    affinity_graph, X, affinity_edges(result.similarity), found, classes=known, numbers=palette[found], height=480
)
files = downloads.ResultFiles(shape.title, result, settings, picture, program, scores=scores, classes=known, data=draw)
downloads.offer(PAGE, files)
code.show_code(program)
# It fits several times, so all else is drawn before.
with hint_area:
    show_alpha_hint(PAGE, result, settings, X, data_id=data_id, store=shared_store(), area=area)
