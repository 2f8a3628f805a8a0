"""Rules for printed scores: which values no clustering can have, and which are no better than a single cluster.

Each rule follows from the definitions of accuracy (ACC) and purity; none depends on the method. With C classes, C
clusters and a largest class with the share m, every clustering has

- purity >= m, since every cluster counts its most frequent class, which is at least its part of the largest class;
- ACC >= 1 / C, since C one-to-one matchings exist that together count every sample once;
- purity >= ACC, since the matched class of a cluster is at most as frequent as its most frequent class;
- for C = 2, purity = max(ACC, m): the most frequent classes of the two clusters either differ and are the best
  matching, or are the same class, which then is the largest one.

The mean of runs with the standard deviation s obeys these rules too, the last one up to s / 2. Printed numbers are
rounded, so a rule counts as broken only if no numbers that round to the printed ones obey it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from rnse_core.datasets.paper import PAPER_DATASETS
from rnse_core.datasets.paper_tables import printed_table
from rnse_core.wording import counted

# Half a unit of the last printed digit, and the error of binary fractions.
_HALF_DIGIT = 0.05
_BINARY = 1e-9

IMPOSSIBLE, TRIVIAL = "impossible", "trivial"


def check_printed(
    accuracy: float, purity: float, majority: float, n_classes: int, accuracy_std: float = 0.0
) -> Iterator[tuple[str, str, str]]:
    """Yield the problems of the printed scores of one method on one data set.

    Parameters
    ----------
    accuracy, purity : float
        As printed, in per cent with one decimal; NaN is not checked.
    majority : float
        Share of the largest class in per cent.
    n_classes : int
        Number of classes, and of clusters.
    accuracy_std : float, default=0.0
        Printed standard deviation of the accuracy.

    Yields
    ------
    score : {"accuracy", "purity"}
    verdict : {"impossible", "trivial"}
        Impossible for any clustering, or no better than a single cluster.
    reason : str
        One sentence.
    """
    slack = _HALF_DIGIT + _BINARY
    line = f"the largest class has {majority:.1f}%"
    if accuracy + slack < 100 / n_classes:
        yield (
            "accuracy",
            IMPOSSIBLE,
            f"With {counted(n_classes, 'cluster')} and as many classes "
            f"the best matching has at least {100 / n_classes:.1f}%.",
        )
    elif accuracy - slack <= majority:
        yield "accuracy", TRIVIAL, f"One cluster is as good: {line}."
    if purity + slack < majority:
        yield "purity", IMPOSSIBLE, f"No clustering has a purity below the share of the largest class; {line}."
    elif purity + 2 * slack < accuracy:
        yield "purity", IMPOSSIBLE, f"Purity is never below ACC, and ACC is printed as {accuracy:.1f}%."
    elif n_classes == 2 and purity > max(accuracy, majority) + 2 * slack + (accuracy_std + _HALF_DIGIT) / 2:
        yield (
            "purity",
            IMPOSSIBLE,
            f"With two clusters and two classes purity is ACC, printed as {accuracy:.1f}%, or the share of the largest "
            f"class, {majority:.1f}%, whichever is more.",
        )
    elif purity - slack <= majority:
        yield "purity", TRIVIAL, f"One cluster is as good: {line}."


def printed_problems() -> pd.DataFrame:
    """Apply the rules to every cell of the paper's Tables 2 and 3.

    Returns
    -------
    DataFrame
        One row per finding: dataset, method, score, printed (in per cent), verdict, reason.
    """
    accuracy, accuracy_std = printed_table("accuracy")
    cells = np.stack([accuracy.to_numpy(), accuracy_std.to_numpy(), printed_table("purity")[0].to_numpy()])
    rows: list[dict[str, Any]] = []
    for i, name in enumerate(accuracy.index):
        one = PAPER_DATASETS[name]
        for j, method in enumerate(accuracy.columns):
            mean, spread, purity = cells[:, i, j].tolist()
            printed = {"accuracy": mean, "purity": purity}
            for score, verdict, reason in check_printed(mean, purity, 100 * one.majority_share, one.n_clusters, spread):
                found = {"dataset": name, "method": method, "score": score, "printed": printed[score]}
                rows.append({**found, "verdict": verdict, "reason": reason})
    return pd.DataFrame(rows, columns=["dataset", "method", "score", "printed", "verdict", "reason"])
