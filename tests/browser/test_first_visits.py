"""A new server meets its first visitors all at once, before it has imported what its pages need."""

import contextlib
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from driving import running_server
from small_pages import PAGES, SMALL
from visitors import Received, receive_page, visiting

pytestmark = pytest.mark.page
# What the visitors wait for is the imports.
PATHS = {name: f"{name}?{urlencode(SMALL.get(name, {}))}" for name in PAGES}


def assert_complete(received: Received) -> None:
    assert received.exceptions == []
    assert received.expanders[-1] == "Show code", "the last part of the page"


def test_first_visitors_at_once_all_get_their_page(tmp_path: Path) -> None:
    with running_server(tmp_path) as address, contextlib.ExitStack() as visits:
        for connection in [visits.enter_context(visiting(address, path)) for path in PATHS.values()]:
            assert_complete(receive_page(connection))


def test_a_quick_visitor_goes_on_before_the_first_page_is_there(tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        for path in ("home", "paper_tables"):
            with visiting(address, path):
                time.sleep(0.4)
        with visiting(address, PATHS["compare_methods"]) as connection:
            assert_complete(receive_page(connection))
