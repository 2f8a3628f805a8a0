"""The paper's Tables 2 and 3 as printed: mean and standard deviation over ten runs, in per cent."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rnse_core._base.checks import check_choice

PAPER_METHODS = ("K-Means", "PCA", "LRR", "NMF", "NCuts", "SDS", "CAN", "CLR", "RNSE")
PRINTED_SCORES = ("accuracy", "purity")

# One line per data set of `PAPER_DATASETS`, one cell per method; a dash is printed where NMF has no result.
_TABLE_2 = """
diabetes     51.6+-0.0 51.6+-0.0 52.6+-0.0 52.0+-0.1 51.6+-0.0 51.6+-0.0 48.7+-0.0 64.1+-0.0 64.7+-0.0
arcene       59.0+-0.0 59.0+-0.0 59.0+-0.0 -         59.0+-0.0 59.0+-0.0 40.0+-0.0 50.5+-0.0 62.5+-0.0
mnist        51.0+-0.2 49.3+-0.2 54.7+-0.0 -         56.1+-0.7 53.2+-0.7 55.3+-0.0 56.6+-0.0 64.0+-0.3
alpha_digit  43.1+-1.9 45.6+-1.2 37.8+-0.8 38.9+-1.0 39.9+-1.3 46.4+-1.0 19.8+-0.0 28.9+-0.0 48.1+-0.8
yeast_uni    33.7+-3.9 37.4+-1.2 17.8+-0.1 -         29.4+-0.1 35.4+-0.8 30.8+-0.1 37.4+-0.0 41.3+-0.2
PCMAC        55.4+-0.0 55.3+-0.0 55.7+-0.0 56.8+-0.0 55.5+-0.0 51.6+-0.0 50.6+-0.0 50.3+-0.0 59.3+-0.0
waveform21   50.7+-0.1 50.7+-0.0 46.1+-0.0 -         50.9+-0.0 51.9+-0.0 47.5+-0.0 50.7+-0.0 52.7+-0.0
gisette      51.5+-0.1 49.3+-0.1 50.6+-0.1 -         92.9+-0.1 93.3+-0.0 91.4+-0.1 93.8+-0.1 94.9+-0.1
"""
_TABLE_3 = """
diabetes     65.1+-0.0 65.1+-0.0 65.1+-0.0 65.1+-0.0 65.1+-0.0 65.1+-0.0 65.7+-0.0 65.3+-0.0 65.7+-0.0
arcene       59.0+-0.0 59.0+-0.0 59.0+-0.0 -         59.0+-0.0 59.0+-0.0 40.0+-0.0 50.5+-0.0 62.5+-0.0
mnist        56.1+-1.7 55.5+-1.4 59.9+-0.0 -         60.6+-0.7 59.0+-6.8 64.1+-0.0 57.0+-0.0 68.1+-0.3
alpha_digit  46.5+-1.6 48.9+-0.9 41.2+-0.4 41.9+-1.0 42.8+-1.3 49.7+-0.7 19.8+-0.0 33.2+-0.0 50.5+-0.3
yeast_uni    47.1+-1.7 38.8+-1.2 33.6+-0.2 -         31.3+-0.0 37.3+-0.4 46.4+-0.1 46.4+-0.0 47.0+-0.3
PCMAC        55.4+-0.0 55.4+-0.0 55.7+-0.0 56.8+-0.1 55.5+-0.0 51.6+-0.0 50.5+-0.0 50.5+-0.0 59.3+-0.0
waveform21   53.3+-0.0 53.5+-0.0 47.8+-0.0 -         51.7+-0.0 52.0+-0.0 52.8+-0.0 52.8+-0.0 52.8+-0.0
gisette      69.3+-0.1 67.8+-0.1 50.6+-0.1 -         67.9+-0.1 94.3+-0.0 93.9+-0.1 94.0+-0.1 94.9+-0.1
"""
_TABLES = {"accuracy": _TABLE_2, "purity": _TABLE_3}


def printed_table(score: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return Table 2 or Table 3 of the paper.

    Parameters
    ----------
    score : {"accuracy", "purity"}
        Accuracy is Table 2, purity is Table 3.

    Returns
    -------
    mean, std : DataFrame of shape (8, 9)
        In per cent, a row per key of ``PAPER_DATASETS`` and a column per method; NaN where a dash is printed.

    Raises
    ------
    ValueError
        If the paper has no table of this score.
    """
    check_choice("score", score, _TABLES)
    lines = [line.split() for line in _TABLES[score].split("\n") if line]
    cells = [[_cell(cell) for cell in line[1:]] for line in lines]
    names = pd.Index([line[0] for line in lines], name="dataset")
    methods = pd.Index(PAPER_METHODS, name="method")
    mean = pd.DataFrame([[cell[0] for cell in row] for row in cells], names, methods)
    std = pd.DataFrame([[cell[1] for cell in row] for row in cells], names, methods)
    return mean, std


def _cell(text: str) -> tuple[float, float]:
    mean, _, std = text.partition("+-")
    return (float(mean), float(std)) if std else (np.nan, np.nan)
