"""Data sets that cannot be compared on: a failed record for each, and the others run."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import eye_array

from rnse_core.cli import main
from rnse_core.experiments import compare, planned_records

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
    ("X", "words"),
    [
        (changed(np.nan).astype(float), "row 4 of column 2 is missing (nan)"),
        (changed(np.inf).astype(float), "row 4 of column 2 is inf, which is no finite number"),
        (changed(None), "row 4 of column 2 is missing (None)"),
        (changed("red"), "row 4 of column 2 is `red`, which is no number"),
        (changed(2j), "row 4 of column 2 is 2j, which is no number"),
        (changed("red").astype(str), "row 4 of column 2 is `red`, which is no number"),
        (pd.DataFrame(changed("red"), columns=["age", "colour"]), "row 4 of column `colour` is `red`"),
        (pd.DataFrame(changed(np.nan), columns=["age", "colour"]), "row 4 of column `colour` is missing (nan)"),
        (pd.DataFrame({"a": pd.array([1, None] * 10, dtype="Int64")}), "row 2 of column `a` is missing (nan)"),
        (np.zeros((0, 3)), "it has 0 rows and 3 columns"),
        (np.arange(20.0), "it has 1 dimension, and a table has two"),
        (np.zeros((2, 3, 4)), "it has 3 dimensions, and a table has two"),
        (eye_array(20).tocsr(), "it is a sparse matrix; give it as an array"),
    ],
)
def test_what_is_no_table_of_numbers_is_a_record(X, words):
    said = both(X)
    assert said.startswith("The data set 'bad' cannot be used: ") and words in said
    assert "\n" not in said


def test_classes_that_do_not_fit_are_a_record():
    assert "it has 20 rows but 1 class" in both(GOOD[0], ["p"])


def test_rows_that_are_all_the_same_are_a_record():
    assert both(np.ones((20, 2))) == (
        "The data set 'bad' has 1 distinct row, too few for 2 clusters: identical rows always share a cluster."
    )
    frame = compare({"one": (np.ones((20, 2)), None)}, "K-Means", 1, n_clusters=1, n_jobs=1)
    assert frame["status"].tolist() == ["ok"]


def test_too_few_rows_are_a_record_where_other_sets_have_enough():
    assert "n_clusters=5 is more than the number of samples, n_samples=3" in both(GOOD[0][:3], None, n_clusters=5)


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
    with pytest.raises(ValueError, match=r"no/such\.csv` cannot be read: No such file"):
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
