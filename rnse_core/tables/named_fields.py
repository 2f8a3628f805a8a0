"""Texts that name each value where it stands: records of ``name: value`` lines, lines of ``name=value``, YAML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.errors import TableError
from rnse_core.tables.field_lines import fields_of_lines
from rnse_core.tables.field_records import Fields, FieldText, fields_of_records
from rnse_core.tables.file_kinds import OtherFormat
from rnse_core.tables.kinds import NoteKind, Problem
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded
from rnse_core.tables.yaml_lists import NestedValueError, fields_of_yaml, looks_like_yaml

_MOST_BYTES = 50_000_000
_START = 20_000
_FEWEST_RECORDS = 2
_FEWEST_NAMES = 2
# A name that so many records have is one of the table.
_MOST = 0.8
_FEWEST_FILLED = 0.25
_BETWEEN_VALUES = "; "


@dataclass(frozen=True)
class FieldTable:
    """Records with named values, as a table.

    Parameters
    ----------
    data : bytes
        UTF-8, with commas; the first line has the names.
    form : str
        What the text is called.
    notes : tuple of Note
    """

    data: bytes = field(repr=False)
    form: str
    notes: tuple[Note, ...]


def read_named_fields(data: bytes, encoding: str, name: str) -> FieldTable | None:
    """Return the table of a text that names each value where it stands; None for any other text.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    name : str
        Name of the file, for messages.

    Returns
    -------
    FieldTable or None

    Raises
    ------
    TableError
        For YAML with values in others, which is no table.
    """
    if len(data) > _MOST_BYTES:
        return None
    start = decoded(data[:_START], encoding).removeprefix("\ufeff").splitlines()
    # The last line, and the last record, may be cut.
    start = start[:-1] if len(data) > _START else start
    is_named = name.lower().removesuffix(".gz").endswith((".yaml", ".yml"))
    lines = None
    for read in (fields_of_yaml, fields_of_records, fields_of_lines):
        try:
            if read(start) is None:
                continue
            lines = lines or decoded(data, encoding).removeprefix("\ufeff").splitlines()
            text = read(lines)
            table = None if text is None else _as_table(text)
        except NestedValueError as error:
            if error.is_certain or is_named:
                raise TableError(Problem.OTHER_FORMAT, file=name, value=OtherFormat.YAML, line=error.line) from error
            continue
        if table is not None:
            return table
    if is_named and looks_like_yaml(start):
        raise TableError(Problem.OTHER_FORMAT, file=name, value=OtherFormat.YAML)
    return None


def _as_table(text: FieldText) -> FieldTable | None:
    """Put the records below their names, where most of them have the same ones; the other values are empty."""
    records = [record for record in text.records if record]
    if len(records) < _FEWEST_RECORDS:
        return None
    counts = Counter(key for record in records for key in {key for key, _ in record})
    usual = {key for key, count in counts.items() if 2 * count >= len(records)}
    first, last = _ends(records, usual)
    above, below = records[:first], records[last:]
    records = records[first:last]
    counts = Counter(key for record in records for key in {key for key, _ in record})
    common = [key for key, count in counts.items() if count >= _MOST * len(records)]
    if len(records) < _FEWEST_RECORDS or len(common) < _FEWEST_NAMES:
        return None
    if counts.total() < _FEWEST_FILLED * len(records) * len(counts):
        return None
    names = list(dict.fromkeys(key for record in records for key, _ in record))
    repeated: Counter[str] = Counter()
    stream = CsvText()
    writer = row_writer(stream)
    writer.writerow(names)
    for record in records:
        values: dict[str, str] = {}
        for key, value in record:
            if key in values and value:
                repeated[key] += 1
                values[key] = _BETWEEN_VALUES.join(filter(None, (values[key], value)))
            else:
                values.setdefault(key, value)
        writer.writerow([values.get(one, "") for one in names])
    notes = [Note(NoteKind.NAMED_FIELDS, count=len(records), total=len(names), values=(text.form, text.n_comments))]
    for kind, others in ((NoteKind.TITLE_ROWS, above), (NoteKind.LINES_BELOW, below)):
        if others:
            lines = [f"{key} {value}".strip() for record in others for key, value in record]
            notes.append(Note(kind, count=len(lines), values=tuple(lines)))
    if repeated:
        notes.append(Note(NoteKind.REPEATED_FIELDS, tuple(repeated), count=repeated.total()))
    return FieldTable(stream.getvalue().encode("utf-8", "replace"), text.form, tuple(notes))


def _ends(records: Sequence[Fields], usual: set[str]) -> tuple[int, int]:
    """Return the places of the first record that has a usual name, and behind the last one."""
    usual_ones = [k for k, record in enumerate(records) if any(key in usual for key, _ in record)]
    return (usual_ones[0], usual_ones[-1] + 1) if usual_ones else (0, 0)
