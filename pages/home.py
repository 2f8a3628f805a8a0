"""What RNSE does in one picture, on an example that is already computed."""

from functools import partial

import numpy as np
import streamlit as st

from pages.shared.class_mode import link_options
from pages.shared.controls.base import LogSlider, Number, draw_all
from pages.shared.controls.model import SPREAD
from pages.shared.navigation import begin
from pages.shared.results import code, downloads, figures
from pages.shared.results.findings import show_warnings
from pages.shared.results.panels import cluster_palette
from pages.shared.runs import baselines
from pages.shared.runs.fit import fit
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import shared_store
from rnse_core.datasets import make_two_moons
from rnse_core.figures import (
    affinity_edges,
    affinity_graph,
    indicator_heatmap,
    row_order,
    similarity_heatmap,
)
from rnse_core.metrics import clustering_accuracy

PAGE = "home"
#: Entry of S with the brightest colour, whatever alpha: where S is almost uniform, the picture is dark.
BRIGHTEST = 0.2

begin("RNSE")
st.markdown(
    "**Regularized non-negative spectral embedding** poses *who is similar to whom* and *who belongs together* as one "
    "problem. Spectral clustering cuts a similarity that was fixed beforehand; RNSE learns it: a sparse, exactly "
    "doubly stochastic $S$. Solved exactly, $S$ decides and $P$ follows: the labels are those of the first $S$."
)
values = draw_all(
    PAGE,
    {
        "": [
            Number("home_noise", "Noise of the two moons", 0.05, low=0.0, high=0.3, step=0.01),
            LogSlider("home_alpha", "Alpha (α): spread of the similarity", 1.0, steps=SPREAD),
        ]
    },
    where=st.grid(2, min_column_width=280),
)
area = RunArea()
draw = {"n_samples": 200, "noise": values["noise"], "random_state": 0}
X, y = make_two_moons(**draw)
settings = ModelSettings.of("exact", 2, alpha=values["alpha"], beta=1.0, random_state=0)
data_id = ("make_two_moons", tuple(draw.items()))
result = fit(settings, X, data_id=data_id, store=shared_store(), area=area)
if result is None:
    st.stop()

edges = affinity_edges(result.similarity)
S = result.similarity if isinstance(result.similarity, np.ndarray) else result.similarity.toarray()
zeros = 1 - result.history[-1]["nonzeros_per_row"] / len(X)
within = y[edges.rows] == y[edges.columns]
order = row_order("true", n_samples=len(X), true_labels=y)
labels = result.labels
palette = cluster_palette(y, labels)
row_colors = palette[: len(result.indicator)].tolist()
steps = {
    "1. The data": (
        affinity_graph(X, height=190, bare=True),
        "200 points, two moons. No labels are given.",
    ),
    "2. The similarity S": (
        similarity_heatmap(S, order=order, groups=y, limit=BRIGHTEST, height=190, bare=True),
        f"Learned: every row sums to one, and {zeros:.0%} of the entries are exactly zero. "
        f"Brightest, at every alpha: {BRIGHTEST:g} and more.",
    ),
    "3. The indicator P": (
        indicator_heatmap(result.indicator, order=order, height=190, bare=True, colors=row_colors),
        "Non-negative with orthogonal rows: each point has an entry in one row only. Before each row, "
        "the colour of its cluster.",
    ),
    "4. The labels": (
        affinity_graph(X, edges, labels, classes=y, numbers=palette[labels], legend=False, height=190, bare=True),
        f"The largest entry of a point's column. {clustering_accuracy(y, result.labels):.1%} of the points are right."
        + (" Green lines join similar points of one moon." if within.any() else "")
        + (" Orange lines join similar points of different moons." if not within.all() else ""),
    ),
}
with st.grid(4, min_column_width=180, gap="medium"):
    for title, (figure, caption) in steps.items():
        with st.container():
            st.markdown(f"**{title}**")
            figures.chart(figure, key=f"home_{title[0]}", alt=f"{title}. {caption}")
            st.caption(caption)
# Under the pictures, which do not move when a warning appears.
others = baselines.run_baselines(settings, X, result, kind="features", data_id=data_id, store=shared_store())
accuracies = ", ".join(
    f"{name} {clustering_accuracy(y, one.labels):.1%}"
    for name, one in baselines.outcomes(result, others).items()
    if one.labels is not None
)
st.markdown(f"**Right on these points:** {accuracies}. NCuts cuts a fixed graph of {baselines.NEIGHBOURS} neighbours.")
show_warnings(result, settings)

left, right = st.columns(2, gap="large")
with left:
    st.header("The model", anchor=False)
    st.latex(
        r"\begin{aligned}\min_{S,P}\;\;& \tfrac12\textstyle\sum_{ij} S_{ij}\,\|\varphi(x_i)-\varphi(x_j)\|^2 && (6)"
        r"\\ &+ \alpha\,\|S\|_F^2 \;+\; \tfrac{\beta}{2}\textstyle\sum_{ij} S_{ij}\,\|p_i-p_j\|^2 && (7)"
        r"\\ \text{s.t.}\;\;& S \ge 0,\quad S=S^\top,\quad S\mathbf 1=\mathbf 1 && (8)"
        r"\\ & P\ge 0,\quad PP^\top=I_C && (9)\end{aligned}"
    )
    st.caption(
        r"Numbers as in the paper. $\varphi$: feature map of the kernel $K$, a Gaussian of the distances between the "
        r"points $x_i$: $\|\varphi(x_i)-\varphi(x_j)\|^2=K_{ii}+K_{jj}-2K_{ij}$. $p_i$: column $i$ of $P$. "
        r"$I_C$: identity matrix, for $C$ clusters."
    )
with right:
    st.header("How to read it", anchor=False)
    st.markdown(
        "- The **first term** makes near points similar: those with a large entry of K.\n"
        "- **α** spreads the similarity: small, and S is almost empty; large, and every point is similar to every "
        "other.\n"
        "- **β** pulls S towards blocks that agree with P. With this solver it changes S but no label: it only "
        "repeats P.\n"
        "- $S$ and $P$ are updated in turn until the sum stops falling. What is gained over spectral clustering comes "
        "from $S$ being learned."
    )

figures.show_readouts(result)
cards = {
    (
        "pages/learn.py",
        "school",
    ): "Spectral clustering and RNSE in ten lessons, each with a guess and a task that is checked.",
    ("pages/block_diagonal.py", "grid_on"): "How much noise hides a block structure, and what RNSE still finds.",
    ("pages/two_moons.py", "scatter_plot"): "K-Means, normalized cuts and RNSE on eight shapes, pure noise included.",
    (
        "pages/convergence.py",
        "trending_down",
    ): "The objective over the rounds, and how far S is from its constraints.",
    (
        "pages/paper_tables.py",
        "table",
    ): "Nine methods on the paper's data sets, our own runs beside the printed scores.",
    ("pages/alpha_live.py", "slow_motion_video"): "The graph, S and the clusters while alpha is dragged.",
    ("pages/paint.py", "brush"): "Paint points yourself and see them clustered after every stroke.",
    ("pages/step_through.py", "step"): "Two runs side by side, round by round, and the inside of their steps.",
    ("pages/parameter_map.py", "grid_view"): "What α and β change over a whole grid, and what β does not.",
    ("pages/compare_methods.py", "compare"): "Any data with any methods: pictures, scores over seeds, graphs, ranks.",
    ("pages/your_data.py", "upload_file"): "Upload a table, check what was read, cluster it, and take the labels away.",
}
with st.container(key="screen_only_cards"):
    st.header("Go on", anchor=False)
    with st.grid(3, min_column_width=240):
        for (target, icon), text in cards.items():
            with st.container(border=True, height="stretch"):
                st.page_link(target, icon=f":material/{icon}:", **link_options())
                st.caption(text)
    # A link and not a button: a button cannot clear the address, which the controls above write.
    st.page_link("pages/your_data.py", label="Try with your data", icon=":material/upload_file:", **link_options())

program = code.program(
    {
        "rnse_core": ["RNSE"],
        "rnse_core.datasets": ["make_two_moons"],
        "rnse_core.metrics": ["clustering_accuracy"],
    },
    [
        f"X, y = {code.call('make_two_moons', **draw)}",
        settings.code(),
        "labels = model.fit_predict(X)  # model.similarity_ is S, model.indicator_ is P",
        "print(clustering_accuracy(y, labels))",
    ],
)
picture = partial(affinity_graph, X, edges, labels, classes=y, numbers=palette[labels])
files = downloads.ResultFiles("Two moons", result, settings, picture, program, classes=y, data=draw)
downloads.offer(PAGE, files)
code.show_code(program)
