"""Our results beside the printed ones."""

import numpy as np
import pandas as pd
import pytest

from rnse_core.datasets import PAPER_DATASETS
from rnse_core.datasets.paper_tables import PAPER_METHODS, printed_table
from rnse_core.experiments import against_printed, compare, printed_row, read_results, write_results
from rnse_core.experiments.paper_results import KEPT, printed_method


@pytest.fixture(scope="module")
def records() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    X = np.r_[rng.normal(size=(30, 3)), rng.normal(size=(20, 3)) + 6]
    y = np.repeat(["a", "b"], [30, 20])
    data = {"diabetes": (X, y), "waveform21_2746": (X[::-1], y[::-1]), "mine": (X, y)}
    return compare(data, ["K-Means", "NMF", "CAN"], seeds=3, n_jobs=1)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("diabetes", "diabetes"),
        ("waveform21_2746", "waveform21"),
        ("yeast_uni_rebuilt", "yeast_uni"),
        ("yeast", None),
        ("diabetes2", None),
        ("mine", None),
    ],
)
def test_names_stand_for_rows_of_the_paper(name, row):
    assert printed_row(name) == row


@pytest.mark.parametrize("score", ["accuracy", "purity"])
def test_our_means_stand_beside_the_printed_ones(records, score):
    table = against_printed(records, score)
    assert list(dict.fromkeys(table["dataset"])) == ["diabetes", "waveform21_2746"]
    assert list(table["method"]) == 2 * list(PAPER_METHODS)
    row = table[(table["dataset"] == "diabetes") & (table["method"] == "K-Means")].iloc[0]
    ours = records[(records["dataset"] == "diabetes") & (records["method"] == "K-Means")][score].astype(float)
    assert row["mean"] == pytest.approx(100 * ours.mean())
    assert row["std"] == pytest.approx(100 * ours.std(ddof=1))
    assert row["runs"] == 3
    assert row["printed"] == printed_table(score)[0].loc["diabetes", "K-Means"]
    assert row["difference"] == pytest.approx(row["mean"] - row["printed"])
    assert row["majority"] == pytest.approx(60.0)
    assert not row["at_majority"]


def test_a_method_without_a_result_says_why_and_one_not_run_says_nothing(records):
    table = against_printed(records, "accuracy").set_index(["dataset", "method"])
    nmf = table.loc[("diabetes", "NMF")]
    assert np.isnan(nmf["mean"]) and nmf["runs"] == 0 and "egative" in nmf["status"]
    assert table.loc[("diabetes", "SDS"), "status"] == ""
    assert not table.loc[("diabetes", "SDS"), "at_majority"]


def test_a_version_stands_beside_its_method_and_has_the_same_printed_value(records):
    version = records[records["method"] == "CAN"].assign(method="CAN (mine)")
    table = against_printed(pd.concat([records, version]), "accuracy")
    assert list(table["method"])[:10] == [*PAPER_METHODS[:7], "CAN (mine)", *PAPER_METHODS[7:]]
    table = table.set_index(["dataset", "method"])
    for column in ("printed", "mean", "verdict"):
        assert table.loc[("diabetes", "CAN (mine)"), column] == table.loc[("diabetes", "CAN"), column]


def test_impossible_printed_values_are_marked(records):
    table = against_printed(records, "accuracy").set_index(["dataset", "method"])
    assert table.loc[("diabetes", "CAN"), "verdict"] == "impossible"
    assert "50.0%" in table.loc[("diabetes", "CAN"), "reason"]


def test_results_written_are_read_again(records, tmp_path):
    write_results(records, tmp_path / "results.csv", versions={"numpy": "2"}, command="x, y")
    frame, about = read_results(tmp_path / "results.csv")
    assert about == {"versions": {"numpy": "2"}, "command": "x, y"}
    assert list(frame.columns) == [*KEPT, "parameters"]
    for score in ("accuracy", "purity"):
        pd.testing.assert_frame_equal(against_printed(frame, score), against_printed(records, score), atol=1e-3)


@pytest.fixture(scope="module")
def shipped():
    return read_results()


class TestShipped:
    """The file that ships with the package."""

    def test_says_how_it_was_made(self, shipped):
        assert {"command", "timeout", "versions"} <= set(shipped[1])

    def test_covers_the_paper(self, shipped):
        methods = set(shipped[0]["method"])
        assert set(PAPER_METHODS) <= methods
        assert all(printed_method(name) for name in methods)
        assert {printed_row(name) for name in shipped[0]["dataset"]} == set(PAPER_DATASETS) - {"gisette"}

    def test_scores_are_those_of_clusterings(self, shipped):
        """A purity is never below the share of the largest class, nor below ACC."""
        good = shipped[0][shipped[0]["status"] == "ok"]
        assert (good["purity"] >= good["majority_share"] - 1e-6).all()
        assert (good["purity"] >= good["accuracy"] - 1e-6).all()
        assert (good["accuracy"] >= 1 / good["n_classes"] - 1e-6).all()

    def test_a_run_without_a_result_says_why(self, shipped):
        assert (shipped[0].loc[shipped[0]["status"] != "ok", "error"].str.len() > 10).all()
