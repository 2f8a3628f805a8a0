"""Sentences of questions, and what their options do."""

from __future__ import annotations

from collections.abc import Callable

from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.model import MissingCodes
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.sentences._parts import (
    codes_place_text,
    codes_text,
    date_form,
    delimiter_name,
    encoding_name,
    shape_text,
)
from rnse_core.wording import counted, listed, names, quoted

_KINDS = {
    "features": "Features: each row is a point, each column a measurement",
    "similarity": "A similarity: the larger the number, the closer the two points",
    "distance": "A distance: the smaller the number, the closer the two points",
}


def question_sentence(question: Question) -> str:
    """Write a question as one or two sentences.

    Parameters
    ----------
    question : Question
        Of ``Table.questions``.

    Returns
    -------
    str
    """
    return _QUESTIONS[question.kind](question)


def option_text(option: Option) -> str:
    """Say what an option does, in a few words.

    Parameters
    ----------
    option : Option
        Of a question or an error.

    Returns
    -------
    str
        It begins with a capital and has no full stop.
    """
    return _OPTIONS[option.kind](option)


def _class_numbers(question: Question) -> str:
    do = "Does" if len(question.columns) == 1 else "Do"
    return f"{do} {names(question.columns)} hold class labels? Only a few different values occur there."


def _missing_codes(question: Question) -> str:
    found: tuple[MissingCodes, ...] = question.values
    one = sum(len(codes.values) for codes in found) == 1
    places = listed(
        f"{codes_text(codes)} in column {quoted(name)}" for name, codes in zip(question.columns, found, strict=True)
    )
    where = codes_place_text(found, one=one)
    if one:
        return f"Is {places} a code for missing values? It {where}."
    return f"Are {places} codes for missing values? They {where}."


_QUESTIONS: dict[QuestionKind, Callable[[Question], str]] = {
    QuestionKind.DELIMITER: lambda question: "What separates the columns?",
    QuestionKind.ENCODING: lambda question: f"Which of these words of {quoted(question.values[0])} look right?",
    QuestionKind.HEADER: lambda question: "Does the first row give the names of the columns?",
    QuestionKind.COMMA: lambda question: f"What is the comma in {names(question.columns)}?",
    QuestionKind.POINT: lambda question: f"What is the point in {names(question.columns)}?",
    QuestionKind.NUMBER_DATES: lambda question: (
        f"{'Is' if len(question.columns) == 1 else 'Are'} {names(question.columns)} dates or times of day, written as "
        "plain numbers?"
    ),
    QuestionKind.ROW_NUMBERS: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} only number the rows? The values "
        "rise or fall from each row to the next."
    ),
    QuestionKind.ROW_NAMES: lambda question: f"Does {names(question.columns)} hold the names of the rows?",
    QuestionKind.IDENTIFIERS: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} identify something, rather than "
        "measure it?"
    ),
    QuestionKind.EARLIER_RESULT: lambda question: (
        f"{'Is' if len(question.columns) == 1 else 'Are'} {names(question.columns)} the result of an earlier "
        "clustering?"
    ),
    QuestionKind.SUM_COLUMNS: lambda question: (
        f"{'Is' if len(question.columns) == 1 else 'Are'} {names(question.columns)} the sum or the mean of other "
        "columns, which would count twice?"
    ),
    QuestionKind.LONG_TABLE: lambda question: (
        f"Is this a long table, with one row for each value: of which {quoted(question.columns[0])}, of what "
        f"{quoted(question.columns[1])}?"
    ),
    QuestionKind.TICKS: lambda question: f"Are {names(question.columns)} ticks? They hold one value or nothing.",
    QuestionKind.WORDS: lambda question: f"Should the words in {names(question.columns)} be used as numbers?",
    QuestionKind.TOTAL_ROWS: lambda question: "Are there rows that hold totals or other statistics of the others?",
    QuestionKind.EDGES: lambda question: f"Are the rows edges between the nodes in {names(question.columns)}?",
    QuestionKind.TRIANGLE: lambda question: "Only one triangle of the square table is filled; what is it?",
    QuestionKind.CONVERSION: lambda question: f"Should {names(question.columns)} be read as numbers?",
    QuestionKind.LABEL_COLUMN: lambda question: (
        f"Maybe the classes are in column {quoted(question.columns[0])}: use them for scores? They are never clustered "
        "on, and set no number of clusters until you confirm them."
    ),
    QuestionKind.CLASS_NUMBERS: _class_numbers,
    QuestionKind.MISSING_VALUES: lambda question: "What should be done about missing values?",
    QuestionKind.MISSING_CODES: _missing_codes,
    QuestionKind.MISSING_WORDS: lambda question: (
        f"{'Does' if len(question.values) == 1 else 'Do'} {listed(map(quoted, question.values))} among the numbers of "
        f"{names(question.columns)} mean that there is no value?"
    ),
    QuestionKind.SYMMETRIC_MATRIX: lambda question: "The table is a square symmetric matrix; what is it?",
    QuestionKind.ASYMMETRIC_MATRIX: lambda question: "The table is square but not symmetric; what is it?",
    QuestionKind.VARIABLE: lambda question: "Which variable is the table?",
    QuestionKind.SHEET: lambda question: f"Which sheet of {quoted(question.values[0])} is the table?",
    QuestionKind.HIDDEN: lambda question: (
        f"Does what is hidden in {quoted(question.values[0])} belong to the table, "
        f"{counted(question.values[1], 'row')} and {counted(question.values[2], 'column')}?"
    ),
    QuestionKind.CONDENSED: lambda question: (
        f"There are as many numbers, {question.values[0]:,}, as {counted(question.values[1], 'point')} have pairs; "
        "what are they?"
    ),
    QuestionKind.VECTORS: lambda question: (
        f"Column {quoted(question.columns[0])} holds several numbers in each row; are they features?"
    ),
    QuestionKind.ORIENTATION: lambda question: "Are the points the rows or the columns of the matrix?",
}


def _encoding(option: Option) -> str:
    # A character that cannot be printed would not tell that the encoding is wrong.
    words = ("".join(letter if letter.isprintable() else "\ufffd" for letter in word) for word in option.values)
    return f"{encoding_name(option.keywords['encoding'])}: {', '.join(words)}"


def _header(option: Option) -> str:
    if option.keywords["header"]:
        return "The first row gives the names of the columns"
    return "The first row is data"


_FILLS = {
    "median": "Fill in the median of the column",
    "most_frequent": "Fill in the most frequent value of the column",
    "neighbours": "Fill in the mean of the nearest rows",
    "zero": "An empty cell is 0",
}


def _convert(option: Option) -> str:
    return f"Read as numbers{_lost(option)}"


def _lost(option: Option) -> str:
    if not option.count:
        return ""
    count = "counts" if option.count == 1 else "count"
    return f"; {counted(option.count, 'cell')} that cannot be read {count} as missing"


def _convert_dates(option: Option) -> str:
    ways = (f"{quoted(name)}, {date_form(kind)}" for name, kind in option.keywords["convert"].items())
    return f"Read as dates (days) or times (seconds): {listed(ways)}"


def _brings(text: str, option: Option) -> str:
    return f"{text} ({counted(option.count, 'feature')})"


def _fill(option: Option) -> str:
    return _FILLS[option.keywords["missing"]]


def _ignore(option: Option) -> str:
    return f"Ignore {names(option.keywords['ignore'])}, {100 * option.count / option.total:.0f}% missing"


def _read_as(option: Option) -> str:
    text = _KINDS[option.keywords["kind"]]
    return f"{text}, averaged as (A + A') / 2" if option.keywords.get("symmetrize") else text


_OPTIONS: dict[OptionKind, Callable[[Option], str]] = {
    OptionKind.DELIMITER: lambda option: f"It is separated by {delimiter_name(option.keywords['delimiter'])}",
    OptionKind.ENCODING: _encoding,
    OptionKind.HEADER: _header,
    OptionKind.SKIP_LINES: lambda option: "Leave out what stands above these rows",
    OptionKind.DROP_BAD_ROWS: lambda option: f"Leave out {counted(option.count, 'row')} with another number of fields",
    OptionKind.SAMPLE_ROWS: lambda option: f"Read {counted(option.keywords['sample_rows'], 'row')} chosen at random",
    OptionKind.WITHOUT_KEYWORD: lambda option: f"Read it without {listed(option.keywords)}",
    OptionKind.VARIABLE: lambda option: f"{quoted(option.keywords['variable'])}, {shape_text(option.values)} numbers",
    OptionKind.SHEET: lambda option: f"The sheet {quoted(option.keywords['sheet'])}",
    OptionKind.HIDDEN_SHEET: lambda option: f"The hidden sheet {quoted(option.keywords['sheet'])}",
    OptionKind.READ_HIDDEN: lambda option: "Yes, read it like the rest",
    OptionKind.LEAVE_OUT_HIDDEN: lambda option: "No, leave out hidden rows and columns",
    OptionKind.VECTOR_PLACES: lambda option: f"Yes, {counted(option.count, 'feature')}",
    OptionKind.ROWS_ARE_POINTS: lambda option: f"The {counted(option.count, 'row')}",
    OptionKind.COLUMNS_ARE_POINTS: lambda option: f"The {counted(option.count, 'column')}",
    OptionKind.TRANSPOSE: lambda option: "Transpose the matrix",
    OptionKind.LABEL_COLUMN: lambda option: f"Take the labels from {quoted(option.keywords['label_column'])}",
    OptionKind.NO_LABELS: lambda option: "There are no classes",
    OptionKind.CLUSTER_ON: lambda option: f"No, cluster on {'it' if option.count == 1 else 'them'}",
    OptionKind.IGNORE: _ignore,
    OptionKind.IGNORE_TOGETHER: lambda option: (
        f"Ignore {names(option.keywords['ignore'])}: then {option.count:,} of {counted(option.total, 'row')} "
        f"{'is' if option.count == 1 else 'are'} complete"
    ),
    OptionKind.KEEP: lambda option: f"Use {names(option.keywords['keep'])} all the same",
    OptionKind.LEAVE_OUT_COLUMNS: lambda option: f"Leave out {names(option.keywords['ignore'])}",
    OptionKind.ONE_HOT: lambda option: _brings(
        f"One 0/1 column per value of {names(option.keywords['one_hot'])}", option
    ),
    OptionKind.SPLIT: lambda option: _brings(
        f"One 0/1 column per answer in {names(option.keywords['split'])}, whose cells hold several", option
    ),
    OptionKind.ORDINAL: lambda option: _brings(
        "As places on a scale: "
        + "; ".join(f"{quoted(name)}, {' < '.join(order)}" for name, order in option.keywords["ordinal"].items()),
        option,
    ),
    OptionKind.GOWER: lambda option: (
        f"Compare the rows by Gower's distance in {counted(option.count, 'column')}, of numbers and words"
    ),
    OptionKind.PAIRWISE: lambda option: "Leave a column out where one of two rows has no value",
    OptionKind.TICKS: lambda option: _brings("Ticks are 1, empty cells are 0", option),
    OptionKind.DECIMAL_POINT: lambda option: "A decimal mark: 1.234 is 1.234",
    OptionKind.THOUSANDS_POINT: lambda option: "A thousands mark: 1.234 is 1234",
    OptionKind.DROP_TOTALS: lambda option: f"Yes, leave out {counted(option.count, 'row')}",
    OptionKind.KEEP_TOTALS: lambda option: "No, they are rows like the others",
    OptionKind.EDGES: lambda option: f"Yes: cluster the {counted(option.count, 'node')}, the more weight the closer",
    OptionKind.EDGE_DISTANCES: lambda option: (
        f"Yes: cluster the {counted(option.count, 'node')}, the more weight the farther"
    ),
    OptionKind.SPREAD: lambda option: (
        f"Yes: one row for each of the {counted(option.count, 'point')}, with {counted(option.total, 'column')}"
    ),
    OptionKind.COLUMNS: lambda option: "No: each row is a point, each column a measurement",
    OptionKind.DECIMAL_MARK: lambda option: "A decimal mark: 1,234 is 1.234",
    OptionKind.THOUSANDS_MARK: lambda option: "A thousands mark: 1,234 is 1234",
    OptionKind.SAME_OR_NOT: lambda option: "No, two words are the same or different",
    OptionKind.LEAVE_AS_TEXT: lambda option: "Leave as text",
    OptionKind.LEAVE_OUT: lambda option: "Leave out",
    OptionKind.CONVERT: _convert,
    OptionKind.MONTH_FIRST: lambda option: f"Read {names(option.keywords['convert'])} as dates, the month first",
    OptionKind.HALF_LIMIT: lambda option: (
        f"Read {names(option.keywords['convert'])} as numbers, `<1` as half of the limit"
    ),
    OptionKind.WITHOUT_LIMITS: lambda option: (
        f"Read {names(option.keywords['convert'])} as numbers; cells such as `<1` count as missing"
    ),
    OptionKind.HOURS_FIRST: lambda option: (
        f"Read {names(option.keywords['convert'])} as times: two numbers are hours and minutes, not minutes and seconds"
    ),
    OptionKind.CONVERT_DATES: _convert_dates,
    OptionKind.CONVERT_COLUMNS: lambda option: f"Read {names(option.keywords['convert'])} as numbers{_lost(option)}",
    OptionKind.DROP_INCOMPLETE_ROWS: lambda option: f"Leave out the {counted(option.count, 'row')} with missing values",
    OptionKind.FILL: _fill,
    OptionKind.ORDINARY_NUMBERS: lambda option: f"No, {'a number' if option.count == 1 else 'numbers'} like the others",
    OptionKind.MISSING_CODES: lambda option: f"Yes, count {'it' if option.count == 1 else 'them'} as missing",
    OptionKind.MISSING_CODES_OF_COLUMN: lambda option: f"Only in {names(option.keywords['missing_in'])}",
    OptionKind.COUNT_AS_MISSING: lambda option: f"Count {'it' if option.count == 1 else 'them'} as missing",
    OptionKind.READ_AS: _read_as,
    OptionKind.SYMMETRIZE: lambda option: "Take the mean, (A + A') / 2",
}
