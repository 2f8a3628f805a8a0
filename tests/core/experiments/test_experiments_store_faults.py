"""A store that fails in the middle of a run: what was recorded is kept, and the error says so by its fields."""

import os
import signal
import sqlite3
import subprocess
import sys

import numpy as np
import pytest
from clusterers import HALVES
from expected import raised

from rnse_core.exceptions import StoreProblem
from rnse_core.experiments import StoreError, compare, read_records, store

X = np.arange(40.0).reshape(20, 2)
DATA = {"data": (X, np.repeat([0, 1], 10))}
FULL = """
import resource, signal, sys
sys.path.insert(0, {tests!r})
from clusterers import HALVES
import numpy as np
from rnse_core.experiments import StoreError, compare
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def limit(record, progress):
    if progress.done == 2:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
X = np.arange(40.0).reshape(20, 2)
try:
    compare({{"data": (X, np.repeat([0, 1], 10))}}, HALVES, 5, store=sys.argv[1], n_jobs=1, on_result=limit)
except StoreError as error:
    print(error.problem, error.path == sys.argv[1])
"""


def run(path, seeds, **arguments):
    return compare(DATA, HALVES, seeds, store=path, n_jobs=1, **arguments)


def test_a_store_that_is_locked_in_mid_run(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "_SECONDS_TO_WAIT", 0.2)
    path = tmp_path / "records.db"
    other = sqlite3.connect(path, isolation_level=None)

    def lock(_record, progress):
        if progress.done == 2:
            other.execute("BEGIN IMMEDIATE")

    with raised(StoreError, path=str(path), problem=StoreProblem.LOCKED):
        run(path, 5, on_result=lock)
    other.close()
    assert len(read_records(path)) == 2
    assert len(run(path, 5)) == 5


@pytest.mark.parametrize("n_recorded", [0, 3])
def test_a_store_that_is_locked_from_the_start(tmp_path, monkeypatch, n_recorded):
    """What is kept is said, also where the marks of a store are in its journal only or nothing is recorded yet."""
    monkeypatch.setattr(store, "_SECONDS_TO_WAIT", 0.2)
    path = tmp_path / "records.db"
    if n_recorded:
        run(path, n_recorded)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with raised(StoreError, path=str(path), problem=StoreProblem.LOCKED):
        run(path, 5)
    other.close()
    assert len(run(path, 5)) == 5


def test_a_damaged_store_is_left_as_it_is(tmp_path):
    path = tmp_path / "records.db"
    run(path, 12)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(np.random.default_rng(0).bytes(size - 4096))
    before = path.read_bytes()
    with raised(StoreError, path=str(path), problem=StoreProblem.DAMAGED):
        run(path, 13)
    assert path.read_bytes() == before
    with raised(StoreError, path=str(path)):
        read_records(path)


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_disk_that_is_full_in_mid_run(tmp_path):
    path = tmp_path / "records.db"
    tests = os.path.dirname(os.path.dirname(__file__))
    done = subprocess.run([sys.executable, "-c", FULL.format(tests=tests), str(path)], capture_output=True, text=True)
    assert done.stdout in ("full True\n", "not_accessible True\n"), done.stderr
    assert len(read_records(path)) == 2


@pytest.mark.skipif(os.name != "posix", reason="groups of processes")
@pytest.mark.parametrize("moment", ["a fit runs", "between fits"])
def test_an_interrupt_of_the_whole_group_leaves_no_traceback(tmp_path, moment):
    """A terminal sends Ctrl-C to the processes of the fits too."""
    command = ["compare", "iris", "--methods", "RNSE", "--seeds", "40", "--jobs", "2", "--timeout", "60"]
    script = (
        "import os, signal, sys\n"
        "from rnse_core.cli import main\n"
        "from rnse_core.cli._progress import ProgressBar\n"
        "seen = []\n"
        "show = ProgressBar.show\n"
        "def note(self, *given):\n"
        "    seen.append(given)\n"
        "    if len(seen) == 3:\n"
        f"        {'os.killpg(0, signal.SIGINT)' if moment == 'between fits' else 'print(chr(33), flush=True)'}\n"
        "    return show(self, *given)\n"
        "ProgressBar.show = note\n"
        "sys.exit(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, *command, "--store", str(tmp_path / "records.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        if moment == "a fit runs":
            assert process.stdout.readline() == b"!\n"
            os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert b"Traceback" not in said, said.decode()
    assert len(read_records(tmp_path / "records.db")) >= 2
