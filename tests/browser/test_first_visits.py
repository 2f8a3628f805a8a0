"""A new server meets its first visitors all at once, before it has imported what its pages need."""

from collections.abc import Callable
from pathlib import Path

import pytest
from driving import running_server, wait_until_complete
from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser
# With little to compute and to draw: what the visitors wait for is the imports.
COMPARISON = "compare_methods?cp_data=Two+moons&cp_methods=K-Means"
PATHS = ("", COMPARISON, "paper_tables", "your_data", "two_moons?tm_n=60", "block_diagonal?bd_view=One&bd_n=60")


def test_first_visitors_at_once_all_get_their_page(people: Callable[[str], BrowserContext], tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        tabs = [people("first").new_page() for _ in PATHS]
        for tab, path in zip(tabs, PATHS, strict=True):
            tab.goto(f"{address}/{path}", wait_until="commit")
        for tab in tabs:
            wait_until_complete(tab)
            tab.close()


def test_a_quick_visitor_goes_on_before_the_first_page_is_there(
    people: Callable[[str], BrowserContext], tmp_path: Path
) -> None:
    with running_server(tmp_path) as address:
        tab = people("first").new_page()
        for path in ("", "paper_tables", COMPARISON):
            tab.goto(f"{address}/{path}", wait_until="commit")
            tab.wait_for_timeout(400)
        wait_until_complete(tab)
        tab.close()
