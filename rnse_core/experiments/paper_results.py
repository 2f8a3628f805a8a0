"""Comparison of the paper's Tables 2 and 3 with our own runs on the same data."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rnse_core._base.output_files import replace_file
from rnse_core.datasets.paper import PAPER_DATASETS
from rnse_core.datasets.paper_tables import PAPER_METHODS, printed_table
from rnse_core.datasets.printed_checks import printed_problems
from rnse_core.experiments.scores import find_score
from rnse_core.experiments.summary import summarise

# Records that ship with the package, written by benchmarks/paper_tables.py.
SHIPPED = Path(__file__).with_name("paper_results.csv")
# Columns of a record that the file keeps: the scores, not the labels.
KEPT = (
    "dataset",
    "kind",
    "n_samples",
    "n_features",
    "n_classes",
    "majority_share",
    "method",
    "deterministic",
    "n_clusters",
    "seed",
    "preprocessing",
    "status",
    "error",
    "accuracy",
    "purity",
    "nmi",
    "ari",
    "seconds",
    "peak_bytes",
    "iterations",
    "converged",
)
_WHOLE = ("n_samples", "n_features", "n_classes", "n_clusters", "seed", "peak_bytes", "iterations")


def write_results(frame: pd.DataFrame, path: str | os.PathLike[str], **about: Any) -> None:
    """Write the scores of records as a small CSV file; its first line tells how they were produced.

    Parameters
    ----------
    frame : DataFrame
        Records, from :func:`rnse_core.experiments.compare`.
    path : path-like
    **about
        Entries of the first line, such as ``versions`` and ``command``; any JSON values.
    """
    kept = frame[list(KEPT)].copy()
    for name in ("accuracy", "purity", "nmi", "ari"):
        kept[name] = kept[name].astype(float).round(6)
    kept["seconds"] = kept["seconds"].astype(float).round(3)
    text = f"# {json.dumps(about, sort_keys=True)}\n{kept.to_csv(index=False, lineterminator=chr(10))}"
    replace_file(path, text.encode("utf-8"))


def read_results(path: str | os.PathLike[str] = SHIPPED) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Read a file that `write_results` wrote.

    Parameters
    ----------
    path : path-like, default=the file that ships with the package

    Returns
    -------
    frame : DataFrame
        Records without labels, parameters and versions.
    about : dict
        Entries of its first line: how they were produced.
    """
    with open(path, encoding="utf-8") as stream:
        about = json.loads(stream.readline().removeprefix("#"))
        frame = pd.read_csv(stream, dtype={"error": str})
    for name in _WHOLE:
        frame[name] = frame[name].astype("Int64")
    frame["error"] = frame["error"].fillna("")
    # The file holds one setting of each method.
    return frame.assign(parameters="{}"), about


def printed_row(name: str) -> str | None:
    """Return the data set of the paper that a name stands for: itself, or one with more after an underscore.

    Parameters
    ----------
    name : str
        For instance ``"waveform21_2746"``, the first 2746 rows of ``"waveform21"``.

    Returns
    -------
    str or None
    """
    fitting = [known for known in PAPER_DATASETS if name == known or name.startswith(f"{known}_")]
    return max(fitting, key=len) if fitting else None


def printed_method(name: str) -> str | None:
    """Return the column of the paper that a method stands for: itself, or one with more in brackets.

    Parameters
    ----------
    name : str
        For instance ``"CLR (L2)"``, a version of ``"CLR"``.

    Returns
    -------
    str or None
    """
    base = name.split(" (")[0]
    return base if base in PAPER_METHODS else None


def against_printed(frame: pd.DataFrame, score: str) -> pd.DataFrame:
    """Return our mean and standard deviation together with the printed ones.

    Parameters
    ----------
    frame : DataFrame
        Records of data sets of the paper, with one preprocessing.
    score : {"accuracy", "purity"}

    Returns
    -------
    DataFrame
        A row per data set and method of the paper, and per version of one in the records:
        ``dataset``, ``printed_dataset``, ``method``, ``mean``, ``std``,
        ``runs``, ``printed``, ``printed_std``, ``difference``, ``majority`` (share of the largest class of our data),
        all scores in per cent, ``at_majority`` (whether ours is no better than that), ``verdict`` and ``reason``
        (the error in the printed value, empty if there is none), and ``status`` (the failure of runs without a
        result).

    Raises
    ------
    ValueError
        If no record is of a data set of the paper.
    """
    printed, printed_std = (dict(part.iterrows()) for part in printed_table(score))
    ours = frame[frame["dataset"].map(lambda name: printed_row(name) is not None)]
    table = summarise(ours, score)
    factor = find_score(score).factor
    problems = {(one.dataset, one.method): one for one in printed_problems().itertuples() if one.score == score}
    failures = {(one.dataset, one.method): one for one in ours[ours["status"] != "ok"].itertuples()}
    versions = [method for method in table.mean.columns if method not in PAPER_METHODS and printed_method(method)]
    columns = [one for name in PAPER_METHODS for one in (name, *(v for v in versions if printed_method(v) == name))]
    rows = []
    for name in table.mean.index:
        base = str(printed_row(name))
        majority = factor * float(table.majority[name])
        for method in columns:
            known, printed_as = method in table.mean.columns, str(printed_method(method))
            mean = factor * float(table.mean[method][name]) if known else np.nan
            problem, failed = problems.get((base, printed_as)), failures.get((name, method))
            rows.append(
                {
                    "dataset": name,
                    "printed_dataset": base,
                    "method": method,
                    "mean": mean,
                    "std": factor * float(table.std[method][name]) if known else np.nan,
                    "runs": int(table.runs[method][name]) if known else 0,
                    "printed": float(printed[base][printed_as]),
                    "printed_std": float(printed_std[base][printed_as]),
                    "difference": mean - float(printed[base][printed_as]),
                    "majority": majority,
                    "at_majority": mean <= majority + 1e-9,
                    "verdict": problem.verdict if problem else "",
                    "reason": problem.reason if problem else "",
                    "status": f"{failed.status}: {failed.error}" if failed else "",
                }
            )
    return pd.DataFrame(rows)
