"""What reading a table gives: the matrix, the labels, the columns and the settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, issparse

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.notes import Note
from rnse_core.tables.questions import Question
from rnse_core.tables.role_reasons import RoleReason

FloatArray = npt.NDArray[np.float64]
Kind = Literal["features", "similarity", "distance"]
ColumnType = Literal["number", "boolean", "date", "text", "empty"]
Role = Literal["feature", "label", "ignored"]


@dataclass(frozen=True)
class Limits:
    """How large a file may be; checked before memory is taken.

    Parameters
    ----------
    max_bytes : int, default=500_000_000
        Size of the file, and of anything packed in it once unpacked.
    max_rows : int, default=1_000_000
        Rows kept in the table.
    max_columns : int, default=50_000
        Columns of the file.
    max_cells : int, default=50_000_000
        Rows times columns; each cell takes 8 bytes in the result.
    max_levels : int, default=20
        Most values that a text column may have to be used as 0/1 columns.
    """

    max_bytes: int = 500_000_000
    max_rows: int = 1_000_000
    max_columns: int = 50_000
    max_cells: int = 50_000_000
    max_levels: int = 20

    def most_rows(self, n_columns: int) -> int:
        """Return how many rows a table of so many columns may have."""
        return min(self.max_rows, self.max_cells // max(n_columns, 1))


@dataclass(frozen=True)
class Suggestion:
    """A way to read a text column as numbers.

    Parameters
    ----------
    kind : ConversionKind
        How the cells are read.
    example : tuple of (str, float)
        A token of the column, and the number it becomes.
    n_converted, n_failing : int
        Cells that become numbers, and cells that would become missing.
    failing : tuple of (str, int)
        The commonest failing tokens, with the number of cells of each.
    first_failing : str, default=""
        The first failing token of the column.
    first_line : int, optional
        The line of the file that it is on; None where no cell fails or the column was not offered for conversion.
    dropped : tuple of (str, int), default=()
        Two or more marks behind numbers that are dropped and could be signs, with the number of cells of each.
    """

    kind: ConversionKind
    example: tuple[str, float]
    n_converted: int
    n_failing: int
    failing: tuple[tuple[str, int], ...]
    first_failing: str = ""
    first_line: int | None = None
    dropped: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class MissingCodes:
    """The values of a column that look like codes for "no value", such as 999 or -9.

    Parameters
    ----------
    values : tuple of float
        In rising order.
    n_cells : int
        How many cells hold one of them.
    far : bool, default=True
        Whether they lie far outside the other values; else they lie apart from these.
    often : bool, default=True
        Whether those that do not lie far outside occur more often than any other value.
    """

    values: tuple[float, ...]
    n_cells: int
    far: bool = True
    often: bool = True

    @property
    def tokens(self) -> tuple[str, ...]:
        """The values as text that reads as the same numbers."""
        return tuple(repr(value).removesuffix(".0") for value in self.values)


@dataclass(frozen=True)
class Column:
    """One column of the file, as a user interface lists it.

    Parameters
    ----------
    name : str
        Its name, unique in the table.
    position : int
        Its place in the file, counted from 1.
    type : {"number", "boolean", "date", "text", "empty"}
        What its cells are.
    role : {"feature", "label", "ignored"}
        What it is used for. A text column used as 0/1 columns is a feature.
    reason : RoleReason, optional
        Why it has its role, or is used in another form than it has in the file; None for a plain feature. Of a
        converted column the suggestion says how. :func:`rnse_core.tables.role_reason_text` words it.
    n_missing : int
        Missing cells (in the label column: rows without a label).
    n_distinct : int
        Different values, missing cells apart; of numbers 10,000 where there are as many or more.
    missing_tokens : dict of str to int
        How often each way of writing "missing" occurs; ``""`` is an empty cell.
    examples : tuple of str
        A few of its values.
    suggestion : Suggestion, optional
        How it could be read as numbers.
    words : tuple of str, default=()
        All values of a column of text that has at most 50.
    """

    name: str
    position: int
    type: ColumnType
    role: Role
    reason: RoleReason | None = None
    n_missing: int = 0
    n_distinct: int = 0
    missing_tokens: Mapping[str, int] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    suggestion: Suggestion | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choices:
    """The settings a table was read with, given or found.

    Parameters
    ----------
    format : {"text", "xlsx", "npy", "npz", "mat", "mtx", "json", ...}
        What the file is.
    encoding, delimiter, decimal : str
        Of a text file; empty otherwise, but for the decimal mark of a workbook. The delimiter of a file of one column
        is ``""``, and ``" "`` stands for any run of spaces.
    header : bool
        Whether the first row gives the names.
    skip_lines : int
        Lines left out at the top of the file.
    variable : str
        The array taken from an ``.npz`` or ``.mat`` file, or the sheet of a workbook.
    sheets : tuple of str
        All sheets of a workbook.
    label_column : str or None
        The column of labels.
    missing : str
        What was done with missing values; "auto" where they are left out of the comparison of two rows.
    compared_by : str
        "gower" where the rows were compared by Gower's distance; else empty.
    form : str
        The kind of the note that names the form of a text which is no plain list of cells, such as "ruled_table"; else
        empty. The delimiter is then that of the file, or empty.
    given : tuple of str
        Which of these the caller asked for; the others were found.
    """

    format: str
    encoding: str = ""
    delimiter: str = ""
    decimal: str = ""
    header: bool = False
    skip_lines: int = 0
    variable: str = ""
    sheets: tuple[str, ...] = ()
    label_column: str | None = None
    missing: str = "drop"
    compared_by: str = ""
    form: str = ""
    given: tuple[str, ...] = ()


class Original(Protocol):
    """The file as it was, for exports that show the user's own columns again."""

    @property
    def header(self) -> list[str]:
        """Unique names of the columns."""

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each data row (from 1) and its cells as text."""


@dataclass(frozen=True, eq=False)
class Table:
    """A user's file as numbers, with every decision on the way.

    Parameters
    ----------
    X : ndarray or csr_array of shape (n_rows, n_features)
        C-contiguous float64, all finite. With ``kind`` other than "features" a symmetric square matrix; a similarity
        of more than 2,000 points of which few pairs are similar is a csr_array without stored zeros.
    feature_names : list of str
        Names of the columns of `X`; of a sparse matrix the names of the points.
    labels : ndarray of shape (n_rows,) of str, or None
        The label column as text, ``""`` where a row has no label.
    label_name : str or None
        Name of that column.
    report : list of Note
        Every decision; :func:`rnse_core.tables.note_sentence` words it.
    row_numbers : ndarray of shape (n_rows,) of int
        For each row of `X` its number among the data rows of the file, counted from 1 (the header, blank lines
        and skipped lines are not counted).
    columns : list of Column
        Every column of the file and what became of it; empty where `X` is sparse.
    choices : Choices
        The settings used.
    kind : {"features", "similarity", "distance"}
        What `X` is. For a square symmetric matrix it is a proposal, and a question goes with it.
    questions : list of Question
        What the file leaves open.
    name : str
        Name of the file.
    sha256 : str
        SHA-256 of its bytes, a key for caches.
    n_rows_read : int
        Data rows in the file.
    original : Original
        The file's own cells.
    """

    X: FloatArray | csr_array
    feature_names: list[str]
    labels: npt.NDArray[np.object_] | None
    label_name: str | None
    report: list[Note]
    row_numbers: npt.NDArray[np.int64]
    columns: list[Column]
    choices: Choices
    kind: Kind
    questions: list[Question]
    name: str
    sha256: str
    n_rows_read: int
    original: Original = field(repr=False)

    @property
    def n_rows(self) -> int:
        """Number of rows of `X`."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of columns of `X`."""
        return int(self.X.shape[1])

    @property
    def is_sparse(self) -> bool:
        """Whether `X` is a sparse similarity."""
        return bool(issparse(self.X))

    @property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Mask of shape (n_rows,) of the rows that have a label; scores are computed on these only."""
        if self.labels is None:
            return np.zeros(self.n_rows, dtype=bool)
        return self.labels != ""

    def describe(self) -> dict[str, Any]:
        """Return how the table was read and what each column was used for, as JSON can hold it."""
        roles: dict[str, list[str]] = {"feature": [], "label": [], "ignored": []}
        for column in self.columns:
            roles[column.role].append(column.name)
        return {**asdict(self.choices), "kind": self.kind, "columns": roles}

    def head(self, n_rows: int = 10) -> tuple[list[str], list[list[str]]]:
        """Return the names and the first data rows of the file, as text, for a preview."""
        rows: list[list[str]] = []
        for _, cells in self.original.records():
            if len(rows) == n_rows:
                break
            rows.append(cells)
        return self.original.header, rows
