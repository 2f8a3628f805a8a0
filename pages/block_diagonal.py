"""A noisy block-diagonal similarity and the similarity RNSE learns from it (the paper's Fig. 1)."""

from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.controls.base import Choice, Number, Seed, draw_all
from pages.shared.controls.model import further_methods, model_controls, tuned_controls
from pages.shared.navigation import begin
from pages.shared.results import code, downloads, figures
from pages.shared.results.findings import show_findings, show_preset_note, show_warnings_of_runs
from pages.shared.results.panels import LARGE_PANEL, PANEL_HEIGHT, common_limit, similarity_panel
from pages.shared.results.row_of_s import row_control, sample_of, show_row
from pages.shared.results.scores import show_scores
from pages.shared.results.two_stage_card import two_stage_card
from pages.shared.runs import baselines
from pages.shared.runs.fit import RunResult, fit
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import shared_store
from rnse_core.datasets import make_block_diagonal
from rnse_core.figures import row_of, row_order, similarity_heatmap
from rnse_core.metrics import clustering_accuracy
from rnse_core.wording import counted

PAGE = "bd"
#: The levels of noise of a view: those of the paper's figure, and those at which blocks become hard to find.
LEVELS = {"three": (0.2, 0.4, 0.8), "hard": (0.8, 0.9, 0.95)}
VIEWS = {"three": "Three", "hard": "Hard", "one": "One"}
#: Shown in detail at first: NCuts errs, and RNSE does not.
DETAIL = 0.8
#: Noise that hides the blocks, and a beta so high that S has blocks all the same.
MADE = {"bd_view": "one", "bd_noise": 0.95, "bd_beta": 100.0}

begin("Block-diagonal similarity")
st.markdown(
    "The paper's Fig. 1. Entries inside the blocks are drawn from $U(0, 1)$, entries outside from $U(0, c)$. In "
    "the doubly stochastic $S$ that RNSE learns the blocks stand out again. As the page opens, that holds up to about "
    "$c = 0.9$. At 0.8 RNSE labels nearly all points right, and NCuts on the input seven of eight. At 0.9 RNSE labels "
    "at least three of four right, and NCuts at most two of five. At 0.95 each labels less than two of five right. It "
    "opens with 240 points, where the paper has 1,000, and with α = 3: with little noise a point is then similar to "
    "about half of its block, at α = 1 to a quarter."
)
values = draw_all(
    PAGE,
    {
        "Data": [
            Choice("bd_view", "Noise levels", "three", options=VIEWS, segments=True),
            Number(
                "bd_noise",
                "Noise (c)",
                0.4,
                low=0.0,
                high=1.0,
                step=0.05,
                active=lambda v: v["view"] == "one",
                help="Choose One above to set the noise. Three: as in the paper; Hard: 0.8, 0.9, 0.95.",
            ),
            Number("bd_n", "Points (n)", 240, low=40, high=2000, step=20, help="The paper uses 1000."),
            Number("bd_blocks", "Blocks", 4, low=2, high=10, step=1),
            Seed("bd_draw", "Seed of the entries", help="The same seed draws the same similarity."),
        ],
        "RNSE": [*model_controls(PAGE, kernel=False), row_control(PAGE, 2000)],
        # K is the given similarity, which NCuts cuts already.
        "Beside RNSE": [further_methods(PAGE, {baselines.ON_S: baselines.FURTHER[baselines.ON_S]})],
    },
    tuned=tuned_controls(PAGE, alpha=3.0),
)
settings = ModelSettings.of(
    values["preset"],
    values["blocks"],
    alpha=values["alpha"],
    beta=values["beta"],
    affinity="precomputed",
    random_state=values["seed"],
)


def draw_arguments(noise: float) -> dict[str, Any]:
    """Return the arguments that a similarity with this noise is drawn with."""
    return {"n_samples": values["n"], "n_blocks": values["blocks"], "noise": noise, "random_state": values["draw"]}


def id_of(noise: float) -> tuple[Any, ...]:
    """Return what names the similarity with this noise in the stores."""
    return ("make_block_diagonal", *draw_arguments(noise).items())


area = RunArea()


def learn(noise: float) -> tuple[np.ndarray, np.ndarray, RunResult | None]:
    """Draw the similarity with this noise and learn S from it."""
    A, y = shared_store().get_or_make(id_of(noise), lambda: make_block_diagonal(**draw_arguments(noise)))
    name = f"The run at c = {noise:g}"
    return A, y, fit(settings, A, data_id=id_of(noise), store=shared_store(), area=area, name=name)


def draw_level(
    noise: float, A: np.ndarray, y: np.ndarray, result: RunResult | None, brightest: float | None
) -> DeltaGenerator | None:
    """Draw the input, the learned similarity and what compares them; return the place of the title of the input."""
    if result is None:
        st.markdown(f"**No result**, $c = {noise:g}$")
        return None
    alone = len(levels) == 1
    panel = partial(similarity_panel, PAGE, noise=noise, height=LARGE_PANEL if alone else PANEL_HEIGHT)
    # A level alone has its matrices side by side, over the full width.
    with st.grid(3 if alone else 1, min_column_width=260):
        with st.container():
            title = st.empty()
            title.markdown(f"**Input**, c = {noise:g}")
            given = figures.cached_part((PAGE, id_of(noise), alone), partial(panel, "Input", matrix=A, y=y))
        with st.container():
            st.markdown(f"**S**, c = {noise:g}; RNSE: **{clustering_accuracy(y, result.labels):.1%}** right")
            learned = panel("S", matrix=result.similarity, y=y, limit=brightest)
        if alone:
            # In this order every clustering has blocks: beside the true one it shows what they are worth.
            with st.container():
                st.markdown("**S**, in the order of its labels")
                found = row_order("predicted", n_samples=len(y), predicted_labels=result.labels)
                panel("S by its labels", matrix=result.similarity, y=result.labels, order=found)
    rows = [("Input", *given), ("S", *learned)]
    with number_places[noise]:
        headings = (f"c = {noise:g}", "Block contrast", "Off-block mass", "Brightest")
        st.table(dict(zip(headings, zip(*rows, strict=True), strict=True)), border="horizontal", hide_index=True)
        st.caption(f"S has {counted(result.n_components, 'component')}.")
    return title


def name_input(title: DeltaGenerator, noise: float, A: np.ndarray, y: np.ndarray, result: RunResult) -> None:
    """Write over the picture of the input how many labels NCuts gets right on it."""
    others = baselines.run_baselines(settings, A, result, kind="similarity", data_id=id_of(noise), store=shared_store())
    found = others["NCuts"].labels
    share = "no result" if found is None else f"**{clustering_accuracy(y, found):.1%}** right"
    title.markdown(f"**Input**, c = {noise:g}; NCuts: {share}")


levels = LEVELS.get(values["view"], (values["noise"],))
show_preset_note(values["preset"])
width = 260 if len(levels) > 1 else 320
with st.grid(len(levels), min_column_width=width):
    columns = {noise: st.container() for noise in levels}
# Under the pictures, which do not move when a warning appears.
under_levels = st.container()
with st.grid(len(levels), min_column_width=width):
    number_places = {noise: st.container() for noise in levels}
runs = {noise: learn(noise) for noise in levels}
finished = {noise: one for noise, (*_, one) in runs.items() if one is not None}
# One scale for every S, so that they can be compared by eye.
brightest = common_limit(one.similarity for one in finished.values())
titles = {}
for noise, column in columns.items():
    with column:
        titles[noise] = draw_level(noise, *runs[noise], brightest)
with under_levels:
    show_warnings_of_runs({f"c = {noise:g}": one for noise, one in finished.items()}, settings)
# The pictures come first: NCuts has still to be run.
for noise, title in titles.items():
    A, y, result = runs[noise]
    if title is not None and result is not None:
        name_input(title, noise, A, y, result)
st.caption(
    "Right: share of the labels of NCuts, which cuts the input, and of RNSE. "
    "Block contrast: mean entry inside the blocks over mean entry "
    "outside. Off-block mass: share of the similarity between different points that lies outside the blocks. "
    "Brightest: the brightest colour stands for this value and more, the 99th percentile of the positive entries off "
    "the diagonal. Every S drawn here has the scale of the brightest of them. The marks at the edges show where the "
    "blocks end."
)


def show_made_blocks() -> None:
    """Set what makes blocks that are not in the data, and keep what was set before."""
    st.session_state["bd_before"] = {key: values[key.removeprefix("bd_")] for key in MADE}
    st.session_state.update(MADE)


def go_back() -> None:
    """Set what was set before the made blocks."""
    st.session_state.update(st.session_state.pop("bd_before"))


with st.container():
    if "bd_before" in st.session_state and all(values[key.removeprefix("bd_")] == MADE[key] for key in MADE):
        st.button("Back to the settings of before", icon=":material/undo:", key="bd_back", on_click=go_back)
    else:
        label = "Perfect blocks, wrong labels: c = 0.95, β = 100"
        st.button(label, icon=":material/school:", key="bd_made", on_click=show_made_blocks)

st.header("Inside the run", anchor=False)
detail = levels[0]
with st.container():
    if len(levels) > 1:
        names = {noise: f"c = {noise:g}" for noise in levels}
        detail = Choice("bd_detail", "Shown and downloaded below", DETAIL, options=names, segments=True).draw()
A, y, result = runs[detail]
if result is None:
    st.stop()
show_findings(result, settings)
figures.show_readouts(result)
left, right = st.columns(2)
with left:
    point_numbers = np.arange(1, len(y) + 1)
    marked = sample_of(values["row"], point_numbers)
    S_name = "the learned similarity S"
    figures.similarity_view(PAGE, result.similarity, result.labels, y, name=S_name, key="s", marked=marked)
    row = None if marked is None else row_of(result.similarity, marked)
    show_row(PAGE, row, point_numbers, result.labels, y)
with right:
    figures.convergence_view(PAGE, result, given=True)

st.header(f"Scores at c = {detail:g}", anchor=False)
others = baselines.run_baselines(
    settings, A, result, kind="similarity", further=values["further"], data_id=id_of(detail), store=shared_store()
)
scores = show_scores(y, baselines.outcomes(result, others), key="bd_scores")

program = code.program(
    {"rnse_core": ["RNSE"], "rnse_core.datasets": ["make_block_diagonal"], "rnse_core.metrics": ["score_table"]},
    [
        f"A, y = {code.call('make_block_diagonal', **draw_arguments(detail))}",
        settings.code(),
        "labels = model.fit_predict(A)  # model.similarity_ is S, model.indicator_ is P",
        "print(score_table(y, labels))",
    ],
)
if len(levels) == 1:
    two_stage_card(
        PAGE,
        A,
        y,
        settings,
        kind="similarity",
        data_id=id_of(detail),
        store=shared_store(),
        area=area,
        program=program,
        variable="A",
    )
figure = partial(similarity_heatmap, result.similarity, groups=y, height=520)
name = f"Block-diagonal, c = {detail:g}"
data = draw_arguments(detail)
files = downloads.ResultFiles(name, result, settings, figure, program, scores=scores, classes=y, data=data)
downloads.offer(PAGE, files)
code.show_code(program, note=f"Here for c = {detail:g}.")
