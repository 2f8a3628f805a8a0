"""Records outlive the run: what is used again, what is not, and a run that is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from clusterers import FAILING, GATED, HALVES, STEADY, logged
from expected import raised

from rnse_core.exceptions import StoreProblem
from rnse_core.experiments import StoreError, code, compare, read_records
from rnse_core.experiments._parent import is_running
from rnse_core.experiments.obstacles import Obstacle
from rnse_core.experiments.store import RecordStore

X = np.arange(40.0).reshape(20, 2)
y = np.repeat([0, 1], 10)


@pytest.fixture
def run(tmp_path):
    """Run a comparison with a store, and return the frame and the seeds that were computed."""

    def run(data=None, method=HALVES, seeds=2, **arguments):
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        method = method.variant(method.name, log=str(log)) if "log" not in method.parameters else method
        arguments = {"n_jobs": 1, "store": tmp_path / "records.db", **arguments}
        frame = compare({"data": (X, y) if data is None else data}, method, seeds, **arguments)
        return frame, logged(log)

    return run


def test_a_record_is_used_again(run, tmp_path):
    first, computed = run()
    assert computed == [0, 1]
    again, computed = run(seeds=[1, 2, 0])
    assert computed == [2]
    assert again["seed"].tolist() == [1, 2, 0]
    assert again["started"].iloc[0] == first["started"].iloc[1]
    assert sorted(read_records(tmp_path / "records.db")["seed"]) == [0, 1, 2]


CHANGES = {
    "one number": {"data": (np.where(X == 7, 7.5, X), y)},
    "the classes": {"data": (X, np.roll(y, 1))},
    "the shape": {"data": (X.reshape(10, 4), y[::2])},
    "a parameter": {"method": HALVES.variant("Halves", seconds=0.001)},
    "the preprocessing": {"preprocess": "raw"},
    "the number of clusters": {"n_clusters": 3},
    "the class": {"method": FAILING.variant("Halves")},
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_result_is_run_again(run, change):
    run()
    frame, _ = run(**CHANGES[change])
    known, _ = run()
    assert set(frame["key"]).isdisjoint(known["key"])


@pytest.mark.parametrize("change", [{"threads": 2}, {"timeout": 1000.0}, {"on_result": lambda *_: None}])
def test_what_does_not_change_the_result_is_not(run, change):
    run()
    assert run(**change)[1] == []


def test_another_version_of_a_library_is_run_again(run, monkeypatch):
    run()
    monkeypatch.setattr("rnse_core.experiments.jobs.versions", lambda: {"numpy": "1000.0"})
    assert run()[1] == [0, 1]


def test_changed_code_is_run_again(run, monkeypatch):
    run()
    monkeypatch.setattr("rnse_core.experiments.jobs.code_fingerprint", lambda *modules: "another")
    assert run()[1] == [0, 1]


@pytest.mark.parametrize(
    ("changed", "ncuts", "scores"),
    [
        ("rnse_core.graph.spectral", True, False),
        ("rnse_core.baselines.ncuts", True, False),
        ("rnse_core.metrics._agreement", False, True),
        ("rnse_core.cli", False, False),
        ("rnse_core.figures.scatter", False, False),
    ],
)
def test_the_fingerprint_covers_what_is_imported(changed, ncuts, scores, monkeypatch, tmp_path):
    original = code._source
    copy = tmp_path / "__init__.py" if original(changed).name == "__init__.py" else tmp_path / "copy.py"
    copy.write_bytes(original(changed).read_bytes() + b"\nCHANGED = True\n")
    methods = "rnse_core.baselines.ncuts", "rnse_core.metrics"
    fingerprint = code.code_fingerprint.__wrapped__
    before = [code.code_fingerprint(name) for name in methods]
    monkeypatch.setattr(code, "_source", lambda name: copy if name == changed else original(name))
    assert [fingerprint(name) != old for name, old in zip(methods, before, strict=True)] == [ncuts, scores]


WRITTEN = """
import math
from collections.abc import Sequence


def half(x):
    return math.floor(x / 2)


LIMIT = 3
"""
REWRITTEN = '''
"""What this module holds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["LIMIT", "half"]
LIMIT = 3  # a comment


def half(x: Fraction) -> int:
    """Return the half of x."""
    # Rounded down.
    return math.floor(
        x / 2
    )
'''


def fingerprint_of(text, monkeypatch, tmp_path):
    path = tmp_path / "written.py"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(code, "_source", lambda name: path)
    return code.code_fingerprint.__wrapped__("written")


def test_words_and_places_do_not_change_the_fingerprint(monkeypatch, tmp_path):
    assert fingerprint_of(WRITTEN, monkeypatch, tmp_path) == fingerprint_of(REWRITTEN, monkeypatch, tmp_path)


@pytest.mark.parametrize(("old", "new"), [("x / 2", "x / 3"), ("floor", "ceil"), ("LIMIT = 3", "LIMIT = 4")])
def test_changed_statements_change_the_fingerprint(old, new, monkeypatch, tmp_path):
    changed = fingerprint_of(WRITTEN.replace(old, new), monkeypatch, tmp_path)
    assert changed != fingerprint_of(WRITTEN, monkeypatch, tmp_path)


def test_a_moved_module_keeps_its_fingerprint(monkeypatch, tmp_path):
    sources = {}
    for name, text in {
        "rnse_core.first": "from rnse_core.second import low\n\ndef high():\n    return low()\n",
        "rnse_core.second": "def low():\n    return 1\n",
        "rnse_core.room.first": "from rnse_core.room.other import low\n\ndef high():\n    return low()\n",
        "rnse_core.room.other": "def low():\n    return 1\n",
    }.items():
        sources[name] = tmp_path / f"{name}.py"
        sources[name].write_text(text, encoding="utf-8")
    monkeypatch.setattr(code, "_source", sources.get)
    fingerprint = code.code_fingerprint.__wrapped__
    assert fingerprint("rnse_core.first") == fingerprint("rnse_core.room.first")
    assert fingerprint("rnse_core.first") != fingerprint("rnse_core.second")


def test_errors_stay_unless_asked(run, monkeypatch):
    assert run(method=FAILING)[0]["status"].tolist() == ["error"] * 2
    first = run(method=FAILING)[0]["used"]
    assert (run(method=FAILING, retry_errors=True)[0]["used"] > first).all()
    calls = []
    run(method=FAILING, on_result=lambda *_: calls.append(1))
    assert calls == []


def test_a_lack_of_memory_is_tried_again(run, monkeypatch):
    with monkeypatch.context() as context:
        context.setattr("rnse_core._base.memory.available_bytes", lambda: 1)
        frame = compare({"data": (X, y)}, "NCuts", 1, n_jobs=1, store="records.db")
        assert frame["error_type"].tolist() == [Obstacle.NO_MEMORY]
    assert compare({"data": (X, y)}, "NCuts", 1, n_jobs=1, store="records.db")["status"].tolist() == ["ok"]


@pytest.fixture(autouse=True)
def _inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_data_set_that_arrives_later_takes_the_place_of_its_absence(tmp_path):
    arguments = {"n_jobs": 1, "store": "records.db", "data_home": tmp_path}
    absent = compare("alpha_digit", STEADY, 1, **arguments)
    assert absent["status"].tolist() == ["error"]
    assert absent["error_type"].tolist() == [Obstacle.NOT_NOW]
    np.savez(tmp_path / "alpha_digit.npz", X=X, y=y)
    assert compare("alpha_digit", STEADY, 1, **arguments)["status"].tolist() == ["ok"]
    assert read_records("records.db")["status"].tolist() == ["ok"]
    assert sorted(read_records("records.db", every=True)["status"]) == ["error", "ok"]


def test_going_back_to_old_data_makes_its_records_the_latest(run):
    old, _ = run()
    run(data=(X + 1, y))
    run()
    assert read_records("records.db")["key"].tolist() == old["key"].tolist()


def test_pandas_reads_the_file(run):
    frame, _ = run()
    connection = sqlite3.connect("records.db")
    read = pd.read_sql("SELECT * FROM records ORDER BY seed", connection)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    assert read["accuracy"].tolist() == frame["accuracy"].tolist() == [1.0, 1.0]
    assert read["key"].tolist() == frame["key"].tolist()


def test_records_can_be_read_while_a_run_writes(run):
    seen = []
    run(seeds=3, on_result=lambda *_: seen.append(len(read_records("records.db"))))
    assert seen == [1, 2, 3]


def test_two_runs_share_a_file(run):
    with RecordStore("records.db") as other:
        run()
        other.add({"key": "k", "identity": "i", "dataset": "d", "method": "m", "status": "ok"})
    assert len(read_records("records.db")) == 3


def test_other_files_are_left_alone(tmp_path):
    text, database = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("Not a database, but long enough to be taken for one." * 100, encoding="utf-8")
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE mine (a)")
    connection.close()
    for path, problem in (
        (text, StoreProblem.NO_DATABASE),
        (database, StoreProblem.OTHER_PROGRAM),
        (tmp_path, StoreProblem.NO_DATABASE),
        (tmp_path / "nowhere" / "records.db", StoreProblem.NO_FOLDER),
    ):
        with raised(StoreError, path=str(path), problem=problem):
            RecordStore(path)
    for path, problem in (
        (text, StoreProblem.NO_DATABASE),
        (database, StoreProblem.NO_RECORDS),
        (tmp_path / "none.db", StoreProblem.NO_FILE),
    ):
        with raised(StoreError, path=str(path), problem=problem):
            read_records(path)
    assert text.read_text(encoding="utf-8").startswith("Not a database")
    with RecordStore("newer.db") as store:
        store._connection.execute("PRAGMA user_version=99")
    with raised(StoreError, path="newer.db", problem=StoreProblem.OTHER_VERSION):
        RecordStore("newer.db")


def test_a_fit_that_takes_too_long_is_a_record(tmp_path):
    gate = tmp_path / "gate"
    slow = GATED.variant("Gated", gate=str(gate))
    arguments = {"n_jobs": 1, "store": tmp_path / "t.db"}
    frame = compare({"data": (X, y)}, [slow, STEADY], [7], timeout=1.0, **arguments)
    assert frame["status"].tolist() == ["timeout", "ok"]
    assert frame["error_type"].tolist() == [Obstacle.TIMEOUT, None]
    assert 0.9 < frame["seconds"].iloc[0] < 60
    # The same time or less is known not to do, more may.
    gate.touch()
    seen = []
    compare({"data": (X, y)}, slow, [7], timeout=0.5, on_result=lambda *_: seen.append(1), **arguments)
    assert seen == []
    assert compare({"data": (X, y)}, slow, [7], **arguments)["status"].tolist() == ["ok"]
    assert compare({"data": (X, y)}, slow, [7], timeout=0.1, **arguments)["status"].tolist() == ["ok"]


SCRIPT = """
import sys
import numpy as np
from clusterers import GATED
from rnse_core.experiments import compare

method = GATED.variant("Gated", gate=sys.argv[1], log=sys.argv[2])
X = np.arange(40.0).reshape(20, 2)
compare({"data": (X, np.repeat([0, 1], 10))}, method, 8, n_jobs=2, store=sys.argv[3])
"""


def test_a_killed_run_goes_on_where_it_was(tmp_path):
    gate, log, store = (tmp_path / name for name in ("gate", "log", "records.db"))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)]),
    }
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, *map(str, (gate, log, store))], env=environment)
    patience = time.monotonic() + 300
    # The other fits wait for the gate, so that the run cannot be over before it is killed.
    while (not store.exists() or len(_recorded(store)) < 3) and time.monotonic() < patience:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert sorted(_recorded(store)) == [0, 1, 2]
    workers = {int(line.split()[1]) for line in log.read_text(encoding="ascii").splitlines()}
    patience = time.monotonic() + 300
    while any(is_running(pid) for pid in workers):
        assert time.monotonic() < patience, "The workers of a killed run must end, also in the middle of a fit."
        time.sleep(0.05)
    gate.touch()
    method = GATED.variant("Gated", gate=str(gate), log=str(log))
    frame = compare({"data": (X, y)}, method, 8, n_jobs=1, store=store)
    assert frame["seed"].tolist() == list(range(8))
    assert frame["status"].tolist() == ["ok"] * 8
    assert logged(log, os.getpid()) == [3, 4, 5, 6, 7]


def _recorded(store):
    try:
        return read_records(store)["seed"].tolist()
    except StoreError:
        return []
