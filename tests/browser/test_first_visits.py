"""A new server meets its first visitors all at once, before it has imported what its pages need."""

import contextlib
import time
from pathlib import Path

import pytest
from driving import ROOT, running_server
from visitors import Received, receive_page, visiting

pytestmark = pytest.mark.page
# With little to compute: what the visitors wait for is the imports.
QUERIES = {
    "compare_methods": "?cp_data=Two+moons&cp_methods=K-Means",
    "two_moons": "?tm_n=60",
    "block_diagonal": "?bd_view=One&bd_n=60",
    "alpha_live": "?al_n=40",
    "convergence": "?cv_seeds=1",
    "step_through": "?sp_n=40",
}
PATHS = [path.stem + QUERIES.get(path.stem, "") for path in sorted((ROOT / "pages").glob("*.py"))]


def assert_complete(received: Received) -> None:
    assert received.exceptions == []
    assert received.expanders[-1] == "Show code", "the last part of the page"


def test_first_visitors_at_once_all_get_their_page(tmp_path: Path) -> None:
    with running_server(tmp_path) as address, contextlib.ExitStack() as visits:
        for connection in [visits.enter_context(visiting(address, path)) for path in PATHS]:
            assert_complete(receive_page(connection))


def test_a_quick_visitor_goes_on_before_the_first_page_is_there(tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        for path in ("home", "paper_tables"):
            with visiting(address, path):
                time.sleep(0.4)
        with visiting(address, f"compare_methods{QUERIES['compare_methods']}") as connection:
            assert_complete(receive_page(connection))
