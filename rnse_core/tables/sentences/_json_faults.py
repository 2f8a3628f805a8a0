"""Sentences of what is wrong with JSON."""

from __future__ import annotations

from rnse_core.tables.file_kinds import JsonFault
from rnse_core.tables.problems import ProblemFields
from rnse_core.wording import quoted

#: What stands there, and what to do.
FAULTS = {
    JsonFault.CUT_OFF: ("the file ends before its last bracket is closed", "get the whole file"),
    JsonFault.TRAILING_COMMA: ("a comma stands before a closing bracket", "remove the comma"),
    JsonFault.EMPTY_PLACE: ("a comma stands where a value should be", "remove the comma, or write null"),
    JsonFault.MISSING_COMMA: ("a comma is missing between two values", "write it"),
    JsonFault.QUOTES: ("a quotation mark is not the double one", "write double ones, in Python with json.dump"),
    JsonFault.BARE_NAME: ("a name stands without double quotation marks", "write them"),
    JsonFault.WORD: ("a word stands without quotation marks", "write true, false or null, or quote it"),
    JsonFault.COMMENT: ("a comment stands there, and JSON has none", "remove it"),
    JsonFault.NUMBER: ("a number is not written as in JSON", "write digits before and behind its point, and no plus"),
    JsonFault.CONTROL: ("a line break or a tab stands in a text", "write \\n or \\t"),
    JsonFault.ESCAPE: ("a backslash stands before another letter than JSON knows", "double it"),
    JsonFault.OPEN_TEXT: ("the quotation mark that opens a text is never closed", "close it"),
    JsonFault.SECOND_VALUE: ("something follows the value that ends there", "put both in a list, or remove one"),
    JsonFault.TEXT_AROUND: ("text stands around the brackets", "remove what is outside of them"),
    JsonFault.OTHER: ("a sign stands where none may be", "correct it"),
}


def json_syntax(problem: ProblemFields) -> str:
    """Say where JSON is wrong, what is wrong there, and what to do."""
    what, advice = FAULTS[problem.value]
    ways = ", or leave such lines out" if problem.options else ""
    return (
        f"{quoted(problem.file)} cannot be read as JSON: on line {problem.line:,}, column {problem.column:,}, near "
        f"{quoted(problem.token)}, {what}; {advice}{ways}."
    )


def json_line(problem: ProblemFields) -> str:
    """Say which line is no row of JSON lines."""
    if problem.value is not None:
        return json_syntax(problem)
    ways = "; correct it, or leave such lines out" if problem.options else ""
    return f"Line {problem.line} of {quoted(problem.file)} is no JSON object or list{ways}."
