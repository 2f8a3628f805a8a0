"""How many clusters a table has: the eigengap of its kernel, its picture, and the note about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from scipy.sparse import issparse

from pages.shared.results.figures import chart
from pages.shared.runs import large
from pages.shared.runs.preparation import kernel_of_part, prepare
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import KernelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.table.points import TablePoints
from pages.shared.text import as_code
from rnse_core.auto import graph_eigenvalues
from rnse_core.figures import eigengap_figure
from rnse_core.graph.eigengap import GapVerdict, judge_gap
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.wording import counted

#: Eigenvalues that are computed.
N_EIGENVALUES = 15


@dataclass(frozen=True)
class Eigengap:
    """The leading eigenvalues of a kernel, and the number of clusters that they suggest.

    Parameters
    ----------
    eigenvalues : ndarray
    verdict : GapVerdict
    of_part : str
        Which points the kernel is of, to follow a noun; empty where it is of all.
    """

    eigenvalues: np.ndarray
    verdict: GapVerdict
    of_part: str


def find_eigengap(points: TablePoints, kernel: KernelSettings, *, store: ResultStore, area: RunArea) -> Eigengap:
    """Return the eigengap of the kernel of the points, or of a part of them where they are many.

    Parameters
    ----------
    points : TablePoints
    kernel : KernelSettings
    store : ResultStore
        Keeps the eigenvalues, and K for the fit.
    area : RunArea

    Returns
    -------
    Eigengap

    Raises
    ------
    ValueError
        If the points have no such kernel.
    """
    n_points, given = points.plan.n_samples, issparse(points.X)
    is_large = points.plan.sparse and not given
    part = large.part_of(n_points) if is_large else np.arange(n_points)

    def spectrum() -> np.ndarray:
        if given:
            return graph_eigenvalues(points.X, N_EIGENVALUES)
        if is_large:
            return normalized_spectrum(kernel_of_part(kernel, points.X[part]), N_EIGENVALUES)
        prepared = prepare(kernel, points.X, data_id=points.data_id, store=store)
        return normalized_spectrum(prepared.data.affinity, N_EIGENVALUES)

    text = f"Computing the spectrum of the kernel of {counted(len(part), 'point')}"
    eigenvalues = store.get_or_make(("spectrum", points.data_id, kernel), lambda: area.wait_for(text, spectrum))
    of_part = f" of {large.PART:,} points chosen at random" if is_large else ""
    return Eigengap(eigenvalues, judge_gap(eigenvalues), of_part)


def doubt_about(verdict: GapVerdict) -> str:
    """Return what is unclear about the number of clusters that a spectrum suggests; empty where nothing is."""
    if verdict.clear:
        return ""
    if verdict.small:
        why = "no gap between the eigenvalues is large"
    else:
        *others, last = (f"after {k}" for k in sorted((verdict.n_clusters, *verdict.rivals)))
        why = f"the gaps {', '.join(others)} and {last} are nearly the same"
    return f"Unclear: {why}; choose the number yourself."


def show_number(n_clusters: int, gap: Eigengap, *, classes: str | None) -> None:
    """Draw how many clusters are looked for and why, where the number was not chosen.

    Parameters
    ----------
    n_clusters : int
    gap : Eigengap
    classes : str or None
        Name of the label column, if that decides.
    """
    found = f"Clusters to find: **{n_clusters}**"
    if classes is not None:
        st.caption(f"{found}, as many as there are classes in {as_code(classes)}.")
    elif gap.verdict.clear:
        st.caption(f"{found}, by the largest eigengap{gap.of_part}.")
    else:
        st.info(f"{found}, by the largest eigengap{gap.of_part}. {doubt_about(gap.verdict)}", icon=":material/help:")


def eigengap_view(gap: Eigengap, *, chosen: bool = False, whitened: bool = False) -> None:
    """Draw the spectrum of the kernel with the gap that suggests a number of clusters.

    Parameters
    ----------
    gap : Eigengap
    chosen : bool, default=False
        Whether the number of clusters was chosen by the spectra of learned S instead.
    whitened : bool, default=False
        Whether the kernel is that of whitened features.
    """
    n_clusters = gap.verdict.n_clusters
    chart(
        eigengap_figure(gap.eigenvalues, n_clusters),
        key="yd_eigengap",
        alt=f"Leading eigenvalues of the kernel; the largest relative gap comes after {n_clusters}",
    )
    st.caption(
        f"Eigenvalues of the normalized kernel $D^{{-1/2}} K D^{{-1/2}}${gap.of_part}"
        f"{', of the whitened features that the choice has taken' if whitened else ''}. As many near 1 as there are "
        "separate groups: the largest gap, in relation to how far the next eigenvalue is from 1, suggests "
        f"**{n_clusters}** clusters. {doubt_about(gap.verdict) or 'A hint, not a proof.'}"
        + " The automatic choice looked at the spectra of learned S instead, not at this one of K."
        * chosen
    )
