"""``rnse compare`` and ``rnse sweep`` on the command line."""

import errno
import io
import os
import re

import numpy as np
import pytest

from rnse_core.cli import main
from rnse_core.cli._interrupts import STOPPED
from rnse_core.cli._progress import ProgressBar
from rnse_core.experiments import Progress, read_records


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 0.2, (15, 2)), rng.normal(5, 0.2, (15, 2))])
    lines = [f"{a},{b},{'left' if i < 15 else 'right'}" for i, (a, b) in enumerate(X)]
    path = tmp_path / "points.csv"
    path.write_text("a,b,class\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def compare(*arguments):
    return main(["compare", "--clusters", "classes", *map(str, arguments), "--seeds", "2", "--jobs", "1"])


def test_a_table_on_standard_output(table, capsys):
    assert compare(table, "iris", "--methods", "K-Means", "NCuts", "--scores", "accuracy", "nmi") == 0
    printed, said = capsys.readouterr()
    assert "| points | **100.0±0.0** | **100.0±0.0** | 50.0 |" in printed
    assert printed.count("| data | K-Means | NCuts |") == 2 and "NMI in %" in printed
    assert "8 records" in said and "points.csv" in said  # how the file was read
    assert any("ACC" in line and "K-Means" in line for line in said.splitlines())  # the ranks
    assert re.search(r"\[#{30}\] 8/8: NCuts on iris, seed 1\n", said)


@pytest.mark.parametrize(
    ("ending", "words"), [(".csv", "accuracy,points,K-Means,1.0,0.0,2,2,0.5"), (".tex", "toprule")]
)
def test_a_table_in_a_file(table, tmp_path, capsys, ending, words):
    output = tmp_path / f"out{ending}"
    assert compare(table, "--methods", "K-Means", "--output", output, "--quiet") == 0
    assert words in output.read_text(encoding="utf-8")
    assert capsys.readouterr() == ("", "")


def test_the_same_command_goes_on(table, tmp_path, capsys):
    store = tmp_path / "records.db"
    assert compare(table, "--methods", "K-Means", "--store", store) == 0
    assert compare(table, "--methods", "K-Means", "NCuts", "--store", store) == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if str(store) in line]
    assert "4 records" in line and " 2 " in line
    assert read_records(store)["method"].value_counts().to_dict() == {"K-Means": 2, "NCuts": 2}


def test_an_interrupt_says_that_it_can_go_on(table, tmp_path, capsys, monkeypatch):
    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("rnse_core.cli.compare.compare", interrupted)
    assert compare(table, "--store", tmp_path / "records.db") == 130
    said = capsys.readouterr().err
    assert str(tmp_path / "records.db") in said and said.endswith(f"{STOPPED}\n")


def test_runs_without_a_result_are_named(table, capsys):
    assert compare(table, "--methods", "K-Means", "NMF", "--preprocess", "zscore", "--quiet") == 0
    printed, said = capsys.readouterr()
    assert "| points | **100.0±0.0** | – | 50.0 |" in printed
    (line,) = said.splitlines()
    assert line.startswith("rnse: 2 fits ") and "--preprocess minmax" in line


def test_what_keeps_many_fits_from_a_result_is_said_once(table, capsys):
    """It is no success when there is no result at all; minmax, as advised, is one."""
    assert compare(table, "iris", "--methods", "NMF", "GNMF", "--quiet") == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and all(line.startswith("rnse: 4 fits ") for line in said)
    assert compare(table, "iris", "--methods", "NMF", "--preprocess", "minmax", "--quiet") == 0
    assert main(["sweep", "iris", "--alphas", "1e300", "--betas", "1", "--jobs", "1", "--quiet"]) == 1
    assert "alpha = 1e+300 and beta = 1 (1 of 1)" in capsys.readouterr().out


def test_a_table_without_classes_is_compared_by_time(table, tmp_path, capsys):
    text = "\n".join(line.rpartition(",")[0] for line in table.read_text(encoding="utf-8").splitlines())
    plain = tmp_path / "plain.csv"
    plain.write_text(text, encoding="utf-8")
    assert compare(plain, "--clusters", "2", "--methods", "K-Means") == 0
    assert "Time in s" in capsys.readouterr().out
    assert compare(plain, "iris", "--clusters", "2", "--methods", "K-Means") == 0
    printed, said = capsys.readouterr()
    assert any("ACC" in line and "plain" in line for line in printed.splitlines())
    assert "rnse: " not in said


def test_a_table_that_cannot_be_written_is_printed(table, tmp_path, capsys):
    full = tmp_path / "full.md"
    full.symlink_to("/dev/full")
    assert compare(table, "--methods", "K-Means", "--output", full) == 1
    printed, said = capsys.readouterr()
    assert "| points | **100.0±0.0** | 50.0 |" in printed
    (line,) = [line for line in said.splitlines() if str(full) in line]
    assert line.startswith("rnse: ") and os.strerror(errno.ENOSPC).lower() in line


def test_how_files_are_read_is_an_option(tmp_path, capsys):
    path = tmp_path / "ragged.csv"
    path.write_text(
        "a;b;c;group\n" + "".join(f"{1.5 * (i % 8)};{i % 7};{i // 9};{'pq'[i % 2]}\n" for i in range(30)) + "1;2\n"
    )
    assert compare(path, "--methods", "K-Means") == 1
    advice = capsys.readouterr().err.splitlines()[-1]
    assert advice.endswith(": --read drop_bad_rows=true")
    options = ["--read", "drop_bad_rows=true", "delimiter=;", "--ignore", "c", "--missing", "median"]
    assert compare(path, "--methods", "K-Means", *options) == 0
    assert "2 features" in capsys.readouterr().err  # a and b


def test_a_sweep_has_one_scale(capsys):
    with pytest.raises(SystemExit):
        main(["sweep", "--help"])
    assert "--preprocess {raw,zscore,minmax,unit} [" not in capsys.readouterr().out


def test_data_sets_are_looked_for_in_a_folder(tmp_path, capsys):
    np.savez(tmp_path / "mine.npz", X=np.arange(20.0).reshape(10, 2), y=np.repeat([0, 1], 5))
    assert compare("mine", "--data-home", tmp_path, "--methods", "K-Means", "--quiet") == 0
    assert "| mine | **100.0±0.0** | 50.0 |" in capsys.readouterr().out


def test_a_sweep(table, tmp_path, capsys):
    output = tmp_path / "grid.md"
    grid = ["--alphas", "1", "10", "--betas", "0.5"]
    assert main(["sweep", str(table), "--label", "class", *grid, "--jobs", "1", "--output", str(output)]) == 0
    lines = output.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("RNSE on points. ACC in %")
    assert lines[4] == "| alpha = 1 | **100.0** | 50.0 |" and lines[5].startswith("| alpha = 10 |")
    assert str(output) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["compare", "nothing"], ("'nothing'", "iris")),
        (["compare", "iris", "--methods", "Nothing"], ("'Nothing'", "K-Means")),
        (["compare", "iris", "--output", "table.pdf"], ("table.pdf", ".csv", ".md", ".tex")),
        (["compare", "iris", "--output", "no/such/folder.md"], ("no/such/folder.md",)),
        (["compare", "{table}", "--store", "{table}"], ("points.csv",)),
        (["compare", "{table}", "--store", "other.csv", "--output", "other.csv"], ("other.csv",)),
        (["compare", "{table}", "--label", "price"], ("`price`", "`class`")),
        (["compare", "iris", "--seeds", "0"], ("--seeds", "0")),
        (["compare", "iris", "--timeout", "-1"], ("--timeout", "-1")),
        (["compare", "iris", "--data-home", "nowhere", "--methods", "K-Means"], ("'nowhere'",)),
        (["sweep", "iris", "--alphas", "-1"], ("--alphas", "-1")),
        (["compare", "iris", "--output", "{folder}"], (".csv",)),
        (["compare", "iris", "--output", "{folder}/folder.csv"], ("folder.csv",)),
        (["compare", "iris", "--store", "{folder}/folder.csv"], ("folder.csv",)),
        (["compare", "{table}", "--output", "{link}"], ("link.csv",)),
        (["compare", "{plain}", "--clusters", "2", "--scores", "ari"], ("plain.csv", "ari", "--label", "seconds")),
        (["sweep", "{plain}", "--clusters", "2", "--score", "nmi"], ("plain.csv", "nmi", "--label", "seconds")),
        (["compare", "{plain}"], ("'plain'", "--clusters 3")),
        (["compare", "{table}", "--read", "header=maybe"], ("header=maybe", "true", "false")),
        (["compare", "iris", "--label", "nosuch"], ("--label nosuch", "iris")),
        (["compare", "{table}", "--read", 'missing_in={{"a": "9"}}'], ('{"a": ["-9"]}', "missing_in")),
        (["compare", "{table}", "--read", "heather"], ("KEY=VALUE", "delimiter", "transpose")),
        (["compare", "{table}", "--read", "header"], ("KEY=VALUE", "delimiter", "transpose")),
        (["compare", "{table}", "{folder}/other/points.csv"], ("'points'",)),
    ],
)
def test_what_is_wrong_is_one_sentence(table, tmp_path, capsys, monkeypatch, arguments, parts):
    monkeypatch.chdir(tmp_path)
    before = table.read_bytes()
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "link.csv").hardlink_to(table)
    (tmp_path / "plain.csv").write_text("a,b\n1,2\n2,3\n7,8\n9,8\n", encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "points.csv").write_bytes(before)
    places = {"table": table, "folder": tmp_path, "link": tmp_path / "link.csv", "plain": tmp_path / "plain.csv"}
    assert main([argument.format(**places) for argument in arguments] + ["--quiet"]) == 1
    said, *ways_out = capsys.readouterr().err.splitlines()
    assert said.startswith("rnse: ") and all(part in said for part in parts)
    assert len(ways_out) <= ("--label" in arguments) and all("without --label" in way for way in ways_out)
    assert table.read_bytes() == before


class Terminal(io.StringIO):
    def isatty(self):
        return True


RECORD = {"method": "RNSE", "dataset": "iris", "seed": 3}


def test_a_terminal_shows_one_line():
    stream = Terminal()
    bar = ProgressBar(stream)
    bar.show_fetch(1 << 20, 10 << 20)
    bar.show(RECORD, Progress(done=10, total=30, reused=5, failed=2, seconds=120.0, fit_seconds=100.0))
    bar.show({**RECORD, "seed": None}, Progress(30, 30, 5, 0, 8000.0, 7900.0))
    bar.end()
    shown = stream.getvalue().split("\r")
    assert shown[1].strip() == "Fetching: 1 MB of 10 MB"
    assert shown[2] == f"[{'#' * 10}{'.' * 20}] 10/30, 2 without a result, 6:40 left: RNSE on iris, seed 3"
    assert shown[3].startswith(f"[{'#' * 30}] 30/30: RNSE on iris") and shown[3].endswith("\n")
    assert len(shown[3]) == len(shown[2]) + 1  # nothing of the longer line stays
    assert bar.new == 2


def test_a_log_gets_a_line_now_and_then():
    stream = io.StringIO()
    bar = ProgressBar(stream)
    for done in range(1, 51):
        bar.show(RECORD, Progress(done, 50, 0, 0, 4000.0 * done, 4000.0 * done))
    bar.end()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2 and "1/50: RNSE" in lines[0] and "50/50" in lines[1]
    quiet = io.StringIO()
    ProgressBar(quiet, quiet=True).show(RECORD, Progress(1, 1, 0, 0, 1.0))
    assert quiet.getvalue() == ""


def test_the_time_left_is_a_guess_from_the_fits_themselves():
    assert Progress(2, 20, 0, 0, seconds=40.0, fit_seconds=2.0).seconds_left is None
    assert Progress(4, 20, 0, 0, seconds=44.0, fit_seconds=4.0).seconds_left == 16
    assert Progress(8, 20, 4, 0, seconds=44.0, fit_seconds=4.0, at_a_time=2).seconds_left == 6
