"""Tables 1 to 3: the paper's data sets and scores, ours beside the printed ones."""

import pandas as pd
import streamlit as st

from pages.shared.comparison.printed import data_table, score_table, shipped_results, unavailable
from pages.shared.controls.base import Choice, draw_all
from pages.shared.navigation import begin
from pages.shared.results import code
from pages.shared.results.table_downloads import offer_tables
from pages.shared.table.scaling import SCALING_HELP, SCALINGS
from rnse_core.datasets import PAPER_METHODS
from rnse_core.experiments import against_printed, summarise_all, write_tables
from rnse_core.wording import counted

PAGE = "pt"
SCORES = {"accuracy": "Table 2: ACC", "purity": "Table 3: purity"}
#: In pixels: the longest reason is written in full.
REASON_WIDTH = 470
CELLS = {
    "ours": "Ours",
    "ours_std": "± ours",
    "printed": "Printed",
    "printed_std": "± printed",
    "difference": "Difference",
}

begin("Tables 1 to 3")
st.markdown(
    "The paper compares nine methods on eight data sets. Here are our own runs beside the printed values: ten seeds "
    "each, one where a fit takes minutes. The paper does not say how its features were scaled; that alone moves some "
    "scores by ten points."
)
frame, about = shipped_results()
scales = {name: title for name, title in SCALINGS.items() if name in set(frame["preprocessing"])}
values = draw_all(
    PAGE,
    {
        "Tables 2 and 3": [
            Choice("pt_score", "Score", "accuracy", options=SCORES),
            Choice("pt_scale", "Scale of the features", "minmax", options=scales, help=SCALING_HELP),
        ]
    },
)

st.header(SCORES[values["score"]], anchor=False)
cells = Choice("pt_cells", "Cells show", "ours", options=CELLS, segments=True).draw()
of_scale = frame[frame["preprocessing"] == values["scale"]]
compared = against_printed(of_scale, values["score"])
score_table(compared, cells)
at_line = compared[compared["at_majority"]]
if len(at_line):
    st.caption(
        f"† No better than one cluster, {counted(len(at_line), 'mean')} of ours: "
        + "; ".join(f"on {name} {', '.join(rows['method'])}" for name, rows in at_line.groupby("dataset", sort=False))
        + "."
    )
# Versions of a method, and parts of a data set, are compared with the same printed value.
marked = compared[(compared["verdict"] != "") & compared["method"].isin(PAPER_METHODS)]
marked = marked.drop_duplicates(["printed_dataset", "method"])
with st.expander(
    f"{counted(len(marked), 'printed value')}, impossible or no better than one cluster", icon=":material/report:"
):
    st.markdown(
        "‡ **Impossible**: no clustering can have this score. **Trivial**: one cluster is as good. Both follow "
        "from the sizes of the classes alone."
    )
    st.dataframe(
        marked[["printed_dataset", "method", "printed", "verdict", "reason"]].rename(
            columns={
                "printed_dataset": "Data set",
                "method": "Method",
                "printed": "Printed %",
                "verdict": "Verdict",
                "reason": "Reason",
            }
        ),
        hide_index=True,
        column_config={
            "Data set": st.column_config.Column(width=104),
            "Method": st.column_config.Column(width=70),
            "Printed %": st.column_config.NumberColumn(format="%.1f", width=76),
            "Verdict": st.column_config.Column(width=86),
            "Reason": st.column_config.Column(width=REASON_WIDTH),
        },
        key="pt_marked",
        alt="Printed values that are impossible or trivial",
    )
missing = compared[(compared["runs"] == 0) & (compared["status"] != "")]
if len(missing):
    with st.expander(f"{counted(len(missing), 'cell')} without a result in our runs", icon=":material/info:"):
        st.dataframe(
            missing[["dataset", "method", "status"]].rename(
                columns={"dataset": "Data set", "method": "Method", "status": "Reason"}
            ),
            hide_index=True,
            column_config={"Reason": st.column_config.Column(width=REASON_WIDTH)},
            key="pt_missing",
            alt="Cells without a result",
        )
st.caption(
    f"Our runs: scikit-learn {about['versions']['scikit-learn']}, numpy {about['versions']['numpy']}; at most "
    f"{about['timeout']:g} s for each fit. Computed with `{about['command']}`."
)


def tables(ending: str) -> str:
    """Write all of both scores as CSV, our means as Markdown or LaTeX."""
    if ending == ".csv":
        both = [against_printed(of_scale, score).assign(score=score, preprocessing=values["scale"]) for score in SCORES]
        return pd.concat(both).to_csv(index=False)
    return write_tables(summarise_all(of_scale, SCORES), ending)


with st.container(horizontal=True):
    offer_tables(PAGE, f"tables_2_and_3_{values['scale']}", tables)

st.header("Table 1: the data", anchor=False)
data_table(frame)
for line in unavailable(frame):
    st.caption(line)

program = code.program(
    {"rnse_core.experiments": ["against_printed", "compare"]},
    [
        'records = compare(["diabetes", "mnist"], seeds=10, preprocess=' + repr(values["scale"]) + ")",
        f"print(against_printed(records, {values['score']!r})[['dataset', 'method', 'mean', 'std', 'printed']])",
    ],
)
code.show_code(
    program,
    what="two rows of the table",
    note="The data are fetched from OpenML; a folder with your own files is given as data_home.",
)
