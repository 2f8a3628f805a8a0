"""What was left out of a table, and what would change its clusters, in words."""

import pytest

from rnse_core.findings import Change, ChangeKind, LabelsWouldChange, left_out_of, sentence_for
from rnse_core.tables import RoleReason, read_table

LINES = [f"{k},{k * k % 17}.5,{'' if k == 3 else k % 5},{'ab'[k % 2]},n{k}" for k in range(20)]
TABLE = read_table("\n".join(["id,x,y,group,name", *LINES]).encode())


def test_columns_rows_and_classes_are_counted_by_their_reasons():
    found = left_out_of(TABLE, 10)
    assert dict(found.columns) == {RoleReason.ROW_NUMBERS: ("id",), RoleReason.DISTINCT_TEXT: ("name",)}
    assert (found.label, found.n_rows_read, found.n_rows, found.n_clustered) == ("group", 20, 19, 10)
    text = sentence_for(found)
    assert all(part in text for part in ("`id`", "`name`", "`group`", "1 row", "10 rows"))


def test_nothing_is_said_where_everything_took_part():
    assert left_out_of(read_table(b"a,b\n1.5,2\n2.5,1\n8,9\n"), 3) is None


@pytest.mark.parametrize("policy", ["median", "most_frequent", "neighbours", "zero"])
def test_values_that_were_filled_in_are_counted(policy):
    lines = [f"{k * 7 % 11},{'' if k % 4 else k},{'' if k == 3 else k * k % 13}" for k in range(20)]
    found = left_out_of(read_table("\n".join(["a,b,c", *lines]).encode(), missing=policy), 20)
    assert found.filled == (("b", 15), ("c", 1))
    assert all(part in sentence_for(found) for part in ("15", "`b`", "20 rows"))


def test_most_columns_that_took_no_part_are_counted_first():
    found = left_out_of(read_table("\n".join(["x,u,v,w", *(f"{k}.5,a{k},b{k},c{k}" for k in range(9))]).encode()), 9)
    assert found.n_columns == 4
    assert sentence_for(found).startswith("Left out: 3 of 4 columns")


@pytest.mark.parametrize("kind", ChangeKind)
def test_every_change_has_words(kind):
    change = Change(kind, 0.4, 3, "knn", 10, 1.0)
    alone, with_others = LabelsWouldChange((change,)), LabelsWouldChange((change, Change(ChangeKind.NUMBER, 0.9, 2)))
    assert "0.40" in sentence_for(alone)
    assert "2 clusters (0.90)" in sentence_for(with_others)


def test_a_result_that_hardly_changes_is_said_so():
    steady, loose = (LabelsWouldChange((Change(ChangeKind.WHITENED, value, 3),)) for value in (0.99, 0.5))
    assert sentence_for(steady).split()[0] != sentence_for(loose).split()[0]
