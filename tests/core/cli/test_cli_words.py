"""What the command line says is in its own words: options, not parameters of the library."""

import io
import re

import numpy as np
import pytest

from rnse_core import RNSE
from rnse_core.cli import main
from rnse_core.cli._numbers import in_options

# A name with an underscore, or a keyword with its value.
LIBRARY_WORD = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+=['\d]")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(0, 0.2, (15, 2)), rng.normal(5, 0.2, (15, 2))])
    np.savetxt("points.csv", points, delimiter=",", header="a,b", comments="")
    np.savetxt("twice.csv", np.repeat([[0.0, 1.0], [2.0, 5.0]], 10, axis=0), delimiter=",", header="a,b", comments="")
    np.savetxt("few.csv", points[[0, 1, 15, 16]], delimiter=",", header="a,b", comments="")
    np.savetxt("distances.csv", np.abs(np.subtract.outer(points[:, 0], points[:, 0])), delimiter=",")
    np.savetxt("hollow.csv", 1.0 - np.eye(6), delimiter=",")
    return tmp_path


CASES = [
    ("points.csv --clusters 31", "--clusters 31 is more than the 30 rows there are."),
    ("twice.csv --clusters 3", "--clusters 3 is more than the number of distinct rows, which is 2"),
    ("points.csv --clusters 2 --graph knn --preset authors", "--graph knn cannot be used with --preset authors"),
    ("distances.csv --clusters 2 --graph knn", "`distances.csv` was read as a distance matrix"),
    ("points.csv --clusters 2 --alpha 1e200", "--alpha 1e+200 and --beta 1 are too far apart"),
    ("points.csv --clusters 2 --preset paper --alpha 5", "RNSE did not converge in 20 rounds.\n"),
    ("few.csv --clusters 2 --preset paper", "The 7 neighbours of the affinity were reduced to 3"),
    ("hollow.csv --clusters 2 --read kind=similarity", "for distances use --read kind=distance."),
    ("points.csv --clusters 2 --parameters -", "--parameters cannot be printed"),
]


@pytest.mark.parametrize(("arguments", "words"), CASES)
def test_no_word_of_the_library_reaches_the_user(folder, capsys, arguments, words):
    main(["cluster", *arguments.split(), "--quiet"])
    said = capsys.readouterr().err
    assert words in said
    assert LIBRARY_WORD.search(said) is None, said


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_nor_in_comparisons(folder, capsys, command):
    rest = ["--methods", "K-Means"] if command == "compare" else ["--alphas", "1", "--betas", "1"]
    main([command, "twice.csv", *rest, "--clusters", "3", "--seeds", "1", "--jobs", "1", "--quiet"])
    said = capsys.readouterr().err
    assert "2 distinct rows, too few for 3 clusters" in said
    assert LIBRARY_WORD.search(said) is None, said


def test_memory_names_the_option_that_needs_less(folder, capsys, monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.DENSE_SAMPLES", 20)
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 1000)
    assert main(["cluster", "points.csv", "--clusters", "2", "--graph", "dense", "--quiet"]) == 1
    assert "Use a graph of neighbours (--graph knn)" in capsys.readouterr().err


def test_a_projection_that_was_cut_short(folder):
    with pytest.warns(UserWarning, match="projection_max_iter=1 with") as caught:
        RNSE(2, projection_max_iter=1).fit(np.random.default_rng(0).normal(size=(30, 2)))
    for warning in caught:
        assert LIBRARY_WORD.search(in_options(str(warning.message))) is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("points.csv", "over all pairs of rows, unless it is learned on a graph of neighbours with --graph knn."),
        ("points.csv --graph dense", "unless it is learned on a graph of neighbours with --graph knn."),
        ("points.csv --preset paper", "has no effect: S is learned over all pairs of rows.\n"),
        ("distances.csv", "has no effect: S is learned over all pairs of rows.\n"),
        ("points.csv --graph knn", ""),
    ],
)
def test_neighbors_without_effect_are_told(folder, capsys, arguments, words):
    assert main(["cluster", *arguments.split(), "--clusters", "2", "--neighbors", "25", "--quiet"]) == 0
    said = capsys.readouterr().err
    assert ("--neighbors 25 has no effect" in said) == bool(words)
    assert words in said


def piped(monkeypatch, content):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_table_on_standard_input(folder, capsys, monkeypatch):
    content = (folder / "points.csv").read_bytes()
    assert main(["cluster", "points.csv", "--clusters", "2", "--quiet"]) == 0
    expected = (folder / "points-clusters.csv").read_text()
    piped(monkeypatch, content)
    assert main(["cluster", "-", "--clusters", "2"]) == 0
    printed, said = capsys.readouterr()
    assert printed == expected
    assert said.startswith("Reading standard input: 100%\n") or said.startswith("`standard input`: 30 rows")
    piped(monkeypatch, content)
    assert main(["cluster", "-", "--clusters", "2", "--output", "out.csv", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert (folder / "out.csv").read_text() == expected


def test_labels_are_printed_on_request(folder, capsys):
    assert main(["cluster", "points.csv", "--clusters", "2", "--output", "-", "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 31
    assert not (folder / "-").exists()


def test_standard_input_with_nothing_or_none(folder, capsys, monkeypatch):
    piped(monkeypatch, b"")
    assert main(["cluster", "-", "--clusters", "2"]) == 1
    assert capsys.readouterr().err == "rnse: `standard input` is empty.\n"
    monkeypatch.setattr("sys.stdin", None)
    assert main(["cluster", "-", "--clusters", "2"]) == 1
    assert capsys.readouterr().err == "rnse: There is no standard input to read; name a file.\n"


def test_comparisons_read_no_standard_input(capsys):
    assert main(["compare", "-", "iris"]) == 1
    assert "write what comes on standard input to a file" in capsys.readouterr().err
