"""Tables of numbers and words on the command line: the options that are said do what they say."""

import csv
import json
import shlex

import numpy as np
import pytest

from rnse_core.cli import main
from rnse_core.tables import read_table


@pytest.fixture
def mixed(tmp_path):
    rng = np.random.default_rng(0)
    ages = rng.normal(np.repeat([20, 60], 20), 2).round(1).tolist()
    how = ["never" if k < 20 else ("often", "always")[k % 2] for k in range(40)]
    colours = ["red" if k < 20 else "blue" for k in range(40)]
    path = tmp_path / "mixed.csv"
    rows = [f"{a},{h},{c}" for a, h, c in zip(ages, how, colours, strict=True)]
    path.write_text("\n".join(["age,how,colour", *rows]) + "\n")
    return path


def options_said(said, keyword):
    """The options that are offered with a keyword of the reading."""
    found = [part for part in said.replace("\n", "; ").split("; ") if f"--read '{keyword}=" in part]
    found += [part for part in said.replace("\n", "; ").split("; ") if f"--read {keyword}=" in part]
    return shlex.split(found[0][found[0].index("--read") :].rstrip("."))


@pytest.mark.parametrize("keyword", ["ordinal", "kind", "one_hot"])
def test_the_offered_option_uses_the_words(mixed, capsys, keyword):
    plain = ["cluster", str(mixed), "--clusters", "2", "--no-label"]
    assert main([*plain, "--quiet"]) == 0
    option = options_said(capsys.readouterr().err, keyword)
    parameters = mixed.with_name("parameters.json")
    assert main([*plain, *option, "--parameters", str(parameters)]) == 0
    said = capsys.readouterr()
    assert "`how`" in said.out + said.err
    stored = json.loads(parameters.read_text())["data"]["reading"]
    assert "how" in stored["columns"]["feature"]
    assert stored["compared_by"] == ("gower" if keyword == "kind" else "")
    with open(mixed.with_name("mixed-clusters.csv"), newline="") as file:
        labels = [row["cluster"] for row in csv.DictReader(file)]
    assert len(set(labels[:20])) == 1 == len(set(labels[20:])) and labels[0] != labels[-1]


def test_the_ordinal_answer_gives_places(mixed, capsys):
    order = {"how": ["never", "often", "always"]}
    assert main(["cluster", str(mixed), "--clusters", "2", "--no-label", "--read", f"ordinal={json.dumps(order)}"]) == 0
    assert read_table(mixed, label_column=None, ordinal=order).X[-1, 1] == 3
    assert main(["cluster", str(mixed), "--clusters", "2", "--read", 'ordinal={"how": ["never"]}']) == 1
    *_, said, way_out = capsys.readouterr().err.splitlines()
    assert "`often`" in said and "without --read ordinal=" in way_out


def test_scales_are_asked_about_where_words_are_compared(mixed, capsys):
    assert main(["cluster", str(mixed), "--clusters", "2", "--no-label", "--read", "kind=gower", "--quiet"]) == 0
    assert options_said(capsys.readouterr().err, "ordinal")[1].startswith("ordinal=")
