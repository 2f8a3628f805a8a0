"""One value beside which the rest of its column vanishes is named, wherever a table goes."""

import shlex
import warnings

import numpy as np
import pytest
from expected import warned

from rnse_core import RNSE, read_table
from rnse_core._base.large_values import find_large_values
from rnse_core.cli import main
from rnse_core.exceptions import LargeValueWarning
from rnse_core.preprocessing import scale_features
from rnse_core.tables import NoteKind, note_sentence


def blobs(n_samples=60):
    rng = np.random.default_rng(0)
    return np.concatenate([rng.normal(0, 1, (n_samples // 2, 3)), rng.normal(9, 1, (n_samples // 2, 3))])


@pytest.mark.parametrize("value", [1e200, -1e200, 1e20, np.finfo(float).max, -np.finfo(float).max])
@pytest.mark.parametrize("size", [1.0, 1e-300, 1e150])
def test_the_value_is_found_in_any_unit(value, size):
    X = blobs() * size
    X[41, 1] = value if size == 1.0 else np.copysign(min(1e20 * size, np.finfo(float).max), value)
    (found,) = find_large_values(X)
    assert (found.column, found.rows, found.values) == (1, (41,), (X[41, 1],))


def test_a_few_values_of_many_rows():
    X = np.random.default_rng(0).normal(size=(5000, 2))
    X[[7, 4000], 0] = [1e30, -1e31]
    (found,) = find_large_values(X)
    assert found.rows == (4000, 7) and found.values == (-1e31, 1e30)


def columns_without():
    rng = np.random.default_rng(0)
    yield "heavy tails", rng.standard_cauchy(500) ** 3
    yield "an outlier of a million", np.append(rng.normal(size=499), 1e6)
    yield "nothing but an outlier", np.append(np.full(499, 0.25), 1e200)
    yield "rounding about a constant", np.append(0.3 + 1e-17 * rng.integers(0, 9, 499), 1e5)
    yield "all zero", np.zeros(500)
    yield "half of it large", np.where(np.arange(500) % 2, rng.normal(size=500), 1e200)
    yield "two rows", np.array([1.0, 1e200])
    yield "log-normal over many orders", np.exp(30 * rng.normal(size=500))


@pytest.mark.parametrize(("name", "x"), list(columns_without()), ids=lambda part: part if isinstance(part, str) else "")
def test_no_alarm_without_cause(name, x):
    assert find_large_values(x[:, None]) == []


@pytest.mark.parametrize("scaling", ["zscore", "minmax"])
def test_scaling_says_what_it_makes_the_same(scaling):
    X = blobs()
    X[41, 1] = 1e200
    with warned(LargeValueWarning, column=1, rows=(41,), values=(1e200,)):
        Z = scale_features(X, scaling)
    assert np.ptp(np.delete(Z[:, 1], 41)) < 1e-15, "which is so"


@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_so_does_a_fit(graph):
    X = blobs()
    X[41, 1] = 1e200
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        RNSE(2, graph=graph, random_state=0, max_iter=1).fit(X)
    assert caught[0].category is LargeValueWarning
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error", LargeValueWarning)
        RNSE(2, affinity="cosine", random_state=0).fit(np.abs(X))


@pytest.fixture
def table(tmp_path):
    x = np.random.default_rng(0).normal(size=40)
    x[20:] += 9
    lines = ["name,x", *(f"r{i},{value!r}" for i, value in enumerate(x.tolist()))]
    lines[5] = "r4,"
    lines[31] = "r30,1E+200"
    path = tmp_path / "slip.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_report_of_a_file_names_row_and_column(table):
    (note,) = [note for note in read_table(table).report if note.kind is NoteKind.LARGE_VALUES]
    assert (note.columns, note.places, note.values[0].values) == (("x",), (31,), (1e200,))
    assert "row 31 of column `x` = 1e+200" in note_sentence(note)


@pytest.mark.parametrize("command", ["cluster", "compare", "sweep"])
def test_the_command_line_has_the_option_that_mends_it(table, capsys, command):
    rest = {
        "cluster": [],
        "compare": ["--methods", "RNSE", "--seeds", "1", "--jobs", "1"],
        "sweep": ["--alphas", "1", "--betas", "1", "--jobs", "1"],
    }[command]
    arguments = [command, str(table), "--ignore", "name", "--clusters", "3", "--quiet", *rest]
    assert main(arguments) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and "distinct rows" in said[1]
    assert said[0].startswith("rnse: ") and "row 31 of column `x` = 1e+200" in said[0]
    assert main([*arguments, *shlex.split(said[0][said[0].index("--read") :])]) == 0
    assert "1e+200" not in capsys.readouterr().err
