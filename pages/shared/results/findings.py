"""What a result says in words: warnings where a setting is out of its range, other findings, and an alpha to try."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

import numpy as np
import streamlit as st

from pages.shared.controls.model import ALPHAS
from pages.shared.runs.fit import HEAVY_ROWS, RunResult
from pages.shared.runs.preparation import prepare
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import PAPER_NOTE, ModelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.text import as_sentence
from rnse_core.exceptions import ComponentsEffect, ComponentsWarning
from rnse_core.findings import (
    AlphaTooLarge,
    AlphaTooSmall,
    AlphaWithClusters,
    BetaMadeBlocks,
    Finding,
    MoreComponentsThanClusters,
    sentence_for,
    structure_findings,
)
from rnse_core.recording import nearest_alpha
from rnse_core.wording import listed

#: Findings that ask the reader to be careful with what is drawn.
WARNINGS = (AlphaTooLarge, AlphaTooSmall, BetaMadeBlocks)


def findings_of(result: RunResult, settings: ModelSettings) -> tuple[Finding, ...]:
    """Return the findings of a run, without that which the run has warned of itself."""
    parameters = dict(settings.overrides)
    found = structure_findings(
        result.similarity,
        result.labels,
        result.history,
        n_clusters=settings.n_clusters,
        alpha=parameters["alpha"],
        beta=parameters["beta"],
        start_from_data=settings.preset == "exact",
    )
    return tuple(one for one in found if not isinstance(one, MoreComponentsThanClusters))


def show_preset_note(preset: str) -> None:
    """Say what to expect of the paper preset."""
    with st.container():
        if preset == "paper":
            st.caption(PAPER_NOTE)


def show_warnings(result: RunResult, settings: ModelSettings) -> None:
    """Draw what a run has warned of and the findings that ask for care, above the pictures."""
    show_warnings_of_runs({"": result}, settings)


def show_warnings_of_runs(results: Mapping[str, RunResult], settings: ModelSettings) -> None:
    """Draw what several runs have warned of, and their findings that ask for care, in one box.

    A sentence of several runs is drawn once, with the names of all.
    """
    runs_of: dict[str, list[str]] = {}
    for name, result in results.items():
        for sentence in _cautions(result, settings):
            runs_of.setdefault(as_sentence(sentence), []).append(name)
    said = [f"{listed(filter(None, names))}{': ' * any(names)}{text}" for text, names in runs_of.items()]
    with st.container():
        if said:
            st.warning("\n\n".join(said), icon=":material/report:")


def _cautions(result: RunResult, settings: ModelSettings) -> list[str]:
    """Return the messages of a run and its findings that ask for care; of two on the same cause, the finding."""
    found = [one for one in findings_of(result, settings) if isinstance(one, WARNINGS)]
    from_K = any(isinstance(one, AlphaTooSmall) for one in found)
    messages = [one for one in result.messages if not (from_K and _is_joined_by_K(one))]
    return [*messages, *map(sentence_for, found)]


def _is_joined_by_K(message: str) -> bool:
    warning = getattr(message, "warning", None)
    return isinstance(warning, ComponentsWarning) and warning.effect == ComponentsEffect.JOINED


def show_findings(
    result: RunResult,
    settings: ModelSettings,
    *,
    row: Callable[[int], object] = lambda sample: sample + 1,
    without: tuple[type[Finding], ...] = (),
) -> None:
    """Draw the other findings as a list; `row` names a sample as the labels file does, `without` leaves kinds out."""
    found = [one for one in findings_of(result, settings) if not isinstance(one, (*WARNINGS, *without))]
    # Drawn in every run, so that what follows keeps its position.
    with st.container():
        st.markdown("\n".join(f"- {sentence_for(one, row=row)}" for one in found))


def show_alpha_hint(
    page: str,
    result: RunResult,
    settings: ModelSettings,
    X: np.ndarray,
    *,
    data_id: Hashable,
    store: ResultStore,
    area: RunArea,
) -> None:
    """Draw an alpha at which S itself falls into the clusters; nothing where there is none.

    A button that sets it is drawn where S has the same components at an alpha beside it. Components at a single alpha
    are no reason to choose it: pure noise has them too.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    result : RunResult
    settings : ModelSettings
        Only for the exact preset: sweeps that are not finished leave entries that join components.
    X : ndarray
        What was clustered. Of many points the reader asks for the search, since it fits several times.
    data_id : hashable
        Names the data.
    store : ResultStore
    area : RunArea
    """
    slot = st.container()
    if settings.preset != "exact" or result.stopped or settings.kernel.plan(X).sparse:
        return
    key = ("alpha hint", data_id, settings)
    with slot:
        if store.get(key) is None and X.shape[0] > HEAVY_ROWS:
            wanted = result.n_components == settings.n_clusters
            if wanted or not st.button("Look for a better alpha", key=f"{page}_look", icon=":material/search:"):
                return
        hint = store.get_or_make(
            key,
            lambda: area.wait_for("Looking for an alpha", lambda: (_find(settings, X, data_id=data_id, store=store),)),
        )[0]
        if hint is None:
            return
        advised = hint.also_at is not None
        with st.container(horizontal=True, vertical_alignment="center"):
            st.info(sentence_for(hint), icon=":material/lightbulb:" if advised else ":material/report:")
            if not advised:
                return
            st.button(
                f"Set alpha to {hint.alpha:g}",
                key=f"{page}_use_alpha",
                icon=":material/tune:",
                on_click=_set_alpha,
                args=(f"{page}_alpha", hint.alpha),
            )


def _find(settings: ModelSettings, X: np.ndarray, *, data_id: Hashable, store: ResultStore) -> AlphaWithClusters | None:
    prepared = prepare(settings.kernel, X, data_id=data_id, store=store).data
    return nearest_alpha(prepared, settings.build(), ALPHAS)


def _set_alpha(key: str, alpha: float) -> None:
    st.session_state[key] = alpha
