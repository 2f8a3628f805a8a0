"""The program that gives the records of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rnse_core.datasets import DATASETS
from rnse_core.tables import Table

from . import code
from .comparison import Plan


def program(plan: Plan, chosen: Sequence[str], own: Table | None) -> str:
    """Return the program.

    Parameters
    ----------
    plan : Plan
    chosen : sequence of str
        Names of the data sets; those that are not in the plan are left out.
    own : Table, optional
        The reader's table, used if the plan has it.
    """
    names = [name for name in chosen if name in DATASETS and DATASETS[name].title in plan.data]
    imports = {"rnse_core.experiments": ["compare", "summarise", "table_markdown"]}
    how = {"seeds": plan.seeds, "preprocess": list(plan.preprocess)}
    sets, modules, lines = repr(names), [], []
    if plan.own and own is not None:
        imports["rnse_core"] = ["read_table"]
        keywords = st.session_state["yd_reading"]["keywords"]
        lines.append(f"table = {code.call('read_table', own.name, **keywords)}")
        sets = f"[{', '.join(['table', *map(repr, names)])}]"
    if plan.own_clusters is None:
        lines.append(f"records = compare({sets}, {code.arguments(list(plan.methods), **how)})")
    else:
        mine = code.arguments(list(plan.methods), **how, n_clusters=plan.own_clusters)
        lines.append(f"records = compare(table, {mine})")
        if names:
            modules.append("pandas as pd")
            lines.append(f"others = {code.call('compare', names, list(plan.methods), **how)}")
            lines.append("records = pd.concat([records, others])")
    score = "accuracy" if any(y is not None for _, y in plan.data.values()) else "seconds"
    return code.program(imports, [*lines, f"print(table_markdown(summarise(records, {score!r})))"], modules=modules)
