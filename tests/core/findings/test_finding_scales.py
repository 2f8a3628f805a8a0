"""How the columns were scaled, in words."""

from rnse_core.findings import ScalesOfColumns, scale_reason_text, sentence_for
from rnse_core.preprocessing import ColumnScale, ScaleReason

COUNTS = ColumnScale("orders", "log1p", ScaleReason.DECADES, 1.0, 1e5)
MARK = ColumnScale("member", "raw", ScaleReason.TWO_VALUES, 0.0, 1.0)
DEGREES = ColumnScale("degrees", "zscore", ScaleReason.OWN_UNIT, -3.0, 9.5)
SHARE = ColumnScale("share", "zscore", ScaleReason.SHARES, 0.0, 0.4, given="raw")


def test_columns_with_a_reason_of_their_own_are_named_and_the_rest_is_counted():
    text = sentence_for(ScalesOfColumns((COUNTS, MARK, DEGREES, SHARE)))
    assert all(name in text for name in ("`orders`", "`member`", "`share`"))
    assert "`degrees`" not in text


def test_a_table_that_is_scaled_alike_names_no_column():
    alike = (DEGREES, DEGREES)
    pixels = tuple(ColumnScale(str(k), "raw", ScaleReason.ONE_RANGE, 0.0, 16.0) for k in range(64))
    for scales in (alike, pixels):
        assert "`" not in sentence_for(ScalesOfColumns(scales))
    assert sentence_for(ScalesOfColumns(alike)) != sentence_for(ScalesOfColumns(pixels))


def test_every_reason_has_words():
    for reason in ScaleReason:
        assert scale_reason_text(ColumnScale("a", "raw", reason, 1.0, 1e5))
        assert sentence_for(ScalesOfColumns((ColumnScale("a", "raw", reason, 1.0, 1e5), DEGREES)))
