"""Compare any data with any methods, over seeds and scales of the features: pictures, scores, graphs and ranks."""

import streamlit as st

from pages.shared import class_mode
from pages.shared.comparison import own_table, views
from pages.shared.comparison.one_class import clusters_for_one_class
from pages.shared.comparison.own_table import OWN
from pages.shared.comparison.plan import Plan, draw_anew, known_records, load
from pages.shared.comparison.program import comparison_program
from pages.shared.comparison.running import AUTOMATIC_FITS, complete, show_unusable
from pages.shared.controls.base import Choice, Many, Number, draw_all
from pages.shared.navigation import begin
from pages.shared.results import code
from pages.shared.runs.progress import RunArea
from pages.shared.table.scaling import SCALINGS
from pages.shared.text import as_sentence
from rnse_core.datasets import DATASETS
from rnse_core.exceptions import StoreError
from rnse_core.experiments import METHODS, takes_all_pairs
from rnse_core.planning import DENSE_SAMPLES
from rnse_core.preprocessing import ColumnScale

PAGE = "cp"
VIEWS = {
    "grid": "Grid",
    "scores": "Scores",
    "seeds": "Over seeds",
    "confusion": "Confusion",
    "graphs": "Graphs",
    "ranking": "Ranking",
}
FIRST_DATA = ["two_moons", "circles", "spirals", "anisotropic", "iris", "no_structure"]
FOR_MANY_ROWS = [name for name, method in METHODS.items() if not takes_all_pairs(method, DENSE_SAMPLES + 1)]

begin("Compare")
st.markdown(
    "Choose data sets and methods: every method runs on every data set, with every seed and every scale of the "
    "features. Results are kept, so a comparison can be stopped, changed and continued."
)
st.caption(
    f"When the page is opened, up to {AUTOMATIC_FITS} fits start by themselves; after a change they wait for the "
    f"button. “{OWN}” is the table of the page Your data."
)
data_names = {OWN: OWN, **{name: entry.title for name, entry in DATASETS.items() if entry.origin != "file"}}
own = own_table.current()
values = draw_all(
    PAGE,
    {
        "What to compare": [
            Many("cp_data", "Data sets", FIRST_DATA, options=data_names),
            Many(
                "cp_methods",
                "Methods",
                list(own_table.FIRST),
                options={name: name for name in METHODS},
                help="; ".join(f"**{name}**: {one.title}" for name, one in METHODS.items() if one.title != name)
                + f". Of more than {DENSE_SAMPLES:,} rows these do not look at all pairs: {', '.join(FOR_MANY_ROWS)}.",
            ),
            Number(
                "cp_seeds", "Seeds", 1, low=1, high=20, step=1, help="Methods that draw nothing at random run once."
            ),
            Choice(
                "cp_redraw",
                "Synthetic data",
                "same",
                options={"same": "The same points for every seed", "anew": "Drawn anew for each seed"},
                active=lambda chosen: chosen["seeds"] > 1,
                help="If they are drawn anew, the spread over the seeds includes that of the data.",
            ),
            Many("cp_scales", "Scales of the features", ["zscore"], options=SCALINGS),
            Number(
                "cp_limit",
                "Seconds for each fit",
                60,
                low=5,
                high=600,
                step=5,
                help="A fit that takes longer is ended, and the record says so.",
            ),
        ]
    },
)
area = RunArea()
# In class mode the pictures come before all that is said of the data, so that they stand on one screen.
view_place = st.container()
if not (values["data"] and values["methods"] and values["scales"]):
    st.info("Choose at least one data set, one method and one scale in the sidebar.", icon=":material/arrow_back:")
    st.stop()
data, problems = load([name for name in values["data"] if name != OWN])
clusters = clusters_for_one_class(data)
own_name = ""
own_parameters: tuple[tuple[str, float], ...] = ()
own_scales: tuple[ColumnScale, ...] = ()
if OWN in values["data"]:
    problem = own_table.problem(own)
    if problem:
        problems.insert(0, problem)
    elif own is not None:
        own_name = own.name
        own_clusters = own_table.choose_clusters(own)
        clusters |= {} if own_clusters is None else {own_name: own_clusters}
        own_parameters = own_table.choose_parameters(own, values["methods"])
        own_scales = own_table.column_scales(own)
        data = {own_name: (own.X, own.labels if own_table.has_classes(own) else None), **data}
for problem in problems:
    st.warning(as_sentence(problem), icon=":material/cloud_off:")
if not data:
    st.stop()
anew = values["redraw"] == "anew" and values["seeds"] > 1
plan = Plan(
    data,
    tuple(name for name in METHODS if name in values["methods"]),
    values["seeds"],
    tuple(name for name in SCALINGS if name in values["scales"]),
    float(values["limit"]),
    own=own_name,
    clusters=clusters,
    own_parameters=own_parameters,
    own_scales=own_scales,
    draws=draw_anew([name for name in values["data"] if name != OWN], values["seeds"]) if anew else {},
)
views.unsuitable_scales(plan)
try:
    frame, missing = known_records(plan)
except StoreError as error:
    show_unusable(error)
    st.stop()
except ValueError as error:
    st.error(as_sentence(str(error)), icon=":material/error:")
    st.stop()
notes = st.container()
first_visit = st.session_state.setdefault("cp_first_visit", True)
st.session_state["cp_first_visit"] = False
if missing:
    complete(plan, frame, missing, area, notes, first_visit=first_visit)
with notes:
    views.failures(plan, frame)

with view_place if class_mode.is_on() else st.container():
    view = Choice("cp_view", "Show", "grid", options=VIEWS, segments=True).draw()
    if view == "grid":
        views.grid_view(plan, frame)
    elif view == "seeds":
        views.seeds_view(frame)
    elif view == "confusion":
        views.confusion_view(plan, frame)
    elif view == "graphs":
        views.graphs_view(plan, frame)
    elif view == "ranking":
        views.ranking_view(frame)
    if view in ("grid", "scores"):
        st.header("Scores", anchor=False)
        views.score_view(frame)
views.exports(frame)
code.show_code(
    comparison_program(plan, values["data"], own),
    what="the records and the table",
    note="Put the uploaded table where the program is started." if own_name else "",
)
