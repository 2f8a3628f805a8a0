"""The table of the page "Your data" as a part of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.shared.class_mode import link_parameters
from pages.shared.comparison.plan import RNSE_NAMES
from pages.shared.controls.base import Choice, LogSlider
from pages.shared.controls.control import shorten
from pages.shared.controls.model import ALPHAS, BETAS
from pages.shared.controls.named import word_of
from pages.shared.runs.settings import ModelSettings
from pages.shared.text import as_code
from rnse_core import RNSE, AutoRNSE
from rnse_core.planning import DENSE_SAMPLES
from rnse_core.preprocessing import ColumnScale
from rnse_core.tables import Table, confirmed_classes
from rnse_core.wording import counted, listed

#: Its name among the data sets; the name of the file would make an address useless in another session.
OWN = "Your table"
# As many as the automatic choice may find.
_CLUSTERS = {k: str(k) for k in range(1, AutoRNSE().max_clusters + 1)}
_OF_CLASSES = {0: "As many as classes"}
#: The methods that a link chooses for a table that is too large for those that look at all pairs of rows.
FOR_LARGE = ("K-Means", "NCuts (kNN)", "RNSE")
#: The methods that are chosen at first.
FIRST = ("K-Means", "NCuts", "CLR", "RNSE")
_OF_PRESET = {"exact": "RNSE", "paper": "RNSE (paper)", "authors": "RNSE (authors)"}
_DEFAULTS = {name: RNSE().get_params()[name] for name in ("alpha", "beta")}
#: Where the page "Your data" keeps the number of clusters that it looked for, and the scales of the columns.
_LOOKED_FOR = "yd_looked_for"
_SCALES = "yd_scales_used"


def current() -> Table | None:
    """Return the table that the page "Your data" has read in this session."""
    kept = st.session_state.get("yd_table")
    return None if kept is None else kept[1]


def problem(table: Table | None) -> str:
    """Return why methods cannot be compared on the table; empty if they can."""
    if table is None:
        return f"{OWN} is not loaded: read it on the page Your data first. Reloading drops uploads."
    if table.kind != "features":
        return (
            f"{OWN}, {table.name}, is a {table.kind} matrix and left out: methods are compared on tables of features. "
            "What the numbers are can be changed on the page Your data."
        )
    return ""


def choose_clusters(table: Table) -> int | None:
    """Draw the choice of the number of clusters; None means as many as the table has classes."""
    classes = has_classes(table)
    with st.sidebar:
        chosen = Choice(
            "cp_clusters",
            f"Clusters in {as_code(shorten(table.name, 40))}",
            0 if confirmed_classes(table) else st.session_state.get(_LOOKED_FOR, 3),
            options={**_OF_CLASSES, **_CLUSTERS} if classes else _CLUSTERS,
            help="The other data sets have classes, which say how many. Those of a table do where you have confirmed "
            "them on the page Your data."
            if classes
            else "It has no classes, so there are no scores but time; see Grid and Graphs.",
        ).draw()
    return chosen or None


def choose_parameters(table: Table, methods: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Draw the controls of alpha and beta of RNSE on the table; return the values unless they are the defaults.

    Parameters
    ----------
    table : Table
    methods : sequence of str
        Those that are compared; without RNSE among them the controls are disabled.

    Returns
    -------
    tuple of (str, float)
    """
    of_rnse = [name for name in methods if name in RNSE_NAMES]
    name = as_code(shorten(table.name, 40))
    with st.sidebar:
        chosen = {
            parameter: LogSlider(
                f"cp_{parameter}",
                f"{title} in {name}",
                _DEFAULTS[parameter],
                steps=steps,
                help="Of RNSE on your table. On the other data sets it is 1.",
            ).draw(disabled=not of_rnse)
            for parameter, title, steps in (("alpha", "Alpha (α)", ALPHAS), ("beta", "Beta (β)", BETAS))
        }
    if of_rnse:
        st.caption(f"{listed(of_rnse)} on {name}: α = {chosen['alpha']:g}, β = {chosen['beta']:g}, set in the sidebar.")
    return tuple(chosen.items()) if chosen != _DEFAULTS else ()


def column_scales(table: Table) -> tuple[ColumnScale, ...]:
    """Return the scales of the columns chosen on the page "Your data", and say so; none where all are proposed ones."""
    kept = st.session_state.get(_SCALES)
    if kept is None or kept[0] is not table:
        return ()
    scales: tuple[ColumnScale, ...] = kept[1]
    n_changed = sum(one.scale != one.proposed for one in scales)
    if not n_changed:
        return ()
    st.caption(
        f"By column, {as_code(shorten(table.name, 40))} is scaled as on the page Your data, where "
        f"{counted(n_changed, 'column')} had {'its' if n_changed == 1 else 'their'} scale changed."
    )
    return scales


def has_classes(table: Table) -> bool:
    """Return whether some row has a class."""
    return table.labels is not None and bool((table.labels != "").any())


def compare_link(
    table: Table, settings: ModelSettings, scale: str, *, as_classes: bool, scales: Sequence[ColumnScale] = ()
) -> None:
    """Draw the link from the page "Your data" to the comparison on its table, with the settings that both pages have.

    Parameters
    ----------
    table : Table
    settings : ModelSettings
        Of the run on the table.
    scale : str
        Scale of the features.
    as_classes : bool
        Whether the number of clusters is that of the classes.
    scales : sequence of ColumnScale, default=()
        Scale of each column.
    """
    if table.kind != "features":
        return
    st.session_state[_LOOKED_FOR] = settings.n_clusters
    st.session_state[_SCALES] = (table, tuple(scales))
    overrides = dict(settings.overrides)
    st.page_link(
        "pages/compare_methods.py",
        label="Compare methods on this table",
        icon=":material/compare:",
        query_params={
            "cp_data": word_of(OWN),
            "cp_clusters": "0" if as_classes else str(settings.n_clusters),
            "cp_scales": scale,
            "cp_alpha": f"{overrides['alpha']:g}",
            "cp_beta": f"{overrides['beta']:g}",
            **_methods(table, settings.preset),
            **link_parameters(),
        },
    )
    if "affinity" in overrides:
        with st.container(key="screen_only_there"):
            st.caption("There RNSE has the kernel of its preset, not the one that is chosen here.")


def _methods(table: Table, preset: str) -> dict[str, Sequence[str]]:
    """Return the methods that the link chooses; none where it leaves the choice as it is."""
    if table.n_rows > DENSE_SAMPLES:
        return {"cp_methods": [word_of(name) for name in FOR_LARGE]}
    if preset == "exact":
        return {}
    chosen = [_OF_PRESET.get(preset, name) if name == "RNSE" else name for name in FIRST]
    return {"cp_methods": [word_of(name) for name in chosen]}
