"""Cluster a table of one's own: upload, check the columns, run, and take the labels away."""

import json
from functools import partial

import numpy as np
import streamlit as st

from pages.shared.comparison import own_table
from pages.shared.controls.base import Choice, draw_all
from pages.shared.controls.model import model_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads
from pages.shared.results import figures as views
from pages.shared.runs import baselines as compare
from pages.shared.runs import fit as run
from pages.shared.runs import large
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import ModelSettings, compute_kernel, kernel_arguments
from pages.shared.runs.store import session_store, shared_store
from pages.shared.table import clusters, reading
from pages.shared.table import program as table_code
from pages.shared.table.scaling import SCALING_HELP, SCALINGS
from pages.shared.table.source import choose_source
from rnse_core.graph.eigengap import judge_gap
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.preprocessing import scale_features
from rnse_core.sampling import draw_sample, spread_labels
from rnse_core.wording import counted

PAGE = "yd"
ROWS = {**{n: f"{n:,}" for n in (500, 1000, 2000, 4000, 8000, 20_000, 50_000, 100_000)}, 0: "All"}
VIEWS = {"clusters": "Clusters", "similarity": "Similarity", "rounds": "Rounds", "eigengap": "Eigengap"}

begin("Your data")
st.markdown(
    "Upload a table with one row per point, or look at a sample. A label column is used for scores, never to cluster."
)
source = choose_source()
values = draw_all(
    PAGE,
    {
        "Data": [
            Choice("yd_scale", "Scale of the features", "zscore", options=SCALINGS, help=SCALING_HELP),
            Choice(
                "yd_rows",
                "Rows to cluster at most",
                2000,
                options=ROWS,
                help="Of a larger table a random sample is clustered; every other row gets the label of the nearest.",
            ),
            Choice(
                "yd_clusters",
                "Clusters to find",
                0,
                options={0: "Automatic", **{k: str(k) for k in range(1, 21)}},
                help="Automatic: as many as there are classes in the label column, else by the largest eigengap.",
            ),
        ],
        "RNSE": model_controls(PAGE),
    },
)

place = run.Place()
if source is None:
    st.stop()
with st.container():  # drawn every time, so that what follows keeps its place
    keywords = reading.keywords_for(source)
content = (source.sha256, json.dumps(keywords, sort_keys=True))
about_reading, results = run.part_about("yd_reading", source.sha256), run.part_about("yd_results", content)
with about_reading:
    table = reading.read(source, keywords)
    if table is None:
        st.stop()
    reading.show(source, table, keywords)

with results:
    said = st.container()  # what is not said every time has one place, so that what follows keeps its own
    store = session_store() if source.uploaded else shared_store()
    features = table.kind == "features"
    with collected_warnings():  # of what is too large, which is said in words of the file
        everything = scale_features(table.X, values["scale"]) if features else table.X
    if values["scale"] != "unit":
        with said:
            reading.say_too_large(source, table, keywords)
    precomputed = {"similarity": "precomputed", "distance": "precomputed_distance"}
    kernel = (
        kernel_arguments(values["kernel"], values["neighbours"]) if features else {"affinity": precomputed[table.kind]}
    )

    def settings_with(n_clusters: int) -> ModelSettings:
        """Return the settings that are chosen, for a number of clusters."""
        chosen = {"alpha": values["alpha"], "beta": values["beta"], **kernel, "random_state": values["seed"]}
        return ModelSettings.of(values["preset"], n_clusters, **chosen)

    with said:
        at_most = large.allowed_rows(settings_with(1), everything, values["rows"] or table.n_rows)
        sample = draw_sample(table.n_rows, at_most)
        if not sample.complete:
            st.info(
                f"{len(sample.rows):,} of the {sample.n_all:,} rows, chosen at random, are clustered. The other rows "
                "get the label of the nearest clustered row.",
                icon=":material/filter_alt:",
            )
    X = everything[sample.rows] if features else table.X[np.ix_(sample.rows, sample.rows)]
    data_id = (*content, values["scale"] if features else "", len(X))
    is_large = large.is_large(settings_with(1), X)
    if is_large:
        with said:
            large.say_solver(settings_with(1), X)
    of_part = f" of {large.PART:,} points chosen at random" if is_large else ""
    part = X[large.part_of(len(X))] if is_large else X
    spectrum_id = ("spectrum", data_id, values["preset"], tuple(kernel.items()))
    try:
        eigenvalues = store.get_or_make(
            spectrum_id,
            lambda: place.wait_for(
                f"Computing the spectrum of the kernel of {counted(len(part), 'point')}",
                lambda: normalized_spectrum(compute_kernel(settings_with(1), part), 15),
            ),
        )
    except ValueError as error:
        st.error(str(error), icon=":material/error:")
        st.stop()
    gap = judge_gap(eigenvalues)
    y = None if table.labels is None else table.labels[sample.rows]
    known = np.unique(y[y != ""]) if y is not None else np.array([])
    n_clusters = values["clusters"] or len(known) or gap.n_clusters
    if not values["clusters"]:
        with said:
            clusters.say_number(n_clusters, gap, of_part, classes=table.label_name if len(known) else None)
    settings = settings_with(n_clusters)

    result = run.fit(settings, X, data_id=data_id, store=store, place=place)
    if result is None:
        st.stop()
    views.show_messages(result.messages)

    drawn = large.drawn_points(result)
    spectral = partial(
        store.get_or_make,
        ("spectral plane", data_id, settings, result.stopped),
        partial(large.plane_of_eigenvectors, settings, X, result),
    )
    picture = clusters.PlanePicture(
        table, sample.rows[drawn], X[drawn] if features else X, result.labels, drawn, spectral
    )
    view = Choice("yd_view", "Show", "clusters", options=VIEWS, segments=True).draw()
    if view == "clusters":
        left, right = st.columns([3, 2], gap="medium")
        with left:
            clusters.plane_view(picture)
        with right:
            clusters.sizes_and_profile(table, sample.rows, result.labels)
    elif view == "similarity":
        true = y if len(known) else None
        views.similarity_view(PAGE, result.similarity, result.labels, true, name="the learned similarity S", key="s")
        views.indicator_view(PAGE, result)
    elif view == "rounds":
        views.convergence_view(PAGE, result, given=table.kind == "similarity")
    else:
        clusters.eigengap_view(eigenvalues, gap, of_part)
    views.readouts(result)

    others = place.wait_for(
        "Running the other methods",
        partial(compare.run_baselines, settings, X if features else None, result, data_id=data_id, store=store),
    )
    methods = compare.methods(result, others)
    st.subheader("Scores", anchor=False)
    if y is not None and len(known):
        scores = clusters.class_scores(y, methods, result.labels)
    else:
        scores = clusters.silhouette_scores(X, table.kind, methods)
    if is_large:
        st.caption("NCuts, which needs the similarities of all pairs, is left out of so large a table.")
    views.show_messages([f"{name}: {message}" for name, one in others.items() for message in one.messages])
    as_classes = not values["clusters"] and len(known) > 0
    own_table.compare_link(table, settings, values["scale"], as_classes=as_classes)

    everywhere = place.wait_for(
        f"Giving each of the {counted(table.n_rows, 'row')} the label of the nearest clustered one",
        partial(spread_labels, everything, sample, result.labels, table.kind),
    )
    program = table_code.program(source.code_path, keywords, table.kind, values["scale"], sample, settings)
    parcel = downloads.Parcel(
        source.name,
        result,
        settings,
        picture,
        program,
        rows=table,
        labels=everywhere,
        clustered_rows=table.row_numbers[sample.rows],
        scores=scores,
        more_figures=clusters.report_figures(table, sample.rows, result.labels),
        data={
            "sha256": source.sha256,
            "reading": reading.described(table),
            **({"scale": values["scale"]} if features else {}),
            "rows_clustered": len(X),
        },
    )
    downloads.offer(PAGE, parcel)
    code.show_code(program, note="The file has to lie where the first line looks for it.")
