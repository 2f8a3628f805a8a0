"""Every answer of every question about every sample and case gives a table, or an error that offers one that does."""

from pathlib import Path

import numpy as np
import pytest
from readings import column, note, question, refused

from rnse_core.tables import (
    NoteKind,
    Problem,
    QuestionKind,
    TableError,
    option_text,
    question_sentence,
    read_table,
)
from rnse_core.tables.keywords import check_keywords

CASES = Path(__file__).parent / "cases"
SAMPLES = Path(__file__).parents[3] / "sample_data"
FILES = [*CASES.iterdir(), *(path for path in SAMPLES.iterdir() if path.suffix in (".csv", ".txt", ".npz"))]


def as_json(keywords):
    """The keywords as a link or the command line carries them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in keywords.items()}


# Answers to answers that are followed: an error may offer what ends in another one.
MOST_STEPS = 3


def tables_of(path, keywords, steps=MOST_STEPS):
    """The tables that a reading leads to, each offered way of an error being taken; every error has to lead to one."""
    try:
        return [read_table(path, **check_keywords(as_json(keywords)))]
    except TableError as error:
        assert error.options and str(error), (keywords, str(error))
        assert all(option_text(option) for option in error.options)
        if not steps:
            return []
        changed = [option.apply(keywords) for option in error.options]
        assert keywords not in changed, (keywords, str(error))
        found = [tables_of(path, one, steps - 1) for one in changed]
        if steps == MOST_STEPS:
            assert all(found), (keywords, str(error), changed)
        return [table for ends in found for table in ends]


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: path.name)
def test_every_answer_works(path):
    for table in tables_of(path, {}):
        for one in table.questions:
            assert question_sentence(one) and len(one.options) > 1
            for option in one.options:
                assert option_text(option)
                tables_of(path, dict(option.keywords))


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: path.name)
def test_the_first_answer_is_what_was_done(path):
    try:
        table = read_table(path)
    except TableError:
        return
    for one in table.questions:
        again = read_table(path, **one.options[0].keywords)
        np.testing.assert_array_equal(again.X, table.X)


def test_dots_for_thousands():
    path = CASES / "c06_dot_thousands.csv"
    as_thousands, as_decimals = question(read_table(path), QuestionKind.POINT).options
    assert read_table(path, **as_decimals.keywords).X[2, 0] == 1.05
    table = read_table(path, **as_thousands.keywords)
    assert table.X[:, 0].tolist() == [850, 920, 1050, 1120, 980, 1010, 8500, 9200, 8900, 9950, 10200, 9100]
    assert not [one for one in table.questions if one.kind is QuestionKind.POINT]
    plain = read_table(b"a,b\n1.234,2\n2.5,3\n3.125,9\n1,4\n")
    assert not [one for one in plain.questions if one.kind is QuestionKind.POINT]


@pytest.mark.parametrize("case", ["c07_customer_number.csv", "c07b_only_number.csv"])
def test_identifiers_in_no_order(case):
    try:
        assert read_table(CASES / case).feature_names == ["spend", "visits"]
    except TableError as error:
        assert any("keep" in option.keywords for option in error.options)
        assert any("one_hot" in option.keywords for option in error.options)


def test_identifiers_that_repeat_are_asked_about():
    rows = "".join(f"{100 + k % 4},{(k * 7) % 11},{k % 5}\n" for k in range(20))
    table = read_table(f"shop_id,a,b\n{rows}".encode(), label_column=None)
    assert "shop_id" not in table.feature_names
    assert question(table, QuestionKind.IDENTIFIERS).columns == ("shop_id",)


def test_words_only():
    error = refused(CASES / "c11_words_only.csv")
    assert error.problem is Problem.NO_FEATURES
    counts = [(key, option.count) for option in error.options for key in option.keywords]
    assert counts == [("one_hot", 5), ("kind", 2), ("ordinal", 1), ("one_hot", 2)]


def test_features_in_rows():
    table = read_table(CASES / "c12_features_in_rows.csv", transpose=True)
    assert table.X.shape == (12, 3) and table.feature_names == ["g0", "g1", "g2"]
    assert note(table, NoteKind.TRANSPOSED)


def test_ticks():
    path = CASES / "c13_ticks.csv"
    ticks = question(read_table(path), QuestionKind.TICKS).options[1]
    table = read_table(path, **ticks.keywords)
    assert table.feature_names == ["age", "tv", "radio", "web"] and ticks.count == 3
    assert table.X[0].tolist() == [20, 1, 0, 0]
    assert refused(path, ticks=["age"]).problem is Problem.NOT_TICKS


def test_edges():
    table = read_table(CASES / "c15_edges.csv")
    assert table.kind == "similarity" and table.X.shape == (8, 8) and table.labels is None
    assert table.X.sum() == 2 * 24
    features = question(table, QuestionKind.EDGES).options[-1]
    assert read_table(CASES / "c15_edges.csv", **features.keywords).kind == "features"
    assert read_table(b"p,q\na,b\nb,c\nc,a\n", kind="edges").X.sum() == 6
    assert refused(b"p,q,r\na,b,-1\nb,c,2\n", kind="edges").problem is Problem.NEGATIVE_WEIGHT


def test_one_line_in_another_encoding():
    table = read_table(CASES / "c17_one_latin1_line.csv")
    assert table.feature_names[0] == "größe" and column(table, "Ort").examples == ("Köln",)
    assert note(table, NoteKind.ENCODING_MIXED).places == (13,)


def test_a_total_row():
    path = CASES / "c19_total_row.csv"
    table = read_table(path)
    assert table.n_rows == 12 and note(table, NoteKind.TOTAL_ROWS).places == (13,)
    assert [read_table(path, **one.keywords).n_rows for one in question(table, QuestionKind.TOTAL_ROWS).options] == [
        12,
        13,
    ]
    no_word = read_table(b"a,b\n1.5,2\n2.5,1\n4,9\n5,3\n13,15\n")
    assert no_word.n_rows == 4


def test_rows_that_are_no_totals():
    """Sums that float64 cannot hold are equal to nothing; classes that the user named may be called anything."""
    large = "".join("1.7e307,1.7e307\n" for _ in range(11))
    assert read_table(f"a,b\n0,0\n{large}".encode()).n_rows == 12
    assert read_table(b"a,b\n0,0\n0,0\n1,1\n1,1\n").n_rows == 4
    named = b"a,b,who\n1.5,2,x\n2.5,1,y\n4,9,x\n5,3,y\n7,7,total\n"
    assert read_table(named, label_column="who").labels.tolist() == ["x", "y", "x", "y", "total"]
    assert question(read_table(named), QuestionKind.TOTAL_ROWS)


def test_words_of_a_scale():
    rows = "".join(f"{(k * 7) % 11},{('often', 'never', 'rarely')[k % 3]}\n" for k in range(12))
    data = f"a,how\n{rows}".encode()
    asked = question(read_table(data, label_column=None), QuestionKind.WORDS)
    assert [option.count for option in asked.options] == [0, 3, 1, 2]
    scale = asked.options[2].keywords
    assert scale == {"ordinal": {"how": ("never", "rarely", "often")}}
    assert read_table(data, label_column=None, **scale).X[:3, 1].tolist() == [3, 1, 2]
    error = refused(data, ordinal={"how": ["never", "often"]})
    assert (error.problem, error.token) == (Problem.NOT_ON_SCALE, "rarely")


def test_most_rows_are_not_left_out_without_being_asked_for():
    rows = "".join(f"{k % 7},{k % 5},{k if k < 2 else ''}\n" for k in range(173))
    data = f"a,b,c\n{rows}".encode()
    error = refused(data, label_column=None)
    assert (error.problem, error.count, error.bound) == (Problem.MOST_ROWS_INCOMPLETE, 2, 173)
    sizes = [read_table(data, label_column=None, **option.keywords).n_rows for option in error.options]
    assert sizes == [173, 173, 173, 173, 173, 2]


def test_values_of_the_nearest_rows():
    data = b"a,b,flag\n1,10,yes\n2,20,no\n3,,yes\n101,1000,no\n102,1010,\n103,1020,no\n"
    table = read_table(data, missing="neighbours", label_column=None)
    assert table.n_rows == 6 and column(table, "b").n_missing == 1
    assert note(table, NoteKind.FILLED_FROM_NEIGHBOURS).count == 1
    assert table.X[2, 1] == np.mean([10, 20, 1000, 1010, 1020])


def test_edges_below_a_comment_that_names_them():
    rows = "".join(f"{i}\t{j}\n" for i in range(8) for j in range(i))
    table = read_table(f"# Undirected graph\n# FromNodeId\tToNodeId\n{rows}".encode())
    assert (table.kind, table.X.shape) == ("similarity", (8, 8)) and question(table, QuestionKind.EDGES)
