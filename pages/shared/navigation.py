"""Which pages there are, and how each of them is run by app.py."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path

import streamlit as st

from pages.shared import class_mode, reset
from pages.shared.controls import address
from pages.shared.guard import plain_errors
from pages.shared.pictures.component import offer_pictures
from pages.shared.turns import Turns

# A file: an icon from a font would be fetched from the network.
ICON = Path(__file__).with_name("icon.svg")
STYLE = Path(__file__).with_name("page.css")
_inside: ContextVar[bool] = ContextVar("inside the app", default=False)
_turns = Turns()


def pages() -> dict[str, list[st.Page]]:
    """Return the pages under the headings of the navigation."""
    return {
        "Start": [
            st.Page(
                "pages/home.py",
                title="Home",
                icon=":material/home:",
                default=True,
                help="What RNSE does in one picture, on a small example that is already computed.",
            ),
        ],
        "Learn": [
            st.Page(
                "pages/learn.py",
                title="Learn",
                icon=":material/school:",
                help="Spectral clustering and RNSE in ten lessons, each with a guess and a task that the page checks.",
            ),
        ],
        "Reproduce the paper": [
            st.Page(
                "pages/block_diagonal.py",
                title="Block-diagonal (Fig. 1)",
                icon=":material/grid_on:",
                help="A noisy block-diagonal similarity and the similarity that RNSE learns from it.",
            ),
            st.Page(
                "pages/two_moons.py",
                title="Two moons and shapes (Fig. 2)",
                icon=":material/scatter_plot:",
                help="K-Means, normalized cuts and RNSE side by side on points in the plane.",
            ),
            st.Page(
                "pages/convergence.py",
                title="Convergence (Fig. 3)",
                icon=":material/trending_down:",
                help="The objective of every version of the algorithm over its rounds, and how far S is off.",
            ),
            st.Page(
                "pages/paper_tables.py",
                title="Tables 1 to 3",
                icon=":material/table:",
                help="The paper's data sets and scores, our own runs beside the printed values.",
            ),
        ],
        "Explore": [
            st.Page(
                "pages/alpha_live.py",
                title="Alpha live",
                icon=":material/slow_motion_video:",
                help="The graph, S and the clusters while alpha, or the noise of block data, is dragged.",
            ),
            st.Page(
                "pages/paint.py",
                title="Paint",
                icon=":material/brush:",
                help="Paint points with mouse, finger or keyboard, and see them clustered after every stroke.",
            ),
            st.Page(
                "pages/step_through.py",
                title="Step through",
                icon=":material/step:",
                help="The rounds of two runs, or the inside of an S step or a P step, played side by side.",
            ),
            st.Page(
                "pages/parameter_map.py",
                title="Alpha × beta",
                icon=":material/grid_view:",
                help="Scores, components and labels over a grid of alpha and beta; click a cell for its S.",
            ),
            st.Page(
                "pages/compare_methods.py",
                title="Compare",
                icon=":material/compare:",
                help="Any data with any methods: pictures, scores over seeds, confusion, learned graphs, ranks.",
            ),
        ],
        "Use": [
            st.Page(
                "pages/your_data.py",
                title="Your data",
                icon=":material/upload_file:",
                help="Cluster your own table: upload, check the columns, run, and take the labels away.",
            ),
        ],
    }


#: What a page asks, in one line beside its title: class mode leaves the paragraph under the title to the lecturer.
QUESTIONS = {
    "RNSE": "Can a graph be learned so that its parts are the clusters?",
    "Learn": "What does each step do, and where does it fail?",
    "Block-diagonal similarity": "How much noise can blocks bear before S loses them?",
    "Two moons and other shapes": "Whose graph keeps the shapes apart?",
    "Convergence": "Does the objective fall, and is S feasible where it does?",
    "Tables 1 to 3": "Do our runs give the scores that the paper prints?",
    "Alpha live": "How does S change as alpha grows?",
    "Paint": "Which clusters do you draw, and who finds them?",
    "Step through": "What moves in a round, and what has settled?",
    "Alpha × beta": "Which alpha and beta matter, and for what?",
    "Compare": "Which method finds which clusters?",
    "Your data": "Which clusters has this table, if any?",
}


def run_app() -> None:
    """Set up the page, draw the navigation and run the current page."""
    st.set_page_config(page_icon=str(ICON), layout="wide")
    class_mode.follow_address()
    page = st.navigation(pages(), position="hidden" if class_mode.is_on() else "sidebar")
    st.set_page_config(page_title=f"{page.title} · RNSE")
    class_mode.style()
    st.html(STYLE)
    reset.begin_page(page.title)
    address.begin_run(page.url_path)
    token = _inside.set(True)
    try:
        # Every change of an element is where Streamlit ends a script whose visitor has gone on.
        with plain_errors(page.title), _turns.turn(st.empty().empty):
            page.run()
            address.end_run()
            offer_pictures(page.url_path)
    finally:
        _inside.reset(token)


def begin(title: str) -> None:
    """Draw the title of a page and what every page has beside it; every page script starts with this.

    Until a session has declared a navigation, Streamlit treats a folder called "pages" as its older kind of multipage
    app: the first visitor of a new server who opens a link to a page gets the bare script, without app.py. Such a
    script calls the app, which runs it inside the navigation.
    """
    if not _inside.get():
        run_app()
        st.stop()
    with st.container(horizontal=True, vertical_alignment="center", key="page_bar"):
        st.title(title, anchor=False, width="content" if class_mode.is_on() else "stretch")
        if class_mode.is_on():
            with st.container(key="page_question"):
                st.markdown(QUESTIONS[title])
            _page_menu()
        reset.button()
        class_mode.toggle()


def _page_menu() -> None:
    """Draw the links to all pages, which class mode hides from the sidebar."""
    with st.popover("Pages", icon=":material/menu:", type="tertiary"):
        for group in pages().values():
            for page in group:
                st.page_link(page, **class_mode.link_options())
