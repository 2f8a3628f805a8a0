"""Compare: any data with any methods, over seeds and scalings; the grid picture, scores, and all the rest."""

import streamlit as st

from pages.shared import code, comparison
from pages.shared import comparison_views as parts
from pages.shared.controls import Choice, Many, Number, draw_all
from pages.shared.entry import begin
from pages.shared.prepare import SCALINGS
from rnse_core.datasets import DATASETS
from rnse_core.experiments import METHODS

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
FIRST_METHODS = ["K-Means", "NCuts", "CLR", "RNSE"]
#: Comparisons of so few fits are run without being asked for.
FEW_FITS = 30

begin("Compare")
st.markdown(
    "Choose data sets and methods; every pair is run with every seed and every scale of the features. What has been "
    "computed is kept, so a comparison can be stopped, changed and continued."
)
upload = st.session_state.get("yd_table")
OWN = "Your table"
data_names = {name: entry.title for name, entry in DATASETS.items() if entry.origin != "file"}
own = upload[1] if upload is not None and upload[1].kind == "features" and upload[1].labels is not None else None
if own is not None:
    data_names = {OWN: f"Your table: {own.name}", **data_names}
values = draw_all(
    PAGE,
    {
        "What to compare": [
            Many("cp_data", "Data sets", FIRST_DATA, options=data_names),
            Many(
                "cp_methods", "Methods", FIRST_METHODS, options={name: method.title for name, method in METHODS.items()}
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
if not (values["data"] and values["methods"] and values["scales"]):
    st.info("Choose at least one data set, one method and one scale in the sidebar.", icon=":material/arrow_back:")
    st.stop()
data, problems = comparison.load([name for name in values["data"] if name != OWN])
for problem in problems:
    st.warning(problem, icon=":material/cloud_off:")
if own is not None and OWN in values["data"]:
    data = {OWN: (own.X, own.labels), **data}
if not data:
    st.stop()
plan = comparison.Plan(
    data,
    tuple(name for name in METHODS if name in values["methods"]),
    values["seeds"],
    tuple(name for name in SCALINGS if name in values["scales"]),
    float(values["limit"]),
    private=OWN in data,
)
frame, missing = comparison.known_records(plan)
slot = st.container()
fits = "fit" if missing == 1 else "fits"
first_visit = st.session_state.setdefault("cp_first_visit", True)
st.session_state["cp_first_visit"] = False
if missing:
    asked = slot.button(
        f"Run the {missing:,} missing {fits}" if len(frame) else f"Run {missing:,} {fits}",
        type="primary",
        icon=":material/play_arrow:",
        key="cp_run",
    )
    if asked or (first_visit and missing <= FEW_FITS):
        comparison.carry_out(plan, missing, slot)
        st.rerun()
    if frame.empty:
        st.stop()
    slot.caption(f"{len(frame):,} results are there, and what follows shows these.")
failed = frame[frame["status"] != "ok"]
if len(failed):
    with slot.expander(f"{len(failed):,} without a result", icon=":material/info:"):
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
names = [own.name if name == OWN else name for name in data]
code.show_code(
    code.program(
        {"rnse_core.experiments": ["compare", "summarise", "table_markdown"]},
        [
            f"records = compare({names!r}, {list(plan.methods)!r}, "
            f"seeds={plan.seeds}, preprocess={list(plan.preprocess)!r})",
            'print(table_markdown(summarise(records, "accuracy")))',
        ],
    ),
    what="the records and the table",
    note="An uploaded table has to lie where the program is started." if OWN in data else "",
)
