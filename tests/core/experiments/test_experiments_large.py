"""A comparison on more samples than matrices of all pairs have room for."""

import numpy as np
import pandas as pd
import pytest

from rnse_core import read_table
from rnse_core._base.memory import needed_bytes
from rnse_core.cli import main
from rnse_core.experiments import METHODS, Method, compare, read_records, takes_all_pairs
from rnse_core.experiments.obstacles import Obstacle

FREE = 2**30


def blobs(n_samples):
    rng = np.random.default_rng(0)
    half = n_samples // 2
    return np.concatenate([rng.normal(0, 0.5, (half, 2)), rng.normal(8, 0.5, (half, 2))]), np.repeat(["p", "q"], half)


@pytest.fixture
def little_memory(monkeypatch):
    """Leave room for a sparse fit, not for matrices of all pairs."""
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: FREE)


def test_a_large_table_on_the_command_line(tmp_path, capsys, little_memory):
    X, y = blobs(20_000)
    assert needed_bytes(len(X)) > FREE
    path, store, output = tmp_path / "large.csv", tmp_path / "records.db", tmp_path / "out.csv"
    pd.DataFrame(X, columns=["a", "b"]).assign(kind=y).to_csv(path, index=False)
    methods = ["K-Means", "PCA", "NCuts", "NCuts (kNN)", "CAN", "RNSE", "RNSE (paper)"]
    options = ["--seeds", "1", "--jobs", "1", "--store", str(store), "--output", str(output)]
    assert main(["compare", str(path), "--label", "kind", "--methods", *methods, *options]) == 0
    frame = read_records(store).set_index("method")
    assert frame["status"].to_dict() == {
        name: "error" if name in ("NCuts", "CAN", "RNSE (paper)") else "ok" for name in methods
    }
    assert (frame.loc[["K-Means", "PCA", "NCuts (kNN)", "RNSE"], "accuracy"] == 1).all()
    table = pd.read_csv(output)
    assert table.loc[table["method"] == "RNSE", "mean"].tolist() == [1.0, 1.0]
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("rnse: ")]
    assert len(lines) == 3
    for name in ("NCuts", "CAN", "RNSE (paper)"):
        (line,) = [line for line in lines if f"{name} has no room: 20,000 samples need about 14.9 GB" in line]
        assert line.endswith("Cluster a random sample of the rows.")


def test_which_methods_take_matrices_of_all_pairs_of_a_large_table(little_memory):
    """What is said of a method is what its fit is refused for where such matrices have no room."""
    n_samples = 20_000
    large = {name: takes_all_pairs(method, n_samples) for name, method in METHODS.items()}
    assert [name for name, pairs in large.items() if not pairs] == [
        "K-Means",
        "PCA",
        "NMF",
        "RNSE",
        "NCuts (kNN)",
        "RNSE (auto)",
        "NM3F",
    ]
    X, y = blobs(n_samples)
    refused = [name for name, pairs in large.items() if pairs]
    frame = compare({"large": (X, y)}, refused, 1, n_jobs=1, preprocess="minmax")
    assert set(frame["error_type"]) == {Obstacle.NO_MEMORY}


def test_few_samples_are_looked_at_in_pairs_by_rnse_too():
    rnse, cuts = METHODS["RNSE"], METHODS["NCuts (kNN)"]
    assert takes_all_pairs(rnse, 2000) and takes_all_pairs(cuts, 5000)
    assert not takes_all_pairs(rnse, 5001) and not takes_all_pairs(cuts, 5001)
    assert takes_all_pairs(rnse.variant("dense", graph="dense"), 5001)
    assert not takes_all_pairs(rnse.variant("sparse", graph="knn"), 100)


def test_a_method_that_is_not_installed_takes_nothing():
    assert not takes_all_pairs(Method("absent", "absent", "rnse_core.no_such_module:Nothing"), 20_000)


def test_the_graph_decides_what_rnse_needs(monkeypatch, little_memory):
    """A model with a graph of its own choice is judged by that."""
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: needed_bytes(400) // 2)
    rnse = METHODS["RNSE"]
    methods = [rnse, rnse.variant("on a graph", graph="knn", n_neighbors=5), rnse.variant("dense", graph="dense")]
    frame = compare({"blobs": blobs(400)}, methods, 1, n_jobs=1).set_index("method")
    assert frame["error_type"].fillna("").to_dict() == {
        "RNSE": Obstacle.NO_MEMORY,
        "on a graph": "",
        "dense": Obstacle.NO_MEMORY,
    }


def test_the_command_compares_files_as_large_as_it_clusters(tmp_path, monkeypatch):
    seen = []
    for place in ("cluster", "compare"):

        def spy(*arguments, place=place, **keywords):
            seen.append(keywords["limits"])
            return read_table(*arguments, **keywords)

        monkeypatch.setattr(f"rnse_core.cli.{place}.read_table", spy)
    X, _ = blobs(20)
    path = tmp_path / "small.csv"
    pd.DataFrame(X, columns=["a", "b"]).to_csv(path, index=False)
    assert main(["cluster", str(path), "--clusters", "2", "--quiet"]) == 0
    arguments = ["--clusters", "2", "--methods", "K-Means", "--seeds", "1", "--jobs", "1", "--quiet"]
    assert main(["compare", str(path), *arguments]) == 0
    assert len(seen) == 2 and seen[0] == seen[1]
