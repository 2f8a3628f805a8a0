"""Every file of a result names its rows as the file of the user does: nodes, places of a matrix, identifiers."""

import csv
import io

import numpy as np
import pandas as pd
import pytest

from rnse_core import read_table
from rnse_core.cli import main
from rnse_core.exports import indicator_csv, labels_csv, matrix_npz, read_matrix_npz
from rnse_core.findings import profile_clusters, profile_csv
from rnse_core.tables import sample_names

TOWNS = ["Aachen", "Bonn", "=Celle", "Düren", "Emden", "Fulda"]
PLACES = np.array([0.0, 1.0, 2.0, 50.0, 51.0, 52.0])
DISTANCES = np.abs(np.subtract.outer(PLACES, PLACES))


def text(header, rows):
    stream = io.StringIO()
    csv.writer(stream).writerows([header, *rows])
    return stream.getvalue().encode()


FILES = {
    "edges": (text(["source", "target"], [["n9", "n2"], ["n2", "n5"], ["n9", "n5"], ["n7", "n1"]]), {}, "node"),
    "edges of numbers": (text(["source", "target"], [[9, 2], [2, 5], [9, 5], [7, 1]]), {"kind": "edges"}, "node"),
    "named rows of a matrix": (
        text(["km", *TOWNS], [[town, *row] for town, row in zip(TOWNS, DISTANCES, strict=True)]),
        {},
        "km",
    ),
    "named columns of a matrix": (text(TOWNS, DISTANCES), {"kind": "distance"}, "name"),
    "an identifier": (
        text(["town", "x", "y"], [[town, f"{x:.1f}", 2.5] for town, x in zip(TOWNS, PLACES, strict=True)]),
        {},
        "town",
    ),
}
EXPECTED = {
    "edges": ["n9", "n2", "n5", "n7", "n1"],
    "edges of numbers": ["9", "2", "5", "7", "1"],
}


@pytest.fixture(params=FILES)
def kind(request):
    return request.param


@pytest.fixture
def table(kind):
    content, keywords, _ = FILES[kind]
    return read_table(content, **keywords)


def rows_of(written: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written.decode("utf-8-sig"), newline="")))


def expected(kind: str) -> list[str]:
    return EXPECTED.get(kind, TOWNS)


def written_names(kind: str) -> list[str]:
    return [name.replace("=Celle", "'=Celle") for name in expected(kind)]


def test_the_names_are_known(kind, table):
    found = sample_names(table)
    assert found is not None and found.title == FILES[kind][2]
    assert found.of(table.row_numbers) == expected(kind)
    assert found.of([99]) == [""]


@pytest.mark.parametrize("whole", [False, True])
def test_labels_have_them(kind, table, whole):
    rows = rows_of(labels_csv(table, np.zeros(table.n_rows, int), original_columns=whole, left_out_rows=True))
    assert [row[FILES[kind][2]] for row in rows] == written_names(kind)
    assert list(rows[0])[:2] == ["row", FILES[kind][2]]
    assert sum(name.startswith(FILES[kind][2]) for name in rows[0]) == 1, "once"


def test_p_and_s_have_them(kind, table):
    names = sample_names(table)
    P = np.eye(table.n_rows)
    rows = rows_of(indicator_csv(P, table.row_numbers, names=names))
    assert [row[names.title] for row in rows] == written_names(kind)
    for matrix in (np.ones((table.n_rows, table.n_rows)), np.eye(table.n_rows)):
        data = matrix_npz(matrix, row_names=names.of(table.row_numbers))
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            assert archive["row_names"].tolist() == expected(kind)
        again = read_matrix_npz(data)
        np.testing.assert_array_equal(again if isinstance(again, np.ndarray) else again.toarray(), matrix)


def test_names_beside_a_matrix_are_no_classes():
    rng = np.random.default_rng(0)
    S = rng.random((12, 12))
    data = matrix_npz(S + S.T, row_names=[f"n{i // 2}" for i in range(12)])
    assert read_table(data, name="S.npz").labels is None


def test_profiles_name_the_typical_row():
    rows = [[f"k{i}x", i % 2 * 10 + i / 100, 1.5 * i] for i in range(20)]
    table = read_table(text(["key", "a", "b"], rows))
    labels = np.arange(20) % 2
    profiles = profile_clusters(table.X, labels, table.feature_names)
    written = profile_csv(profiles, row=table.row_numbers.item, names=sample_names(table))
    frame = pd.read_csv(io.BytesIO(written))
    assert frame["typical key"].tolist() == [f"k{row - 1}x" for row in frame["typical row"]]


def test_without_names_there_is_no_column_of_them():
    for content in (b"a,b\n1,2\n2,3\n5,7\n", b"id,a,b\n1,1.5,2\n2,2.5,3\n3,5.5,7\n"):
        table = read_table(content)
        assert sample_names(table) is None
        assert rows_of(labels_csv(table, [0, 1, 0]))[0].keys() == {"row", "cluster"}


def test_the_command_line_writes_them(tmp_path):
    path = tmp_path / "net.csv"
    edges = [(f"u{i}", f"u{j}") for part in (range(5), range(5, 10)) for i in part for j in part if i < j]
    path.write_bytes(text(["source", "target"], edges))
    labels, S = tmp_path / "labels.csv", tmp_path / "S.npz"
    run = ["cluster", str(path), "--clusters", "2", "--quiet", "--output", str(labels), "--similarity", str(S)]
    assert main(run) == 0
    found = {row["node"]: row["cluster"] for row in rows_of(labels.read_bytes())}
    assert [found[f"u{i}"] == found["u0"] for i in range(10)] == [True] * 5 + [False] * 5
    with np.load(S, allow_pickle=False) as archive:
        assert archive["row_names"].tolist() == list(found)
