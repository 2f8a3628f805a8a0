"""Two moons and other shapes: K-Means, normalized cuts and RNSE side by side (the paper's Fig. 2)."""

from functools import partial

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, Number, draw_all
from pages.shared.controls.model import model_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads
from pages.shared.results import figures as views
from pages.shared.runs import baselines as compare
from pages.shared.runs import fit as run
from pages.shared.runs.settings import ModelSettings, kernel_arguments
from pages.shared.runs.store import shared_store
from rnse_core.datasets import SHAPES
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.metrics import cross_cluster_affinity, match_labels
from rnse_core.wording import counted

PAGE = "tm"


def usual_noise() -> None:
    """Give a newly chosen shape the noise it is usually drawn with."""
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
                on_change=usual_noise,
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
place = run.Place()
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
result = run.fit(settings, X, data_id=data_id, store=shared_store(), place=place)
if result is None:
    st.stop()
views.show_messages(result.messages)
others = compare.run_baselines(settings, X, result, data_id=data_id, store=shared_store())
methods = compare.methods(result, others)


def panel(title: str, labels: np.ndarray | None, affinity: np.ndarray | None, caption: str) -> None:
    """Draw one method: its labels in the colours of the matched classes, over the edges of its affinity."""
    st.subheader(title, anchor=False)
    edges = affinity_edges(affinity) if affinity is not None else None
    matched = match_labels(y, labels) if labels is not None else None
    views.chart(
        affinity_graph(X, edges, matched, classes=y, legend=False, height=270),
        key=f"tm_panel_{title}",
        alt=f"{title}: points coloured by cluster. {caption}",
    )
    if edges is not None:
        left_out = f"; not drawn: the {edges.n_left_out:,} weakest" if edges.n_left_out else ""
        caption += f" {counted(edges.n_total, 'edge')}{left_out}."
        if affinity is not None and several_classes:
            caption += f" **{cross_cluster_affinity(affinity, y):.1%}** of the affinity crosses classes."
    st.caption(caption)


with st.grid(2, min_column_width=320):
    with st.container():
        views.unchanged((PAGE, data_id), partial(panel, "Original", y, None, "The classes as drawn."))
    for name, caption in {
        "K-Means": "No graph: each point goes to the nearest centre.",
        "NCuts": "The kernel.",
    }.items():
        with st.container():
            drawn = partial(panel, name, *methods[name][:2], caption)
            views.unchanged((PAGE, compare.baseline_name(name, settings, data_id)), drawn)
    with st.container():
        panel("RNSE", *methods["RNSE"][:2], "The learned S.")
for name, one in others.items():
    views.show_messages([f"{name}: {message}" for message in one.messages])

st.subheader("Scores", anchor=False)
scores = st.container()  # filled below: the pictures come first

st.subheader("Inside the run", anchor=False)
views.readouts(result)
left, right = st.columns(2)
with left:
    views.similarity_view(PAGE, result.similarity, result.labels, y, name="the learned similarity S", key="s")
with right:
    views.convergence_view(PAGE, result)

with scores:
    table, at_the_line = compare.score_rows(y, methods)
    compare.show_scores(table, at_the_line, key="tm_scores")

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
        f"kmeans = {code.call('KMeans', **compare.kmeans_arguments(settings))}.fit_predict(X)",
        f"ncuts = {code.call('NCuts', **compare.ncuts_arguments(settings))}.fit_predict(model.affinity_matrix_)",
        'for name, found in [("K-Means", kmeans), ("NCuts", ncuts), ("RNSE", labels)]:',
        "    print(name, score_table(y, found))",
    ],
)
picture = partial(
    affinity_graph, X, affinity_edges(result.similarity), match_labels(y, result.labels), classes=y, height=480
)
downloads.offer(PAGE, downloads.Parcel(shape.title, result, settings, picture, program, scores=table, data=draw))
code.show_code(program)
