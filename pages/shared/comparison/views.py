"""Parts of a page that show the records of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pages.shared import class_mode
from pages.shared.comparison.one_class import why_so_many
from pages.shared.comparison.plan import Plan
from pages.shared.controls.base import Choice
from pages.shared.results.figures import chart
from pages.shared.results.table_downloads import offer_tables
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.store import ResultStore, session_store, shared_store
from pages.shared.table.scaling import SCALINGS
from pages.shared.text import as_code, as_sentence, as_text
from rnse_core.experiments import (
    SCORES,
    caption,
    notes,
    rank_methods,
    scores_in,
    summarise,
    table_cells,
    unpack_labels,
    write_tables,
)
from rnse_core.exports import neutralised_csv
from rnse_core.figures import (
    GridCell,
    comparison_grid,
    confusion_figure,
    principal_plane,
    row_order,
    score_boxes,
    similarity_heatmap,
)
from rnse_core.figures.comparison import CELL_HEIGHT, MAX_CELL_POINTS
from rnse_core.metrics import match_labels, matched_confusion_matrix
from rnse_core.preprocessing import scale_features
from rnse_core.wording import counted, listed, short_names

#: Learned graphs are fitted again to be drawn, so only for data whose fits take a moment.
MAX_GRAPH_POINTS = 1000
MAX_GRAPH_SECONDS = 10
MAX_CONFUSION = 30
#: Of the grid in class mode: all that the title and the choice of the view leave of a screen of 720 pixels.
CLASS_HEIGHT = 570
#: Margins of a narrow page and names of the rows, in pixels.
NARROW_REST = 100


def choose_run(frame: pd.DataFrame, *, seed: bool) -> pd.DataFrame:
    """Draw the choice of one scale, and with `seed` of one seed, where there are several; return its records."""
    with st.container(horizontal=True):
        scalings = {name: SCALINGS[name] for name in dict.fromkeys(frame["preprocessing"])}
        if len(scalings) > 1:
            chosen = Choice("cp_of_scale", "Scale", next(iter(scalings)), options=scalings, segments=True).draw()
            frame = frame[frame["preprocessing"] == chosen]
        seeds = sorted({int(one) for one in frame["seed"].dropna()})
        if seed and len(seeds) > 1:
            names = {one: str(one) for one in seeds}
            chosen = Choice("cp_of_seed", "Seed", seeds[0], options=names).draw()
            frame = frame[frame["seed"].isna() | (frame["seed"] == chosen)]
    return frame


def unsuitable_scales(plan: Plan) -> None:
    """Say once, whether they have run or not, which methods cannot take which scale of which data."""
    for scale, (methods, names) in plan.unsuitable().items():
        where = "all data sets" if len(names) == len(plan.data) else ", ".join(map(as_text, names))
        takes = "takes" if len(methods) == 1 else "take"
        st.caption(
            f"{listed(methods)} {takes} no negative numbers, which {SCALINGS[scale]} makes on {where}: not run "
            f"there. {SCALINGS['minmax']} makes none."
        )


def failures(plan: Plan, frame: pd.DataFrame) -> None:
    """Draw the fits without a result, and why; those that `unsuitable_scales` names are left out."""
    failed = frame[frame["status"] != "ok"]
    for scale, (methods, names) in plan.unsuitable().items():
        said = failed["preprocessing"].eq(scale) & failed["method"].isin(methods) & failed["dataset"].isin(names)
        failed = failed[~said]
    if failed.empty:
        return
    with st.expander(f"{counted(len(failed), 'fit')} without a result", icon=":material/info:"):
        st.dataframe(
            failed[["dataset", "preprocessing", "method", "seed", "status", "error"]],
            hide_index=True,
            key="cp_failed",
            alt="Fits without a result, and why",
        )


def grid_view(plan: Plan, frame: pd.DataFrame) -> None:
    """Draw every clustering of one seed: a row per data set, a column per method."""
    frame = choose_run(frame, seed=True)
    plan = plan.of_seed(frame)
    by_place = {(record.dataset, record.method): record for record in frame.itertuples()}
    names = [name for name in plan.data if name in set(frame["dataset"])]
    content = dict(zip(frame["dataset"], frame["data_sha256"], strict=True))
    planes = [_plane(plan, name, content[name]) for name in names]
    # Where all points have one class, the accuracy is the size of a cluster and says nothing.
    classes = {name: None if plan.without_classes(name) else plan.data[name][1] for name in names}
    cells = [[_cell(classes[name], by_place.get((name, method))) for method in plan.methods] for name in names]
    how: dict[str, Any] = {}
    if class_mode.is_on():
        # A cell has room for one number that a last row can read. A screen is wider than it is high.
        cells = [[replace(cell, right="") for cell in row] for row in cells]
        how = {"letters": class_mode.FONT_SIZE, "transposed": len(names) > len(plan.methods)}
    chart(
        comparison_grid(planes, cells, names, list(plan.methods), **how),
        key="cp_grid",
        alt=f"Clusterings of {counted(len(names), 'data set')} by {counted(len(plan.methods), 'method')}",
        class_height=CLASS_HEIGHT,
    )
    st.html(_narrow_style(len(names), len(plan.methods)))
    st.caption(" ".join([_scale_note(frame), *_grid_notes(plan, names, cells)]))
    for name in names:
        if plan.without_classes(name):
            st.caption(_nothing_to_find(plan, name))


def _narrow_style(n_rows: int, n_columns: int) -> str:
    """Return the style that takes away the empty room under a grid whose cells a phone makes smaller than planned."""
    cell = f"(100vw - {NARROW_REST}px) / {n_columns}"
    return (
        "<style>@media (max-width: 640px) { .st-key-cp_grid { "
        f"margin-bottom: calc({n_rows} * min(0px, {cell} - {CELL_HEIGHT}px)); }} }}</style>"
    )


def _scale_note(frame: pd.DataFrame) -> str:
    """Say how the features of the fits of one scale were scaled; the pages of single shapes take them as they are."""
    scale = frame["preprocessing"].iloc[0]
    if scale == "raw":
        return "Every method got the features as they are."
    return f"Every method got the features scaled ({SCALINGS[scale]}), which the pages of single shapes do not do."


def _nothing_to_find(plan: Plan, name: str) -> str:
    """Say what the scores of data of one class mean: they have no clusters, and every division is one of chance."""
    asked = plan.clusters.get(name, 1)
    why = "" if name == plan.own else f", {why_so_many({one: plan.data[one] for one in plan.data if one != plan.own})}"
    return (
        f"**{as_text(name)}** has one class: no method should find anything there. Asked for "
        f"{counted(asked, 'cluster')}{why}, each divides the points all the same. ACC is then the share of its "
        "largest cluster, and NMI and ARI are 0 for any division; one cluster of all points would have 100%. So the "
        "grid has no ACC there, and no method is called the best."
    )


def _grid_notes(plan: Plan, names: list[str], cells: list[list[GridCell]]) -> list[str]:
    """Return what is to know about the grid; a sentence about something that is not in it is left out."""
    names_drawn = [name for name, row in zip(names, cells, strict=True) if any(_results(row))]
    drawn = [plan.data[name][0] for name in names_drawn]
    classes = [plan.data[name][1] is not None and not plan.without_classes(name) for name in names_drawn]
    seconds = "" if class_mode.is_on() else "; lower right: seconds"
    where = "" if all(classes) else ", where there are classes"
    sentences = {
        f"Colours are matched to the true classes{where}. Lower left: ACC in %{seconds}.": any(classes),
        "Lower right: seconds.": bool(drawn and seconds) and not any(classes),
        "Data with more than two features are drawn in the plane of their first two principal components.": any(
            X.shape[1] > 2 for X in drawn
        ),
        "A dash: no result; hover for why.": not all(result for row in cells for result in _results(row)),
        f"Of larger data {MAX_CELL_POINTS} points, chosen at random, are drawn.": any(
            len(X) > MAX_CELL_POINTS for X in drawn
        ),
    }
    return [sentence for sentence, holds in sentences.items() if holds]


def _results(row: list[GridCell]) -> list[bool]:
    return [cell.labels is not None for cell in row]


def _plane(plan: Plan, name: str, content: str) -> np.ndarray:
    """Return the points in the plane, from the store where the digest of the data is known."""
    X = plan.data[name][0]
    if X.shape[1] == 2:
        return X

    def project() -> np.ndarray:
        with collected_warnings():  # the page shows those of the fits
            return principal_plane(scale_features(X, "zscore"))[0]

    return _store(plan, name).get_or_make(("plane", content), project)


def _store(plan: Plan, name: str) -> ResultStore:
    return session_store() if name == plan.own else shared_store()


def _cell(y: np.ndarray | None, record: Any) -> GridCell:
    if record is None:
        return GridCell(None, problem="Not computed yet.")
    if record.status != "ok":
        return GridCell(None, problem=record.error or record.status)
    labels = unpack_labels(record.labels, record.n_samples)
    seconds = f"{record.seconds:.2f}".lstrip("0") if record.seconds < 10 else f"{record.seconds:.0f}"
    if y is None:
        return GridCell(labels, "", f"{seconds}s")
    return GridCell(match_labels(y, labels), f"{100 * record.accuracy:.1f}", f"{seconds}s")


def _score_choice(key: str, label: str, names: list[str]) -> str:
    """Draw the choice of one of the scores that the records have; the first is the default."""
    return Choice(key, label, names[0], options={name: SCORES[name].title for name in names}, segments=True).draw()


def score_view(frame: pd.DataFrame) -> None:
    """Draw the mean and the standard deviation of a score."""
    chosen = _score_choice("cp_score", "Score", scores_in(frame))
    table = summarise(frame, chosen)
    texts, places = table_cells(table)
    bold = places.eq(1).replace({True: "font-weight: bold", False: ""})
    st.dataframe(
        texts.style.apply(lambda _: bold, axis=None),
        key="cp_scores",
        alt=f"{SCORES[chosen].title} of every method on every data set",
    )
    best = ["Bold: the best of a row."] if places.eq(1).any(axis=None) else []
    # Where there are several scales, the rows name them.
    scale = [_scale_note(frame)] if frame["preprocessing"].nunique() == 1 else []
    sentences = [caption(table), *best, *scale, *notes(table)]
    st.caption(as_sentence(" ".join(sentences)))


def seeds_view(frame: pd.DataFrame) -> None:
    """Draw the spread of a score over the seeds, one data set at a time."""
    if frame["seed"].nunique() < 2:
        st.caption("With one seed there is no spread to see: choose more seeds in the sidebar.")
    frame = choose_run(frame, seed=False)
    name = _choose_data(frame)
    rows = frame[(frame["dataset"] == name) & (frame["status"] == "ok")]
    score = _score_choice("cp_box_score", "Score", scores_in(rows))
    values = {
        method: rows.loc[rows["method"] == method, score].astype(float) for method in dict.fromkeys(rows["method"])
    }
    baseline = float(rows["majority_share"].max()) if SCORES[score].majority and len(rows) else None
    chart(
        score_boxes(values, score_name=SCORES[score].title, baseline=baseline),
        key="cp_boxes",
        alt=f"{SCORES[score].title} of every method on {name}, a point per seed",
    )


def _choose_data(frame: pd.DataFrame) -> str:
    given = list(dict.fromkeys(frame["dataset"]))
    names = dict(zip(given, short_names(given, 40), strict=True))
    return Choice("cp_of_data", "Data set", next(iter(names)), options=names).draw()


def confusion_view(plan: Plan, frame: pd.DataFrame) -> None:
    """Draw which class went into which cluster, for every method on one data set."""
    frame = choose_run(frame, seed=True)
    plan = plan.of_seed(frame)
    name = _choose_data(frame)
    y = plan.data[name][1]
    rows: list[Any] = [one for one in frame[frame["dataset"] == name].itertuples() if one.status == "ok"]
    if y is None:
        st.info(f"{as_code(name)} has no classes that clusters could be confused with.")
        return
    if len(np.unique(y)) > MAX_CONFUSION:
        st.info(f"{as_code(name)} has more than {MAX_CONFUSION} classes: too many numbers for one picture.")
        return
    with st.grid(3, min_column_width=260):
        for record in rows:
            with st.container():
                said = "" if plan.without_classes(name) else f", ACC {record.accuracy:.1%}"
                st.markdown(f"**{record.method}**{said}")
                # Numbered as in the grid, where a cluster has the colour of the class that it matches.
                result = matched_confusion_matrix(y, match_labels(y, unpack_labels(record.labels, len(y))))
                chart(
                    confusion_figure(
                        result.matrix, result.class_names, [str(cluster) for cluster in result.cluster_names]
                    ),
                    key=f"cp_confusion_{record.method}",
                    alt=f"Number of points of each class in each cluster of {record.method}",
                )


def graphs_view(plan: Plan, frame: pd.DataFrame) -> None:
    """Draw the graph that each method learned, its points in the order of the classes, or of its clusters."""
    frame = choose_run(frame, seed=True)
    plan = plan.of_seed(frame)
    name = _choose_data(frame)
    X, y = plan.data[name]
    if len(X) > MAX_GRAPH_POINTS:
        st.info(f"Graphs are drawn for at most {MAX_GRAPH_POINTS:,} points; {as_code(name)} has {len(X):,}.")
        return
    store = _store(plan, name)
    shown = frame[(frame["dataset"] == name) & (frame["status"] == "ok")]
    slow = list(shown.loc[shown["seconds"] > MAX_GRAPH_SECONDS, "method"])
    with st.spinner("Fitting again, since the records keep no graphs", show_time=True):
        quick = shown[shown["seconds"] <= MAX_GRAPH_SECONDS]
        records: list[Any] = list(quick.itertuples())
        graphs = [(record, _graph(plan, store, record, X)) for record in records]
    ordered_by = "its clusters" if y is None else "their classes"
    with st.grid(3, min_column_width=260):
        for record, graph in graphs:
            if graph is None:
                continue
            groups = unpack_labels(record.labels, len(X)) if y is None else y
            order = row_order("true", n_samples=len(X), true_labels=groups)
            with st.container():
                st.markdown(f"**{record.method}**")
                chart(
                    similarity_heatmap(graph, order=order, groups=groups, height=280),
                    key=f"cp_graph_{record.method}",
                    alt=f"Graph of {record.method}, points in the order of {ordered_by}",
                )
    if any(graph is not None for _, graph in graphs):
        st.caption(f"Points in the order of {ordered_by}: a good graph has its entries in the blocks on the diagonal.")
    without = [record.method for record, graph in graphs if graph is None]
    if without:
        st.caption(f"These methods have no graph: {', '.join(without)}.")
    if slow:
        st.caption(f"Not drawn, since a fit takes more than {MAX_GRAPH_SECONDS} seconds: {', '.join(slow)}.")


def _graph(plan: Plan, store: ResultStore, record: Any, X: np.ndarray) -> np.ndarray | None:
    """Fit again and return the graph, which is too large for the records; None for a method without one."""

    def fit() -> tuple[np.ndarray | None]:
        seed = None if pd.isna(record.seed) else int(record.seed)
        model = plan.method(record.method, record.dataset).make(int(record.n_clusters), seed)
        with collected_warnings():
            model.fit(plan.scaled(record.dataset, record.preprocessing))
        return (getattr(model, "similarity_", getattr(model, "affinity_matrix_", None)),)

    return store.get_or_make(("graph", record.key), fit)[0]


def ranking_view(frame: pd.DataFrame) -> None:
    """Draw the average rank of every method over the data sets."""
    frame = choose_run(frame, seed=False)
    ranked = [name for name in scores_in(frame) if SCORES[name].needs_classes or name == "seconds"]
    chosen = _score_choice("cp_rank_score", "Ranked by", ranked)
    ranking = rank_methods(summarise(frame, chosen))
    table = ranking.ranks.T.assign(**{"Average rank": ranking.average_rank}).sort_values("Average rank")
    if len(ranking.ranks):
        st.dataframe(
            table[["Average rank", *ranking.ranks.index]].round(2), key="cp_ranks", alt="Ranks of every method"
        )
    left_out = (
        f" Left out, since a method has no result there: {', '.join(map(as_code, ranking.left_out))}."
        if ranking.left_out
        else ""
    )
    one_class = (
        f" Left out, since all points have one class: {', '.join(map(as_code, ranking.one_class))}."
        if ranking.one_class
        else ""
    )
    equal = "1 is the best; methods with equal scores get the mean of their places."
    st.caption(f"{equal} {ranking.note}{left_out}{one_class}")


def exports(frame: pd.DataFrame) -> None:
    """Draw the download buttons of the tables and the records."""

    def tables(ending: str) -> str:
        return write_tables([summarise(frame, name) for name in exported], ending)

    exported = [name for name in scores_in(frame) if SCORES[name].needs_classes] or ["seconds"]
    st.header("Take away", anchor=False)
    with st.container(horizontal=True):
        offer_tables("cp", "comparison", tables)
        st.download_button(
            "Records (CSV)",
            lambda: neutralised_csv(frame.drop(columns=["labels", "used"])),
            "records.csv",
            "text/csv",
            key="cp_download_records",
            icon=":material/download:",
            on_click="ignore",
        )
