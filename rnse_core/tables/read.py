"""Read a user's file: all steps from the bytes to the table."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from rnse_core.tables.array_file import ArrayOptions, load_array
from rnse_core.tables.cell_types import MissingInColumns, parse_number
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import frame_sha256, load_columns, load_frame
from rnse_core.tables.json_file import read_json
from rnse_core.tables.json_lines import read_json_lines
from rnse_core.tables.kinds import READ_AS, Problem
from rnse_core.tables.labels import AUTO
from rnse_core.tables.layout import NO_DELIMITER
from rnse_core.tables.missing import POLICIES
from rnse_core.tables.model import Limits, Table
from rnse_core.tables.notes import Log
from rnse_core.tables.packed_files import read_arff, read_arrow, read_feather, read_parquet
from rnse_core.tables.questions import as_conversions, as_names
from rnse_core.tables.raw_table import RawTable
from rnse_core.tables.reshaping import reshaped
from rnse_core.tables.roles import ColumnRequest
from rnse_core.tables.settling import settle
from rnse_core.tables.sheet_choice import offering_others
from rnse_core.tables.source import ARRAYS, load_bytes, recognise, unpacked
from rnse_core.tables.sparse_pairs import PairsRequest
from rnse_core.tables.stacked_tables import without_repeated_headers
from rnse_core.tables.svmlight import read_svmlight
from rnse_core.tables.taken_back import offering_to_take_back
from rnse_core.tables.text_options import TextOptions, TextOrigin
from rnse_core.tables.text_with_quotes import load_text_with_quotes
from rnse_core.tables.tight_columns import refuse_tight_columns
from rnse_core.tables.unused_keywords import refuse_unused
from rnse_core.tables.workbooks import read_sheet

Source = str | os.PathLike[str] | bytes | pd.DataFrame


# Numbers of a file may overflow or be no numbers; that is reported, and no warning of numpy's may end the reading.
@np.errstate(all="ignore")
@offering_to_take_back
def read_table(
    source: Source,
    *,
    name: str = "",
    delimiter: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    skip_lines: int = 0,
    drop_bad_rows: bool = False,
    widths: str | None = None,
    part: int | None = None,
    drop_notes: bool | None = None,
    quotes: str | None = None,
    label_column: str | None = AUTO,
    ignore: Iterable[str] = (),
    keep: Iterable[str] = (),
    missing: str = "auto",
    missing_values: Iterable[str] = (),
    missing_in: Mapping[str, Iterable[str]] | None = None,
    one_hot: Iterable[str] = (),
    numbers: Mapping[str, str] | None = None,
    split: Mapping[str, str] | None = None,
    ordinal: Mapping[str, Iterable[str]] | None = None,
    ticks: Iterable[str] = (),
    convert: Iterable[str] | Mapping[str, str] = (),
    cyclic: Mapping[str, float] | None = None,
    fill_down: Iterable[str] = (),
    fold_case: Iterable[str] = (),
    kind: str = "auto",
    symmetrize: bool = False,
    variable: str | None = None,
    sheet: str | None = None,
    hidden: bool | None = None,
    transpose: bool = False,
    drop_totals: bool | None = None,
    sample_rows: int | None = None,
    limits: Limits | None = None,
    progress: Callable[[float], object] | None = None,
) -> Table:
    r"""Read a file as a matrix of numbers, with labels if it has any and a note of every decision.

    The content decides whether a file is text (comma, semicolon, tab, bar or space separated), holds arrays
    (``.npy``, ``.npz``, ``.mat``, Matrix Market) or a table that pandas, pyarrow or openpyxl read (Parquet, Feather,
    Excel, JSON, svmlight, ARFF); any of them may be packed with gzip. Nothing in a file is executed or unpickled, sizes
    are checked before memory is taken, and every number is the float64 that Python's ``float`` gives.

    Parameters
    ----------
    source : str, path-like, bytes or DataFrame
        A path, the content of a file, or a DataFrame, with categories and nullable types as they are.
    name : str, default=""
        Name of the file, for messages; the path's by default.
    delimiter : str, optional
        What separates the cells: one character, or up to five signs such as ``"::"``; ``" "`` for any run of spaces,
        ``""`` for a file of one column. By
        default found among comma, semicolon, tab and bar.
    decimal : {".", ","}, optional
        The decimal mark; found by default.
    encoding : str, optional
        The encoding of the text; found by default.
    header : bool, optional
        Whether the first row gives the names; found by default.
    skip_lines : int, default=0
        Lines to leave out at the top.
    drop_bad_rows : bool, default=False
        Leave out rows with another number of cells, instead of raising.
    widths : str, optional
        How many letters each column has, such as "4,3,3", where columns of fixed width touch each other.
    part : int, optional
        Which of several tables of a text or sheet, one below the other, is read, counted from 1; 0 reads tables with
        the same columns, in any order, as one. By default the largest is read, or all that have the same columns, and
        it is asked.
    drop_notes : bool, optional
        Whether lines of text above and below the table are left out; by default they are, and it is asked where they
        could be rows.
    quotes : {"text", "cells"}, optional
        What quotation marks are between which a cell goes on over lines that could be rows: part of the text, or the
        ends of a cell. By default they are text, and it is asked.
    label_column : str or None, default="auto"
        Name of the column (or, in an array file, of the vector) of labels; None for none; "auto" takes a column with
        the name of a label, else a text column in which values repeat. Labels are text as it stands.
    ignore : iterable of str, default=()
        Columns to leave out.
    keep : iterable of str, default=()
        Columns to use although they seem to number the rows.
    missing : {"auto", "drop", "median", "most_frequent", "neighbours", "zero"}, default="auto"
        What to do about missing values: leave the row out, fill in a value of the column, the mean of the five nearest
        rows (:class:`sklearn.impute.KNNImputer` on standardised columns), or 0. "auto" leaves rows out unless these
        are most of them, which is refused.
    missing_values : iterable of str, default=()
        Tokens that mean "no value" beside the usual ones (empty, ``NA``, ``NaN``, ``?``, ``-``, ``inf``, ...). A number
        stands for every way of writing it.
    missing_in : mapping of str to iterable of str, optional
        More of them for single columns, by their names. Codes for missing values in a column that is named here are not
        asked about; an empty list means that it has none. In a column of words that is named here, other words than
        these are answers, ``None`` and ``?`` too.
    one_hot : iterable of str, default=()
        Columns to turn into one 0/1 column per value.
    numbers : mapping of str to str, optional
        What stands between several numbers in the cells of a column, such as ``"/"`` in ``120/80``; a member of
        `rnse_core.tables.several_numbers.SEPARATORS`. Each number becomes a column of its own.
    split : mapping of str to str, optional
        What stands between the answers in the cells of a column, such as ``";"`` in ``R; SPSS``. Each answer becomes
        one 0/1 column.
    ordinal : mapping of str to iterable of str, optional
        Columns of words to read as places on a scale, with the words from low to high.
    ticks : iterable of str, default=()
        Columns of one value or nothing to read as 1 and 0.
    convert : iterable of str, or mapping of str to str, default=()
        Text columns to read as numbers, with the way of reading (see :class:`Suggestion`) or "auto". Cells that cannot
        be read become missing.
    cyclic : mapping of str to float, optional
        Columns whose values begin again after a period, such as 24 for hours or 360 for directions; the sine and the
        cosine of each are features. Of days of the week, months and points of the compass the words are enough.
    fill_down : iterable of str, default=()
        Columns whose empty cells repeat the cell above, as in pivot tables.
    fold_case : iterable of str, default=()
        Columns in which words that differ in case and blanks alone are the same.
    kind : str, default="auto"
        What the table holds: "features", a "similarity", a "distance", or one of these. "correlation" reads a matrix
        of correlations r of variables, which are the points, as the distances sqrt(2 (1 - r)) of the standardised
        variables, and "absolute_correlation" as sqrt(2 (1 - abs(r))), for which the sign says nothing; covariances are
        divided by the standard deviations. "edges" reads a list of edges,
        with two columns of nodes and one of weights, as the similarity of the nodes, "edge_distances" as the distances
        between them, along the shortest paths where not all pairs have an edge; "long" spreads a table with one row for
        each value, so that it has one for each point; "wells" reads plates, with letters in the rows and numbers in the
        columns, as one row for each well; "gower" compares the rows in all columns, of numbers and of words, and gives
        their :func:`rnse_core.affinity.gower_distances`. With "auto" a square symmetric matrix is proposed as a
        similarity or distance.
    symmetrize : bool, default=False
        Replace a similarity or distance A that is not symmetric by (A + A') / 2, instead of raising.
    variable : str, optional
        The array of an ``.npz`` or ``.mat`` file to read.
    sheet : str, optional
        The sheet of an Excel workbook to read; the first visible one with a table by default. "*" reads all visible
        sheets that have the same columns as that one, in any order, as one.
    hidden : bool, optional
        Whether hidden rows and columns of the sheet are read; by default they are, and it is asked.
    transpose : bool, default=False
        Read a file whose columns are the points; of JSON a record of records only.
    drop_totals : bool, optional
        Whether rows that hold totals of the others are left out; by default they are, and it is asked.
    sample_rows : int, optional
        Read only so many rows, chosen at random (the same ones every time).
    limits : Limits, optional
        How large the file may be.
    progress : callable, optional
        Called from time to time with the share of a text file that was read; its result is ignored.

    Returns
    -------
    Table

    Raises
    ------
    TableError
        When the file gives no table, or a keyword does not fit it; with the line and the column, and the options that
        read it all the same.

    Examples
    --------
    >>> table = read_table(b"x,y,species\n1.5,2,a\n2.5,?,b\n3.5,1,a\n")
    >>> table.X.tolist(), table.labels.tolist()
    ([[1.5, 2.0], [3.5, 1.0]], ['a', 'a'])
    >>> [column.role for column in table.columns]
    ['feature', 'feature', 'label']
    """
    limits = limits or Limits()
    request = ColumnRequest(
        label_column=label_column,
        ignore=as_names(ignore),
        keep=as_names(keep),
        missing=missing,
        missing_in={column: as_names(tokens) for column, tokens in (missing_in or {}).items()},
        one_hot=as_names(one_hot),
        numbers={column: str(separator) for column, separator in (numbers or {}).items()},
        split={column: str(separator) for column, separator in (split or {}).items()},
        ordinal={column: tuple(order) for column, order in (ordinal or {}).items()},
        ticks=as_names(ticks),
        convert=as_conversions(convert),
        cyclic=dict(cyclic or {}),
        fill_down=as_names(fill_down),
        fold_case=as_names(fold_case),
        drop_totals=drop_totals,
        kind=kind,
        symmetrize=symmetrize,
        limits=limits,
    )
    _check_choices(request)
    log = Log()
    if isinstance(source, pd.DataFrame):
        data, name, file_format = b"", name or "the table", "frame"
        sha256 = frame_sha256(source)
    else:
        packed, name = load_bytes(source, name, limits)
        data = unpacked(packed, name, limits)
        sha256 = hashlib.sha256(packed).hexdigest()
        file_format = recognise(data, name)
    missing_tokens = MissingInColumns(as_names(missing_values), request.missing_in)
    of_text = {
        "delimiter": delimiter is not None,
        "decimal": decimal is not None,
        "encoding": encoding is not None,
        "header": header is not None,
        "skip_lines": bool(skip_lines),
        "drop_bad_rows": drop_bad_rows,
        "widths": widths is not None,
        "part": part is not None,
        "drop_notes": drop_notes is not None,
        "quotes": quotes is not None,
    }
    of_sheet = {"sheet": sheet is not None, "hidden": hidden is not None}
    unused = {"variable": variable is not None, **of_sheet, "transpose": transpose}
    sheets: tuple[str, ...] = ()
    if file_format in ("text", "xlsx"):
        unused = {"variable": variable is not None}
        if file_format == "xlsx":
            unused |= {one: of_text[one] for one in ("delimiter", "encoding", "widths", "drop_bad_rows", "quotes")}
        else:
            unused |= of_sheet
        refuse_unused(unused, file_format, name)
        origin = TextOrigin()
        if file_format == "xlsx":
            data, sheet, sheets = _reading(
                file_format, name, lambda: read_sheet(data, name, sheet, hidden, limits, log)
            )
            delimiter, encoding = ",", "utf-8"
            # A sheet has neither of them.
            origin = TextOrigin(file_format, sheet or "", delimiter=NO_DELIMITER, encoding="")
        text_options = TextOptions(
            delimiter,
            decimal,
            encoding,
            header,
            skip_lines,
            drop_bad_rows,
            sample_rows,
            transpose,
            widths,
            part,
            drop_notes,
            request.ignore if transpose else (),
            quotes,
            origin,
        )
        load = partial(
            load_text_with_quotes, data, name, text_options, missing_tokens, request.as_text, limits, log, progress
        )
        raw = offering_others(load, sheet, sheets)
        if raw.names_before:
            request = request.without({*raw.names_before} - {column.name for column in raw.columns})
        if widths is None and label_column == AUTO:
            refuse_tight_columns(raw.columns, request.keep)
        if any(parse_number(name) is None for name in filter(None, raw.header)):
            raw = without_repeated_headers(raw, missing_tokens, log)
        if file_format == "xlsx":
            raw.choices = replace(raw.choices, sheets=sheets)
    elif file_format in ARRAYS:
        refuse_unused({**of_text, **of_sheet}, file_format, name)
        pairs = PairsRequest(kind, symmetrize)
        array_options = ArrayOptions(variable, label_column, transpose, sample_rows, pairs, request.ignore)
        raw = load_array(data, file_format, name, array_options, missing_tokens, limits, log)
        if raw.choices.header:  # an array with fields, which are read as those of a frame
            file_format = "frame"
    else:
        if file_format == "json":
            del unused["transpose"]
        if file_format == "jsonl":
            del of_text["drop_bad_rows"]
        refuse_unused({**of_text, **unused}, file_format, name)
        ignored = request.ignore
        rows = sample_rows, transpose, drop_bad_rows
        raw = _load_frame(source, data, file_format, name, *rows, missing_tokens, ignored, limits, log)
    raw, request = reshaped(raw, request, name, file_format, missing_tokens, limits, log)
    left = {column.name for column in raw.columns} - {*request.ignore}
    thousands = {one: ConversionKind.THOUSANDS.value for one in raw.thousands if one in left}
    request = replace(request, convert={**thousands, **request.convert})
    table = offering_others(lambda: settle(raw, request, missing_tokens, log), sheet, sheets)
    refuse_unused({"symmetrize": symmetrize and table.kind == "features"}, table.kind, name)
    return replace(table, name=name, sha256=sha256)


def _check_choices(request: ColumnRequest) -> None:
    for keyword, value, choices in (
        ("missing", request.missing, ("auto", *POLICIES)),
        ("kind", request.kind, ("auto", *READ_AS)),
    ):
        if value not in choices:
            raise TableError(Problem.UNKNOWN_CHOICE, keyword=keyword, value=value, choices=choices)


def _load_frame(
    source: Source,
    data: bytes,
    file_format: str,
    name: str,
    sample_rows: int | None,
    transpose: bool,
    drop_bad_rows: bool,
    missing: MissingInColumns,
    ignore: Collection[str],
    limits: Limits,
    log: Log,
) -> RawTable:
    """Read a DataFrame, or a file that another library reads."""
    if file_format == "arff":
        names, cells, categories = read_arff(data, name, limits, sample_rows, log)
        return load_columns(names, cells, categories, file_format, name, sample_rows, missing, log)
    readers: dict[str, Callable[..., pd.DataFrame]] = {
        "parquet": read_parquet,
        "feather": read_feather,
        "arrow": read_arrow,
        "json": partial(read_json, transpose=transpose, log=log),
        "svmlight": read_svmlight,
    }
    sample = None
    if isinstance(source, pd.DataFrame):
        frame = source
    elif file_format == "jsonl":
        frame, sample = _reading(
            file_format,
            name,
            lambda: read_json_lines(data, name, limits, sample_rows, drop_bad_rows=drop_bad_rows, log=log),
        )
    else:
        frame = _reading(file_format, name, lambda: readers[file_format](data, name, limits, sample_rows))
    return load_frame(frame, file_format, name, sample_rows, missing, ignore, limits, log, sample)


def _reading(file_format: str, name: str, read: Callable[[], Any]) -> Any:
    """Run the reader of another library; raise TableError for what it raises on damaged bytes."""
    try:
        return read()
    except TableError:
        raise
    except Exception as error:
        raise TableError(Problem.DAMAGED_FILE, file=name, value=file_format) from error
