"""The paper's tables as a page shows them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pages.shared import class_mode
from rnse_core.datasets import PAPER_DATASETS
from rnse_core.experiments import METHODS, ONE_CLUSTER, printed_method, printed_row, read_results
from rnse_core.wording import counted

# A difference of so many points has the full colour: blue above the printed value, orange below it.
FULL_COLOUR = 15.0
# Widths of the columns in pixels: all of them fit beside the sidebar at 1280, in class mode with its larger letters.
WIDTH, CLASS_WIDTH = 50, 52
_VERSIONS = {"NCuts (kNN)": 76, "RNSE (auto)": 76, "CLR (L2)": 58}
WIDTHS = {"_index": 120, "K-Means": 64, ONE_CLUSTER: 84, **_VERSIONS}
CLASS_WIDTHS = {**{name: round(1.15 * width) for name, width in WIDTHS.items()}, "_index": 152, ONE_CLUSTER: 84}
_COLOURS = "Blue: above the printed value, orange: below it. "
_WRONG = "‡ the printed value is impossible or trivial, see below. "
CAPTIONS = {
    "ours": f"In %: mean over the runs. {_COLOURS}Bold: the best of a row. † no better than one cluster of all "
    "samples. – not run, or no result.",
    "ours_std": "In points: standard deviation over our runs. – one run, as of methods that draw nothing at random.",
    "printed": f"In %: mean as printed. Bold: the best of a row. {_WRONG}– none printed.",
    "printed_std": "In points: standard deviation as printed. – none printed.",
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
    cells : {"ours", "ours_std", "printed", "printed_std", "difference"}
    """
    # RNSE and its versions stand beside the names of the data, since a phone shows only two or three columns.
    columns = sorted(dict.fromkeys(compared["method"]), key=lambda name: printed_method(name) != "RNSE")
    rows = list(dict.fromkeys(compared["dataset"]))
    texts = pd.DataFrame("", index=rows, columns=[*columns, ONE_CLUSTER])
    styles = texts.copy()
    shown = "printed" if cells == "printed" else "mean"
    best = compared.groupby("dataset")[shown].max().round(1)
    marks_best = cells in ("ours", "printed")
    one: Any
    for one in compared.itertuples():
        texts.loc[one.dataset, one.method] = _text(one, cells)
        texts.loc[one.dataset, ONE_CLUSTER] = f"{one.majority:.1f}"
        css = ["font-weight: bold"] if marks_best and round(getattr(one, shown), 1) == best[one.dataset] else []
        if cells in ("ours", "difference") and not np.isnan(one.difference):
            css.append(_colour(one.difference))
        styles.loc[one.dataset, one.method] = "; ".join(css)
    with st.container(key="paper_scores"):
        st.dataframe(
            texts.style.apply(lambda _: styles, axis=None),
            column_config={name: _column(name) for name in ("_index", *texts.columns)},
            key="pt_table",
            alt="Scores of nine methods on each data set",
        )
    st.caption(CAPTIONS[cells])
    if any("(" in name for name in columns):
        st.caption(
            "NCuts kNN, CLR L2 and RNSE auto are versions, compared with the printed value of their method. The paper "
            "does not say which graph its NCuts cut, nor which norm its CLR used, and on some data that matters more "
            "than the choice of the method. RNSE auto chooses its settings without labels, the number of clusters "
            "given."
        )


def _column(name: str) -> Any:
    """Return the configuration of a column; the heading of a version of a method has no brackets, which need room."""
    heading = name.replace("(", "").replace(")", "") if "(" in name else None
    titles = {ONE_CLUSTER: "One cluster of all samples: the share of the largest class."}
    title = titles.get(name) or (f"{name}: {METHODS[name].title}" if name in METHODS else None)
    widths, usual = (CLASS_WIDTHS, CLASS_WIDTH) if class_mode.is_on() else (WIDTHS, WIDTH)
    return st.column_config.Column(heading, width=widths.get(name, usual), help=title)


def _text(one: Any, cells: str) -> str:
    value, flag = {
        "ours": (one.mean, "†" if one.at_majority else ""),
        "ours_std": (one.std, ""),
        "printed": (one.printed, "‡" if one.verdict else ""),
        "printed_std": (one.printed_std, ""),
        "difference": (one.difference, "‡" if one.verdict else ""),
    }[cells]
    if np.isnan(value):
        return "–"
    return f"{value:{'+' if cells == 'difference' else ''}.1f}{flag}"


def _colour(difference: float) -> str:
    strength = min(1.0, abs(difference) / FULL_COLOUR)
    return f"background-color: rgba({BETTER if difference > 0 else WORSE}, {0.4 * strength:.2f})"


def data_table(frame: pd.DataFrame) -> None:
    """Draw Table 1: the printed sizes of the data sets beside the actual ones."""
    rows = []
    covered = {printed_row(name) for name in frame["dataset"]}
    for name, one in PAPER_DATASETS.items():
        samples, features, classes = one.printed_shape
        sizes = one.class_sizes
        rows.append(
            {
                "Data set": name,
                "Printed": f"{samples:,} × {features:,}, {counted(classes, 'class', 'classes')}",
                "Actual": f"{one.shape[0]:,} × {one.shape[1]:,}, {counted(one.n_clusters, 'class', 'classes')}",
                "Classes": f"{min(sizes):,} to {max(sizes):,} each"
                if min(sizes) < max(sizes)
                else f"{max(sizes):,} each",
                "Largest class": f"{one.majority_share:.1%}",
                "Results": "yes" if name in covered else "no",
                "From": f"OpenML {one.openml.id}" if one.openml else "a file of yours",
            }
        )
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="pt_data", alt="The paper's data sets")
    with st.expander("Notes on the data", icon=":material/info:"):
        st.markdown("\n".join(f"- **{name}**: {one.note or one.description}" for name, one in PAPER_DATASETS.items()))


def unavailable(frame: pd.DataFrame) -> list[str]:
    """Return how to get each data set that our results do not cover."""
    covered = {printed_row(name) for name in frame["dataset"]}
    lines = []
    for name, one in PAPER_DATASETS.items():
        if name in covered:
            continue
        where = (
            f"It is fetched from OpenML ({one.openml.id})."
            if one.openml
            else f"Put the file where data_home points, as {name}.npz, .mat, .csv or .arff."
        )
        lines.append(f"**{name}** has no result here. {where} `rnse compare {name}` runs the methods. {one.source}")
    return lines
