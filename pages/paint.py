"""Paint points, and see at once how RNSE, NCuts and K-Means cluster them."""

from functools import partial

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, draw_all
from pages.shared.controls.model import model_controls, tuned_controls
from pages.shared.navigation import begin
from pages.shared.paint.component import paint
from pages.shared.paint.points import CLASSES, FILE, MOST_POINTS
from pages.shared.results import code, downloads, figures
from pages.shared.results.findings import show_findings, show_preset_note, show_warnings
from pages.shared.results.panels import cluster_palette, method_panel
from pages.shared.results.scores import show_scores
from pages.shared.runs import baselines
from pages.shared.runs.fit import fit
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings, kernel_arguments
from pages.shared.runs.store import session_store
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.metrics import match_labels

PAGE = "pa"
CAPTIONS = {
    "K-Means": "No graph: each point goes to the nearest centre.",
    "NCuts": "Its own graph of 10 nearest neighbours.",
    "RNSE": "The learned S.",
}
#: With fewer points there is no graph of neighbours to speak of.
FEWEST_POINTS = 12

begin("Paint")
st.markdown(
    f"Paint up to {MOST_POINTS} points; they are clustered after every stroke. Colours are classes: they are scored, "
    "never used to cluster; a cluster has the colour of the class that it matches. The address does not keep the "
    "points: download them."
)
left, right = st.columns([1, 1], gap="medium")
with left:
    painting = paint(key="pa_canvas")
tuned_place = right.container()
values = draw_all(
    PAGE,
    {
        "Clusters": [
            Choice(
                "pa_clusters",
                "Clusters to find",
                0,
                options={0: "As many as colours", **{k: str(k) for k in range(1, 9)}},
                help="With one colour alone, two clusters are looked for.",
            )
        ],
        "RNSE": model_controls(PAGE),
    },
    tuned=tuned_controls(PAGE),
    beside=tuned_place,
)
X, y, store = painting.X, painting.classes, session_store()
st.download_button(
    "Points (CSV)",
    painting.csv(),
    FILE,
    "text/csv",
    key="pa_points_file",
    icon=":material/download:",
    help="The page Your data reads it: upload it there.",
    on_click="ignore",
)
settings = ModelSettings.of(
    values["preset"],
    values["clusters"] or max(2, painting.n_classes),
    alpha=values["alpha"],
    beta=values["beta"],
    **kernel_arguments(values["kernel"], values["neighbours"]),
    random_state=values["seed"],
)
program = code.program(
    {"rnse_core": ["RNSE", "read_table"]},
    [
        f'X = read_table("{FILE}").X',
        settings.code(),
        "labels = model.fit_predict(X)  # model.similarity_ is S, model.indicator_ is P",
    ],
)
NOTE = "Download the points first, and put the file in the folder of the program."
area = RunArea()
if len(np.unique(X, axis=0)) < FEWEST_POINTS:
    with right:
        st.info(f"Paint at least {FEWEST_POINTS} points in different places.", icon=":material/brush:")
    code.show_code(program, note=NOTE)
    st.stop()
data_id = ("painting", painting.points)
result = fit(settings, X, data_id=data_id, store=store, area=area)
if result is None:
    st.stop()
others = baselines.run_baselines(settings, X, result, kind="features", data_id=data_id, store=store)
outcomes = baselines.outcomes(result, others)


with right:
    panels = {"RNSE": st.container()}
    with st.grid(2, min_column_width=160, gap="small"):
        panels |= {name: st.container() for name in ("NCuts", "K-Means")}
palette = cluster_palette(painting.codes, result.labels)
for name, place in panels.items():
    one = outcomes[name]
    # Numbered as the clusters of RNSE that they match, and in the colours of these.
    numbers = None if one.labels is None else match_labels(result.labels, one.labels)
    with place:
        colors = None if numbers is None else palette[numbers]
        method_panel(PAGE, X, y, name, one.labels, one.affinity, CAPTIONS[name], numbers=numbers, colors=colors)
with left:
    # In the room under the canvas: in sight, and no picture moves.
    show_warnings(result, settings)
show_preset_note(values["preset"])
figures.show_messages(baselines.named_messages(others))
show_findings(result, settings)
figures.show_readouts(result)
scores = None
if painting.n_classes > 1:
    st.header("Scores", anchor=False)
    scores = show_scores(y, outcomes, key="pa_scores")
st.header("Inside the run", anchor=False)
known = y if painting.n_classes > 1 else None
map_place, curve_place = st.columns(2)
with map_place:
    figures.similarity_view(PAGE, result.similarity, result.labels, known, name="the learned similarity S", key="s")
with curve_place:
    figures.convergence_view(PAGE, result)
edges, colors = affinity_edges(result.similarity), palette[result.labels]
picture = partial(affinity_graph, X, edges, result.labels, classes=known, numbers=colors, height=480)
data = {"points": len(X), "classes": list(CLASSES[: painting.n_classes])}
files = downloads.ResultFiles("Painted", result, settings, picture, program, scores=scores, classes=known, data=data)
downloads.offer(PAGE, files)
code.show_code(program, note=NOTE)
