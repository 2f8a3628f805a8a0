"""Two moons and other shapes: K-Means, normalized cuts and RNSE side by side (the paper's Fig. 2)."""

from functools import partial

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, Number, draw_all
from pages.shared.controls.model import model_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads, figures
from pages.shared.results.panels import method_panel
from pages.shared.results.scores import show_scores
from pages.shared.results.two_stage_card import two_stage_card
from pages.shared.runs import baselines
from pages.shared.runs.fit import fit
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings, kernel_arguments
from pages.shared.runs.store import shared_store
from rnse_core.datasets import SHAPES
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.metrics import match_labels

PAGE = "tm"


def set_default_noise() -> None:
    """Set the noise that a newly chosen shape is drawn with by default."""
    st.session_state["tm_noise"] = SHAPES[st.session_state["tm_shape"]].default_noise


begin("Two moons and other shapes")
st.markdown(
    "The paper's Fig. 2. K-Means looks at distances to centres, normalized cuts (NCuts) at a **fixed** affinity "
    "graph. RNSE **learns** the graph together with the clusters."
)
values = draw_all(
    PAGE,
    {
        "Data": [
            Choice(
                "tm_shape",
                "Shape",
                "two_moons",
                options={name: shape.title for name, shape in SHAPES.items()},
                on_change=set_default_noise,
            ),
            Number("tm_n", "Points (n)", 200, low=20, high=1500, step=20),
            Number("tm_noise", "Noise", 0.05, low=0.0, high=1.0, step=0.01),
            Choice(
                "tm_clusters",
                "Clusters to find",
                0,
                options={0: "As many as drawn", **{k: str(k) for k in range(1, 9)}},
                help="Noise without structure is drawn as one class and divided into two.",
            ),
        ],
        "RNSE": model_controls(PAGE),
    },
)
area = RunArea()
shape = SHAPES[values["shape"]]
draw = {"n_samples": values["n"], "noise": values["noise"], "random_state": values["seed"]}
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
lines = "Green lines join similar points" + (
    "; orange lines join points of different classes, which a good graph does not have." if several_classes else "."
)
st.caption(f"**{shape.title}.** {shape.description} {lines}")
result = fit(settings, X, data_id=data_id, store=shared_store(), area=area)
if result is None:
    st.stop()
figures.show_messages(result.messages)
others = baselines.run_baselines(settings, X, result, data_id=data_id, store=shared_store())
outcomes = baselines.outcomes(result, others)

draw_panel = partial(method_panel, PAGE, X, y)
with st.grid(2, min_column_width=320):
    with st.container():
        figures.cached_part((PAGE, data_id), partial(draw_panel, "Original", y, None, "The classes as drawn."))
    for name, caption in {
        "K-Means": "No graph: each point goes to the nearest centre.",
        "NCuts": "The kernel.",
    }.items():
        with st.container():
            drawn = partial(draw_panel, name, outcomes[name].labels, outcomes[name].affinity, caption)
            figures.cached_part((PAGE, baselines.baseline_name(name, settings, data_id)), drawn)
    with st.container():
        draw_panel("RNSE", result.labels, result.similarity, "The learned S.")
figures.show_messages(baselines.named_messages(others))

st.subheader("Scores", anchor=False)
score_area = st.container()  # filled below: the pictures come first

st.subheader("Inside the run", anchor=False)
figures.show_readouts(result)
left, right = st.columns(2)
with left:
    figures.similarity_view(PAGE, result.similarity, result.labels, y, name="the learned similarity S", key="s")
with right:
    figures.convergence_view(PAGE, result)

with score_area:
    scores = show_scores(y, outcomes, key="tm_scores")
card_area = st.container()

program = code.program(
    {
        "rnse_core": ["RNSE"],
        "rnse_core.baselines": ["NCuts"],
        "rnse_core.datasets": [shape.make.__name__],
        "rnse_core.metrics": ["score_table"],
        "sklearn.cluster": ["KMeans"],
    },
    [
        f"X, y = {code.call(shape.make.__name__, **draw)}",
        settings.code(),
        "labels = model.fit_predict(X)  # model.similarity_ is S, model.indicator_ is P",
        f"kmeans = {code.call('KMeans', **baselines.kmeans_arguments(settings))}.fit_predict(X)",
        f"ncuts = {code.call('NCuts', **baselines.ncuts_arguments(settings))}.fit_predict(model.affinity_matrix_)",
        'for name, found in [("K-Means", kmeans), ("NCuts", ncuts), ("RNSE", labels)]:',
        "    print(name, score_table(y, found))",
    ],
)
with card_area:
    two_stage_card(
        PAGE,
        X,
        y if several_classes else None,
        settings,
        kind="features",
        data_id=data_id,
        store=shared_store(),
        area=area,
        program=program,
    )
picture = partial(
    affinity_graph, X, affinity_edges(result.similarity), match_labels(y, result.labels), classes=y, height=480
)
files = downloads.ResultFiles(shape.title, result, settings, picture, program, scores=scores, data=draw)
downloads.offer(PAGE, files)
code.show_code(program)
