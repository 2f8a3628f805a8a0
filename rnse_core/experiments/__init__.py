"""Comparisons: methods run on data sets over seeds, every run gives a record, and records give tables and rankings.

Planning: `data` (data sets and their fingerprints), `numbers` (checked conversion to numbers), `methods` (methods by
name; `learned_cut` is one of them), `code` (fingerprint of the code behind a result), `jobs` (the runs and the keys of
their records).

Running: `run` (:func:`compare`), `sweep` (:func:`sweep`, alpha and beta on a grid), `runner` (jobs through joblib),
`fit` (one fit and its measurements), `memory_check` (whether a fit has enough memory), `isolated` (fits in separate
processes, with `_child` and `_pipe`), `_parent` (exit of workers), `store` (records in an SQLite file).

Reading: `scores` (how scores are printed), `summary` (tables of means), `formats` (CSV, Markdown, LaTeX), `ranking`
(average ranks and Friedman's test), `paper_results` (comparison with the paper's tables).
"""

from rnse_core.exceptions import StoreError
from rnse_core.experiments.data import ColumnScaled
from rnse_core.experiments.fit import unpack_labels
from rnse_core.experiments.formats import (
    FORMATS,
    ONE_CLUSTER,
    caption,
    notes,
    table_cells,
    table_latex,
    table_markdown,
    tables_csv,
    write_tables,
)
from rnse_core.experiments.jobs import AS_CLASSES
from rnse_core.experiments.memory_check import takes_all_pairs
from rnse_core.experiments.methods import METHODS, PAPER_NAMES, Method, MethodUnavailable, find_method
from rnse_core.experiments.paper_results import (
    against_printed,
    printed_method,
    printed_row,
    read_results,
    write_results,
)
from rnse_core.experiments.ranking import Ranking, rank_methods
from rnse_core.experiments.run import compare, planned_records
from rnse_core.experiments.runner import Progress
from rnse_core.experiments.scores import SCORES, Score, scores_in
from rnse_core.experiments.store import read_records, tried_again
from rnse_core.experiments.summary import ResultTable, summarise, summarise_all
from rnse_core.experiments.sweep import PAPER_ALPHAS, PAPER_BETAS, sweep, sweep_matrix, sweep_table, with_parameters

__all__ = [
    "AS_CLASSES",
    "FORMATS",
    "METHODS",
    "ONE_CLUSTER",
    "PAPER_ALPHAS",
    "PAPER_BETAS",
    "PAPER_NAMES",
    "SCORES",
    "ColumnScaled",
    "Method",
    "MethodUnavailable",
    "Progress",
    "Ranking",
    "ResultTable",
    "Score",
    "StoreError",
    "against_printed",
    "caption",
    "compare",
    "find_method",
    "notes",
    "planned_records",
    "printed_method",
    "printed_row",
    "rank_methods",
    "read_records",
    "read_results",
    "scores_in",
    "summarise",
    "summarise_all",
    "sweep",
    "sweep_matrix",
    "sweep_table",
    "table_cells",
    "table_latex",
    "table_markdown",
    "tables_csv",
    "takes_all_pairs",
    "tried_again",
    "unpack_labels",
    "with_parameters",
    "write_results",
    "write_tables",
]
