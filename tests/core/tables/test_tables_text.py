"""Text files as people have them: delimiters, decimal marks, encodings, headers, ragged rows, limits."""

import csv
import io
import sys

import numpy as np
import pytest
from readings import notes, question, questions, refused

from rnse_core.tables import (
    ConversionKind,
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    RoleReason,
    read_table,
)

# Delimiters


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_and_noted(delimiter):
    table = read_table(f"x{delimiter}y\n1.5{delimiter}2\n3{delimiter}4.5\n".encode())
    assert table.choices.delimiter == delimiter
    file, choices = table.report[0].values
    assert table.report[0].kind is NoteKind.TEXT_FILE and table.report[0].shape == (2, 2)
    assert file == "the file" and choices.delimiter == delimiter
    assert table.X.tolist() == [[1.5, 2.0], [3.0, 4.5]]


def test_the_delimiter_gives_every_row_the_same_number_of_fields():
    data = b"name;size\nred, round;1\nblue;2\ngreen, flat, old;4\n"
    table = read_table(data)
    assert table.choices.delimiter == ";"
    assert table.X[:, 0].tolist() == [1, 2, 4]


def test_cells_decide_between_delimiters_that_fit_equally():
    data = b"Smith, John\t5.5\t3\nDoe, Jane\t6\t2.5\nRoe, Ann\t6\t7\n"
    assert read_table(data).choices.delimiter == "\t"


def test_rival_delimiters_raise_a_question():
    data = b"1,x-a;2\n3,x-b;5\n9,x-c;1\n"
    table = read_table(data)
    options = question(table, QuestionKind.DELIMITER).options
    assert options[0].keywords == {"delimiter": table.choices.delimiter}
    again = read_table(data, **options[1].keywords)
    assert again.choices.delimiter == options[1].keywords["delimiter"] != table.choices.delimiter


def test_the_user_chooses_the_delimiter():
    assert read_table(b"1:2\n3:5\n", delimiter=":").X.tolist() == [[1, 2], [3, 5]]


@pytest.mark.parametrize("delimiter", ["ab", '"', "\n", "\r"])
def test_an_impossible_delimiter_is_refused(delimiter):
    error = refused(b"1,2\n3,4\n", delimiter=delimiter)
    assert (error.problem, error.keyword, error.value) == (Problem.UNUSABLE_VALUE, "delimiter", delimiter)


def test_one_column_is_a_valid_answer():
    table = read_table(b"size\n1.5\n2.5\n9\n")
    assert table.choices.delimiter == "" and table.feature_names == ["size"]


def test_a_column_of_addresses_is_not_split_at_a_letter():
    error = refused(b"mail\nann@mm.com\nbob@mm.com\ncarl@mm.com\n")
    assert (error.problem, error.value) == (Problem.NO_FEATURES, (("mail", RoleReason.DISTINCT_TEXT),))


def test_runs_of_spaces_separate_columns_when_nothing_else_does():
    table = read_table(b"  1.0   2.5\n 10.0   3.0\n100.25  4.0\n")
    assert table.choices.delimiter == " "
    assert table.X.tolist() == [[1, 2.5], [10, 3], [100.25, 4]]


def test_sentences_are_not_split_at_spaces():
    error = refused(b"text\nthe red dog\nmy old cat\nany other one\n")
    assert (error.problem, error.value) == (Problem.NO_FEATURES, (("text", RoleReason.DISTINCT_TEXT),))


def test_a_spreadsheets_separator_line_is_obeyed_and_noted():
    table = read_table(b"sep=;\na;b\n1;2\n3;5\n")
    assert table.feature_names == ["a", "b"]
    assert Note(NoteKind.SEPARATOR_LINE, values=("sep=;",)) in table.report


def test_comments_above_the_table_are_left_out_and_reported():
    table = read_table(b"# made by hand\n# twice, or so\nx,y\n1,2\n3,5\n")
    assert table.feature_names == ["x", "y"]
    assert Note(NoteKind.COMMENT_LINES, count=2) in table.report


def test_a_comment_with_as_many_fields_as_the_rows_is_the_header():
    table = read_table(b"# x,y\n1,2\n3,5\n")
    assert table.feature_names == ["x", "y"]


def test_a_file_of_comments_alone_is_refused():
    assert refused(b"# nothing here\n").problem is Problem.ONLY_A_HEADER


def test_lines_at_the_top_are_skipped_on_request():
    table = read_table(b"Report of today\n\nx,y\n1,2\n3,5\n", skip_lines=2)
    assert table.feature_names == ["x", "y"] and table.choices.skip_lines == 2
    error = refused(b"1,2\n3,4\n", skip_lines=-1)
    assert (error.problem, error.keyword, error.value) == (Problem.UNUSABLE_VALUE, "skip_lines", -1)


# Decimal marks


def test_a_decimal_comma_is_found():
    table = read_table(b"a;b;who\n1,5;2,25;x\n3;-4,5e2;y\n0,5;1;x\n")
    assert table.choices.decimal == ","
    assert table.X.tolist() == [[1.5, 2.25], [3, -450], [0.5, 1]]


def test_quoted_decimal_commas_in_a_comma_separated_file():
    table = read_table(b'a,b\n"1,5","2,25"\n"3,5","4,75"\n')
    assert (table.choices.delimiter, table.choices.decimal) == (",", ",")
    assert table.X.tolist() == [[1.5, 2.25], [3.5, 4.75]]


def test_a_decimal_comma_that_only_shows_late_in_the_file_is_found():
    lines = ["a;b", *(f"{k % 7};{k % 5}" for k in range(1500)), "1,5;2", "2,25;3"]
    table = read_table("\n".join(lines).encode())
    assert table.choices.decimal == ","
    assert table.X[-2:].tolist() == [[1.5, 2], [2.25, 3]]


def test_more_columns_with_a_point_outvote_a_comma():
    table = read_table(b"a;b;c\n1,5;2.5;7.5\n2,5;3.5;8.5\n3,5;1.5;9.25\n")
    assert table.choices.decimal == "." and table.feature_names == ["b", "c"]
    assert table.columns[0].suggestion.kind is ConversionKind.DECIMAL_COMMA
    assert read_table(b"a;b;c\n1,5;2.5;7.5\n2,5;3.5;8.5\n3,5;1.5;9.25\n", convert=["a"]).X[:, 0].tolist() == [
        1.5,
        2.5,
        3.5,
    ]


def test_a_comma_that_could_be_a_thousands_mark_is_asked_about():
    data = b"a;b\n1,234;2,345\n3,456;1,111\n"
    table = read_table(data)
    assert table.X.tolist() == [[1.234, 2.345], [3.456, 1.111]]
    as_decimal, as_thousands = question(table, QuestionKind.COMMA).options
    assert Note(NoteKind.COMMA_AS_DECIMAL_MARK, ("a", "b")) in table.report
    assert read_table(data, **as_decimal.keywords).X.tolist() == table.X.tolist()
    again = read_table(data, **as_thousands.keywords)
    assert again.X.tolist() == [[1234, 2345], [3456, 1111]]
    assert not again.questions


@pytest.mark.parametrize("token", ["0,123", "12,34", "1234,5", "-0,001", "1.234,5"])
def test_a_comma_that_can_only_be_a_decimal_mark_is_not_asked_about(token):
    table = read_table(f"a;b\n1,234;1\n{token};2\n2,345;2\n".encode())
    assert table.choices.decimal == ","
    assert not questions(table, QuestionKind.COMMA)


def test_an_ambiguous_comma_without_semicolons_is_a_thousands_mark_until_the_user_says():
    data = b'a,b\n"1,234",1.5\n"2,345",2\n"3,456",9\n'
    table = read_table(data)
    assert table.X[:, 0].tolist() == [1234, 2345, 3456]
    as_thousands, as_decimal, leave = question(table, QuestionKind.COMMA).options
    assert read_table(data, **as_thousands.keywords).X[:, 0].tolist() == [1234, 2345, 3456]
    assert read_table(data, **as_decimal.keywords).X[:, 0].tolist() == [1.234, 2.345, 3.456]
    assert read_table(data, **leave.keywords).feature_names == ["b"]
    assert not questions(table, QuestionKind.CONVERSION)
    for answer in (as_thousands, as_decimal, leave):
        assert not questions(read_table(data, **answer.keywords), QuestionKind.COMMA)


def test_every_column_may_be_ambiguous():
    data = b"a\tb\n1,234\t2,345\n3,456\t1,111\n"
    table = read_table(data)
    assert table.X[0].tolist() == [1234.0, 2345.0]
    values = [
        read_table(data, **option.keywords).X[0].tolist() for option in question(table, QuestionKind.COMMA).options[:2]
    ]
    assert values == [[1234.0, 2345.0], [1.234, 2.345]]


def test_the_user_chooses_the_decimal_mark():
    assert read_table(b"a;b\n1,234;1\n3,456;2\n", decimal=",").X[:, 0].tolist() == [1.234, 3.456]
    assert read_table(b"a;b\n1,5;1\n3,5;2\n", decimal=".").feature_names == ["b"]
    error = refused(b"1;2\n3;4\n", decimal="x")
    assert (error.problem, error.keyword, error.choices) == (Problem.UNUSABLE_VALUE, "decimal", (".", ","))


@pytest.mark.parametrize(("decimal", "token"), [(".", "1,5"), (",", "1.5"), (".", "1_0"), (",", "1_0")])
def test_another_mark_is_no_number(decimal, token):
    table = read_table(f"a;b\n{token};1\n2;3\n".encode(), decimal=decimal, label_column=None)
    assert table.feature_names == ["b"]


@pytest.mark.parametrize(
    "token",
    [
        "0.1",
        "1e-320",
        "4.9e-324",
        "1.7976931348623157e308",
        "+5",
        "-0.0",
        " 7 ",
        "1E5",
        ".5",
        "5.",
        "0.1000000000000000055511151",
    ],
)
def test_a_number_is_what_float_gives(token):
    value = read_table(f"x,y\n{token},1\n3,2\n".encode()).X[0, 0]
    assert value == float(token) and np.signbit(value) == np.signbit(float(token))


# Headers and names


def test_a_first_row_of_numbers_is_no_header():
    table = read_table(b"1,2\n3,4\n5,7\n")
    assert table.X.shape == (3, 2) and table.feature_names == ["column 1", "column 2"]
    assert not table.choices.header and not table.report[0].values[1].header


@pytest.mark.parametrize("data", [b"5.1,3.5,setosa\n4.9,3,setosa\n6,2,other\n", b"1,?\n2,3\n4,5\n", b"a,b\na,c\nb,c\n"])
def test_a_first_row_like_the_others_is_no_header(data):
    table = read_table(data, one_hot=["column 1"] if data.startswith(b"a") else [], label_column="column 2")
    assert not table.choices.header and table.n_rows == 3


def test_words_above_numbers_are_a_header():
    table = read_table(b"id,2019,2020\n1,2.5,3\n2,3.5,4\n3,1.5,9\n")
    assert table.feature_names == ["2019", "2020"]
    as_names, as_data = question(table, QuestionKind.HEADER).options
    assert as_names.keywords == {"header": True} and as_data.keywords == {"header": False}


def test_a_stray_word_in_a_row_of_measurements_is_no_header():
    table = read_table(b"1.5,2.5,3.5,oops\n2.5,1.5,0.5,1.5\n9.5,4.5,2.5,7.5\n")
    assert not table.choices.header
    assert question(table, QuestionKind.HEADER).options[0].keywords == {"header": False}


def test_the_user_says_whether_there_is_a_header():
    assert read_table(b"1,2\n3,4\n5,7\n", header=True).feature_names == ["1", "2"]
    table = read_table(b"x,y\n1,2\n3,4\n", header=False, convert=["column 1", "column 2"])
    assert table.row_numbers.tolist() == [2, 3]


def test_duplicate_names_are_made_unique_and_listed():
    table = read_table(b"a,a,a (2),,a\n1,2,3,4,5\n2,5,4,1,3\n7,3,3,2,1\n")
    assert table.feature_names == ["a", "a (3)", "a (2)", "column 4", "a (4)"]
    assert Note(NoteKind.NAME_CHANGED, ("a (3)",), places=(2,), values=("a",)) in table.report
    assert Note(NoteKind.NAMES_MADE, count=1) in table.report


def test_untidy_names_are_tidied_and_noted():
    table = read_table(b"x , two  words,z\n1,2,4\n3,5,1\n")
    assert table.feature_names == ["x", "two words", "z"]
    assert Note(NoteKind.NAMES_TRIMMED, count=2) in table.report


def test_a_table_is_shown_without_its_bytes():
    data = b"x,y\n" + b"1,2\n3,5\n" * 5000
    assert len(repr(read_table(data))) < 5000


def test_a_long_list_of_renamed_columns_is_cut():
    names, row = ",".join(["a"] * 30), ",".join(str(k * k % 7) for k in range(30))
    other = ",".join(str(k) for k in range(30))
    table = read_table(f"{names}\n{row}\n{other}\n".encode(), header=True)
    assert len(notes(table, NoteKind.NAME_CHANGED)) == 10
    assert Note(NoteKind.MORE_NAMES_CHANGED, count=19) in table.report


def test_a_header_that_does_not_fit_is_refused_with_a_way_out():
    data = b"a,b\n1,2,3\n4,5,6\n"
    error = refused(data)
    header, row, *_ = data.decode().splitlines()
    assert (error.problem, error.line, error.places) == (Problem.HEADER_WIDTH, 2, (1,))
    assert (error.token, error.value, error.bound) == (row, header.count(",") + 1, row.count(",") + 1)
    assert read_table(data, **error.options[0].keywords).n_rows == 2


@pytest.mark.parametrize("data", [b"a,b,\n1,2,\n4,5,\n4,6,\n", b"a,b\n1,2,\n4,5,\n4,6,\n", b"a,b,\n1,2\n4,5\n4,6\n"])
def test_a_trailing_delimiter_makes_no_column_and_is_noted(data):
    table = read_table(data, label_column=None)
    assert table.feature_names == ["a", "b"] and table.X.tolist() == [[1, 2], [4, 5], [4, 6]]
    empty = [one for one in notes(table, NoteKind.IGNORED) if one.reason is RoleReason.EMPTY]
    assert empty or notes(table, NoteKind.EXTRA_DELIMITERS) or notes(table, NoteKind.TRAILING_DELIMITER)


# Ragged rows, quotes and blanks


def test_a_ragged_row_is_shown_with_its_line_and_can_be_left_out():
    data = b"a,b\n1,2\n3,4,5\n5,6\n7\n8,8\n"
    error = refused(data)
    assert (error.problem, error.line, error.column) == (Problem.ROW_WIDTH, 3, 3)
    assert (error.value, error.bound, error.token, error.places) == (3, 2, "3,4,5", (5,))
    assert error.options == (Option(OptionKind.DROP_BAD_ROWS, {"drop_bad_rows": True}, count=2),)
    table = read_table(data, **error.options[0].keywords)
    assert table.row_numbers.tolist() == [1, 3, 5]
    assert Note(NoteKind.BAD_ROWS, count=2, places=(3, 5), values=("3,4,5", "7")) in table.report


def test_lines_are_counted_right_across_quoted_line_breaks():
    data = b'a,note\r\n1,"two\r\nlines, and a comma"\r\n\r\n2,"a ""quoted"" word"\r\n3,x,y\r\n'
    error = refused(data)
    assert (error.problem, error.line) == (Problem.ROW_WIDTH, 6)
    table = read_table(data, drop_bad_rows=True, label_column="note")
    assert table.labels.tolist() == ["two\r\nlines, and a comma", 'a "quoted" word']
    assert Note(NoteKind.BLANK_LINES, count=1) in table.report


def test_a_quotation_mark_that_is_never_closed_is_named():
    error = refused(b'a,b\n1,2\n3,"x\n4,5\n')
    assert (error.problem, error.line) == (Problem.OPEN_QUOTATION_MARK, 3)
    error = refused(b'a,b\n1,2\n3,"' + b"x" * 200_000 + b"\n4,5\n")
    assert (error.problem, error.line, error.bound) == (Problem.CELL_TOO_LONG, 3, 131_072)


def test_the_longest_cell_does_not_depend_on_a_limit_that_other_code_has_raised():
    limit = csv.field_size_limit(sys.maxsize)
    try:
        for cell in (b'"' + b"x" * 200_000, b"x" * 200_000):
            error = refused(b"a,b\n1,2\n3," + cell + b"\n4,5\n")
            assert (error.problem, error.line, error.bound) == (Problem.CELL_TOO_LONG, 3, 131_072)
    finally:
        csv.field_size_limit(limit)


def test_a_quote_left_open_at_the_end_of_the_sample_does_no_harm():
    stream = io.StringIO()
    csv.writer(stream).writerows([[k, "a\nb"] for k in range(2000)])
    table = read_table(stream.getvalue().encode(), label_column=None, keep=["column 1"])
    assert table.n_rows == 2000


def test_rows_without_any_value_are_left_out_and_counted():
    table = read_table(b"a,b\n1,2\n,\n3,5\n , \n")
    assert table.row_numbers.tolist() == [1, 3]
    assert Note(NoteKind.EMPTY_ROWS, count=2) in table.report


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end(line_end):
    assert read_table(line_end.join(["a,b", "1,2", "3,5"]).encode()).X.tolist() == [[1, 2], [3, 5]]


def test_the_preview_shows_cells_as_they_stand():
    header, rows = read_table(b"a;b;b\n1,50;x;007\n2,5;;1\n3;x;2\n", label_column=None).head(2)
    assert header == ["a", "b", "b (2)"]
    assert rows == [["1,50", "x", "007"], ["2,5", "", "1"]]


def test_zero_bytes_after_the_last_line_are_left_out_and_noted():
    table = read_table(b"x,y\n1,2\n3,5\n" + bytes(500))
    assert table.X.tolist() == [[1, 2], [3, 5]]
    assert [note.count for note in table.report if note.kind is NoteKind.ZERO_BYTES] == [500]
