"""What the command line says is in its own words: options, not parameters of the library."""

import io
import re

import numpy as np
import pytest
from expected import warned

from rnse_core import RNSE
from rnse_core.cli import main
from rnse_core.cli._sentences import in_options
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    ConvergenceAdvice,
    InputError,
    MemoryAdvice,
    NotConvergedWarning,
    NotEnoughMemory,
    ParameterError,
    Reason,
    ScaleError,
)

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


# What is asked for, and what has to be in the sentence: the options at fault and their values.
CASES = [
    ("points.csv --clusters 31", ["--clusters 31", "30 rows"]),
    ("twice.csv --clusters 3", ["--clusters 3", "2"]),
    ("points.csv --clusters 2 --graph knn --preset authors", ["--graph knn", "--preset authors"]),
    ("distances.csv --clusters 2 --graph knn", ["--graph knn", "`distances.csv`", "distance"]),
    ("points.csv --clusters 2 --alpha 1e200", ["--alpha 1e+200", "--beta 1"]),
    ("points.csv --clusters 2 --preset paper --alpha 5", ["RNSE", "20 rounds"]),
    ("few.csv --clusters 2 --preset paper", ["neighbours of the affinity", "7", "3"]),
    ("hollow.csv --clusters 2 --read kind=similarity", ["--read kind=distance"]),
    ("points.csv --clusters 2 --parameters -", ["--parameters"]),
]


@pytest.mark.parametrize(("arguments", "shown"), CASES)
def test_no_word_of_the_library_reaches_the_user(folder, capsys, arguments, shown):
    main(["cluster", *arguments.split(), "--quiet"])
    said = capsys.readouterr().err
    assert [part for part in shown if part not in said] == []
    assert LIBRARY_WORD.search(said) is None, said


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_nor_in_comparisons(folder, capsys, command):
    rest = ["--methods", "K-Means"] if command == "compare" else ["--alphas", "1", "--betas", "1"]
    main([command, "twice.csv", *rest, "--clusters", "3", "--seeds", "1", "--jobs", "1", "--quiet"])
    said = capsys.readouterr().err
    assert "2 distinct rows" in said and "3 clusters" in said
    assert LIBRARY_WORD.search(said) is None, said


def test_memory_names_the_option_that_needs_less(folder, capsys, monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.FULL_SAMPLES", 20)
    monkeypatch.setattr("rnse_core._fit.cost.DENSE_PAIR", 1.0)
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 1000)
    assert main(["cluster", "points.csv", "--clusters", "2", "--graph", "dense", "--quiet"]) == 1
    said = capsys.readouterr().err
    assert "--graph knn" in said and LIBRARY_WORD.search(said) is None


@pytest.mark.parametrize(
    ("problem", "shown"),
    [
        (ParameterError("random_state", -1, Reason.TOO_SMALL, bound=0), ["--seed", "-1"]),
        (ParameterError("n_jobs", 99, Reason.TOO_LARGE_FOR_MACHINE, bound=32), ["--jobs", "99", "32"]),
        (ParameterError("alphas", np.inf, Reason.NOT_FINITE), ["--alphas", "inf"]),
        (ScaleError(2.0, 3.0, 1e300, 1e100), ["--alpha 2", "--beta 3", "1e+300"]),
        (NotEnoughMemory(2**33, 2**30, 20_000, 7_000, MemoryAdvice.NEIGHBOR_GRAPH), ["7,000", "--graph knn"]),
        (NotEnoughMemory(2**33, 2**30, 20_000, 7_000, MemoryAdvice.SAMPLE_ROWS), ["20,000", "8.0 GB", "1.0 GB"]),
        (NotConvergedWarning("newton", 500, 0.25, "projection_max_iter"), ["500", "2.5e-01"]),
        (NotConvergedWarning("RNSE", 20, advice=ConvergenceAdvice.RAISE_LIMIT_OR_TOL), ["RNSE", "20"]),
        (ComponentsWarning((3, 2), 2, ComponentsEffect.CUT_OF_AFFINITY, 0.5, 5.0), ["0.5", "5"]),
        (InputError("similarity matrix", Reason.NEGATIVE_ENTRY, -0.5, 3, 7), ["-0.5", "3", "7"]),
        (ValueError("Said by another library."), ["Said by another library."]),
    ],
    ids=lambda part: type(part).__name__,
)
def test_fields_are_written_as_options(problem, shown):
    said = in_options(problem)
    assert [part for part in shown if part not in said] == []
    assert LIBRARY_WORD.search(said) is None, said


def test_a_projection_that_was_cut_short():
    with warned(NotConvergedWarning, n_iter=1, parameter="projection_max_iter") as caught:
        RNSE(2, projection_max_iter=1).fit(np.random.default_rng(0).normal(size=(30, 2)))
    for warning in caught:
        assert LIBRARY_WORD.search(in_options(warning.message)) is None


@pytest.mark.parametrize(
    ("arguments", "told", "possible"),
    [
        ("points.csv", True, True),
        ("points.csv --graph dense", True, True),
        ("points.csv --preset paper", True, False),
        ("distances.csv", True, False),
        ("points.csv --graph knn", False, False),
    ],
)
def test_neighbors_without_effect_are_told(folder, capsys, arguments, told, possible):
    assert main(["cluster", *arguments.split(), "--clusters", "2", "--neighbors", "25", "--quiet"]) == 0
    said = capsys.readouterr().err
    assert ("--neighbors 25" in said) == told
    assert ("--graph knn" in said) == possible, "the option with which they have one, where there is one"


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
    assert "`standard input`" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", None)
    assert main(["cluster", "-", "--clusters", "2"]) == 1
    assert "standard input" in capsys.readouterr().err


def test_comparisons_read_no_standard_input(capsys):
    assert main(["compare", "-", "iris"]) == 1
    assert "standard input" in capsys.readouterr().err
