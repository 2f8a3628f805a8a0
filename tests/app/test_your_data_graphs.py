"""The page Your data with a list of edges of many nodes: a sparse similarity, of which no pair is made dense."""

import io

import numpy as np
import pandas as pd
import pytest
from block_graphs import block_graph
from page_checks import assert_calm, check_code, controls, run_program
from scipy import sparse
from sklearn.metrics import adjusted_rand_score
from uploads import upload

from rnse_core import read_table
from rnse_core.tables import sample_names

N_NODES = 2400
N_BLOCKS = 3


@pytest.fixture(scope="module")
def content():
    rng = np.random.default_rng(0)
    size = N_NODES // N_BLOCKS
    first = rng.integers(0, N_NODES, 9 * N_NODES)
    inside = rng.random(len(first)) < 0.9
    second = np.where(
        inside, first // size * size + rng.integers(0, size, len(first)), rng.integers(0, N_NODES, len(first))
    )
    edges = sorted(
        {(min(pair), max(pair)) for pair in zip(first.tolist(), second.tolist(), strict=True) if len(set(pair)) > 1}
    )
    return ("source,target\n" + "".join(f"n{a},n{b}\n" for a, b in edges)).encode()


@pytest.fixture
def nothing_dense(monkeypatch):
    for name in ("toarray", "todense"):
        dense = getattr(sparse.csr_array, name)

        def small_only(self, *arguments, dense=dense, **keywords):
            assert self.shape[0] * self.shape[1] < N_NODES**2 / 4, "a large sparse matrix was made dense"
            return dense(self, *arguments, **keywords)

        monkeypatch.setattr(sparse.csr_array, name, small_only)


@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "automatic"])
def test_every_view_and_file_of_a_graph(open_page, offered, content, nothing_dense, by_hand, tmp_path):
    more = {"yd_clusters": "3"} if by_hand else {"yd_mode": "auto"}
    app = upload(open_page("your_data", yd_rows="500", **more), "edges.csv", content)
    assert_calm(app)
    files = offered[-1]
    assert sparse.issparse(files.result.similarity)
    truth = np.array([int(name[1:]) // (N_NODES // N_BLOCKS) for name in sample_names(files.rows).names.values()])
    assert len(files.result.labels) == N_NODES, "a random part of a graph has hardly any edges"
    assert adjusted_rand_score(truth, files.result.labels) > 0.95
    assert list(app.dataframe[-1].value["Method"]) == ["NCuts", "RNSE"]
    for view in ("similarity", "rounds", "eigengap", "clusters"):
        app.segmented_control(key="yd_view").set_value(view).run()
        assert_calm(app)
    labels = pd.read_csv(io.BytesIO(files.labels_file()))
    assert list(labels["node"]) == files.rows.feature_names
    assert len(files.report_file()) < 10_000_000
    (tmp_path / "edges.csv").write_bytes(content)
    names = run_program(files.code, tmp_path)
    np.testing.assert_array_equal(names["labels"], files.result.labels)


def test_the_kernel_of_a_graph_is_a_control_for_similarities_alone(open_page, offered, tmp_path):
    A, _ = block_graph(200, 2, 12, 0.9)
    first, second = A.nonzero()
    edges = "source,target\n" + "".join(f"{a},{b}\n" for a, b in zip(first, second, strict=True) if a < b)
    (tmp_path / "edges.csv").write_text(edges)
    app = upload(open_page("your_data", yd_clusters="2", yd_graph_kernel="none"), "edges.csv", edges.encode())
    assert_calm(app)
    keys = {widget.key for widget in controls(app)}
    assert "yd_graph_kernel" in keys and keys.isdisjoint({"yd_kernel", "yd_neighbours", "yd_scale"})
    assert offered[-1].result.parameters["graph_kernel"] is None
    assert "graph_kernel=None" in app.code[-1].value
    given = read_table(tmp_path / "edges.csv").X
    np.testing.assert_array_equal(offered[-1].result.affinity, given)
    check_code(app, offered[-1], tmp_path)
    app.selectbox(key="yd_graph_kernel").set_value("preset").run()
    assert_calm(app)
    assert "graph_kernel" not in app.code[-1].value
    assert np.count_nonzero(offered[-1].result.affinity != given)
    app.selectbox(key="yd_preset").set_value("paper").run()
    np.testing.assert_array_equal(offered[-1].result.affinity, given)
    app.selectbox(key="yd_data").set_value("iris_distances.csv").run()
    assert "yd_graph_kernel" not in {widget.key for widget in controls(app)}
