"""The scale of the features on the command line."""

import csv
import json

import numpy as np
import pytest

from rnse_core import RNSE, AutoRNSE
from rnse_core.cli import main
from rnse_core.preprocessing import propose_scales, scale_columns, scale_features

RANDOM = np.random.default_rng(0)
KIND = np.arange(80) % 2
X = np.column_stack([np.floor(10 ** (RANDOM.uniform(0, 3, 80) + 2 * KIND)), RANDOM.normal(0, 1, 80).round(4)])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.csv"
    np.savetxt(path, X, delimiter=",", header="orders,degrees", comments="", fmt="%.17g")
    return path


def run(file, *options):
    out, parameters = file.with_name("out.csv"), file.with_name("out.json")
    arguments = ["cluster", str(file), "--output", str(out), "--parameters", str(parameters), *options]
    assert main(arguments) == 0
    with out.open(newline="") as stream:
        labels = [int(row["cluster"]) for row in csv.DictReader(stream)]
    return labels, json.loads(parameters.read_text())["data"]


def test_the_proposal_is_used_and_said(file, capsys):
    labels, about = run(file)
    Z = scale_columns(X, propose_scales(X))
    assert labels == AutoRNSE(random_state=0).fit(Z).labels_.tolist()
    assert about["column_scales"] == {"orders": "log1p", "degrees": "zscore"}
    assert "Scale: " in capsys.readouterr().err


def test_a_column_can_have_another_scale(file):
    labels, about = run(file, "--clusters", "2", "--column-scale", "orders=zscore")
    assert about["column_scales"] == {"orders": "zscore", "degrees": "zscore"}
    assert labels == RNSE(2, random_state=0).fit(scale_features(X, "zscore")).labels_.tolist()


def test_one_scale_for_all_columns(file):
    labels, about = run(file, "--clusters", "2", "--scaling", "minmax")
    assert about["scale"] == "minmax" and "column_scales" not in about
    assert labels == RNSE(2, random_state=0).fit(scale_features(X, "minmax")).labels_.tolist()


@pytest.mark.parametrize(
    "options",
    [
        ["--column-scale", "orders"],
        ["--column-scale", "orders=cube"],
        ["--column-scale", "age=raw"],
        ["--column-scale", "degrees=log1p"],
        ["--column-scale", "orders=raw", "--scaling", "zscore"],
    ],
)
def test_scales_that_cannot_be_used_are_refused(file, options, capsys):
    out = file.with_name("out.csv")
    assert main(["cluster", str(file), "--output", str(out), *options]) == 1
    assert "column" in capsys.readouterr().err
    assert not out.exists()
