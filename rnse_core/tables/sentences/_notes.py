"""Sentences of notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rnse_core.tables.kinds import GOWER, NoteKind
from rnse_core.tables.model import Choices, MissingCodes
from rnse_core.tables.notes import Note
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.sentences._form_notes import FORM_NOTES
from rnse_core.tables.sentences._formats import FRAMES
from rnse_core.tables.sentences._matrix_notes import correlations, gower, graph_parts, hub, negative_entry
from rnse_core.tables.sentences._parts import (
    codes_place_text,
    codes_text,
    conversion_text,
    delimiter_name,
    encoding_name,
    reason_text,
    shape_text,
    variable_name,
)
from rnse_core.tables.sentences._word_notes import WORD_NOTES
from rnse_core.wording import counted, listed, names, quoted, sentence


def note_sentence(note: Note) -> str:
    """Write a note as one sentence.

    Parameters
    ----------
    note : Note
        Of ``Table.report``.

    Returns
    -------
    str
    """
    return sentence(_NOTES[note.kind](note))


def ignored_columns_text(reason: RoleReason, columns: Sequence[str]) -> str:
    """Say that columns are left out and why, as a sentence without its full stop.

    Parameters
    ----------
    reason : RoleReason
    columns : sequence of str
        Their names.

    Returns
    -------
    str
    """
    several = len(columns) > 1
    return sentence(f"{names(columns)} {'are' if several else 'is'} ignored: {reason_text(reason, plural=several)}")


def large_value_text(note: Note) -> str:
    """Say that all other values of a column are the same beside some of its values."""
    (found,), (row,) = note.values, note.places
    return f"{found.sentence(f'Data row {row:,} of {names(note.columns)}')}; remove or cap what is too large."


def _text_file(note: Note) -> str:
    name, choices = note.values
    heading = "the first row gives the names" if choices.header else "no header"
    if choices.format == "xlsx":
        return f"{quoted(name)}: {_shape(note)} of the sheet {quoted(choices.variable)}; {heading}."
    mark = "comma" if choices.decimal == "," else "point"
    is_separated = bool(choices.delimiter) or not choices.form
    separated = f"separated by {delimiter_name(choices.delimiter)}, " if is_separated else ""
    text = f"{encoding_name(choices.encoding)} text, {separated}with a decimal {mark}"
    return f"{quoted(name)}: {_shape(note)} of {text}; {heading}."


def _array_file(note: Note) -> str:
    name: str = note.values[0]
    choices: Choices = note.values[1]
    what = f"{variable_name(choices.variable)}, " if choices.variable else ""
    return f"{quoted(name)}: {what}{_shape(note)} of numbers from a .{choices.format} file."


def _shape(note: Note) -> str:
    n_rows, n_columns = note.shape
    return f"{counted(n_rows, 'row')} and {counted(n_columns, 'column')}"


def _encoding_guessed(note: Note) -> str:
    return (
        f"The file is not UTF-8 (line {note.places[0]} does not fit); it was read as {encoding_name(note.values[0])}, "
        "which is a guess."
    )


def _variables_not_read(note: Note) -> str:
    were = "was" if len(note.values) == 1 else "were"
    return f"The file also holds {listed(map(quoted, note.values))}, which {were} not read."


def _ignored(note: Note) -> str:
    assert note.reason is not None
    if note.reason is RoleReason.AS_ASKED:
        return f"Left out as asked: {names(note.columns)}."
    return f"{ignored_columns_text(note.reason, note.columns)}."


def _label_column(note: Note) -> str:
    assert note.reason is not None
    return (
        f"{names(note.columns)} is the label column ({reason_text(note.reason)}); it is used for scores, never for "
        "clustering."
    )


def _missing_cells(note: Note) -> str:
    kinds = listed((f"{count:,} {quoted(token) if token else 'empty'}" for token, count in note.values), 4)
    return f"{names(note.columns)} has {counted(note.count, 'missing cell')} ({kinds})."


def _filled(note: Note) -> str:
    value, policy = note.values
    if policy == "zero":
        return f"{names(note.columns)}: {counted(note.count, 'missing cell')} {'is' if note.count == 1 else 'are'} 0."
    what = "median" if policy == "median" else "most frequent value"
    shown = quoted(value) if isinstance(value, str) else f"{value:.6g}"
    return f"{names(note.columns)}: the {what}, {shown}, was filled in for {counted(note.count, 'missing cell')}."


def _missing_codes(note: Note) -> str:
    codes: MissingCodes = note.values[0]
    one = len(codes.values) == 1
    like = "a code for missing values does; it was read as a number"
    if not one:
        like = "codes for missing values do; they were read as numbers"
    return f"{names(note.columns)}: {codes_text(codes)} {codes_place_text([codes], one=one)}, as {like}."


def _copied_rows(note: Note) -> str:
    are = "is an exact copy of another" if note.count == 1 else "are exact copies of others"
    return f"{counted(note.count, 'row')} of {note.total:,} {are} in all features."


def _result(note: Note) -> str:
    n_rows, n_features = note.shape
    kind = note.values[0]
    if GOWER in note.values:
        return f"To cluster: {counted(n_rows, 'row')}, by Gower's distances between all pairs."
    if kind == "features":
        return f"To cluster: {counted(n_rows, 'row')} with {counted(n_features, 'feature')}."
    return f"To cluster: {counted(n_rows, 'row')}, described by a {kind} matrix."


def _numbers(noun: str, note: Note) -> str:
    """List the rows or lines of a note; those that it does not name are counted."""
    more = note.count - len(note.places)
    shown = listed([*map(str, note.places), *([f"{more:,} more"] if more else [])], limit=len(note.places))
    return f"{noun if note.count == 1 else f'{noun}s'} {shown}"


def _lines_left_out(where: str, note: Note) -> str:
    shown = listed(map(quoted, note.values), 3)
    numbers = f" ({_numbers('line', note)})" if note.places else ""
    return f"{counted(note.count, 'line')} of text {where} left out{numbers}: {shown}."


def _hidden(note: Note) -> str:
    n_rows, n_columns = note.shape
    return f"{counted(n_rows, 'row')} and {counted(n_columns, 'column')}"


def _zero_bytes(note: Note) -> str:
    if not note.places:
        return f"{counted(note.count, 'zero byte')} at the end left out."
    lines = f"line{'' if len(note.places) == 1 else 's'} {listed(f'{place:,}' for place in note.places)}"
    return f"{counted(note.count, 'zero byte')} left out, the first in {lines}: the cells there may be damaged."


_NOTES: dict[NoteKind, Callable[[Note], str]] = {
    NoteKind.TEXT_FILE: _text_file,
    NoteKind.ARRAY_FILE: _array_file,
    NoteKind.FRAME: lambda note: f"{quoted(note.values[0])}: {_shape(note)}, {FRAMES[note.values[1].format]}.",
    NoteKind.TRANSPOSED: lambda note: "The matrix was transposed as asked.",
    NoteKind.UTF16_WITHOUT_MARK: lambda note: (
        "The file has no byte-order mark; every other byte is zero, so it was read as UTF-16."
    ),
    NoteKind.ENCODING_GUESSED: _encoding_guessed,
    NoteKind.ENCODING_MIXED: lambda note: (
        f"{counted(note.count, 'line')} of the file, which is UTF-8, read as Windows-1252 ({_numbers('line', note)})."
    ),
    NoteKind.SEPARATOR_LINE: lambda note: (
        f"The first line, {quoted(note.values[0])}, names the delimiter and was left out."
    ),
    NoteKind.GUARDED_CELLS: lambda note: 'Cells written as formulas, ="1.5", were read as what they hold.',
    NoteKind.COMMENT_LINES: lambda note: f"{counted(note.count, 'line')} of comment at the top of the file left out.",
    NoteKind.COMMENTS_BELOW: lambda note: f"{counted(note.count, 'line')} of comment at the end left out.",
    NoteKind.PHYLIP: lambda note: (
        f"The first line is the number of points, as PHYLIP stores distances; {counted(note.count, 'name')} read."
    ),
    NoteKind.CONDENSED: lambda note: (
        f"{counted(note.count, 'number')} read as the distances of all pairs of {counted(note.total, 'point')}."
    ),
    NoteKind.NAMES_IN_COMMENT: lambda note: f"A line of comment gives the names: {listed(note.values)}.",
    NoteKind.ZERO_BYTES: _zero_bytes,
    NoteKind.SAMPLED: lambda note: (
        f"A sample of {note.count:,} of {counted(note.total, 'row')} was taken at random, always the same one."
    ),
    NoteKind.BLANK_LINES: lambda note: f"{counted(note.count, 'blank line')} skipped.",
    NoteKind.EMPTY_ROWS: lambda note: f"{counted(note.count, 'row')} in which every cell is empty left out.",
    NoteKind.EXTRA_DELIMITERS: lambda note: (
        f"{counted(note.count, 'row')} with empty cells after the last column: these were ignored."
    ),
    NoteKind.BAD_ROWS: lambda note: (
        f"{counted(note.count, 'row')} with another number of fields left out ({_numbers('line', note)}): "
        f"{listed(map(quoted, note.values), 2)}."
    ),
    NoteKind.BAD_LINES: lambda note: (
        f"{counted(note.count, 'line')} that cannot be read as JSON left out ({_numbers('line', note)}): "
        f"{listed(map(quoted, note.values), 2)}."
    ),
    NoteKind.COMMA_AS_DECIMAL_MARK: lambda note: (
        f"The comma in {names(note.columns)} was taken as the decimal mark, but could be a thousands mark: `1,234` was "
        "read as 1.234."
    ),
    NoteKind.COMMA_LEFT_AS_TEXT: lambda note: (
        f"The comma in {names(note.columns)} could be a decimal mark or a thousands mark, so it is left as text."
    ),
    NoteKind.ROUNDED_INTEGERS: lambda note: (
        f"Whole numbers beyond 2^53 {f'in {names(note.columns)} ' if note.columns else ''}were rounded to the nearest "
        "float64."
    ),
    NoteKind.HIDDEN_READ: lambda note: f"Hidden in the sheet, and read: {_hidden(note)}.",
    NoteKind.HIDDEN_LEFT_OUT: lambda note: f"Hidden in the sheet, and left out: {_hidden(note)}.",
    NoteKind.RECORDS: lambda note: f"{names(note.columns)} divided into one column per field.",
    NoteKind.VECTORS: lambda note: (
        f"{names(note.columns)} divided into one column per place, {counted(note.count, 'column')}."
    ),
    NoteKind.VARIABLES_NOT_READ: _variables_not_read,
    NoteKind.FLATTENED: lambda note: (
        f"The array has the shape {shape_text(note.shape)}: each of its "
        f"{counted(note.shape[0], 'part')} was read as one row of {counted(note.total, 'number')}."
    ),
    NoteKind.ENTRY_PER_COLUMN: lambda note: (
        f"{variable_name(note.values[0])} has one entry per column of the table, as if the columns were the points."
    ),
    NoteKind.TRAILING_DELIMITER: lambda note: (
        "The header ends in an empty cell that the rows do not have; it was ignored."
    ),
    NoteKind.ROW_NAMES_WITHOUT_HEADER: lambda note: (
        "The header has one field fewer than the rows, whose first field names them."
    ),
    NoteKind.NAME_WITHOUT_CELLS: lambda note: (
        f"The rows have one field fewer than there are names; {listed(map(quoted, note.values))} was left out."
    ),
    NoteKind.REPEATED_HEADER: lambda note: f"{counted(note.count, 'repetition')} of the row of names left out.",
    NoteKind.STACKED_TABLES: lambda note: (
        f"{counted(note.count, 'table')} with the same columns, one below the other, read as one; "
        f"{names(note.columns)} says which one: {listed(map(quoted, note.values), 5)}."
    ),
    NoteKind.PART: lambda note: (
        f"The file holds {counted(note.total, 'table')}; the one on lines {note.places[0]} to {note.places[1]} was "
        f"read, {_shape(note)}."
    ),
    NoteKind.LINES_BETWEEN: lambda note: _lines_left_out("between the tables", note),
    NoteKind.LINES_BELOW: lambda note: _lines_left_out("below the table", note),
    NoteKind.NAMES_TRIMMED: lambda note: (
        f"Spaces at the ends, or several in a row, were taken out of {counted(note.count, 'name')} of columns."
    ),
    NoteKind.NAMES_MADE: lambda note: (
        f"{counted(note.count, 'column')} without a name in the header named by position."
    ),
    NoteKind.NAME_CHANGED: lambda note: (
        f"The name {quoted(note.values[0])} in column {note.places[0]} is now {quoted(note.columns[0])}, since names "
        "must differ."
    ),
    NoteKind.MORE_NAMES_CHANGED: lambda note: f"The same goes for {counted(note.count, 'more column')}.",
    NoteKind.IGNORED: _ignored,
    NoteKind.LABEL_COLUMN: _label_column,
    NoteKind.LABEL_VARIABLE: lambda note: (
        f"The labels are in the {variable_name(note.values[0])}; they are used for scores, never for clustering."
    ),
    NoteKind.LABELS_TRIMMED: lambda note: (
        f"Spaces around {counted(note.count, 'label')} of {names(note.columns)} were taken away."
    ),
    NoteKind.UNLABELLED_ROWS: lambda note: (
        f"{counted(note.count, 'row')} without a label: clustered all the same, and left out of the scores."
    ),
    NoteKind.ALREADY_NUMBERS: lambda note: f"{names(note.columns)} holds numbers already; nothing was converted.",
    NoteKind.CONVERTED: lambda note: f"{names(note.columns)} is read as numbers: {conversion_text(note.values[0])}.",
    NoteKind.CONVERTIBLE: lambda note: (
        f"{names(note.columns)} could be read as numbers: {conversion_text(note.values[0])}."
    ),
    NoteKind.ONE_HOT: lambda note: (
        f"{names(note.columns)} was turned into one 0/1 column per value as asked: {listed(map(quoted, note.values))}."
    ),
    NoteKind.SPLIT: lambda note: (
        f"{names(note.columns)} was turned into one 0/1 column per answer as asked: {listed(map(quoted, note.values))}."
    ),
    NoteKind.ORDINAL: lambda note: (
        f"{names(note.columns)} was read as places on a scale as asked: {' < '.join(map(quoted, note.values))}."
    ),
    NoteKind.TICKS: lambda note: (
        f"{names(note.columns)}: {quoted(note.values[0])} is 1 and "
        f"{' and '.join(map(quoted, note.values[1:])) or 'an empty cell'} is 0."
    ),
    **WORD_NOTES,
    NoteKind.MISSING_CELLS: _missing_cells,
    NoteKind.MORE_MISSING_CELLS: lambda note: (
        f"{counted(len(note.columns), 'more column')} have missing cells, {note.count:,} in all."
    ),
    NoteKind.INCOMPLETE_ROWS: lambda note: (
        f"{counted(note.count, 'row')} with missing values left out ({_numbers('data row', note)})."
    ),
    NoteKind.FILLED: _filled,
    NoteKind.FILLED_FROM_NEIGHBOURS: lambda note: (
        f"{counted(note.count, 'missing cell')} of {names(note.columns)} filled in with the mean of the "
        f"{counted(note.values[0], 'nearest row')} that have a value."
    ),
    NoteKind.TOTAL_ROWS: lambda note: (
        f"{counted(note.count, 'row')} with totals or other statistics of the others left out "
        f"({_numbers('data row', note)})."
    ),
    NoteKind.MISSING_CODES: _missing_codes,
    NoteKind.LARGE_VALUES: large_value_text,
    NoteKind.COPIED_ROWS: _copied_rows,
    NoteKind.NEGATIVE_ENTRY: negative_entry,
    NoteKind.CORRELATIONS: correlations,
    NoteKind.SYMMETRIZED: lambda note: (
        f"The matrix was made symmetric as (A + A') / 2; entries differed by up to {note.values[0]:.3g}."
    ),
    NoteKind.ROUNDED_TO_ZERO: lambda note: (
        f"{counted(note.count, 'entry', 'entries')} that rounding had left off zero, up to {note.values[0]:.1g}, set "
        "to zero."
    ),
    NoteKind.MIRRORED: lambda note: f"The {note.values[0]} triangle of the matrix was mirrored.",
    NoteKind.EDGES: lambda note: (
        f"{counted(note.count, 'row')} read as edges between {counted(note.total, 'node')}: the rows of the table are "
        f"the nodes, and the weights of edges are their {'similarities' if note.values[0] == 'edges' else 'distances'}."
        + (f" They stand in {names(note.columns)}; other columns are left out." if note.columns else "")
    ),
    NoteKind.LONE_NODES: lambda note: (
        f"{counted(note.count, 'row')} with one node and an empty cell: the node is clustered too, and has no edge "
        "unless another row names one."
    ),
    NoteKind.REPEATED_EDGES: lambda note: (
        f"{counted(note.count, 'edge')} joining nodes that an earlier edge joins: the weights are added up."
    ),
    NoteKind.EDGES_BOTH_WAYS: lambda note: (
        "Every edge is listed in both directions with the same weight; the weight counts once."
    ),
    NoteKind.SELF_LOOPS: lambda note: (
        f"{counted(note.count, 'node')} joined to itself: the weight is on the diagonal of the matrix."
        if note.count == 1
        else f"{note.count:,} nodes are joined to themselves: the weights are on the diagonal of the matrix."
    ),
    NoteKind.GRAPH_PARTS: graph_parts,
    NoteKind.HUB: hub,
    NoteKind.SPARSE: lambda note: (
        f"The similarity is a sparse matrix of {counted(note.count, 'entry', 'entries')}; all other pairs of the "
        f"{note.total:,} points have similarity 0."
    ),
    NoteKind.SPREAD: lambda note: (
        f"{counted(note.count, 'row')} of a long table spread: one row for each {quoted(note.columns[0])}, one column "
        f"for each value of {quoted(note.columns[1])}."
    ),
    NoteKind.WELLS: lambda note: (
        f"{counted(note.count, 'well')} of {counted(note.total, 'plate')} read as one row each"
        f"{f'; {names(note.columns)} left out' if note.columns else ''}."
    ),
    NoteKind.GOWER: gower,
    NoteKind.ROUNDING_EVENED: lambda note: (
        f"The matrix was made exactly symmetric; rounding had left differences of up to {note.values[0]:.1g}."
    ),
    NoteKind.RESULT: _result,
    **FORM_NOTES,
}
