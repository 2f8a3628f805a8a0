"""The result of a choice in words, and as files."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pages.shared.automatic.choosing import ChosenRun
from pages.shared.text import as_sentence
from rnse_core.auto import describe_choice
from rnse_core.findings import (
    ChosenNumber,
    ChosenSetting,
    ClusterProfile,
    ClustersAgainstReference,
    FewRows,
    Finding,
    PoolAgreement,
    left_out_of,
    sentence_for,
)
from rnse_core.preprocessing import ColumnScale, scale_features
from rnse_core.tables import Table

#: What is said above the picture; the profiles have a place of their own.
SUMMARY = (FewRows, ChosenSetting, ClustersAgainstReference, PoolAgreement)


def findings_of(
    chosen: ChosenRun, table: Table, rows: np.ndarray, scales: tuple[ColumnScale, ...]
) -> tuple[Finding, ...]:
    """Return what a choice on some rows of a table says; `scales` are those of the columns, where not all are alike."""
    left_out = left_out_of(table, len(rows))
    rest = () if left_out is None else (left_out,)
    if table.kind != "features":
        return (*describe_choice(chosen.model), *rest)
    alike = all(one.scale == "zscore" for one in scales)
    standardised = None if alike else scale_features(table.X, "zscore")[rows]
    return (*describe_choice(chosen.model, table.X[rows], table.feature_names, standardised=standardised), *rest)


def sentences_of(findings: tuple[Finding, ...], table: Table, rows: np.ndarray) -> list[str]:
    """Word findings; samples are named by their row in the file."""
    return [sentence_for(one, row=lambda sample: int(table.row_numbers[rows[sample]])) for one in findings]


def show_number_of_clusters(findings: tuple[Finding, ...], table: Table, rows: np.ndarray) -> None:
    """Draw how many clusters there are."""
    for one, sentence in zip(findings, sentences_of(findings, table, rows), strict=True):
        if isinstance(one, ChosenNumber):
            st.markdown(as_sentence(sentence))


def show_summary(findings: tuple[Finding, ...], table: Table, rows: np.ndarray) -> None:
    """Draw how sure the number of clusters is; a doubt about the clusters is a note."""
    for one, sentence in zip(findings, sentences_of(findings, table, rows), strict=True):
        if isinstance(one, ClustersAgainstReference) and not one.clear:
            st.info(as_sentence(sentence), icon=":material/help:")
        elif isinstance(one, FewRows):
            st.warning(as_sentence(sentence), icon=":material/warning:")
        elif isinstance(one, SUMMARY):
            st.caption(as_sentence(sentence))


def show_doubts(findings: tuple[Finding, ...], table: Table, rows: np.ndarray) -> None:
    """Draw which rows are doubtful, what would change the result, and what was left out."""
    sentences = zip(findings, sentences_of(findings, table, rows), strict=True)
    rest = [
        as_sentence(sentence)
        for one, sentence in sentences
        if not isinstance(one, (ChosenNumber, *SUMMARY, ClusterProfile))
    ]
    if rest:
        st.header("How sure it is", anchor=False)
        st.markdown("\n".join(f"- {sentence}" for sentence in rest))
