"""The paper's tables as a page shows them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from rnse_core.datasets import PAPER_DATASETS
from rnse_core.experiments import printed_row, read_results

# A difference of so many points has the full colour; blue is better than printed, orange worse.
FULL_COLOUR = 15.0
# Pixels of a column.
WIDTH = 76
_COLOURS = "Blue: above the printed value, orange: below it. "
_WRONG = "‡ the printed value is impossible or trivial, see below. "
CAPTIONS = {
    "ours": "In %: mean ± standard deviation over the runs; methods that draw nothing at random run once. "
    f"{_COLOURS}Bold: the best of a row. † no better than one big cluster. – not run, or no result.",
    "printed": f"In %: mean ± standard deviation as printed. Bold: the best of a row. {_WRONG}– none printed.",
    "difference": f"In points: our mean less the printed one. {_COLOURS}{_WRONG}– one of the two is missing.",
}
BETTER, WORSE = "0, 114, 178", "213, 94, 0"


@st.cache_data
def shipped_results() -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return the records that ship with the program."""
    return read_results()


def score_table(compared: pd.DataFrame, cells: str) -> None:
    """Draw Table 2 or 3 with our values, the printed ones, or the difference in the cells.

    Parameters
    ----------
    compared : DataFrame
        From `against_printed`.
    cells : {"ours", "printed", "difference"}
    """
    # The one that readers come for stands beside the names of the data: so many columns do not fit a screen.
    columns = sorted(dict.fromkeys(compared["method"]), key=lambda name: name != "RNSE")
    rows = list(dict.fromkeys(compared["dataset"]))
    texts = pd.DataFrame("", index=rows, columns=[*columns, "Largest class"])
    styles = texts.copy()
    shown = "printed" if cells == "printed" else "mean"
    best = compared.groupby("dataset")[shown].max().round(1)
    marks_best = cells != "difference"
    for one in compared.itertuples():
        texts.loc[one.dataset, one.method] = _text(one, cells)
        texts.loc[one.dataset, "Largest class"] = f"{one.majority:.1f}"
        css = ["font-weight: bold"] if marks_best and round(getattr(one, shown), 1) == best[one.dataset] else []
        if cells != "printed" and not np.isnan(one.difference):
            css.append(_colour(one.difference))
        styles.loc[one.dataset, one.method] = "; ".join(css)
    st.dataframe(
        texts.style.apply(lambda _: styles, axis=None),
        column_config={
            name: st.column_config.Column(width=WIDTH if "(" not in name else None) for name in texts.columns
        },
        key="pt_table",
        alt="Scores of nine methods on each data set",
    )
    st.caption(CAPTIONS[cells])
    if any("(" in name for name in columns):
        st.caption(
            "A name in brackets is another version of the method before it, compared with the same printed value: the "
            "paper does not say which graph its NCuts cut, nor which norm its CLR used, and on some data that "
            "matters more than the choice of the method."
        )


def _text(one: Any, cells: str) -> str:
    flag = "‡" if one.verdict else ""
    if cells == "printed":
        return "–" if np.isnan(one.printed) else f"{one.printed:.1f} ± {one.printed_std:.1f}{flag}"
    if cells == "difference":
        return "–" if np.isnan(one.difference) else f"{one.difference:+.1f}{flag}"
    if np.isnan(one.mean):
        return "–"
    spread = "" if np.isnan(one.std) else f" ± {one.std:.1f}"
    return f"{one.mean:.1f}{spread}{'†' if one.at_majority else ''}"


def _colour(difference: float) -> str:
    strength = min(1.0, abs(difference) / FULL_COLOUR)
    return f"background-color: rgba({BETTER if difference > 0 else WORSE}, {0.4 * strength:.2f})"


def data_table(frame: pd.DataFrame) -> None:
    """Draw Table 1: what is printed, and what the data are."""
    rows = []
    at_hand = {printed_row(name) for name in frame["dataset"]}
    for name, one in PAPER_DATASETS.items():
        samples, features, classes = one.printed_shape
        sizes = one.class_sizes
        rows.append(
            {
                "Data set": name,
                "Printed": f"{samples:,} × {features:,}, {classes} classes",
                "Actual": f"{one.shape[0]:,} × {one.shape[1]:,}, {one.n_clusters} classes",
                "Classes": f"{min(sizes):,} to {max(sizes):,} samples"
                if min(sizes) < max(sizes)
                else f"{max(sizes):,} each",
                "Largest class": f"{one.majority_share:.1%}",
                "Results": "yes" if name in at_hand else "no",
                "From": f"OpenML {one.openml.id}" if one.openml else "a file of yours",
            }
        )
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="pt_data", alt="The paper's data sets")
    with st.expander("Notes on the data", icon=":material/info:"):
        st.markdown("\n".join(f"- **{name}**: {one.note or one.description}" for name, one in PAPER_DATASETS.items()))


def unavailable(frame: pd.DataFrame) -> list[str]:
    """Say how to get the data sets that our results do not cover."""
    at_hand = {printed_row(name) for name in frame["dataset"]}
    lines = []
    for name, one in PAPER_DATASETS.items():
        if name in at_hand:
            continue
        where = (
            f"is fetched from OpenML ({one.openml.id})"
            if one.openml
            else f"has to lie in a folder as {name}.npz, .mat or .csv"
        )
        lines.append(f"**{name}** has no result here. It {where}; `rnse compare {name}` runs the methods. {one.source}")
    return lines
