"""Cluster a table of one's own: upload, check the columns, run, and take the labels away."""

import json
from functools import partial

import numpy as np
import streamlit as st

from pages.shared import class_mode
from pages.shared.automatic.mode import by_hand, mode_control, remember
from pages.shared.automatic.words import show_doubts, show_number_of_clusters, show_summary
from pages.shared.comparison import own_table
from pages.shared.controls.base import Choice, draw_all
from pages.shared.controls.model import further_methods, model_controls, tuned_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads, figures
from pages.shared.results.findings import show_alpha_hint, show_findings, show_preset_note, show_warnings
from pages.shared.results.row_of_s import row_control, sample_of, show_row
from pages.shared.results.scores import show_silhouettes
from pages.shared.results.two_stage_card import two_stage_card
from pages.shared.runs import baselines
from pages.shared.runs.fit import RunResult, fit
from pages.shared.runs.progress import RunArea, container_about
from pages.shared.runs.settings import KernelSettings, ModelSettings
from pages.shared.runs.store import session_store, shared_store
from pages.shared.table import cluster_number, clusters, reading
from pages.shared.table.automatic import AutomaticTable, choose_for_table, default_kernel
from pages.shared.table.column_scales import scales_of
from pages.shared.table.files import files_of_table
from pages.shared.table.keywords import keywords_for
from pages.shared.table.points import choose_points, table_kernel
from pages.shared.table.profiles import profiles_of, show_profiles
from pages.shared.table.scaling import SCALING_HELP, SCALINGS
from pages.shared.table.source import choose_source
from pages.shared.text import as_code, as_sentence
from rnse_core.figures import row_of
from rnse_core.findings import BetweenClusters, few_rows_of, sentence_for
from rnse_core.tables import Table, confirmed_classes

PAGE = "yd"
ROWS = {**{n: f"{n:,}" for n in (500, 1000, 2000, 4000, 8000, 20_000, 50_000, 100_000)}, 0: "All"}
VIEWS = {"clusters": "Clusters", "similarity": "Similarity", "rounds": "Rounds", "eigengap": "Eigengap"}

begin("Your data")
st.markdown(
    "Upload a table with one row per point, or look at a sample. A label column is used for scores, never to cluster."
)
source = choose_source()
reading_place, tuned_place, notice_place = st.container(), st.container(), st.container()
area = RunArea()
table: Table | None = None
if source is not None:
    with st.container():  # drawn in every run, so that what follows keeps its position
        keywords = keywords_for(source)
    content = (source.sha256, json.dumps(keywords, sort_keys=True))
    about_results = container_about("yd_results", content)
    # In class mode the pictures come first, so that they stand on one screen.
    with st.container() if class_mode.is_on() else reading_place:
        about_reading = container_about("yd_reading", source.sha256)
    with about_reading:
        table = reading.read(source, keywords)
# What a table holds decides which settings have a say.
kind = "features" if table is None else table.kind
scale_control = Choice("yd_scale", "Scale of the features", "auto", options=SCALINGS, help=SCALING_HELP)
of_model = model_controls(PAGE, kernel=kind == "features", graph_kernel=kind == "similarity")
with notice_place:
    values = draw_all(
        PAGE,
        {
            "Data": [
                *([scale_control] if kind == "features" else []),
                Choice(
                    "yd_rows",
                    "Rows to cluster at most",
                    2000,
                    options=ROWS,
                    help="Of a larger table a random sample is clustered; every other row gets the label of the "
                    "nearest.",
                ),
                Choice(
                    "yd_clusters",
                    "Clusters to find",
                    0,
                    options={0: "Automatic", **{k: str(k) for k in range(1, 21)}},
                    help="Automatic: chosen without labels. By hand: as many as there are classes in a label column "
                    "that you have confirmed, else by the largest eigengap.",
                ),
            ],
            "RNSE": [*by_hand(of_model), row_control(PAGE, 10_000_000, "row")],
            "Beside RNSE": [further_methods(PAGE)],
        },
        tuned=[mode_control(PAGE), *by_hand(tuned_controls(PAGE))],
        beside=tuned_place,
    )
if source is None or table is None:
    st.stop()
with about_reading:
    reading.show(source, table, keywords)

with about_results:
    notes = st.container()  # parts that are not drawn in every run, so that what follows keeps its position
    store = session_store() if source.uploaded else shared_store()
    scale = values.get("scale", "auto")
    chosen = table_kernel(
        kind, values.get("kernel", "preset"), values.get("neighbours", 0), values.get("graph_kernel", "preset")
    )
    by_itself = values["mode"] == "auto"
    kernel = default_kernel(table) if by_itself else KernelSettings.of(values["preset"], **chosen)
    with notes:
        if scale != "unit":
            reading.show_large_values(source, table, keywords)
        scales = scales_of(source, table) if scale == "auto" and table.kind == "features" else ()
        points = choose_points(table, kernel, scale=scale, scales=scales, at_most=values["rows"], content_id=content)
    y = None if table.labels is None else table.labels[points.sample.rows]
    n_classes = 0 if y is None else len(np.unique(y[y != ""]))
    confirmed = confirmed_classes(table, points.sample.rows)
    automatic: AutomaticTable | None = None
    result: RunResult | None
    seen = points
    if by_itself:
        automatic = choose_for_table(
            table, points, values["clusters"], int(values["seed"]), scales=scales, store=store, area=area
        )
        if automatic is None:
            st.stop()
        remember(PAGE, automatic.chosen)
        settings, result = automatic.chosen.settings, automatic.chosen.result
        points = points.known_as("automatic")
        seen = points.seen_as(automatic.chosen.model.chosen_features(points.X), "seen")
    else:
        try:
            gap = cluster_number.find_eigengap(points, kernel, store=store, area=area)
        except ValueError as error:
            st.error(as_sentence(str(error)), icon=":material/error:")
            st.stop()
        n_clusters = values["clusters"] or confirmed or gap.verdict.n_clusters
        if not values["clusters"]:
            with notes:
                cluster_number.show_number(n_clusters, gap, classes=table.label_name if confirmed else None)
        settings = ModelSettings.of(
            values["preset"],
            n_clusters,
            alpha=values["alpha"],
            beta=values["beta"],
            **chosen,
            random_state=values["seed"],
        )
        result = fit(settings, points.X, data_id=points.data_id, store=store, area=area)
    if result is None:
        st.stop()
    summary_place = st.container()
    if automatic is None:
        few = few_rows_of(len(points.sample.rows))
        if few is not None:
            st.warning(as_sentence(sentence_for(few)), icon=":material/warning:")
        show_preset_note(values["preset"])
    show_warnings(result, settings)

    row_numbers = table.row_numbers[points.sample.rows]
    marked = sample_of(values["row"], row_numbers)
    row = None if marked is None else row_of(result.similarity, marked)
    profiles = profiles_of(table, points, settings, result, store)
    names = {one.cluster: one.name for one in profiles}
    picture = clusters.PlanePicture.of(table, points, seen, settings, result, store, names)
    view = Choice("yd_view", "Show", "clusters", options=VIEWS, segments=True).draw()
    if view == "clusters":
        left, right = st.columns([3, 2], gap="medium")
        with left:
            clusters.plane_view(picture, row)
        with right:
            clusters.sizes_and_profile(table, points.sample.rows, result.labels)
    elif view == "similarity":
        true = y if n_classes else None
        S_name = "the learned similarity S"
        left, right = st.columns([3, 2], gap="medium")
        with left:
            figures.similarity_view(PAGE, result.similarity, result.labels, true, name=S_name, key="s", marked=marked)
        with right:
            figures.indicator_view(PAGE, result, true)
    elif view == "rounds":
        figures.convergence_view(PAGE, result, given=table.kind == "similarity")
    else:
        gap = cluster_number.find_eigengap(seen, settings.kernel, store=store, area=area)
        cluster_number.eigengap_view(
            gap, chosen=automatic is not None, whitened=automatic is not None and automatic.chosen.whitened
        )
    # In class mode the answer alone stands above the pictures, so that both are on one screen.
    rest_place = st.container() if class_mode.is_on() else summary_place
    if automatic is not None:
        with summary_place:
            show_number_of_clusters(automatic.findings, table, points.sample.rows)
        with rest_place:
            show_summary(automatic.findings, table, points.sample.rows)
    show_row(PAGE, row, row_numbers, result.labels, y)
    if automatic is None:
        show_alpha_hint(PAGE, result, settings, points.X, data_id=points.data_id, store=store, area=area)
    show_profiles(profiles, row_numbers.item)
    # The choice names the doubtful rows itself, by S and by the settings that were compared.
    without = () if automatic is None else (BetweenClusters,)
    show_findings(result, settings, row=row_numbers.item, without=without)
    figures.show_readouts(result)
    if automatic is not None:
        show_doubts(automatic.findings, table, points.sample.rows)

    others = area.wait_for(
        "Running the other methods",
        partial(
            baselines.run_baselines,
            settings,
            points.X,
            result,
            kind=table.kind,
            further=values["further"],
            data_id=points.data_id,
            store=store,
        ),
    )
    outcomes = baselines.outcomes(result, others)
    st.header("Scores", anchor=False)
    if automatic is not None and automatic.chosen.whitened:
        st.caption(
            "RNSE has the features that its choice has taken: whitened, which is scaled and rotated by its own first "
            "clusters. The other methods have the features without that."
        )
    if y is not None and n_classes > 1:
        scores = clusters.show_class_scores(y, outcomes, result.labels)
        if confirmed is None:
            st.caption(
                f"Nobody has confirmed that {as_code(table.label_name or 'this column')} has the classes: if it has "
                "not, the scores say nothing about the clusters."
            )
    else:
        why = "All rows have one class." if n_classes else "There is no label column."
        scores = show_silhouettes(points.X, table.kind, outcomes, key="yd_silhouette", why=why)
    if points.plan.sparse:
        st.caption(f"{baselines.left_out_of(points.plan, table.is_sparse)} left out of so large a table.")
    figures.show_messages(baselines.named_messages(others))
    card_area = st.container()
    as_classes = not (by_itself or values["clusters"]) and confirmed is not None
    own_table.compare_link(table, settings, scale, as_classes=as_classes, scales=scales)

    files = files_of_table(
        source,
        keywords,
        table,
        points,
        settings,
        result,
        picture,
        scores,
        scale=scale,
        scales=scales,
        area=area,
        classes=y if n_classes else None,
        automatic=automatic,
        profiles=profiles,
    )
    with card_area:
        if automatic is not None and automatic.chosen.whitened:
            st.caption(
                "The comparison with two stages is left out: it would fit the features as they are, and the chosen fit "
                "is of features that were scaled and rotated by the clusters found in them (whitened). Choose "
                "**By hand** to see it."
            )
        else:
            two_stage_card(
                PAGE,
                points.X,
                y if n_classes else None,
                settings,
                kind=table.kind,
                data_id=points.data_id,
                store=store,
                area=area,
                program=files.code,
            )
    downloads.offer(PAGE, files)
    code.show_code(files.code, note="Put the file where the first line looks for it.")
