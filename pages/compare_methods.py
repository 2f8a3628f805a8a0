"""Compare: any data with any methods, over seeds and scalings; the grid picture, scores, and all the rest."""

import streamlit as st

from pages.shared.comparison import own_table
from pages.shared.comparison import plan as comparison
from pages.shared.comparison import program as comparison_code
from pages.shared.comparison import views as parts
from pages.shared.comparison.own_table import OWN
from pages.shared.controls.base import Choice, Many, Number, draw_all
from pages.shared.navigation import begin
from pages.shared.results import code
from pages.shared.runs import fit as run
from pages.shared.table.scaling import SCALINGS
from rnse_core.datasets import DATASETS
from rnse_core.experiments import METHODS, takes_all_pairs, tried_again
from rnse_core.planning import DENSE_SAMPLES
from rnse_core.wording import counted

PAGE = "cp"
VIEWS = {
    "grid": "Grid",
    "scores": "Scores",
    "seeds": "Over seeds",
    "confusion": "Confusion",
    "graphs": "Graphs",
    "ranking": "Ranking",
}
FIRST_DATA = ["two_moons", "circles", "spirals", "anisotropic", "iris"]
#: A page that is opened runs so few fits without being asked.
FEW_FITS = 30
FOR_MANY_ROWS = [name for name, method in METHODS.items() if not takes_all_pairs(method, DENSE_SAMPLES + 1)]

begin("Compare")
st.markdown(
    "Choose data sets and methods; every pair is run with every seed and every scale of the features. What has been "
    "computed is kept, so a comparison can be stopped, changed and continued."
)
st.caption(
    f"When the page is opened, up to {FEW_FITS} fits start by themselves; after a change they wait for the button. "
    f"“{OWN}” among the data sets is the one of the page Your data."
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
place = run.Place()
if not (values["data"] and values["methods"] and values["scales"]):
    st.info("Choose at least one data set, one method and one scale in the sidebar.", icon=":material/arrow_back:")
    st.stop()
data, problems = comparison.load([name for name in values["data"] if name != OWN])
own_name = ""
own_clusters: int | None = None
own_parameters: tuple[tuple[str, float], ...] = ()
if OWN in values["data"]:
    problem = own_table.problem(own)
    if problem:
        problems.insert(0, problem)
    elif own is not None:
        own_name, own_clusters = own.name, own_table.choose_clusters(own)
        own_parameters = own_table.choose_parameters(own, values["methods"])
        data = {own_name: (own.X, own.labels if own_table.has_classes(own) else None), **data}
for problem in problems:
    st.warning(problem, icon=":material/cloud_off:")
if not data:
    st.stop()
plan = comparison.Plan(
    data,
    tuple(name for name in METHODS if name in values["methods"]),
    values["seeds"],
    tuple(name for name in SCALINGS if name in values["scales"]),
    float(values["limit"]),
    own=own_name,
    own_clusters=own_clusters,
    own_parameters=own_parameters,
)
try:
    frame, missing = comparison.known_records(plan)
except ValueError as error:
    st.error(str(error), icon=":material/error:")
    st.stop()
slot = st.container()
first_visit = st.session_state.setdefault("cp_first_visit", True)
st.session_state["cp_first_visit"] = False
again = int(tried_again(frame, plan.time_limit).sum())
new = missing - again
if missing:
    offer = slot.empty()
    with offer.container():
        ended_early = comparison.ended_early(plan)
        if ended_early:
            st.info(f"{ended_early} What was finished is kept; the button goes on.", icon=":material/stop_circle:")
        waiting = comparison.why_waiting(plan, frame)
        if waiting:
            st.info(waiting, icon=":material/hourglass_top:")
        asked = st.button(
            f"Run {'the ' if len(frame) else ''}{counted(new, 'missing fit' if len(frame) else 'fit')}"
            if new
            else f"Try {counted(again, 'fit')} again",
            type="primary" if new else "secondary",
            icon=":material/play_arrow:" if new else ":material/replay:",
            key="cp_run",
        )
    by_itself = 0 if asked or not first_visit else comparison.count_by_itself(plan, missing)
    if asked or 0 < by_itself <= FEW_FITS:
        offer.empty()
        comparison.carry_out(plan, by_itself or missing, place, known=frame, by_itself=by_itself > 0)
        st.rerun()
    if frame.empty:
        st.stop()
    if new:
        slot.caption(f"What follows shows the {counted(len(frame), 'result')} that there are.")
failed = frame[frame["status"] != "ok"]
if len(failed):
    with slot.expander(f"{counted(len(failed), 'fit')} without a result", icon=":material/info:"):
        st.dataframe(
            failed[["dataset", "preprocessing", "method", "seed", "status", "error"]],
            hide_index=True,
            key="cp_failed",
            alt="Fits without a result, and why",
        )

view = Choice("cp_view", "Show", "grid", options=VIEWS, segments=True).draw()
if view == "grid":
    parts.grid_view(plan, frame)
elif view == "seeds":
    parts.seeds_view(frame)
elif view == "confusion":
    parts.confusion_view(plan, frame)
elif view == "graphs":
    parts.graphs_view(plan, frame)
elif view == "ranking":
    parts.ranking_view(frame)
if view in ("grid", "scores"):
    st.subheader("Scores", anchor=False)
    parts.score_view(frame)
parts.exports(frame)
code.show_code(
    comparison_code.program(plan, values["data"], own),
    what="the records and the table",
    note="An uploaded table has to lie where the program is started." if own_name else "",
)
