"""The columns that a clustering wrote beside the data are not clustered on when the file is read again."""

import pytest
from lines import rows
from readings import question, questions

from rnse_core.tables import QuestionKind, read_table

HEAD = "row,u,v,cluster,confidence,second cluster,cluster (2),confidence (2)"
WRITTEN = rows(
    HEAD,
    *(
        f"{k + 1},{k * k % 11}.5,{k * 7 % 13}.25,{k % 3},0.{90 - k},{(k + 1) % 3},"
        f"{k % 2},{'' if k == 4 else f'0.{75 - k}'}"
        for k in range(12)
    ),
)
LEFT_OUT = ("confidence", "second cluster", "cluster (2)", "confidence (2)")


def test_columns_of_an_earlier_result_are_left_out_and_asked_about():
    table = read_table(WRITTEN)
    assert list(table.feature_names) == ["u", "v"] and table.X.shape == (12, 2)
    leave_out, keep = question(table, QuestionKind.EARLIER_RESULT).options
    assert leave_out.keywords == {"ignore": LEFT_OUT} and keep.keywords == {"keep": LEFT_OUT}
    for option in (leave_out, keep):
        assert not questions(read_table(WRITTEN, **option.keywords), QuestionKind.EARLIER_RESULT)
    assert set(LEFT_OUT) <= set(read_table(WRITTEN, **keep.keywords).feature_names)


def test_a_confidence_without_clusters_is_a_measurement():
    lines = (f"{k * k % 11}.5,{k % 3},0.{90 - k}" for k in range(12))
    table = read_table(rows("u,size,confidence", *lines))
    assert "confidence" in table.feature_names and not questions(table, QuestionKind.EARLIER_RESULT)


NAMES = ("low", "middle", "high")
RENAMED = {
    "names for numbers": ("cluster", "confidence", "second cluster"),
    "of R": ("cluster", "confidence", "second.cluster"),
    "of pandas": ("cluster", "confidence", "second_cluster"),
    "capitals": ("Cluster", "Confidence", "Second Cluster"),
    "German": ("Gruppe", "Sicherheit", "zweite Gruppe"),
    "Spanish": ("grupo", "confianza", "segundo grupo"),
    "segments": ("segment", "p", "else"),
}


@pytest.mark.parametrize("clusters", [("0", "1", "2"), ("0.0", "1.0", "2.0"), NAMES, ("A", "B", "C")], ids=str)
@pytest.mark.parametrize("head", RENAMED)
def test_renamed_columns_and_clusters_with_names_are_known(head, clusters):
    names = RENAMED[head]
    lines = (
        f"{k * k % 11}.5,{k * 7 % 13}.25,"
        + (f"{clusters[k % 3]},0.{90 - k},{clusters[(k + 1) % 3] if k % 4 else ''}" if k != 5 else ",,")
        for k in range(20)
    )
    table = read_table(rows(f"u,v,{','.join(names)}", *lines))
    assert table.feature_names == ["u", "v"] and table.n_rows == 20
    assert table.label_name in (None, names[0])
    (asked,) = questions(table, QuestionKind.EARLIER_RESULT)
    assert set(names[1:]) <= set(asked.columns) <= set(names)


def test_shares_between_other_columns_are_measurements():
    lines = [f"{k % 3},0.{90 - k},{(k * 7) % 3}" for k in range(20)]
    table = read_table(rows("a,b,c", *lines))
    assert "b" in table.feature_names and not questions(table, QuestionKind.EARLIER_RESULT)
