"""``rnse cluster`` on a list of edges of many nodes."""

import csv
import json

import numpy as np
import pytest
from block_graphs import block_graph
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

from rnse_core.cli import main

N_NODES = 2200
N_BLOCKS = 2


@pytest.fixture(scope="module")
def edges():
    rng = np.random.default_rng(0)
    size = N_NODES // N_BLOCKS
    first = rng.integers(0, N_NODES, 7 * N_NODES)
    inside = first // size * size + rng.integers(0, size, len(first))
    second = np.where(rng.random(len(first)) < 0.9, inside, rng.integers(0, N_NODES, len(first)))
    return sorted({(a, b) for a, b in zip(first.tolist(), second.tolist(), strict=True) if a < b})


@pytest.mark.parametrize("more", [["--clusters", "2"], []], ids=["two", "automatic"])
def test_labels_of_all_nodes(edges, more, tmp_path, capsys):
    path = tmp_path / "web.txt"
    path.write_text("\n".join(["# web", *(f"{a}\t{b}" for a, b in edges)]))
    files = ["--parameters", str(tmp_path / "p.json"), "--similarity", str(tmp_path / "S.npz"), "--columns"]
    assert main(["cluster", str(path), "--kind", "edges", *more, *files]) == 0
    printed = capsys.readouterr()
    assert "sparse matrix" in printed.out + printed.err
    with (tmp_path / "web-clusters.csv").open() as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    nodes = np.array([int(row["node"]) for row in rows])
    assert len(np.unique(nodes)) == len(rows) > 0.99 * N_NODES
    found = [row["cluster"] for row in rows]
    assert adjusted_rand_score(nodes // (N_NODES // N_BLOCKS), found) > 0.95
    S = sparse.load_npz(tmp_path / "S.npz")
    np.testing.assert_allclose(np.asarray(S.sum(axis=1)).ravel(), 1, atol=1e-6)
    assert json.loads((tmp_path / "p.json").read_text())["data"]["reading"]["kind"] == "similarity"


def test_what_needs_features_is_refused(edges, tmp_path, capsys):
    path = tmp_path / "web.csv"
    path.write_text("\n".join(["source,target", *(f"{a},{b}" for a, b in edges)]))
    for option in (["--profile", str(tmp_path / "profile.csv")], ["--graph", "knn"]):
        assert main(["cluster", str(path), "--clusters", "2", *option]) != 0
        assert option[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "used", "groups"),
    [
        ([], "auto", True),
        (["--graph-kernel", "auto"], "auto", True),
        (["--graph-kernel", "none"], None, False),
        (["--preset", "paper"], None, False),
        (["--preset", "paper", "--graph-kernel", "auto"], "auto", True),
    ],
)
def test_the_kernel_of_a_graph_is_that_which_is_asked_for(options, used, groups, tmp_path, capsys):
    A, _ = block_graph(240, 2, 12, 0.9)
    first, second = A.nonzero()
    path, parameters = tmp_path / "edges.csv", tmp_path / "p.json"
    path.write_text("\n".join(["source,target", *(f"{a},{b}" for a, b in zip(first, second, strict=True) if a < b)]))
    assert main(["cluster", str(path), "--clusters", "2", *options, "--parameters", str(parameters)]) == 0
    assert json.loads(parameters.read_text())["parameters"]["graph_kernel"] == used
    assert ("2 groups" in capsys.readouterr().err) == groups


@pytest.mark.parametrize("kind", ["features", "distance"])
def test_the_kernel_of_a_graph_is_refused_where_there_is_none(kind, tmp_path, capsys):
    path = tmp_path / "points.csv"
    path.write_text("a,b\n1,2\n2,1\n8,9\n9,8\n" if kind == "features" else "0,1,5\n1,0,4\n5,4,0\n")
    options = ["--clusters", "2", "--kind", kind, "--graph-kernel", "none"]
    assert main(["cluster", str(path), *options]) == 1
    said = capsys.readouterr().err
    assert "--graph-kernel" in said and kind in said
    assert not path.with_name("points-clusters.csv").exists()
    assert main(["cluster", str(path), "--auto", "--graph-kernel", "none"]) == 1
    assert "--graph-kernel" in capsys.readouterr().err
