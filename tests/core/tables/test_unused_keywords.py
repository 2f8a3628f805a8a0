"""A keyword that does nothing for a kind of table is refused, with an answer that reads the file without it."""

import numpy as np
import pytest
from readings import refused

from rnse_core.tables import NoteKind, Problem, read_table

EDGES = b"source,target,weight\n" + b"".join(b"n%d,n%d,%d\n" % (i, j, 1 + i) for i in range(6) for j in range(i))
PAJEK = b"*Vertices 6\n" + b"".join(b'%d "n%d"\n' % (i, i) for i in range(1, 7))
PAJEK += b"*Edges\n" + b"".join(b"%d %d 1\n" % (i, j) for i in range(1, 7) for j in range(1, i))
GML = b"graph [\n" + b"".join(b'node [ id %d label "n%d" ]\n' % (i, i) for i in range(6))
GML += b"".join(b"edge [ source %d target %d ]\n" % (i, j) for i in range(6) for j in range(i)) + b"]\n"
FEATURES = b"a,b\n" + b"".join(b"%d,%d.5\n" % (k * k % 7, k * k % 5) for k in range(12))
ARFF = b"@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n" + FEATURES.partition(b"\n")[2]


@pytest.mark.parametrize("data", [EDGES, PAJEK, GML], ids=["edges", "pajek", "gml"])
@pytest.mark.parametrize(
    "keywords",
    [{"label_column": "nope"}, {"label_column": "source"}, {"drop_totals": True}, {"missing": "median"}],
    ids=lambda keywords: "-".join(map(str, next(iter(keywords.items())))),
)
def test_of_graphs(data, keywords):
    assert_refused(data, keywords)


@pytest.mark.parametrize("data", [PAJEK, GML], ids=["pajek", "gml"])
@pytest.mark.parametrize("keyword", ["header", "drop_bad_rows", "drop_notes", "transpose"])
def test_of_files_that_are_graphs(data, keyword):
    assert_refused(data, {keyword: True})


@pytest.mark.parametrize("data", [FEATURES, ARFF], ids=["csv", "arff"])
def test_halves_of_features_are_not_made_equal(data):
    assert_refused(data, {"symmetrize": True})


def assert_refused(data, keywords):
    expected = read_table(data)
    (keyword,) = keywords
    error = refused(data, **keywords)
    assert (error.problem, error.keyword) == (Problem.UNUSED_KEYWORD, keyword)
    found = read_table(data, **error.options[0].apply(keywords))
    assert found.kind == expected.kind
    np.testing.assert_array_equal(found.X, expected.X)


def test_some_rows_of_arff_are_read():
    whole, some = read_table(ARFF), read_table(ARFF, sample_rows=5)
    assert some.X.shape == (5, 2) and [note.kind for note in some.report].count(NoteKind.SAMPLED) == 1
    np.testing.assert_array_equal(some.X, whole.X[some.row_numbers - 1])
