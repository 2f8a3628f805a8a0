"""Lesson 7: what the joint problem does and does not do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, LogSlider
from pages.shared.controls.model import BETAS
from pages.shared.lessons.base import Further, Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart, scale_end
from rnse_core import RNSE
from rnse_core.datasets import make_block_diagonal
from rnse_core.figures import similarity_heatmap
from rnse_core.findings import joint_against_two_stage
from rnse_core.metrics import clustering_accuracy
from rnse_core.wording import counted

DRAW: dict[str, Any] = {"n_samples": 200, "n_blocks": 4, "noise": 0.95, "random_state": 0}
ORDERS = {"true": "The truth", "found": "The clusters found"}


@lru_cache(maxsize=64)
def fitted(beta: float) -> RNSE:
    """Return RNSE fitted to blocks that noise has hidden."""
    A, _ = make_block_diagonal(**DRAW)
    return RNSE(4, affinity="precomputed", beta=beta, random_state=0).fit(A)


def _show(values: Mapping[str, Any]) -> Outcome:
    A, y = make_block_diagonal(**DRAW)
    model, alone = fitted(values["beta"]), fitted(0.0)
    change = joint_against_two_stage(model.similarity_, model.labels_, alone.similarity_, alone.labels_)
    right = clustering_accuracy(y, model.labels_)
    components = model.n_components_
    seen = f"S has {counted(components, 'component')}; {right:.1%} of the points are right. " + (
        f"Compared with beta = 0, {counted(change.n_moved, 'point')} of {change.n_samples} have another label; S "
        f"differs "
        f"by {change.change:.2f} per row (sum of the absolute differences)."
        if values["beta"]
        else "This is the run without beta, which all others are compared with."
    )
    order = np.argsort(y if values["order"] == "true" else model.labels_, kind="stable")
    groups = y if values["order"] == "true" else model.labels_
    left, right_column = st.columns(2)
    with left:
        st.markdown("**The similarity given**")
        given = similarity_heatmap(A, order=order, groups=groups, height=320, bare=True)
        chart(
            given,
            key="le7_A",
            alt=f"The noisy similarity. {ORDERS[values['order']]}: no blocks are seen.",
            class_height=350,
        )
        st.caption(f"The brightest colour stands for {scale_end(given):.2g} and more.")
    with right_column:
        st.markdown("**The S learned**")
        figure = similarity_heatmap(model.similarity_, order=order, groups=groups, height=320, bare=True)
        chart(figure, key="le7_S", alt=f"The learned S. {seen}", class_height=350)
        st.caption(f"The brightest colour stands for {scale_end(figure):.2g} and more.")
    program = code.program(
        {
            "rnse_core": ["RNSE"],
            "rnse_core.datasets": ["make_block_diagonal"],
            "rnse_core.metrics": ["clustering_accuracy"],
        },
        [
            f"A, y = {code.call('make_block_diagonal', **DRAW)}",
            f"model = RNSE(4, affinity='precomputed', beta={values['beta']!r}, random_state=0).fit(A)",
            "print(model.n_components_, clustering_accuracy(y, model.labels_))",
        ],
    )
    blocks = components == DRAW["n_blocks"]
    lower = BETAS[max(BETAS.index(values["beta"]) - 1, 0)]
    first = blocks and fitted(lower).n_components_ != DRAW["n_blocks"]
    return Outcome(blocks, seen, program, further=first)


def _changed_by_beta() -> tuple[str, str]:
    """Measure what a large beta changes."""
    _, y = make_block_diagonal(**DRAW)
    alone, model = fitted(0.0), fitted(100.0)
    before, after = (clustering_accuracy(y, one.labels_) for one in (alone, model))
    answer = "better" if after > before else "worse" if after < before else "same"
    return answer, (
        f"{before:.1%} of the points are right at β = 0, {after:.1%} at β = 100; "
        f"S has {counted(alone.n_components_, 'component')} and then {model.n_components_}."
    )


LESSON = Lesson(
    title="The joint problem",
    short="Joint",
    idea="RNSE puts both steps into one problem, Eqs. (6) and (7): beta rewards an S that agrees with P, by βP′P in "
    "the target of Eq. (12), and P is cut from S. Here the noise hides the blocks.",
    question=Question(
        "Beta grows from 0 to 100, so that S and P are to agree. What happens to the labels?",
        {"better": "They get better", "same": "As good as before", "worse": "They get worse"},
        _changed_by_beta,
    ),
    task="Make S fall into four components all the same, and look at it in the order of the clusters found: four "
    "perfect blocks. Then switch back to the order of the truth.",
    why="A large beta pulls S towards the clusters that P already has. It makes perfect blocks out of noise, without "
    "moving a single label: what looks like a proof only repeats P. The gain over a fixed graph lies in S, the exact "
    "doubly stochastic graph.",
    controls=(
        LogSlider("le7_beta", "Beta (β)", 1.0, steps=BETAS),
        Choice("le7_order", "Order of the points", "true", options=ORDERS, segments=True),
    ),
    show=_show,
    further=Further(
        "Find the smallest beta of the slider with four components.",
        "It is 20. Below it some similarity joins the clusters of P, from there on none does.",
    ),
    link=("pages/block_diagonal.py", "Block-diagonal similarities"),
)
