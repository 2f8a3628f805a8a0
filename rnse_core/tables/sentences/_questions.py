"""Sentences of questions, and what their options do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.model import MissingCodes
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.sentences._parts import (
    codes_place_text,
    codes_text,
    date_form,
    delimiter_name,
    encoding_name,
    filled_text,
    shape_text,
)
from rnse_core.wording import counted, listed, names, quoted

# Columns whose scales are written out.
_MOST_SCALES = 5

_KINDS = {
    "features": "Features: each row is a point, each column a measurement",
    "similarity": "A similarity: the larger the number, the closer the two points",
    "distance": "A distance: the smaller the number, the closer the two points",
    "correlation": "Correlations r or covariances of the columns, which are the points: distances sqrt(2 (1 - r))",
    "absolute_correlation": "Correlations whose sign says nothing: distances sqrt(2 (1 - |r|))",
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
    QuestionKind.QUOTES: lambda question: (
        f"Do the quotation marks in line {question.values[0]:,} and line {question.values[1]:,} belong to the text, so "
        "that each line between them is a row?"
    ),
    QuestionKind.PART: lambda question: (
        f"{quoted(question.values[0])} holds {counted(question.values[1], 'table')}; which one do you mean?"
    ),
    QuestionKind.LINES_BELOW: lambda question: (
        f"Are these lines at the end rows of the table: {listed(map(quoted, question.values), 3)}?"
    ),
    QuestionKind.SIDE_BY_SIDE: lambda question: (
        f"Are there {len(question.columns)} tables side by side, which begin with {names(question.columns)}?"
    ),
    QuestionKind.HEADER: lambda question: "Does the first row give the names of the columns?",
    QuestionKind.EXTRA_NAME: lambda question: (
        f"There is one name more than columns; do the names belong to the columns from the left, so that "
        f"{quoted(question.values[-1])} has none?"
    ),
    QuestionKind.BLANK_IN_NAME: lambda question: (
        f"There are more words than columns in the row of names; is {quoted(question.values[-1])} one name?"
    ),
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
    QuestionKind.AXIS: lambda question: (
        f"Does {names(question.columns)} only say where the other columns were measured?"
    ),
    QuestionKind.IDENTIFIERS: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} identify something, rather than "
        "measure it?"
    ),
    QuestionKind.CASE_WEIGHTS: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} say how many cases a row stands "
        "for, rather than measure it?"
    ),
    QuestionKind.CODES: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} hold codes, such as "
        f"{listed(map(quoted, dict.fromkeys(question.values)), 3)}, rather than numbers?"
    ),
    QuestionKind.DECLARED: lambda question: f"Leave out {names(question.columns)}, which the file calls no features?",
    QuestionKind.EARLIER_RESULT: lambda question: (
        f"{'Is' if len(question.columns) == 1 else 'Are'} {names(question.columns)} the result of an earlier "
        "clustering?"
    ),
    QuestionKind.SUM_COLUMNS: lambda question: (
        f"{'Is' if len(question.columns) == 1 else 'Are'} {names(question.columns)} the sum, the mean or another "
        "statistic of other columns, which would count twice?"
    ),
    QuestionKind.LONG_TABLE: lambda question: (
        f"Is this a long table, with one row for each value: of which {quoted(question.columns[0])}, of what "
        f"{quoted(question.columns[1])}?"
    ),
    QuestionKind.PLATES: lambda question: (
        f"The table holds {counted(question.values[0], 'plate')} with letters in the rows and numbers in the columns; "
        "is each well a point?"
    ),
    QuestionKind.TICKS: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} hold ticks: one value or nothing, "
        "or + and -?"
    ),
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
    QuestionKind.ANSWERS: lambda question: (
        f"{'Does' if len(question.values) == 1 else 'Do'} {listed(map(quoted, question.values))} among the words of "
        f"{names(question.columns)} mean that there is no answer?"
    ),
    QuestionKind.REPEATED_CELLS: lambda question: (
        f"Do empty cells of {names(question.columns)} repeat the cell above, as in the first rows of groups?"
    ),
    QuestionKind.SAME_WORDS: lambda question: (
        f"Are {listed(' and '.join(map(quoted, words)) for words in question.values)} the same in "
        f"{names(question.columns)}?"
    ),
    QuestionKind.CYCLIC: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} go round, so that the last value "
        "is next to the first?"
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
    QuestionKind.SEVERAL_NUMBERS: lambda question: (
        f"{'Does' if len(question.columns) == 1 else 'Do'} {names(question.columns)} hold several numbers in each cell?"
    ),
    QuestionKind.ORIENTATION: lambda question: "Are the points the rows or the columns?",
}


def _encoding(option: Option) -> str:
    # A character that cannot be printed would not tell that the encoding is wrong.
    words = ("".join(letter if letter.isprintable() else "\ufffd" for letter in word) for word in option.values)
    return f"{encoding_name(option.keywords['encoding'])}: {', '.join(words)}"


def _part(option: Option) -> str:
    title, *columns = option.values
    shape = f"{counted(option.count, 'row')} and {counted(option.total, 'column')}"
    what = quoted(title) if title else f"Table {option.keywords['part']}"
    return f"{what}: {shape}{f', {listed(map(quoted, columns))}' if columns else ''}"


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


def _scales(orders: Mapping[str, Sequence[str]]) -> str:
    """Write the scales of some columns; past the first ones the rest is counted."""
    shown = [f"{quoted(name)}, {' < '.join(order)}" for name, order in orders.items()]
    if len(shown) > _MOST_SCALES:
        shown[_MOST_SCALES - 1 :] = [f"and {counted(len(shown) - _MOST_SCALES + 1, 'more column')}"]
    return "; ".join(shown)


def _period(name: str, period: float) -> str:
    return f"{quoted(name)} begins again after {period:g}"


def _brings(text: str, option: Option) -> str:
    return f"{text} ({counted(option.count, 'feature')})"


def _fill(option: Option) -> str:
    return _FILLS[option.keywords["missing"]]


def _ignore(option: Option) -> str:
    return f"Ignore {names(option.keywords['ignore'])}, {100 * option.count / option.total:.0f}% missing"


def _taken_back(without: Mapping[str, Sequence[str]]) -> str:
    return listed(f"{keyword} of {names(columns)}" if columns else keyword for keyword, columns in without.items())


def _read_as(option: Option) -> str:
    text = _KINDS[option.keywords["kind"]]
    return f"{text}, averaged as (A + A') / 2" if option.keywords.get("symmetrize") else text


_OPTIONS: dict[OptionKind, Callable[[Option], str]] = {
    OptionKind.DELIMITER: lambda option: f"It is separated by {delimiter_name(option.keywords['delimiter'])}",
    OptionKind.ENCODING: _encoding,
    OptionKind.QUOTES_AS_TEXT: lambda option: f"Yes, {counted(option.count, 'line')} are rows",
    OptionKind.OPEN_QUOTE_AS_TEXT: lambda option: f"The mark is text, {counted(option.count, 'line')} are rows",
    OptionKind.QUOTES_AROUND_CELLS: lambda option: f"No, they are {counted(option.count, 'cell')} of several lines",
    OptionKind.HEADER: _header,
    OptionKind.NAMES_FROM_LEFT: lambda option: "Yes",
    OptionKind.BLANK_IN_LAST_NAME: lambda option: "Yes",
    OptionKind.WITHOUT_NAMES: lambda option: "No, leave the names out",
    OptionKind.SKIP_LINES: lambda option: "Leave out what stands above these rows",
    OptionKind.DROP_BAD_ROWS: lambda option: f"Leave out {counted(option.count, 'row')} with another number of fields",
    OptionKind.DROP_BAD_LINES: lambda option: f"Leave out {counted(option.count, 'line')} that cannot be read",
    OptionKind.PART: _part,
    OptionKind.ALL_PARTS: lambda option: f"All of them as one, {counted(option.count, 'row')}",
    OptionKind.DROP_NOTES: lambda option: f"No, leave out {counted(option.count, 'line')} of text",
    OptionKind.KEEP_NOTES: lambda option: "Yes, they are rows like the others",
    OptionKind.SAMPLE_ROWS: lambda option: f"Read {counted(option.keywords['sample_rows'], 'row')} chosen at random",
    OptionKind.WITHOUT_KEYWORD: lambda option: f"Read it without {_taken_back(option.without)}",
    OptionKind.VARIABLE: lambda option: f"{quoted(option.keywords['variable'])}, {shape_text(option.values)} numbers",
    OptionKind.SHEET: lambda option: f"The sheet {quoted(option.keywords['sheet'])}",
    OptionKind.ALL_SHEETS: lambda option: f"{option.total} sheets with these columns, {counted(option.count, 'row')}",
    OptionKind.HIDDEN_SHEET: lambda option: f"The hidden sheet {quoted(option.keywords['sheet'])}",
    OptionKind.READ_HIDDEN: lambda option: "Yes, read it like the rest",
    OptionKind.LEAVE_OUT_HIDDEN: lambda option: "No, leave out hidden rows and columns",
    OptionKind.VECTOR_PLACES: lambda option: f"Yes, {counted(option.count, 'feature')}",
    OptionKind.ROWS_TOGETHER: lambda option: "No, each row belongs together",
    OptionKind.ROWS_ARE_POINTS: lambda option: f"The {counted(option.count, 'row')}",
    OptionKind.COLUMNS_ARE_POINTS: lambda option: f"The {counted(option.count, 'column')}",
    OptionKind.TRANSPOSE: lambda option: "Transpose the table",
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
    OptionKind.NUMBER_COLUMNS: lambda option: (
        f"One column per number of {names(option.keywords['numbers'])} ({counted(option.total, 'feature')})"
        f"{_lost(option)}"
    ),
    OptionKind.SPLIT: lambda option: _brings(
        f"One 0/1 column per answer in {names(option.keywords['split'])}, whose cells hold several", option
    ),
    OptionKind.ORDINAL: lambda option: _brings(f"As places on a scale: {_scales(option.keywords['ordinal'])}", option),
    OptionKind.GOWER: lambda option: (
        f"Compare the rows by Gower's distance in {counted(option.count, 'column')}, of numbers and words"
    ),
    OptionKind.PAIRWISE: lambda option: "Leave a column out where one of two rows has no value",
    OptionKind.TICKS: lambda option: _brings("Ticks and + are 1, empty cells and - are 0", option),
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
    OptionKind.WELLS: lambda option: (
        f"Yes: one row for each of the {counted(option.count, 'well')}, with {counted(option.total, 'feature')}"
    ),
    OptionKind.COLUMNS: lambda option: "No: each row is a point, each column a measurement",
    OptionKind.DECIMAL_MARK: lambda option: "A decimal mark: 1,234 is 1.234",
    OptionKind.THOUSANDS_MARK: lambda option: "A thousands mark: 1,234 is 1234",
    OptionKind.SAME_OR_NOT: lambda option: "No, two words are the same or different",
    OptionKind.LEAVE_AS_TEXT: lambda option: "Leave as text",
    OptionKind.LEAVE_OUT: lambda option: "Leave out",
    OptionKind.CONVERT: _convert,
    OptionKind.MONTH_FIRST: lambda option: (
        f"Read {names(option.keywords['convert'])} as dates, the month first{_lost(option)}"
    ),
    OptionKind.HALF_LIMIT: lambda option: (
        f"Read {names(option.keywords['convert'])} as numbers, `<1` as half of the limit{_lost(option)}"
    ),
    OptionKind.WITHOUT_LIMITS: lambda option: (
        f"Read {names(option.keywords['convert'])} as numbers without limits such as `<1`{_lost(option)}"
    ),
    OptionKind.ARROWS: lambda option: (
        f"Read {names(option.keywords['convert'])} as numbers, those with an arrow down below zero{_lost(option)}"
    ),
    OptionKind.THOUSANDS_POINTS: lambda option: (
        f"Read {names(option.keywords['convert'])} as numbers, with points between thousands{_lost(option)}"
    ),
    OptionKind.HOURS_FIRST: lambda option: (
        f"Read {names(option.keywords['convert'])} as times: two numbers are hours and minutes, not minutes and seconds"
        f"{_lost(option)}"
    ),
    OptionKind.CONVERT_DATES: _convert_dates,
    OptionKind.CONVERT_COLUMNS: lambda option: f"Read {names(option.keywords['convert'])} as numbers{_lost(option)}",
    OptionKind.DROP_INCOMPLETE_ROWS: lambda option: f"Leave out the {counted(option.count, 'row')} with missing values",
    OptionKind.FILL: _fill,
    OptionKind.ORDINARY_NUMBERS: lambda option: f"No, {'a number' if option.count == 1 else 'numbers'} like the others",
    OptionKind.MISSING_CODES: lambda option: (
        f"Yes, count {'it' if option.count == 1 else 'them'} as missing{filled_text(option.keywords)}"
    ),
    OptionKind.MISSING_CODES_OF_COLUMN: lambda option: (
        f"Only in {names(option.keywords['missing_in'])}{filled_text(option.keywords)}"
    ),
    OptionKind.COUNT_AS_MISSING: lambda option: f"Count {'it' if option.count == 1 else 'them'} as missing",
    OptionKind.COUNT_AS_ANSWER: lambda option: f"No, {'an answer' if option.count == 1 else 'answers'} like the others",
    OptionKind.LEAVE_EMPTY: lambda option: "No, they are empty",
    OptionKind.FILL_DOWN: lambda option: f"Yes, fill {names(option.keywords['fill_down'])} from above",
    OptionKind.KEEP_APART: lambda option: "No, they differ",
    OptionKind.FOLD: lambda option: f"Yes, case and blanks make no difference in {names(option.keywords['fold_case'])}",
    OptionKind.CYCLIC: lambda option: _brings(
        f"As sine and cosine: {listed(_period(name, one) for name, one in option.keywords['cyclic'].items())}", option
    ),
    OptionKind.READ_AS: _read_as,
    OptionKind.SYMMETRIZE: lambda option: "Take the mean, (A + A') / 2",
}
