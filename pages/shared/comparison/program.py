"""The program that computes the records of a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.shared.comparison.plan import RNSE_NAMES, Plan
from pages.shared.results import code
from rnse_core.datasets import DATASETS
from rnse_core.tables import Table


def comparison_program(plan: Plan, chosen: Sequence[str], own: Table | None) -> str:
    """Return the program.

    Parameters
    ----------
    plan : Plan
    chosen : sequence of str
        Names of the data sets; those that are not in the plan are left out.
    own : Table, optional
        The table of the page "Your data", used if the plan has it.

    Returns
    -------
    str
    """
    names = [name for name in chosen if name in DATASETS and DATASETS[name].title in plan.data]
    imports = {"rnse_core.experiments": ["compare", "summarise", "table_markdown"]}
    how = {"seeds": plan.seeds, "preprocess": list(plan.preprocess)}
    arguments = code.arguments(list(plan.methods), **how)
    modules: list[str] = []
    if not plan.own or own is None:
        lines = [f"records = compare({names!r}, {arguments})"]
    else:
        imports["rnse_core"] = ["read_table"]
        keywords = st.session_state["yd_reading"]["keywords"]
        lines = [f"table = {code.call('read_table', own.name, **keywords)}"]
        if plan.own_clusters is None and not plan.own_parameters:
            lines.append(f"records = compare([{', '.join(['table', *map(repr, names)])}], {arguments})")
        else:
            lines.append(f"records = compare(table, {_for_own(plan, imports, how)})")
            if names:
                modules.append("pandas as pd")
                lines.append(f"others = compare({names!r}, {arguments})")
                lines.append("records = pd.concat([records, others])")
    score = "accuracy" if any(y is not None for _, y in plan.data.values()) else "seconds"
    return code.program(imports, [*lines, f"print(table_markdown(summarise(records, {score!r})))"], modules=modules)


def _for_own(plan: Plan, imports: dict[str, list[str]], how: Mapping[str, Any]) -> str:
    """Write the arguments that follow the table where it has its own number of clusters or parameters."""
    if plan.own_clusters is not None:
        how = {**how, "n_clusters": plan.own_clusters}
    if not plan.own_parameters:
        return code.arguments(list(plan.methods), **how)
    methods = []
    for name in plan.methods:
        if name in RNSE_NAMES:
            imports["rnse_core.experiments"] = ["METHODS", "compare", "summarise", "table_markdown"]
            methods.append(f"METHODS[{name!r}].{code.call('variant', name, **dict(plan.own_parameters))}")
        else:
            methods.append(repr(name))
    return f"[{', '.join(methods)}], {code.arguments(**how)}"
