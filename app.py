"""The RNSE dashboard: page settings and navigation. Each page is a script in `pages`."""

from pathlib import Path

import streamlit as st

from pages.shared.guard import plain_errors

# A file of our own: an icon from a font would be fetched from the network.
ICON = Path(__file__).parent / "pages" / "shared" / "icon.svg"
st.set_page_config(page_title="RNSE", page_icon=str(ICON), layout="wide")

page = st.navigation(
    {
        "Start": [
            st.Page(
                "pages/home.py",
                title="Home",
                icon=":material/home:",
                default=True,
                help="What RNSE does in one picture, on a small example that is already computed.",
            ),
        ],
        "Reproduce the paper": [
            st.Page(
                "pages/block_diagonal.py",
                title="Block-diagonal (Fig. 1)",
                icon=":material/grid_on:",
                url_path="block-diagonal",
                help="A noisy block-diagonal similarity and the similarity that RNSE learns from it.",
            ),
            st.Page(
                "pages/two_moons.py",
                title="Two moons and shapes (Fig. 2)",
                icon=":material/scatter_plot:",
                url_path="two-moons",
                help="K-Means, normalized cuts and RNSE side by side on points in the plane.",
            ),
        ],
        "Use": [
            st.Page(
                "pages/your_data.py",
                title="Your data",
                icon=":material/upload_file:",
                url_path="your-data",
                help="Cluster your own table: upload, check the columns, run, and take the labels away.",
            ),
        ],
    }
)

with plain_errors(page.title):
    page.run()
