"""The scale of each column on the page Your data."""

import json

import numpy as np
import pandas as pd
import pytest
from comparisons import follow
from page_checks import assert_calm, check_code, run_program

from pages.shared.table.column_scales import SCALE_NAMES, parse_scales
from rnse_core import RNSE
from rnse_core.experiments import read_records
from rnse_core.preprocessing import propose_scales, scale_columns

RANDOM = np.random.default_rng(0)
KIND = np.arange(60) % 2
TABLE = pd.DataFrame(
    {
        "orders": np.floor(10 ** (RANDOM.uniform(0, 3, 60) + 2 * KIND)),
        "member": (np.arange(60) % 5 == 0).astype(int),
        "degrees": (RANDOM.normal(0, 1, 60) + 8 * KIND).round(3),
    }
)


@pytest.fixture
def app(open_page, offered, tmp_path):
    content = TABLE.to_csv(index=False).encode()
    (tmp_path / "own.csv").write_bytes(content)
    app = open_page("your_data", yd_mode="Automatic")
    app.file_uploader(key="yd_uploader").upload("own.csv", content)
    return app.run()


def editor(app):
    (one,) = [one for one in app.data_editor if one.key.startswith("yd_scales_editor")]
    return one


def change(app, row, scale):
    """Choose another scale in a row of the table."""
    edited = {row: {"Scale": SCALE_NAMES[scale]}}
    app.session_state[editor(app).key] = {"edited_rows": edited, "added_rows": [], "deleted_rows": []}
    app.run()


def test_the_proposal_is_shown_used_and_written_down(app, offered, tmp_path):
    assert_calm(app)
    files = offered[-1]
    shown = dict(zip(editor(app).value["Column"], editor(app).value["Scale"], strict=True))
    proposed = propose_scales(TABLE.to_numpy(float), list(TABLE))
    assert [one.scale for one in proposed] == ["log1p", "raw", "zscore"]
    assert shown == {one.column: SCALE_NAMES[one.scale] for one in proposed}
    assert json.loads(files.parameters_file())["data"]["column_scales"] == {one.column: one.scale for one in proposed}
    assert any(caption.value.startswith("Scale: ") for caption in app.caption)
    assert "Scale: " in files.report_file()
    check_code(app, files, tmp_path)


def test_a_change_in_the_table_is_used_and_is_in_the_address_and_the_code(app, offered, tmp_path):
    before = offered[-1].result.labels
    change(app, 0, "raw")
    assert_calm(app)
    files = offered[-1]
    assert json.loads(files.parameters_file())["data"]["column_scales"]["orders"] == "raw"
    assert json.loads(app.query_params["yd_scales"]) == {"orders": "raw"}
    assert "given={'orders': 'raw'}" in files.code
    check_code(app, files, tmp_path)
    scaled = scale_columns(TABLE.to_numpy(float), propose_scales(TABLE.to_numpy(float), list(TABLE)))
    assert len(before) == len(scaled)


def test_a_change_outlives_a_visit_to_another_page(app, offered):
    app.session_state[editor(app).key] = {
        "edited_rows": {1: {"Scale": SCALE_NAMES["zscore"]}},
        "added_rows": [],
        "deleted_rows": [],
    }
    app.run()
    app.switch_page("pages/home.py").run()
    app.switch_page("pages/your_data.py").run()
    assert_calm(app)
    assert json.loads(offered[-1].parameters_file())["data"]["column_scales"]["member"] == "zscore"
    assert editor(app).value["Scale"].tolist()[1] == SCALE_NAMES["zscore"]


def test_an_address_gives_changes_and_a_column_without_logarithm_is_said(open_page, offered):
    app = open_page("your_data", yd_data="two_moons.csv", yd_scales='{"x": "log1p", "y": "raw", "gone": "raw"}')
    assert_calm(app)
    scales = json.loads(offered[-1].parameters_file())["data"]["column_scales"]
    assert scales["y"] == "raw" and scales["x"] == "zscore"
    assert any("log1p" in warning.value for warning in app.warning)


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", '{"a": 1}', '{"a": "cube"}', "[" * 5000, "9" * 10_000])
def test_an_address_that_cannot_be_used_changes_nothing(text):
    assert parse_scales(text) == {}


def test_one_scale_for_all_columns_draws_no_table(open_page, offered):
    app = open_page("your_data", yd_scale="z-score")
    assert_calm(app)
    assert not [one for one in app.data_editor if one.key.startswith("yd_scales_editor")]
    assert "column_scales" not in json.loads(offered[-1].parameters_file())["data"]


def test_a_reset_takes_the_changes_back(open_page, offered):
    """On the sample that the page opens with, which a reset leaves where it is."""
    app = open_page("your_data")
    proposed = json.loads(offered[-1].parameters_file())["data"]["column_scales"]
    change(app, 0, "raw")
    assert json.loads(offered[-1].parameters_file())["data"]["column_scales"] != proposed
    app.button(key="page_reset").click().run()
    assert_calm(app)
    assert json.loads(offered[-1].parameters_file())["data"]["column_scales"] == proposed
    assert editor(app).value["Scale"].tolist() == editor(app).value["Proposed"].tolist()
    assert "yd_scales" not in app.query_params


@pytest.mark.usefixtures("fits_in_this_process")
def test_the_scales_go_with_the_link_to_compare(app, tmp_path, monkeypatch):
    scales = propose_scales(TABLE.to_numpy(float), list(TABLE), given={"orders": "raw"})
    change(app, 0, "raw")
    fitted = []
    fit = RNSE.fit
    monkeypatch.setattr(RNSE, "fit", lambda self, X: fitted.append(X) or fit(self, X))
    app = follow(app, cp_methods=["RNSE"])
    assert_calm(app)
    assert app.multiselect(key="cp_scales").value == ["auto"]
    np.testing.assert_array_equal(fitted[-1], scale_columns(TABLE.to_numpy(float), scales))
    assert any("1 column had its scale changed" in one.value for one in app.caption)
    # Graphs are of the same features, and so is the program.
    fitted.clear()
    app.segmented_control(key="cp_view").set_value("graphs").run()
    np.testing.assert_array_equal(fitted[-1], scale_columns(TABLE.to_numpy(float), scales))
    assert "ColumnScaled(table, {'orders': 'raw'})" in app.code[-1].value
    records = run_program(app.code[-1].value, tmp_path)["records"]
    own = read_records(app.session_state["cp_folder"].path / "own.sqlite")
    assert list(records["labels"]) == list(own["labels"])
    # Another scale is another fit.
    app.switch_page("pages/your_data.py").run()
    change(app, 0, "zscore")
    app = follow(app, cp_methods=["RNSE"])
    assert not app.exception
    assert app.button(key="cp_run").label == "Run 1 fit"
