"""``rnse cluster FILE`` without settings: they are chosen without labels, and the result is told in words."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rnse_core import AutoRNSE, read_table
from rnse_core.cli import main
from rnse_core.exports import confidence_columns, labels_csv
from rnse_core.preprocessing import scale_features

SAMPLES = Path(__file__).resolve().parents[3] / "sample_data"


def rows_of(path):
    with path.open(newline="", encoding="utf-8-sig") as stream:
        return list(csv.DictReader(stream))


def test_the_labels_are_those_of_the_library(tmp_path, capsys):
    path, out, parameters = SAMPLES / "wine.csv", tmp_path / "out.csv", tmp_path / "out.json"
    assert main(["cluster", str(path), "--output", str(out), "--parameters", str(parameters)]) == 0
    model = AutoRNSE(random_state=0).fit(scale_features(read_table(path).X, "zscore"))
    rows = rows_of(out)
    assert [int(row["cluster"]) for row in rows] == model.labels_.tolist()
    np.testing.assert_allclose([float(row["confidence"]) for row in rows], model.confidence_, atol=6e-4)
    second = [int(row["second cluster"] or -1) for row in rows]
    assert second == model.second_labels_.tolist()
    content = json.loads(parameters.read_text(encoding="utf-8"))
    assert content["estimator"] == "AutoRNSE"
    assert content["data"]["chosen"]["alpha"] == model.estimator_.alpha
    words = capsys.readouterr().err
    for cluster in range(model.n_clusters_):
        assert f"Cluster {cluster} (" in words


def test_a_given_number_with_chosen_settings(tmp_path):
    out = tmp_path / "out.csv"
    assert (
        main(["cluster", str(SAMPLES / "iris.csv"), "--clusters", "3", "--auto", "--quiet", "--output", str(out)]) == 0
    )
    assert {row["cluster"] for row in rows_of(out)} == {"0", "1", "2"}
    assert "confidence" in rows_of(out)[0]


def test_a_given_number_alone_keeps_the_default_settings(tmp_path):
    out = tmp_path / "out.csv"
    assert main(["cluster", str(SAMPLES / "iris.csv"), "--clusters", "3", "--quiet", "--output", str(out)]) == 0
    assert set(rows_of(out)[0]) == {"row", "cluster"}


@pytest.mark.parametrize(
    ("options", "named"),
    [(["--alpha", "1"], "--alpha"), (["--auto", "--clusters", "2", "--beta", "1"], "--beta")],
)
def test_a_setting_is_not_chosen_and_given(options, named, tmp_path, capsys):
    out = tmp_path / "out.csv"
    assert main(["cluster", str(SAMPLES / "iris.csv"), *options, "--output", str(out)]) == 1
    assert named in capsys.readouterr().err
    assert not out.exists()


def test_similarities_have_no_profiles(tmp_path, capsys):
    out = tmp_path / "out.csv"
    assert main(["cluster", str(SAMPLES / "similarity_blocks.csv"), "--output", str(out)]) == 0
    assert "typical row" not in capsys.readouterr().err
    assert len({row["cluster"] for row in rows_of(out)}) > 1


def test_as_a_process_on_standard_input():
    content = (SAMPLES / "two_moons.csv").read_bytes()
    run = [sys.executable, "-m", "rnse_core", "cluster", "-"]
    done = subprocess.run(run, input=content, capture_output=True, check=True, timeout=120)
    clusters = [line.split(",")[1] for line in done.stdout.decode().splitlines()[1:]]
    assert sorted(map(clusters.count, set(clusters))) == [100, 100]


def test_columns_of_confidence_follow_the_clusters():
    written = labels_csv([3, 5], [0, 1], columns=confidence_columns([0.25, 1.0], [1, -1]))
    assert written.decode().splitlines() == ["row,cluster,confidence,second cluster", "3,0,0.25,1", "5,1,1,"]


def test_a_further_column_has_a_value_for_each_row():
    with pytest.raises(ValueError, match="confidence"):
        labels_csv([3, 5], [0, 1], columns={"confidence": [1.0]})


def test_the_profile_of_each_cluster_is_a_file(tmp_path):
    out, profile = tmp_path / "out.csv", tmp_path / "profile.csv"
    options = ["--clusters", "3", "--quiet", "--output", str(out), "--profile", str(profile)]
    assert main(["cluster", str(SAMPLES / "wine.csv"), *options]) == 0
    written = rows_of(profile)
    labels = [row["cluster"] for row in rows_of(out)]
    assert [int(one["rows"]) for one in written] == [labels.count(one["cluster"]) for one in written]
    assert all(labels[int(one["typical row"]) - 1] == one["cluster"] for one in written)
    assert len({one["name"] for one in written}) == 3


def test_a_matrix_over_pairs_has_no_profile(tmp_path, capsys):
    profile = tmp_path / "profile.csv"
    run = ["cluster", str(SAMPLES / "similarity_blocks.csv"), "--output", str(tmp_path / "out.csv")]
    assert main([*run, "--profile", str(profile)]) == 1
    assert "--profile" in capsys.readouterr().err
    assert not profile.exists()
