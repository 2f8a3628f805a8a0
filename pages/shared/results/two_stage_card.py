"""The card "Does it help?": RNSE beside K-Means and the methods of two stages, on the data of a page."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pages.shared.controls.base import Choice
from pages.shared.results import code
from pages.shared.runs.preparation import prepare
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.text import as_sentence
from rnse_core.findings import sentence_for
from rnse_core.metrics import cross_cluster_affinity, labelled_mask, score_table, silhouette
from rnse_core.planning import DENSE_SAMPLES
from rnse_core.recording import MethodRecord, TwoStageRecord, record_two_stage
from rnse_core.wording import counted

DIFFER, CHANGE = "Labels that differ from RNSE", "‖S − S₀‖₁ / n"


def two_stage_card(
    page: str,
    X: np.ndarray,
    y: np.ndarray | None,
    settings: ModelSettings,
    *,
    kind: str,
    data_id: Hashable,
    store: ResultStore,
    area: RunArea,
    program: str,
    variable: str = "X",
) -> None:
    """Draw the card; nothing is computed until the reader opens it.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    X : ndarray
    y : ndarray or None
        Classes, blank where a point has none; None where there are no classes.
    settings : ModelSettings
    kind : {"features", "similarity", "distance"}
        What X is.
    data_id : hashable
        Names the data.
    store : ResultStore
    area : RunArea
    program : str
        What makes the data and the model; the card adds its lines.
    variable : str, default="X"
        The name of the data in the program.
    """
    control = Choice(f"{page}_joint", "Against two stages", "no", options={"no": "Hide", "yes": "Show"}, segments=True)
    # A card that is closed is no part of a printed page.
    with st.container(key=f"{page}_card" if control.wanted() == "yes" else f"screen_only_{page}_card"):
        st.header("Does the joint model help?", anchor=False)
        opened = control.draw()
    if opened != "yes":
        return
    if settings.kernel.plan(X).sparse:
        st.caption(f"NCuts needs the similarities of all pairs: choose at most {DENSE_SAMPLES:,} points.")
        return
    try:
        record = area.wait_for(
            "Running the methods of two stages",
            partial(
                store.get_or_make,
                ("two stages", data_id, settings),
                partial(_record, X, settings, data_id=data_id, store=store),
            ),
        )
    except ValueError as error:
        st.error(as_sentence(str(error)), icon=":material/error:")
        return
    table = two_stage_table(record, X, y, kind)
    percent = {name: st.column_config.NumberColumn(name, format="percent") for name in ("ACC", "Crossing")}
    three = {name: st.column_config.NumberColumn(name, format="%.3f") for name in ("ARI", "Silhouette")}
    change = {CHANGE: st.column_config.NumberColumn(CHANGE, format="%.4f")}
    st.dataframe(
        table,
        hide_index=True,
        placeholder="–",
        column_config={**percent, **three, **change},
        key=f"{page}_joint_table",
        alt=f"Methods of two stages beside RNSE. {joint_sentence(record)}",
    )
    st.markdown(joint_sentence(record))
    own_graph = " NCuts on 10 neighbours has a graph of its own, which no setting of RNSE changes."
    st.caption(
        "Two stages: S₀ is learned once, at β = 0, and then cut. Labels differ where the best matching of the clusters "
        "leaves them unequal. Crossing: share of a method's graph that joins different "
        f"{'clusters of its own' if y is None else 'classes'}.{own_graph * (kind == 'features')}"
    )
    st.download_button(
        "These values (CSV)",
        table.to_csv(index=False),
        file_name="two_stages.csv",
        mime="text/csv",
        icon=":material/download:",
        key=f"{page}_joint_values",
        on_click="ignore",
    )
    code.show_code(card_program(program, variable), what="the table of the methods of two stages")


def _record(X: np.ndarray, settings: ModelSettings, *, data_id: Hashable, store: ResultStore) -> TwoStageRecord:
    prepared = prepare(settings.kernel, X, data_id=data_id, store=store).data
    return record_two_stage(X, settings.build(), prepared=prepared)


def two_stage_table(record: TwoStageRecord, X: np.ndarray, y: np.ndarray | None, kind: str) -> pd.DataFrame:
    """Return a row for each method: scores or the silhouette, what crosses, and the differences from RNSE."""
    rows = []
    for one in record.methods.values():
        row: dict[str, Any] = {"Method": one.title, **_scores(one, X, y, kind)}
        row["Crossing"] = _crossing(one, y)
        row[DIFFER], row[CHANGE] = one.against.n_moved, one.against.change
        rows.append(row)
    # What S has changed from S_0 is said of RNSE; against itself there is no change.
    rows[-1][CHANGE] = record.without_beta.change
    rows[-2][CHANGE] = rows[-3][CHANGE] = 0.0
    return pd.DataFrame(rows)


def _scores(one: MethodRecord, X: np.ndarray, y: np.ndarray | None, kind: str) -> dict[str, float | None]:
    if y is not None:
        scores = score_table(y, one.labels)
        return {"ACC": scores["accuracy"], "ARI": scores["ari"]}
    if kind == "similarity":
        return {}
    return {"Silhouette": silhouette(X, one.labels, metric="precomputed" if kind == "distance" else "euclidean").value}


def _crossing(one: MethodRecord, y: np.ndarray | None) -> float:
    if one.graph is None:
        return np.nan
    if y is None:
        return cross_cluster_affinity(one.graph, one.labels)
    known = labelled_mask(y)
    return cross_cluster_affinity(one.graph[known][:, known], y[known])


def joint_sentence(record: TwoStageRecord) -> str:
    """Say what the joint model changed, and how much of that is the way S is cut."""
    sentence, joint = sentence_for(record.finding), record.without_beta
    if joint.n_moved:
        return f"{sentence} Setting β = 0 changes {counted(joint.n_moved, 'label')}."
    if record.finding.n_moved:
        return f"{sentence} That is the way S is cut, not β: setting β = 0 gives the same labels."
    return f"{sentence} Setting β = 0 gives the same labels."


def card_program(program: str, variable: str) -> str:
    """Return the program of a page with the lines of the card after it."""
    return "\n".join(
        [
            program.rstrip(),
            "",
            "# Methods of two stages beside RNSE",
            "from rnse_core.recording import record_two_stage",
            "",
            f"record = record_two_stage({variable}, model)",
            "for method in record.methods.values():",
            "    print(method.title, method.labels, method.against)",
            "",
        ]
    )
