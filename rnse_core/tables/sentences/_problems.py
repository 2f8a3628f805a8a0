"""Sentences of what is wrong with a file or a keyword."""

from __future__ import annotations

from collections.abc import Callable

from rnse_core.tables.kinds import OptionKind, Problem
from rnse_core.tables.problems import ProblemFields
from rnse_core.tables.sentences._formats import FORMATS
from rnse_core.tables.sentences._json_faults import json_line, json_syntax
from rnse_core.tables.sentences._matrix_problems import entry, not_square, not_symmetric
from rnse_core.tables.sentences._parts import (
    PURPOSES,
    encoding_name,
    megabytes,
    reason_text,
    shape_text,
    variable_name,
    variable_problem_text,
)
from rnse_core.wording import counted, listed, quoted, sentence

# What the columns of a keyword are named for.
_VALUES = {
    "delimiter": "A delimiter is one character, or up to five signs such as ::, not {shown}.",
    "widths": 'widths must be whole numbers above 0, such as "4,3,3", not {shown}.',
    "quotes": 'quotes is "text" or "cells", not {shown}.',
    "decimal": "The decimal mark is a point or a comma, not {shown}.",
    "skip_lines": "The number of lines to leave out at the top is zero or more, not {shown}.",
    "sample_rows": "A sample has at least two rows, not {shown}.",
}

_MOST_COLUMNS = 10


def problem_sentence(problem: ProblemFields) -> str:
    """Write what is wrong as one sentence, with what can be done about it.

    Parameters
    ----------
    problem : ProblemFields
        Such as a :class:`rnse_core.tables.TableError`.

    Returns
    -------
    str
    """
    return sentence(_PROBLEMS[problem.problem](problem))


def _name(problem: ProblemFields) -> str:
    return quoted(problem.file) if problem.file else "the table"


def _column(problem: ProblemFields) -> str:
    return f"column {quoted(str(problem.column))}"


def _unusable_value(problem: ProblemFields) -> str:
    return _VALUES[problem.keyword].format(shown=quoted(repr(problem.value)))


def _unknown_column(problem: ProblemFields) -> str:
    shown = ", ".join(map(quoted, problem.choices[:_MOST_COLUMNS]))
    more = ", ..." if len(problem.choices) > _MOST_COLUMNS else ""
    return f"There is no {_column(problem)} to {PURPOSES[problem.keyword]}; the columns are {shown}{more}."


def _nothing_converted(problem: ProblemFields) -> str:
    way = "" if problem.value == "auto" else " in that way"
    return f"No cell of {_column(problem)} can be read as a number{way}, for example {quoted(problem.token)}."


def _undecodable_byte(problem: ProblemFields) -> str:
    return (
        f"{_name(problem)} is not {encoding_name(problem.token)} text: its byte {problem.places[0]:,} "
        f"(value {problem.value}) does not fit; choose another encoding."
    )


def _header_width(problem: ProblemFields) -> str:
    return (
        f"The header on line {problem.places[0]} has {counted(problem.value, 'field')}, but the rows below it have "
        f"{problem.bound} (line {problem.line}: {quoted(problem.token)}). Give every column a name, or leave out what "
        "stands above them."
    )


def _row_width(problem: ProblemFields) -> str:
    text = f"Line {problem.line} has {counted(problem.value, 'field')}, the others have {problem.bound}: "
    text += f"{quoted(problem.token)}. "
    if problem.places:
        where = listed(map(str, problem.places))
        text += f"The same goes for {counted(len(problem.places), 'more line')} ({where}). "
    return f"{text}Correct the file, or leave such rows out."


def _too_many_rows(problem: ProblemFields) -> str:
    limit = f"the limit of {problem.bound:,}"
    return f"{_name(problem)} has {_rows_and_more(problem)} than {limit}; read a sample of the rows."


def _weight(problem: ProblemFields, what: str, advice: str) -> str:
    one, other = map(quoted, problem.choices)
    more = f", and {counted(problem.count, 'more edge')} like it" if problem.count else ""
    return f"The edge between {one} and {other} in data row {problem.places[0]:,} {what}{more}: {advice}."


def _size(problem: ProblemFields) -> str:
    size = megabytes(problem.value)
    return "more" if size == megabytes(problem.bound) else f"{size}, more"


def _too_many_cells(problem: ProblemFields) -> str:
    return (
        f"{_name(problem)} has {_rows_and_more(problem)} than the {problem.count:,} that fit in {problem.bound:,} "
        "cells; read a sample of the rows."
    )


def _rows_and_more(problem: ProblemFields) -> str:
    return "more rows" if problem.value is None else f"{counted(problem.value, 'row')}, more"


def _too_few_rows(problem: ProblemFields) -> str:
    return f"{_name(problem)} has {'one row' if problem.count else 'no row'} of data; clustering needs at least two."


def _too_few_complete_rows(problem: ProblemFields) -> str:
    return (
        f"Only {counted(problem.count, 'row')} would be left without missing values; fill them in with the median or "
        "the most frequent value, or ignore the columns that miss most."
    )


def _damaged_sparse_matrix(problem: ProblemFields) -> str:
    if problem.token:
        return f"The sparse matrix in the file has the format {quoted(problem.token)}, or parts of another one."
    if problem.value is None:
        return "The sparse matrix in the file has no valid shape."
    part = problem.value
    return f"The sparse matrix in the file cannot be read: of its {part.name}, {variable_problem_text(part)}."


def _unknown_variable(problem: ProblemFields) -> str:
    there = listed(map(quoted, problem.choices))
    return f"There is no {variable_name(problem.variable)} in {_name(problem)}; there are {there}."


def _unusable_variable(problem: ProblemFields) -> str:
    return f"{_name(problem)}: {variable_name(problem.variable)} is no table: {variable_problem_text(problem.value)}."


def _unusable_labels(problem: ProblemFields) -> str:
    variable = problem.value
    why = f"its shape is {shape_text(variable.shape)}" if variable.problem is None else variable_problem_text(variable)
    return (
        f"{variable_name(problem.variable)} cannot be the labels: the table has {counted(problem.bound, 'row')}, and "
        f"{why}."
    )


def _no_table(problem: ProblemFields) -> str:
    why = listed(f"{variable_name(one.name)}: {variable_problem_text(one)}" for one in problem.value)
    return f"{_name(problem)} holds no table of numbers ({why})."


def _no_features(problem: ProblemFields) -> str:
    why = listed((f"{quoted(name)} ({reason_text(reason)})" for name, reason in problem.value), 4)
    foreign = [
        f"{suggestion.n_failing:,} of the {counted(suggestion.n_converted + suggestion.n_failing, 'cell')} of "
        f"{quoted(name)} cannot be read as numbers, such as {quoted(suggestion.first_failing)}"
        for option in problem.options
        if option.kind is OptionKind.CONVERT_COLUMNS
        for name, suggestion in zip(option.keywords["convert"], option.values, strict=True)
        if suggestion.n_failing
    ]
    cells = f" {sentence(listed(foreign, 3))}." if foreign else ""
    return f"No column of numbers is left to cluster on: {why}.{cells}"


def _not_finite(problem: ProblemFields) -> str:
    row, column = problem.places
    return f"{_name(problem)} has a value that is missing or infinite in row {row:,}, column {column:,}."


_PROBLEMS: dict[Problem, Callable[[ProblemFields], str]] = {
    Problem.NOT_A_SOURCE: lambda problem: f"A table is read from a path or from bytes, not from {problem.value}.",
    Problem.NOT_A_FILE: lambda problem: f"{_name(problem)} is not a file.",
    Problem.UNREADABLE: lambda problem: f"{_name(problem)} cannot be read: {problem.token}.",
    Problem.EMPTY_FILE: lambda problem: f"{_name(problem)} is empty.",
    Problem.FILE_TOO_LARGE: lambda problem: (
        f"{_name(problem)} has {_size(problem)} than the limit of {megabytes(problem.bound)}; keep fewer rows or "
        "columns."
    ),
    Problem.OTHER_FORMAT: lambda problem: (
        f"{_name(problem)} is {FORMATS[problem.value]}{f' (see line {problem.line:,})' if problem.line else ''}."
    ),
    Problem.UNKNOWN_CHOICE: lambda problem: (
        f"The keyword {problem.keyword} is one of {listed(problem.choices, len(problem.choices))}, not "
        f"{quoted(str(problem.value))}."
    ),
    Problem.UNUSABLE_VALUE: _unusable_value,
    Problem.UNKNOWN_ENCODING: lambda problem: (
        f"There is no text encoding called {quoted(str(problem.value))}; try utf-8 or cp1252."
    ),
    Problem.UNKNOWN_COLUMN: _unknown_column,
    Problem.LABELS_IGNORED: lambda problem: f"{_column(problem)} cannot be both the label column and ignored.",
    Problem.NOTHING_CONVERTED: _nothing_converted,
    Problem.TOO_MANY_LEVELS: lambda problem: (
        f"{_column(problem)} has {counted(problem.value, 'different value')}, more than the {problem.bound} that may "
        "become 0/1 columns; ignore it, or raise the limit."
    ),
    Problem.UNKNOWN_SHEET: lambda problem: (
        f"There is no sheet {quoted(str(problem.value))} in {_name(problem)}; there are "
        f"{listed(map(quoted, problem.choices))}."
    ),
    Problem.JSON_SYNTAX: json_syntax,
    Problem.JSON_LINE: json_line,
    Problem.PACKAGE_MISSING: lambda problem: (
        f"To read {_name(problem)}, the package {problem.token} has to be installed; or save the table as CSV."
    ),
    Problem.NOT_ON_SCALE: lambda problem: (
        f"{_column(problem)} holds {quoted(problem.token)}, which is not on the scale of "
        f"{listed(map(quoted, problem.choices))}."
        if problem.token
        else f"{_column(problem)} holds numbers, which need no scale."
    ),
    Problem.NOT_DIVIDED: lambda problem: (
        f"No cell of {_column(problem)} holds the separator {quoted(problem.token)}; give the one that stands between "
        "its parts."
    ),
    Problem.NOT_TICKS: lambda problem: (
        f"{_column(problem)} is no column of ticks: it needs one value and empty cells, or + and -."
    ),
    Problem.NOT_CYCLIC: lambda problem: (
        f"{_column(problem)} cannot go round after {problem.value:g}: it needs numbers, or words such as days of the "
        "week, and a period above zero."
    ),
    Problem.NOT_EDGES: lambda problem: (
        "An edge list has two columns of nodes, and may have one of weights; leave out the other columns."
    ),
    Problem.MISSING_WEIGHT: lambda problem: _weight(problem, "has no weight", "fill it in"),
    Problem.NEGATIVE_WEIGHT: lambda problem: _weight(
        problem, f"has the negative weight {problem.value:g}", "leave it out, or use weights of zero or more"
    ),
    Problem.UNREAD_GRAPH: lambda problem: (
        f"{_name(problem)} is a graph in the format {problem.value}, and "
        f"{'' if problem.line is None else f'line {problem.line:,} with '}{quoted(problem.token)} is none of its nodes "
        "and edges that are read; save the edges as a table with the columns source, target and weight."
    ),
    Problem.UNJOINED_NODES: lambda problem: (
        f"The distances leave the {problem.value:,} nodes in {counted(problem.count, 'part')} that no edge joins, and "
        "nothing tells how far apart these are; read the parts one by one, or give similarities instead."
    ),
    Problem.NOT_LONG: lambda problem: (
        "A long table has three columns: what the rows are, what is measured, and the value; and no value twice."
    ),
    Problem.NOT_PLATES: lambda problem: (
        "A plate has the letters from A on in its first column, and columns that are named from 1 on."
    ),
    Problem.UNUSED_KEYWORD: lambda problem: (
        f"The keyword {problem.keyword} does nothing for {_name(problem)}, a file of the kind {problem.value}."
    ),
    Problem.MOST_ROWS_INCOMPLETE: lambda problem: (
        f"Only {problem.count:,} of {counted(problem.bound, 'row')} have no missing values; say whether to leave out "
        "the others, to fill in values, or to ignore the columns that miss most."
    ),
    Problem.TOO_LARGE_TO_FILL: lambda problem: (
        "The table is too large to fill in values from the nearest rows; fill in the median instead."
    ),
    Problem.UNDECODABLE_BYTE: _undecodable_byte,
    Problem.ZERO_BYTE: lambda problem: (
        f"{_name(problem)} is not a text table: line {problem.line} holds a zero byte; save the table as CSV first."
    ),
    Problem.HEADER_WIDTH: _header_width,
    Problem.UNKNOWN_PART: lambda problem: (
        f"{_name(problem)} holds {counted(problem.bound, 'table')}, one below the other, and no table {problem.value}."
    ),
    Problem.ROW_WIDTH: _row_width,
    Problem.OPEN_QUOTATION_MARK: lambda problem: (
        f"A quotation mark opened on line {problem.line} is never closed; close it or remove it"
        f"{', or read it as text' if problem.options else ''}."
    ),
    Problem.CELL_TOO_LONG: lambda problem: (
        f"The cell that begins on line {problem.line} is longer than {problem.bound:,} characters; perhaps a quotation "
        "mark there is never closed."
    ),
    Problem.NO_ROWS: lambda problem: f"{_name(problem)} has no rows.",
    Problem.ONLY_A_HEADER: lambda problem: f"{_name(problem)} has a header and no rows; clustering needs at least two.",
    Problem.TOO_FEW_ROWS: _too_few_rows,
    Problem.TOO_FEW_COMPLETE_ROWS: _too_few_complete_rows,
    Problem.TOO_MANY_ROWS: _too_many_rows,
    Problem.TOO_MANY_CELLS: _too_many_cells,
    Problem.TOO_MANY_VALUES: lambda problem: (
        f"{_name(problem)} has {counted(problem.value, 'value')}, more than the {problem.bound:,} that JSON may have "
        "here; save the table as CSV or Parquet."
    ),
    Problem.TOO_MANY_COLUMNS: lambda problem: (
        f"{_name(problem)} has {counted(problem.value, 'column')}, more than the limit of {problem.bound:,}."
    ),
    Problem.TOO_MANY_BLANK_LINES: lambda problem: (
        f"{_name(problem)} has more than {problem.bound:,} blank lines; remove them."
    ),
    Problem.DAMAGED_FILE: lambda problem: f"{_name(problem)} is damaged: it cannot be read as a .{problem.value} file.",
    Problem.DAMAGED_VARIABLE: lambda problem: (
        f"{_name(problem)}: {variable_name(problem.variable)} is damaged and cannot be read."
    ),
    Problem.DAMAGED_SPARSE_MATRIX: _damaged_sparse_matrix,
    Problem.NO_VARIABLES: lambda problem: f"{_name(problem)} holds no variables.",
    Problem.TOO_MANY_VARIABLES: lambda problem: (
        f"{_name(problem)} holds more than {problem.bound:,} arrays; save the table alone."
    ),
    Problem.UNKNOWN_VARIABLE: _unknown_variable,
    Problem.UNUSABLE_VARIABLE: _unusable_variable,
    Problem.UNUSABLE_LABELS: _unusable_labels,
    Problem.NO_TABLE: _no_table,
    Problem.NOT_NPZ: lambda problem: f"{_name(problem)} is not an .npz file.",
    Problem.NOT_ONE_MATRIX: lambda problem: (
        f"{_name(problem)} holds {counted(problem.count, 'array')}, not one matrix."
    ),
    Problem.NO_FEATURES: _no_features,
    Problem.TIGHT_COLUMNS: lambda problem: (
        f"Each line is {counted(problem.value, 'digit')} without a sign between them. If these are columns of fixed "
        "width, nothing in the file says where one ends: give the number of digits of each with the keyword widths, "
        'such as widths="4,3,3".'
    ),
    Problem.NOT_WITH_WORDS: lambda problem: (
        "Missing values are filled in from the nearest rows where all columns hold numbers, not where rows are "
        "compared by Gower's distance."
        if problem.keyword == "missing"
        else "Columns that go round are features, and none where rows are compared by Gower's distance."
    ),
    Problem.NOTHING_TO_COMPARE: lambda problem: (
        f"Data rows {problem.places[0]:,} and {problem.places[1]:,} have no column in which they can be compared."
    ),
    Problem.TOO_MANY_PAIRS: lambda problem: (
        f"Gower's distance compares all pairs of rows, here of {counted(problem.value, 'row')}; at most "
        f"{problem.bound:,} fit."
    ),
    Problem.TOO_MANY_NODES: lambda problem: (
        f"Distances between all pairs of {problem.value:,} nodes do not fit, {problem.bound:,} at most do; pairs that "
        "a list leaves out are unknown and not far, so there is no sparse form. Similarities, the more the closer, "
        "have one."
        if problem.matrix == "distance"
        else f"Too many pairs of the {problem.value:,} points have a similarity to keep only those; a matrix over all "
        f"pairs of {problem.bound:,} points at most fits."
    ),
    Problem.NOT_SQUARE: not_square,
    Problem.NOT_SYMMETRIC: not_symmetric,
    Problem.MISSING_ENTRY: lambda problem: entry(problem, "is missing", "fill it in"),
    Problem.NO_CORRELATION: lambda problem: entry(
        problem, "is no correlation", "use values from -1 to 1 with 1 on the diagonal, or covariances"
    ),
    Problem.NEGATIVE_ENTRY: lambda problem: entry(problem, "is negative", "use values of zero or more"),
    Problem.NOTHING_SIMILAR: lambda problem: (
        f"No pair of the {problem.value:,} points has a similarity, so that there is nothing to cluster."
    ),
    Problem.SHIFTED_TRIANGLE: lambda problem: (
        f"The rows begin with {quoted(problem.choices[0])} and the columns with {quoted(problem.choices[1])}: this is "
        "half a matrix without its diagonal. Write the whole matrix, in R with as.matrix, or read the columns as "
        "features."
    ),
    Problem.NONZERO_DIAGONAL: lambda problem: entry(
        problem, "is not zero, though it is a point's distance to itself", "correct it"
    ),
    Problem.NOT_FEATURES: lambda problem: f"{_name(problem)} holds a {problem.matrix} matrix, not a table of features.",
    Problem.NOT_ARFF: lambda problem: f"{_name(problem)} is not an ARFF file of numbers and classes: {problem.token}.",
    Problem.NO_CLASSES: lambda problem: (
        f"{_name(problem)} has no classes: store them as a vector y with one entry per row, or as a column named class."
    ),
    Problem.UNLABELLED_ROWS: lambda problem: (
        f"{_name(problem)} has no class for {problem.count:,} of its {counted(problem.bound, 'row')}; leave these rows "
        "out."
    ),
    Problem.NOT_FINITE: _not_finite,
}
