"""Server time of the dashboard, from a real `streamlit run` to a client on the same machine, without a browser.

What is counted begins when the client sends what a browser sends for a new page or a moved slider, and ends when it
has received

- "first paint": the last message of the first run of a page whose result no session has asked for before;
- "first figure", "figures": after a change of alpha to a value that nobody has used, the first and the last of the
  charts that show the learned S or the clusters. A chart that alpha does not change is not among them;
- "whole page": the end of the same run, with the scores, the texts and the downloads.

Each but the first is the median over six values of alpha, since how long a fit takes depends on alpha. Drawing in the
browser is not in it.
"""

from __future__ import annotations

from statistics import median
from typing import NamedTuple

from _common import parser, print_table, store
from _visitor import Visitor, running_server


class Page(NamedTuple):
    """A page, the parameter of n and the sizes measured, the slider of alpha, and the charts of S and the clusters."""

    name: str
    path: str
    size: str | None
    sizes: tuple[int, ...]
    alpha: str
    charts: tuple[str, ...]


PAGES = (
    Page("home", "", None, (200,), "home_alpha", ("home_2", "home_4")),
    Page("two moons", "two_moons", "tm_n", (200, 1000), "tm_alpha", ("tm_panel_RNSE", "tm_s_map")),
    Page(
        "block diagonal",
        "block_diagonal",
        "bd_n",
        (200, 1000),
        "bd_alpha",
        ("bd_S_0.2", "bd_S_0.4", "bd_S_0.8", "bd_s_map"),
    ),
)
# Settings that no earlier run has stored.
NEW_ALPHAS = ("1.5", "2", "5", "7", "0.7", "0.5")


def measure(port: int, page: Page, n: int) -> dict[str, object]:
    visitor = Visitor(port, page.path, {page.size: n} if page.size else {})
    first = visitor.open()["end"]
    runs = [visitor.move(page.alpha, alpha) for alpha in NEW_ALPHAS]
    visitor.close()
    return {
        "page": page.name,
        "n": n,
        "first paint ms": first,
        "first figure ms": median(min(run[chart] for chart in page.charts) for run in runs),
        "figures ms": median(max(run[chart] for chart in page.charts) for run in runs),
        "whole page ms": median(run["end"] for run in runs),
    }


def main() -> None:
    args = parser(__doc__).parse_args()
    with running_server() as port:
        # The server's start and its imports are not a page's time.
        for page in PAGES:
            warm = Visitor(port, page.path, {page.size: 60} if page.size else {"home_noise": 0.1})
            warm.open()
            warm.close()
        rows = [measure(port, page, n) for page in PAGES for n in page.sizes]
    print_table(rows)
    store(args.json, rows)


if __name__ == "__main__":
    main()
