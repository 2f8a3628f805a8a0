"""Data sets that cannot be compared on: a failed record for each, and the others run."""

import numpy as np
import pandas as pd
import pytest
from expected import raised
from scipy.sparse import eye_array

from rnse_core.cli import main
from rnse_core.exceptions import InputError, Reason
from rnse_core.experiments import compare, planned_records
from rnse_core.experiments.numbers import as_numbers
from rnse_core.tables import TableError

GOOD = np.concatenate([np.arange(10.0), np.arange(50.0, 60.0)]).reshape(-1, 1), np.repeat(["p", "q"], 10)


def changed(value, row=3):
    cells = GOOD[0].astype(object).copy()
    cells[row, 0] = value
    return np.column_stack([np.arange(20), cells])


def both(X, y=GOOD[1], **options):
    frame = compare({"bad": (X, y), "good": GOOD}, ["K-Means", "NCuts"], 2, n_jobs=1, **options)
    assert frame["dataset"].tolist() == ["bad"] * 4 + ["good"] * 4
    assert frame["status"].tolist() == ["error"] * 4 + ["ok"] * 4
    (said,) = frame["error"].iloc[:4].unique()
    return said


@pytest.mark.parametrize(
    ("X", "fields"),
    [
        (changed(np.nan).astype(float), {"reason": Reason.MISSING, "row": 3, "column": 1}),
        (changed(np.inf).astype(float), {"reason": Reason.NOT_FINITE, "value": np.inf, "row": 3, "column": 1}),
        (changed(None), {"reason": Reason.MISSING, "value": None, "row": 3, "column": 1}),
        (changed("red"), {"reason": Reason.NOT_A_NUMBER, "value": "red", "row": 3, "column": 1}),
        (changed(2j), {"reason": Reason.NOT_A_NUMBER, "value": 2j, "row": 3, "column": 1}),
        (changed("red").astype(str), {"reason": Reason.NOT_A_NUMBER, "value": "red", "row": 3, "column": 1}),
        (pd.DataFrame(changed("red"), columns=["age", "colour"]), {"value": "red", "row": 3, "column": 1}),
        (pd.DataFrame({"a": pd.array([1, None] * 10, dtype="Int64")}), {"reason": Reason.MISSING, "row": 1}),
        (np.zeros((0, 3)), {"reason": Reason.EMPTY, "value": (0, 3)}),
        (np.arange(20.0), {"reason": Reason.WRONG_SHAPE, "value": (20,)}),
        (np.zeros((2, 3, 4)), {"reason": Reason.WRONG_SHAPE, "value": (2, 3, 4)}),
        (eye_array(20).tocsr(), {"reason": Reason.SPARSE}),
        ([[1.0], [1.0, 2.0]], {"reason": Reason.LENGTHS_DIFFER}),
    ],
)
def test_what_is_no_table_of_numbers(X, fields):
    with raised(InputError, argument="X", **fields):
        as_numbers(X)


@pytest.mark.parametrize(
    ("X", "y", "shown"),
    [
        (pd.DataFrame(changed("red"), columns=["age", "colour"]), GOOD[1], ["'bad'", "row 4", "`colour`", "`red`"]),
        (changed(np.nan).astype(float), GOOD[1], ["'bad'", "row 4", "column 2", "nan"]),
        (GOOD[0], ["p"], ["'bad'", "20 rows", "1 class"]),
    ],
)
def test_a_set_that_cannot_be_used_is_a_record(X, y, shown):
    said = both(X, y)
    assert [part for part in shown if part not in said] == [] and "\n" not in said


def test_rows_that_are_all_the_same_are_a_record():
    said = both(np.ones((20, 2)))
    assert "'bad' has 1 distinct row" in said and "2 clusters" in said
    frame = compare({"one": (np.ones((20, 2)), None)}, "K-Means", 1, n_clusters=1, n_jobs=1)
    assert frame["status"].tolist() == ["ok"]


def test_too_few_rows_are_a_record_where_other_sets_have_enough():
    said = both(GOOD[0][:3], None, n_clusters=5)
    assert "'bad' has 3 rows" in said and "5 clusters" in said


def test_what_a_data_set_is_does_not_change_by_waiting(tmp_path):
    arguments = {"datasets": {"bad": (changed(np.nan), GOOD[1])}, "methods": "K-Means", "seeds": 1}
    arguments["store"] = tmp_path / "records.db"
    assert planned_records(**arguments)[1] == 1
    compare(**arguments, n_jobs=1)
    assert planned_records(**arguments)[1] == 0


@pytest.mark.parametrize("how", ["path", "name"])
def test_a_file_that_cannot_be_read_is_a_record(tmp_path, how):
    (tmp_path / "bad.csv").write_text("no table\n", encoding="utf-8")
    source = tmp_path / "bad.csv" if how == "path" else "bad"
    frame = compare([source, "iris"], "K-Means", 1, data_home=tmp_path, n_jobs=1)
    assert frame["dataset"].tolist() == ["bad", "iris"]
    assert frame["status"].tolist() == ["error", "ok"]
    assert "bad.csv" in frame["error"].iloc[0]


def test_a_set_without_room_is_a_record(monkeypatch):
    def full(*_args, **_keywords):
        raise MemoryError("No room for it.")

    monkeypatch.setattr("rnse_core.experiments.data.load_dataset", full)
    frame = compare({"iris": "iris", "good": GOOD}, "K-Means", 1, n_jobs=1)
    assert frame["status"].tolist() == ["error", "ok"]
    assert frame["error"].iloc[0] == "iris: No room for it."


def test_a_path_that_leads_nowhere_stops_all():
    with pytest.raises(TableError):
        compare(["iris", "no/such.csv"], "K-Means", 1)


def test_files_on_the_command_line(tmp_path, capsys):
    ragged = "a;b;group\n" + "".join(f"{1.5 * (i % 8)};{i % 7};{'pq'[i % 2]}\n" for i in range(30)) + "1;2\n"
    (tmp_path / "ragged.csv").write_text(ragged, encoding="utf-8")
    rest = ["--methods", "K-Means", "--seeds", "2", "--jobs", "1", "--quiet"]
    assert main(["compare", str(tmp_path / "ragged.csv"), "iris", *rest]) == 0
    printed, said = capsys.readouterr()
    assert "| ragged | – | – |" in printed and "| iris | **" in printed
    lines = said.splitlines()
    assert all(line.startswith("rnse: ") for line in lines)
    assert lines[0].startswith("rnse: ragged.csv: Line 32 has") and any(
        line.endswith("--read drop_bad_rows=true") for line in lines[1:-1]
    )
    sentence = lines[0].removeprefix("rnse: ragged.csv: ")
    assert lines[-1] == f"rnse: 2 fits without a result: ragged: {sentence}"
    # With nothing else to run there is nothing to go on with.
    assert main(["compare", str(tmp_path / "ragged.csv"), *rest]) == 1
    assert capsys.readouterr() == ("", "\n".join([f"rnse: {sentence}", *lines[1:-1], ""]))
