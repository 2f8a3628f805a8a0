"""The command line, in process and as a user starts it."""

import errno
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from rnse_core import RNSE, read_table
from rnse_core.cli import main
from rnse_core.preprocessing import scale_features
from rnse_core.wording import format_bytes


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 0.2, (20, 2)), rng.normal(5, 0.2, (20, 2))])
    path = tmp_path / "points.csv"
    lines = [f"{a},{b},{'left' if i < 20 else 'right'}" for i, (a, b) in enumerate(X)]
    path.write_text("a,b,class\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def labels_in(path):
    return [int(line.split(",")[1]) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def test_writes_the_labels_that_the_library_gives(table, capsys):
    assert main(["cluster", str(table), "--clusters", "2"]) == 0
    expected = RNSE(2, random_state=0).fit(scale_features(read_table(table).X, "zscore")).labels_
    assert labels_in(table.with_name("points-clusters.csv")) == expected.tolist()
    said = capsys.readouterr().err
    assert "ACC 1.000" in said and "ACC 0.500" in said  # of the clusters, and of one cluster of all rows


def test_parameters_and_options_reach_the_model(table, tmp_path):
    output, parameters = tmp_path / "out.csv", tmp_path / "out.json"
    arguments = ["cluster", str(table), "--clusters", "2", "--preset", "paper", "--alpha", "2.5", "--beta", "0.5"]
    arguments += [
        "--seed",
        "7",
        "--scaling",
        "raw",
        "--output",
        str(output),
        "--parameters",
        str(parameters),
        "--quiet",
    ]
    assert main(arguments) == 0
    stored = json.loads(parameters.read_text(encoding="utf-8"))["parameters"]
    expected = {"alpha": 2.5, "beta": 0.5, "random_state": 7, "projection": "dykstra", "n_clusters": 2}
    assert {name: stored[name] for name in expected} == expected
    assert len(labels_in(output)) == 40


def test_quiet_says_nothing(table, capsys):
    assert main(["cluster", str(table), "--clusters", "2", "--no-label", "--ignore", "class", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_similarity_matrix_is_clustered_as_one(tmp_path):
    A = np.kron(np.eye(2), np.ones((5, 5)))
    path = tmp_path / "blocks.csv"
    np.savetxt(path, A, delimiter=",")
    assert main(["cluster", str(path), "--clusters", "2", "--quiet"]) == 0
    labels = labels_in(tmp_path / "blocks-clusters.csv")
    assert labels == [labels[0]] * 5 + [1 - labels[0]] * 5


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--clusters", "0"], ("--clusters", "1")),
        (["--clusters", "999"], ("--clusters 999", "40 rows")),
        (["--clusters", "2", "--alpha", "-1"], ("--alpha", "-1")),
        (["--clusters", "2", "--label", "nothing"], ("`nothing`", "`class`")),
        (["--clusters", "2", "--output", "/nowhere/at/all.csv"], ("/nowhere/at/all.csv",)),
    ],
)
def test_what_is_wrong_is_one_sentence(table, capsys, arguments, parts):
    assert main(["cluster", str(table), *arguments, "--quiet"]) == 1
    said, *ways_on = capsys.readouterr().err.splitlines()
    assert said.startswith("rnse: ") and all(part in said for part in parts)
    assert len(ways_on) == ("--label" in arguments)  # what was said of a column that is not there can be taken back


@pytest.mark.parametrize(
    "options",
    [
        ["--output", "{table}"],
        ["--parameters", "{table}"],
        ["--output", "{folder}/same", "--parameters", "{folder}/same"],
        ["--output", "{folder}/none/at/all.csv"],
    ],
)
def test_no_file_of_the_user_is_overwritten(table, tmp_path, capsys, options):
    before = table.read_bytes()
    options = [option.format(table=table, folder=tmp_path) for option in options]
    assert main(["cluster", str(table), "--clusters", "2", *options]) == 1
    assert "rnse: " in capsys.readouterr().err
    assert table.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [table.name]


def test_rows_left_out_keep_their_place(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("a,b\n0,0\n,1\n0.1,0\n5,5\n5.1,5\n", encoding="utf-8")
    assert main(["cluster", str(path), "--clusters", "2", "--quiet"]) == 0
    lines = (tmp_path / "gaps-clusters.csv").read_text(encoding="utf-8").splitlines()
    assert lines[2] == "2,"
    assert [line.split(",")[0] for line in lines] == ["row", "1", "2", "3", "4", "5"]


def test_huge_numbers_are_scaled_without_a_warning(tmp_path, capsys):
    path = tmp_path / "huge.csv"
    path.write_text("a,b\n1e200,1\n1.1e200,2\n-1e200,3\n-1.1e200,2\n", encoding="utf-8")
    assert main(["cluster", str(path), "--clusters", "2", "--quiet", "--alpha", "0.5"]) == 0
    assert "Warning" not in capsys.readouterr().err


def test_the_columns_of_the_file_on_request(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("name;x\na;1,5\nb;1,25\n;\nc;9,5\nd;8,75\n")
    assert main(["cluster", str(path), "--clusters", "2", "--columns", "--quiet"]) == 0
    lines = (tmp_path / "mine-clusters.csv").read_text().splitlines()
    assert lines[0] == "row;name;x;cluster"
    assert lines[1].startswith("1;a;1,5;") and lines[3] == "3;;;" and lines[5].startswith("5;d;8,75;")


@pytest.mark.parametrize("command", ["cluster", "compare", "sweep"])
def test_help_names_the_defaults_there_are(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "(default: auto)" in text
    assert "None)" not in text and "[])" not in text and "False)" not in text


def test_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("rnse-core ")


def test_a_missing_file(tmp_path, capsys):
    assert main(["cluster", str(tmp_path / "no.csv"), "--clusters", "2"]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("rnse: ") and str(tmp_path / "no.csv") in said


def test_too_many_rows_for_the_memory(table, capsys, monkeypatch):
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 1000)
    assert main(["cluster", str(table), "--clusters", "2", "--quiet"]) == 1
    said = capsys.readouterr().err
    assert all(part in said for part in ("40 samples", format_bytes(5 * 8 * 40**2), " 5 samples"))


def test_warnings_are_plain_sentences(table, capsys):
    assert main(["cluster", str(table), "--clusters", "2", "--alpha", "0.001", "--quiet"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said and all(line.startswith("rnse: ") for line in said)
    assert not any("Warning" in line for line in said)


def test_an_interrupt_ends_quietly(table, capsys, monkeypatch):
    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("rnse_core.cli.cluster.read_table", interrupted)
    assert main(["cluster", str(table), "--clusters", "2"]) == 130
    assert capsys.readouterr().err == "rnse: stopped\n"


def test_as_its_own_process(table):
    run = [sys.executable, "-m", "rnse_core.cli", "cluster", str(table), "--clusters", "2"]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    assert done.stdout == ""
    assert " 20, 20." in done.stderr


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["clutser"]])
def test_what_needs_no_numerics_imports_none(arguments):
    script = (
        "import sys\nfrom rnse_core.cli import main\n"
        f"try: main({arguments!r})\nexcept SystemExit: pass\nprint('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_labels_that_cannot_be_written_are_printed(table, tmp_path, capsys):
    full = tmp_path / "full.csv"
    full.symlink_to("/dev/full")
    assert main(["cluster", str(table), "--clusters", "2", "--output", str(full), "--quiet"]) == 1
    printed, said = capsys.readouterr()
    assert len(printed.splitlines()) == 41
    (line,) = said.splitlines()
    assert line.startswith("rnse: ") and str(full) in line and os.strerror(errno.ENOSPC).lower() in line
