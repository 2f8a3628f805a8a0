"""Indexes that pandas writes above one column or in levels, halves of matrices without names, and the rows of Weka."""

import numpy as np
import pandas as pd
import pytest
from readings import column, note, notes, question, questions
from scipy.spatial.distance import pdist, squareform

from rnse_core.tables import NoteKind, QuestionKind, read_table

X = np.random.default_rng(31).normal(size=(14, 3)).round(2)


@pytest.mark.parametrize("sep", [",", ";", "\t"])
@pytest.mark.parametrize("whole", [True, False])
def test_one_column_without_a_name_as_pandas_writes_it(sep, whole):
    values = (X[:, 0] * 100).astype(int) if whole else X[:, 0]
    table = read_table(pd.Series(values).to_csv(sep=sep).encode())
    assert table.X.tolist() == [[value] for value in values] and table.feature_names == ["0"]
    names = [f"place {k}" for k in range(14)]
    table = read_table(pd.Series(values, names).to_csv(sep=sep).encode())
    assert table.X[:, 0].tolist() == values.tolist() and questions(table, QuestionKind.HEADER)


def test_a_missing_first_cell_is_no_header():
    rows = ["7.5,1", ",0", *(f"{a},{b}" for a, b in X[:, :2])]
    assert read_table("\n".join(rows).encode(), header=False).n_rows_read == 16
    assert read_table(b",0\n2.5,1\n3.5,2\n9.5,4\n").n_rows_read == 4


@pytest.mark.parametrize("second", [range(7), [f"s{k}" for k in range(7)], [3, 9, 4, 1, 8, 2, 5]])
def test_an_index_of_two_levels_is_no_feature(second):
    index = pd.MultiIndex.from_product([["A", "B"], list(second)])
    table = read_table(pd.DataFrame(X, index, list("abc")).to_csv().encode())
    np.testing.assert_array_equal(table.X, X)
    if isinstance(next(iter(second)), str):
        assert {column(table, f"column {k}").role for k in (1, 2)} == {"label", "ignored"}
    else:
        assert table.label_name == "column 1"
        (keep,) = [o for o in question(table, QuestionKind.ROW_NAMES).options if "keep" in o.keywords]
        assert read_table(pd.DataFrame(X, index, list("abc")).to_csv().encode(), **keep.keywords).n_features == 4


@pytest.mark.parametrize("sep", [",", ";", "\t"])
@pytest.mark.parametrize("with_last_row", [True, False])
def test_the_upper_half_of_distances_without_names(sep, with_last_row):
    D = squareform(pdist(X)).round(3)
    rows = [[""] * (i + 1) + [str(value) for value in D[i, i + 1 :]] for i in range(14 if with_last_row else 13)]
    table = read_table("\n".join(map(sep.join, rows)).encode() + b"\n")
    assert table.kind == "distance" and note(table, NoteKind.SHRINKING_ROWS)
    np.testing.assert_array_equal(table.X, D)


HEAD = "@relation r\n@attribute a numeric\n@attribute 'b c' numeric\n@attribute class {x,y}\n@data\n"


@pytest.mark.parametrize("separator", ["\t", " ", "  ", ", ", ",\t"])
@pytest.mark.parametrize("weight", ["", ", {2}", ",{0.5}"])
def test_rows_as_weka_reads_them(separator, weight):
    rows = [separator.join([str(a), str(b), "xy"[k % 2]]) + weight for k, (a, b, _) in enumerate(X)]
    table = read_table((HEAD + "\n".join(rows)).encode(), name="t.arff")
    np.testing.assert_array_equal(table.X, X[:, :2])
    assert table.label_name == "class" and table.feature_names == ["a", "b c"]


def test_sparse_rows_with_weights():
    table = read_table((HEAD + "{0 1.5, 1 2}, {3}\n{0 2.5, 2 y}, {1}\n{1 4.5}\n").encode(), name="t.arff")
    assert table.X.tolist() == [[1.5, 2], [2.5, 0], [0, 4.5]] and table.labels.tolist() == ["x", "y", "x"]


@pytest.mark.parametrize("codec", ["cp1252", "utf-8", "utf-8-sig"])
def test_arff_in_other_encodings(codec):
    text = HEAD.replace("b c", "Größe") + "\n".join(f"{a},{b},x" for a, b, _ in X)
    table = read_table(text.encode(codec), name="t.arff")
    assert table.feature_names == ["a", "Größe"]
    assert bool(notes(table, NoteKind.ENCODING_GUESSED)) is (codec == "cp1252")
