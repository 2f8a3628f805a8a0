"""Convergence: the objective of every version of the algorithm over its rounds (the paper's Fig. 3)."""

from __future__ import annotations

import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, LogSlider, Number, draw_all
from pages.shared.controls.model import ALPHAS, BETAS
from pages.shared.navigation import begin
from pages.shared.results import code
from pages.shared.results import figures as views
from pages.shared.runs.descent import descent_sentences, descent_table, histories_of
from pages.shared.runs.named_data import FEATURE_DATA
from pages.shared.runs.progress import RunArea
from rnse_core.figures import descent_curves
from rnse_core.recording import VERSIONS, padded
from rnse_core.wording import counted

PAGE = "cv"
PARTS = {
    "total": "Objective",
    "objective": "Objective / first value",
    "smoothness": "Smoothness",
    "frobenius": "α‖S‖²",
    "embedding": "β · embedding",
}

begin("Convergence")
st.markdown(
    "The paper's Fig. 3 plots the objective over the rounds and reads convergence from its fall. The curve beside it "
    "is what that leaves out: how far S is from doubly stochastic. The objective is to be minimised over **doubly "
    "stochastic** S alone; of an S that is not one, a small value says nothing."
)
values = draw_all(
    PAGE,
    {
        "Data": [
            Choice("cv_data", "Data", "two_moons", options={name: one.title for name, one in FEATURE_DATA.items()}),
            Number("cv_seeds", "Seeds", 5, low=1, high=10, step=1, help="Runs of each version, from seed 0 on."),
        ],
        "RNSE": [
            LogSlider("cv_alpha", "Alpha (α)", 1.0, steps=ALPHAS),
            LogSlider("cv_beta", "Beta (β)", 1.0, steps=BETAS),
            Choice(
                "cv_authors",
                "Authors' code",
                "no",
                options={"no": "Leave out", "yes": "Run it too"},
                help="100 rounds of 50 sweeps: takes some seconds.",
            ),
        ],
    },
)
place = RunArea()
chosen = [name for name in VERSIONS if name != "authors" or values["authors"] == "yes"]
X, _, n_clusters = FEATURE_DATA[values["data"]].load()
seeds = range(values["seeds"])
runs = histories_of(values["data"], chosen, seeds, values["alpha"], values["beta"], place)
if runs is None:
    st.warning("The runs were stopped.", icon=":material/stop_circle:")
    st.stop()
st.caption(
    f"**{FEATURE_DATA[values['data']].title}**, {counted(len(X), 'point')}, {counted(n_clusters, 'cluster')}, "
    f"{counted(values['seeds'], 'run')} of each version. Thin lines are runs, thick lines their mean; the large mark "
    "is the last round. All versions have the paper's K, scaled by the 7th neighbour, "
    + ("but the authors' code has its own." if "authors" in chosen else "so what differs is how the problem is solved.")
)
part = Choice("cv_part", "Curve", "total", options=PARTS, segments=True).draw()
titled = {VERSIONS[name].title: histories for name, histories in runs.items()}
left, right = st.columns(2)
with left:
    curves = {
        name: padded(found, "objective" if part == "total" else part, relative=part == "objective")
        for name, found in titled.items()
    }
    views.chart(
        descent_curves(curves, title=PARTS[part].lower()),
        key="cv_objective",
        alt=f"{PARTS[part]} per round. {descent_sentences(runs)[0]}",
    )
with right:
    errors = {name: padded(found, "row_sum_error") for name, found in titled.items()}
    views.chart(
        descent_curves(errors, title="largest |row sum − 1|", log=True),
        key="cv_residual",
        alt=f"Largest error of a row sum of S per round, on a logarithmic axis. {' '.join(descent_sentences(runs))}",
    )
with class_mode.revealed():
    for sentence in descent_sentences(runs):
        st.markdown(f"- {sentence}")
table = descent_table(runs)
st.dataframe(
    table,
    hide_index=True,
    column_config={"row-sum error": st.column_config.NumberColumn("row-sum error", format="%.2g")},
    key="cv_table",
)
st.download_button(
    "Values (CSV)", table.to_csv(index=False), file_name="convergence.csv", mime="text/csv", icon=":material/download:"
)
code.show_code(
    code.program(
        {"rnse_core.recording": ["record_histories", "summarise_descent"], **FEATURE_DATA[values["data"]].imports},
        [
            *FEATURE_DATA[values["data"]].lines,
            f"for version in {chosen}:",
            f"    histories = record_histories(X, {n_clusters}, version, range({values['seeds']}), "
            f"alpha={values['alpha']!r}, beta={values['beta']!r})",
            "    print(version, summarise_descent(histories))",
        ],
    )
)
