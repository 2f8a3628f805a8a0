"""What the tests of the page Compare share."""

from urllib.parse import parse_qs

import numpy as np
import pandas as pd
from page_checks import frame_with

VIEWS = {
    "Grid": "grid",
    "Scores": "scores",
    "Over seeds": "seeds",
    "Confusion": "confusion",
    "Graphs": "graphs",
    "Ranking": "ranking",
}
SMALL = {"cp_data": ["Two moons", "Iris"], "cp_methods": ["K-Means", "RNSE"]}


def table_on(app) -> pd.DataFrame:
    return frame_with(app, "one cluster")


def blobs(seed: int):
    rng = np.random.default_rng(seed)
    return np.r_[rng.normal(size=(60, 2)), rng.normal(size=(60, 2)) + 9], np.repeat(["p", "q"], 60)


def upload(app, name: str, *, classes: bool):
    rows = "\n".join(f"{a:.3f},{b:.3f}{f',{c}' * classes}" for (a, b), c in zip(*blobs(0), strict=True))
    app.file_uploader(key="yd_uploader").upload(name, f"a,b{',group' * classes}\n{rows}\n".encode())
    return app.run()


def follow(app, **changes):
    """Click on the link from "Your data" to "Compare"; few methods unless something else is wanted."""
    (link,) = [one.proto for one in app.get("page_link")]
    assert link.label == "Compare methods on this table"
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(parse_qs(link.query_string))
    app.query_params.update({"cp_methods": ["K-Means"], **changes})
    return app.run()
