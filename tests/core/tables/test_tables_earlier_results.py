"""The columns that a clustering wrote beside the data are not clustered on when the file is read again."""

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
    table = read_table(WRITTEN.replace(b"cluster", b"size"))
    assert "confidence" in table.feature_names and not questions(table, QuestionKind.EARLIER_RESULT)
