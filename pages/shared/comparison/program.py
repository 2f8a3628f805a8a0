"""The program that computes the records of a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.shared.comparison.plan import RNSE_NAMES, Plan
from pages.shared.results import code
from rnse_core.datasets import DATASETS
from rnse_core.experiments import AS_CLASSES
from rnse_core.tables import Table, confirmed_classes


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
    titles = {name: DATASETS[name].title for name in names}
    drawn = [name for name in names if titles[name] in plan.draws]
    fixed = [repr(name) for name in names if name not in drawn and titles[name] not in plan.clusters]
    lines: list[str] = []
    parts: list[str] = []
    if plan.own and own is not None:
        imports["rnse_core"] = ["read_table"]
        keywords = st.session_state["yd_reading"]["keywords"]
        lines.append(f"table = {code.call('read_table', own.name, **keywords)}")
        # As many as classes is an answer of the page; the program reads the table again, which nobody has answered.
        number = plan.clusters.get(plan.own) or (None if confirmed_classes(own) else AS_CLASSES)
        data = "table"
        if plan.own_scales:
            imports["rnse_core.experiments"] = ["ColumnScaled", *imports["rnse_core.experiments"]]
            given = {one.column: one.scale for one in plan.own_scales if one.given is not None}
            data = f"ColumnScaled(table, {given!r})"
        if number is None and not plan.own_parameters:
            fixed.insert(0, data)
        else:
            parts.append(f"compare({data}, {_for_own(plan, number, imports, how)})")
    if fixed:
        parts.append(f"compare([{', '.join(fixed)}], {arguments})")
    parts += [
        f"compare({name!r}, {arguments}, n_clusters={plan.clusters[titles[name]]})"
        for name in names
        if name not in drawn and titles[name] in plan.clusters
    ]
    if drawn:
        imports["rnse_core.datasets"] = ["load_dataset"]
        lines += [
            "",
            "",
            "def draw(seed, names):",
            "    return {name: load_dataset(name, random_state=seed) for name in names}",
            "",
            "",
        ]
        parts += _of_draws(plan, {name: plan.clusters.get(titles[name]) for name in drawn})
    together = len(parts) > 1 or bool(drawn)
    lines.append(f"records = pd.concat([{', '.join(parts)}])" if together else f"records = {parts[0]}")
    modules = ["pandas as pd"] if together else []
    score = "accuracy" if any(y is not None for _, y in plan.data.values()) else "seconds"
    return code.program(imports, [*lines, f"print(table_markdown(summarise(records, {score!r})))"], modules=modules)


def _of_draws(plan: Plan, drawn: Mapping[str, int | None]) -> list[str]:
    """Write the calls for data that are drawn anew, one for each number of clusters that is asked for."""
    parts = []
    for number in dict.fromkeys(drawn.values()):
        names = [name for name, asked in drawn.items() if asked == number]
        how = {"preprocess": list(plan.preprocess), **({} if number is None else {"n_clusters": number})}
        for_seed = code.arguments(list(plan.methods), **how)
        parts.append(f"*(compare(draw(seed, {names!r}), {for_seed}, seeds=[seed]) for seed in range({plan.seeds}))")
    return parts


def _for_own(plan: Plan, number: int | str | None, imports: dict[str, list[str]], how: Mapping[str, Any]) -> str:
    """Write the arguments that follow the table where it has its own number of clusters or parameters."""
    if number is not None:
        how = {**how, "n_clusters": number}
    if not plan.own_parameters:
        return code.arguments(list(plan.methods), **how)
    methods = []
    for name in plan.methods:
        if name in RNSE_NAMES:
            imports["rnse_core.experiments"] = list({*imports["rnse_core.experiments"], "METHODS"})
            methods.append(f"METHODS[{name!r}].{code.call('variant', name, **dict(plan.own_parameters))}")
        else:
            methods.append(repr(name))
    return f"[{', '.join(methods)}], {code.arguments(**how)}"
