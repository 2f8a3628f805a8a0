"""Every value that describes a reading has words, and they say what its fields hold."""

import re
from dataclasses import replace

import pytest
from readings import refused

from rnse_core.tables import (
    Column,
    Note,
    NoteKind,
    Option,
    OptionKind,
    OtherFormat,
    Problem,
    Question,
    QuestionKind,
    RoleReason,
    TableError,
    Variable,
    VariableProblem,
    note_sentence,
    option_text,
    question_sentence,
    role_reason_text,
    variable_problem_text,
)
from rnse_core.tables.keywords import KEYWORD_TYPES, KeywordError, KeywordProblem, check_keywords
from rnse_core.tables.sentences import _formats, _notes, _parts, _problems, _questions, ignored_columns_text


@pytest.mark.parametrize(
    ("worded", "kinds"),
    [
        (_notes._NOTES, NoteKind),
        (_questions._QUESTIONS, QuestionKind),
        (_questions._OPTIONS, OptionKind),
        (_problems._PROBLEMS, Problem),
        (_parts._REASONS, RoleReason),
        (_formats.FORMATS, OtherFormat),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_every_kind_is_worded(worded, kinds):
    assert set(worded) == set(kinds)


@pytest.mark.parametrize("problem", VariableProblem)
def test_every_problem_of_an_array_is_worded(problem):
    variable = Variable("a", (3, 4), "complex64", problem, n_bytes=2_000_000, limit=1)
    assert variable_problem_text(variable)
    assert variable_problem_text(replace(variable, problem=None)) == ""
    assert variable_problem_text(replace(variable, problem=None, is_text=True))


def test_counts_and_nouns_agree():
    one = note_sentence(Note(NoteKind.BLANK_LINES, count=1))
    many = note_sentence(Note(NoteKind.BLANK_LINES, count=1200))
    assert "1 blank line " in one and "1,200 blank lines " in many


def test_rows_that_are_not_named_are_counted():
    text = note_sentence(Note(NoteKind.INCOMPLETE_ROWS, count=30, places=tuple(range(1, 11))))
    assert "9, 10 and 20 more" in text
    text = note_sentence(Note(NoteKind.BAD_ROWS, count=2, places=(3, 5)))
    assert "lines 3 and 5" in text and "more" not in text


@pytest.mark.parametrize("reason", RoleReason)
def test_a_reason_names_its_columns(reason):
    assert "`a` is ignored" in ignored_columns_text(reason, ["a"])
    assert "`a` and `b` are ignored" in ignored_columns_text(reason, ["a", "b"])
    assert role_reason_text(Column("a", 1, "text", "ignored", reason))


def test_a_plain_feature_needs_no_reason():
    assert role_reason_text(Column("a", 1, "number", "feature")) == ""


def test_a_question_names_its_columns():
    asked = Question(QuestionKind.CLASS_NUMBERS, (), ("g", "h"))
    assert re.match("Do columns `g` and `h` ", question_sentence(asked))
    assert re.match("Does column `g` ", question_sentence(replace(asked, columns=("g",))))


def test_an_option_says_what_its_keywords_do():
    assert "`who`" in option_text(Option(OptionKind.LABEL_COLUMN, {"label_column": "who"}))
    assert "60%" in option_text(Option(OptionKind.IGNORE, {"ignore": ("b",)}, count=3, total=5))
    shown = {option_text(Option(OptionKind.HEADER, {"header": header})) for header in (True, False)}
    assert len(shown) == 2


def test_an_error_has_the_sentence_of_its_fields_or_one_of_its_own():
    error = TableError(Problem.ROW_WIDTH, line=3, value=4, bound=3, token="a,b,c,d", places=(7,))
    assert all(part in str(error) for part in ("3", "4", "`a,b,c,d`", "7"))
    assert str(replace(error, line=8)) == str(error).replace("Line 3", "Line 8")
    assert str(TableError(Problem.ROW_WIDTH, message="no good")) == "no good"


def test_an_error_about_a_keyword_names_the_value():
    for keyword, value in {"delimiter": "ab", "decimal": "x", "skip_lines": -1, "sample_rows": 1}.items():
        error = refused(b"1,2\n3,4\n", **{keyword: value})
        assert (error.problem, error.keyword, error.value) == (Problem.UNUSABLE_VALUE, keyword, value)
        assert repr(value) in str(error)


# Keywords that come from outside


@pytest.mark.parametrize(
    ("keyword", "value", "problem"),
    [
        ("rm", "-rf", KeywordProblem.UNKNOWN),
        ("header", "yes", KeywordProblem.WRONG_TYPE),
        ("skip_lines", 1.5, KeywordProblem.WRONG_TYPE),
        ("ignore", [1], KeywordProblem.NOT_NAMES),
        ("convert", {"a": 1}, KeywordProblem.NOT_CONVERSIONS),
        ("missing_in", {"a": "9"}, KeywordProblem.NOT_LISTS_OF_TEXTS),
        ("split", {"a": [";"]}, KeywordProblem.NOT_SEPARATORS),
    ],
)
def test_a_keyword_that_cannot_be_used_is_refused(keyword, value, problem):
    with pytest.raises(KeywordError) as caught:
        check_keywords({"missing": "median", keyword: value})
    assert (caught.value.keyword, caught.value.problem) == (keyword, problem)
    assert keyword in str(caught.value)


def test_lists_become_tuples():
    found = {"ignore": ["a", "b"], "missing_in": {"a": ["-9"]}, "header": True}
    assert check_keywords(found) == {"ignore": ("a", "b"), "missing_in": {"a": ["-9"]}, "header": True}
    assert set(found) <= set(KEYWORD_TYPES)
