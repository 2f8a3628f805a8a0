"""A file of results that is locked, damaged or on a full disk: one sentence, nothing lost, and a way on."""

import sqlite3

import pytest
from page_checks import assert_calm, frame_with

from pages.shared.comparison import plan as plans
from pages.shared.comparison import running
from rnse_core.exceptions import StoreError, StoreProblem
from rnse_core.experiments import store as stores

SMALL = {"cp_data": ["Two moons"], "cp_methods": ["K-Means", "RNSE"]}
NAME = "records.sqlite"


@pytest.fixture
def folder(monkeypatch):
    """A folder of its own, and fits in this process."""
    compare = running.compare
    kept = plans._Folder()
    monkeypatch.setattr(plans, "_shared_folder", lambda: kept)
    monkeypatch.setattr(running, "compare", lambda **arguments: compare(**{**arguments, "timeout": None}))
    monkeypatch.setattr(stores, "_SECONDS_TO_WAIT", 0.01)
    return kept


def table_on(app):
    return frame_with(app, "one cluster")


@pytest.mark.parametrize("problem", [StoreProblem.FULL, StoreProblem.LOCKED, StoreProblem.NOT_ACCESSIBLE])
def test_a_run_that_cannot_write_ends_in_a_sentence_and_goes_on(open_page, folder, monkeypatch, problem):
    add, added = stores.RecordStore.add, []

    def add_one(store, record):
        if added:
            raise StoreError(store.name, problem)
        added.append(record)
        add(store, record)

    monkeypatch.setattr(stores.RecordStore, "add", add_one)
    app = open_page("compare_methods", **SMALL)
    assert not app.exception and not app.error
    (said,) = [info.value for info in app.info if "The run ended" in info.value]
    assert NAME in said and "kept" in said
    assert "RNSE" not in table_on(app).columns
    monkeypatch.setattr(stores.RecordStore, "add", add)
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert table_on(app).loc["Two moons", "RNSE"] != ""
    assert len(added) == 1


def test_a_file_that_another_program_holds_can_be_read_later(open_page, folder):
    app = open_page("compare_methods", **SMALL)
    assert_calm(app)
    before = table_on(app)
    other = sqlite3.connect(folder.path / NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    app.run()
    assert not app.exception and NAME in app.error[0].value
    assert "cp_new_file" not in [button.key for button in app.button]
    other.execute("ROLLBACK")
    other.close()
    app.button(key="cp_again").click().run()
    assert_calm(app)
    assert table_on(app).equals(before)


def test_a_damaged_file_is_left_as_it_is_and_another_one_taken(open_page, folder):
    app = open_page("compare_methods", **SMALL)
    damaged = b"this is no database any more" * 200
    (folder.path / NAME).write_bytes(damaged)
    app.run()
    assert not app.exception and NAME in app.error[0].value
    app.button(key="cp_new_file").click().run()
    assert not app.exception and not app.error
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert table_on(app).loc["Two moons", "RNSE"] != ""
    assert (folder.path / NAME).read_bytes() == damaged
    assert (folder.path / "records1.sqlite").exists()
