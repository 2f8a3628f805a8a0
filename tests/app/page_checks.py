"""Checks that every page has to pass."""

import base64
import io
import json
import os
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from joblib import parallel_config
from streamlit.testing.v1 import AppTest

from pages.shared import guard
from pages.shared.results import downloads
from rnse_core.exports import read_matrix_npz
from rnse_core.metrics import membership

ROOT = Path(__file__).resolve().parents[2]
CONTROL_KINDS = ("slider", "select_slider", "number_input", "selectbox", "segmented_control", "toggle", "multiselect")
BAD_TEXTS = {
    "not a number": "nan",
    "infinite": "inf",
    "out of range": "99999999",
    "negative": "-7",
    "wrong type": "[]",
    "empty": "",
    "10 kB": "9" * 10_000,
    "markup": "<script>alert(1)</script>",
}


def assert_calm(app: AppTest) -> None:
    """The page came to its end: no traceback, and not the sentence that stands in for one."""
    assert not app.exception
    assert guard.SENTENCE not in [error.value for error in app.error]
    assert "Show code" in [expander.label for expander in app.expander], "the page ended early"
    for chart in app.get("plotly_chart"):
        assert chart.proto.alt, "a figure has no text"
        assert "**" not in chart.proto.alt, chart.proto.alt


def frame_with(app: AppTest, column: str) -> pd.DataFrame:
    """Return the first table of the page that has a column of this name."""
    return next(element.value for element in app.dataframe if column in element.value.columns)


def decoded(text: str, kind: str) -> np.ndarray:
    """Read an array that a player is sent."""
    return np.frombuffer(base64.b64decode(text), dtype=kind)


def sent(app: AppTest) -> dict[str, Any]:
    """Return what the player of the page is sent."""
    return json.loads(app.get("bidi_component")[0].proto.json)


def check_controls(
    app: AppTest,
    prefix: str,
    changes: Mapping[str, Any],
    *,
    disabled: Set[str] = frozenset(),
    others: Set[str] = frozenset(),
) -> None:
    """Every control of a page can be changed and changed back, and the page draws no control that is not known here.

    A run that changes one control changes the one before back, so that each is changed while the others are as usual.
    `disabled` names the controls that have no say for now, `others` those that another call changes.
    """
    drawn = {widget.key for widget in controls(app) if widget.key.startswith(prefix)}
    assert drawn == set(changes) | disabled | others
    assert _usable(app).isdisjoint(disabled)
    usual = {key: app.session_state[key] for key in changes}
    before: list[str] = []
    for key, value in changes.items():
        assert value != usual[key], key
        if key not in _usable(app):
            # Not while the control before is changed.
            _set_and_run(app, {one: usual[one] for one in before})
            before = []
        assert key in _usable(app), key
        _set_and_run(app, {**{one: usual[one] for one in before}, key: value})
        before = [key]
    _set_and_run(app, {one: usual[one] for one in before})


def controls(app: AppTest) -> list[Any]:
    """Return the controls of the page."""
    return [widget for kind in CONTROL_KINDS for widget in getattr(app, kind)]


def _usable(app: AppTest) -> set[str]:
    """Return the keys of the controls that can be changed."""
    return {widget.key for widget in controls(app) if not widget.proto.disabled}


def _set_and_run(app: AppTest, values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        app.get_by_key(key).set_value(value)
    app.run()
    assert_calm(app)
    for key, value in values.items():
        assert app.session_state[key] == value, key


def check_bad_addresses(open_page: Callable[..., AppTest], name: str, keys: list[str]) -> None:
    """Unusable texts give the defaults and one line that names what was not used.

    Each control gets two of the texts, and they are dealt out so that a page gets nearly all of them; that every kind
    of control refuses every text is tested without a page.
    """
    usual = open_page(name)
    texts = list(BAD_TEXTS.values())
    for first in (0, len(texts) // 2):
        query = {key: texts[(first + place) % len(texts)] for place, key in enumerate(keys)}
        app = open_page(name, **query)
        assert_calm(app)
        lines = [warning.value for warning in app.warning if warning.value.startswith("Not used from the address")]
        assert len(lines) == 1, lines
        assert len(lines[0]) < 200 * len(keys), "the line repeats what it was given"
        for key in keys:
            assert f"{key} = " in lines[0]
        if "" in query.values():
            # It clears a row of segments: the page takes the default, and the row follows with the next run.
            app.run()
        for key in keys:
            assert app.session_state[key] == usual.session_state[key], (key, query[key])


def charts_on(app: AppTest) -> dict[str, str]:
    """Return what each chart of the page draws, by its key."""
    return {chart.proto.id.split("-", 2)[-1]: chart.proto.spec for chart in app.get("plotly_chart")}


def check_that_nothing_old_is_shown(
    open_page: Callable[..., AppTest], name: str, query: Mapping[str, str], changes: Mapping[str, Any]
) -> None:
    """After every change of a control the page draws what a server draws that has kept nothing from before.

    The changes are made one after the other, so that what is kept for one setting could be taken for another.
    """
    app = open_page(name, **query)
    for key, value in changes.items():
        app.get_by_key(key).set_value(value)
        app.run()
        assert_calm(app)
        st.cache_data.clear()
        shown = charts_on(app)
        assert len(shown) > 1
        assert charts_on(app.run()) == shown, key


def run_program(code: str, folder: Path) -> dict[str, Any]:
    """Run what "Show code" shows as a reader would: as a program, in a folder.

    Comparisons run in this process: to start others would take longer than what they compute.
    """
    before = Path.cwd()
    names: dict[str, Any] = {"__name__": "__main__"}
    os.chdir(folder)
    try:
        with parallel_config("sequential", n_jobs=1):
            exec(compile(code, "show_code.py", "exec"), names)
    finally:
        os.chdir(before)
    return names


def check_code(app: AppTest, files: downloads.ResultFiles, folder: Path = ROOT) -> dict[str, Any]:
    """The program on the page gives the labels, the S and the P that the page shows."""
    assert app.code[-1].value == files.code.strip()
    names = run_program(files.code, folder)
    S = files.result.similarity
    # A large table is clustered in part, and its program labels every row as the file of labels does.
    labels = files.result.labels if files.labels is None else files.labels
    np.testing.assert_array_equal(names["labels"], labels)
    np.testing.assert_array_equal(names["model"].similarity_, S if isinstance(S, np.ndarray) else S.toarray())
    np.testing.assert_array_equal(names["model"].indicator_, files.result.indicator)
    return names


def check_downloads(files: downloads.ResultFiles) -> None:
    """Every file of a result opens and says what the page says."""
    n = len(files.result.labels)
    labels = pd.read_csv(io.BytesIO(files.labels_file()))
    expected = files.result.labels if files.labels is None else files.labels
    np.testing.assert_array_equal(labels["cluster"].dropna().astype(int), expected)
    tied = membership(files.result.similarity, files.result.labels)
    found = np.sort(labels["confidence"].dropna())
    np.testing.assert_allclose(found, np.sort(tied.confidence[~np.isnan(tied.confidence)]), rtol=1e-5)
    assert labels["second cluster"].count() == np.count_nonzero(tied.second >= 0)
    S = read_matrix_npz(files.similarity_file())
    assert S.shape == (n, n)
    assert abs(S - files.result.similarity).max() == 0
    P = pd.read_csv(io.BytesIO(files.indicator_file())).filter(regex=r"^cluster \d+$").to_numpy()
    np.testing.assert_array_equal(P, files.result.indicator.T)
    parameters = json.loads(files.parameters_file())
    assert parameters["parameters"]["n_clusters"] == files.settings.n_clusters
    assert parameters["results"]["rounds"] == len(files.result.history)
    report = files.report_file()
    assert report.startswith("<!doctype html>")
    assert "RNSE.from_preset" in report
    assert "<html" in files.figure_file()
