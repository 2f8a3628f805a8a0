"""The result of a choice in words, and as files."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pages.shared.automatic.choosing import ChosenRun
from rnse_core.auto import describe_choice
from rnse_core.findings import ClusterProfile, ClustersAgainstReference, Finding, sentence_for
from rnse_core.tables import Table


def findings_of(chosen: ChosenRun, table: Table, rows: np.ndarray) -> tuple[Finding, ...]:
    """Return what a choice on some rows of a table says."""
    if table.kind != "features":
        return describe_choice(chosen.model)
    return describe_choice(chosen.model, table.X[rows], table.feature_names)


def sentences_of(findings: tuple[Finding, ...], table: Table, rows: np.ndarray) -> list[str]:
    """Word findings; samples are named by their row in the file."""
    return [sentence_for(one, row=lambda sample: int(table.row_numbers[rows[sample]])) for one in findings]


def show_words(findings: tuple[Finding, ...], table: Table, rows: np.ndarray) -> None:
    """Draw findings: a doubt about the clusters as a warning, their profiles as a list, the rest as lines."""
    doubts: list[str] = []
    profiles: list[str] = []
    others: list[str] = []
    for one, sentence in zip(findings, sentences_of(findings, table, rows), strict=True):
        if isinstance(one, ClustersAgainstReference) and not one.clear:
            doubts.append(sentence)
        else:
            (profiles if isinstance(one, ClusterProfile) else others).append(sentence)
    with st.container(border=True):
        st.subheader("In words", anchor=False)
        for sentence in doubts:
            st.warning(sentence, icon=":material/help:")
        st.markdown("\n".join(f"- {_plain(sentence)}" for sentence in [*others[:-1], *profiles, *others[-1:]]))


def _plain(sentence: str) -> str:
    """Return a sentence whose dollar signs are no formula."""
    return sentence.replace("$", "\\$")
