"""One session of two workers: one starts with all browser tests, the other with a page; the rest goes one by one."""

import importlib.util
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
COLLECTED = [
    *(f"tests/app/test_home.py::test_{number}" for number in range(3)),
    *(f"tests/browser/test_journeys.py::test_{number}" for number in range(3)),
    "tests/browser/test_first_visits.py::test_0",
    *(f"tests/core/test_rnse.py::test_{number}" for number in range(4)),
]


class Worker:
    """A worker that notes what it is given, and runs nothing."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.shutting_down = False
        self.given: list[int] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


@pytest.fixture
def dealt() -> tuple[list[str], list[str]]:
    """What each of two workers is given at the start."""
    spec = importlib.util.spec_from_file_location("conftest_of_all", CONFTEST)
    assert spec is not None and spec.loader is not None
    conftest = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conftest)
    options = {"dist": "loadgroup", "tx": ["popen", "popen"]}
    config = SimpleNamespace(getoption=options.get, getvalue=options.get, option=SimpleNamespace(loadscopereorder=True))
    scheduler = conftest.pytest_xdist_make_scheduler(config, SimpleNamespace(loadscopesched=lambda *words: None))
    workers = [Worker("gw0"), Worker("gw1")]
    for worker in workers:
        scheduler.add_node(worker)
        scheduler.add_node_collection(worker, COLLECTED)
    scheduler.schedule()
    first, second = ([COLLECTED[index] for index in worker.given] for worker in workers)
    return first, second


def test_one_worker_starts_with_all_browser_tests(dealt: tuple[list[str], list[str]]) -> None:
    assert dealt[0] == [name for name in COLLECTED if name.startswith("tests/browser/")]


def test_the_other_starts_with_all_tests_of_a_page(dealt: tuple[list[str], list[str]]) -> None:
    of_home = [name for name in COLLECTED if name.startswith("tests/app/")]
    assert dealt[1][:3] == of_home
    assert len(dealt[1]) <= 4


def test_each_test_module_has_a_name_of_its_own():
    """Two modules of one name in folders without a package cannot be collected together."""
    names = Counter(path.name for path in CONFTEST.parent.rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
