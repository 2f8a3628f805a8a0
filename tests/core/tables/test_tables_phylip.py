"""Square matrices of distances with the number of points on the first line."""

import numpy as np
import pytest
from readings import question
from scipy.spatial.distance import pdist, squareform

from rnse_core.tables import NoteKind, QuestionKind, read_table

D = squareform(pdist(np.random.default_rng(2).normal(size=(12, 3))).round(4))
NAMES = [f"Taxon_{letter}" for letter in "ABCDEFGHIJKL"]


def phylip(names, per_line=12):
    rows = []
    for name, row in zip(names, D, strict=True):
        cells = [f"{value:.4f}" for value in row]
        lines = ["  ".join(cells[k : k + per_line]) for k in range(0, 12, per_line)]
        rows.append(f"{name:10s}" + "\n  ".join(lines))
    return f"   12\n{chr(10).join(rows)}\n".encode()


@pytest.mark.parametrize("per_line", [12, 7, 5])
@pytest.mark.parametrize("names", [NAMES, [name.replace("_", " ") for name in NAMES]])
def test_the_names_and_numbers_are_read(names, per_line):
    table = read_table(phylip(names, per_line))
    assert (table.kind, table.feature_names) == ("distance", names)
    np.testing.assert_array_equal(table.X, D)
    assert [note.count for note in table.report if note.kind is NoteKind.PHYLIP] == [12]
    asked = question(table, QuestionKind.SYMMETRIC_MATRIX)
    for option in asked.options:
        assert read_table(phylip(names, per_line), **option.keywords).X.shape == (12, 12)


@pytest.mark.parametrize("names", [[f"T {k}" for k in range(12)], [str(k) for k in range(12)]])
def test_names_with_numbers_on_one_line(names):
    table = read_table(phylip(names))
    assert table.feature_names == names
    np.testing.assert_array_equal(table.X, D)


def test_another_number_of_rows_is_no_such_matrix():
    data = phylip(NAMES).replace(b"   12", b"   11", 1)
    assert not any(note.kind is NoteKind.PHYLIP for note in read_table(data, skip_lines=1).report)
    column = [3, *range(20, 32)]
    assert read_table("\n".join(map(str, column)).encode(), keep=["column 1"]).X.ravel().tolist() == column
    assert read_table(b"3\n1.5\n2.5\n7\n").X.tolist() == [[3], [1.5], [2.5], [7]]
