"""Square symmetric matrices: similarities or distances between the rows rather than features."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rnse_core._base.rounding import has_zero_diagonal, tolerance
from rnse_core.tables.correlations import (
    CORRELATIONS,
    are_correlations,
    as_distances,
    completed,
    have_unit_diagonal,
    no_correlations,
    signed_half,
)
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import CORRELATION, NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.marked_diagonal import has_open_diagonal, note_diagonal, with_diagonal
from rnse_core.tables.model import FloatArray, Kind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn
from rnse_core.tables.rounding import asymmetry, filled_triangle, mirror, round_to_zero

KINDS: tuple[Kind, ...] = ("features", "similarity", "distance")
# Share of zeros off the diagonal above which a zero diagonal does not speak for distances.
_SPARSE = 0.05
_FEWEST = 3
_AS_FEATURES = Option(OptionKind.READ_AS, {"kind": "features"})


def propose_kind(A: FloatArray, log: Log) -> str:
    """Return what a table of numbers may be; a square symmetric one raises a question.

    Correlations are read as features, and where the rows have gaps, as those of half a matrix, as distances.

    Parameters
    ----------
    A : ndarray of shape (n_rows, n_columns)
        All numeric columns.
    log : Log
        Takes the question.

    Returns
    -------
    {"features", "similarity", "distance", "correlation"}
    """
    question = QuestionKind.SYMMETRIC_MATRIX
    signed = bool(np.nanmin(A, initial=0.0) < 0)
    triangle = filled_triangle(A, signed=signed)
    has_gaps = bool(triangle) or has_open_diagonal(A)
    if triangle:
        question = QuestionKind.TRIANGLE
    if has_gaps and signed:
        A = completed(A)
    elif has_gaps:
        A = mirror(A, "distance") if triangle else with_diagonal(A, "distance")
    if A.shape[0] != A.shape[1] or A.shape[0] < _FEWEST or not np.isfinite(A).all():
        return "features"
    if asymmetry(A) > tolerance(A):
        if signed_half(A):
            _ask(QuestionKind.ASYMMETRIC_MATRIX, ("features", *CORRELATIONS), log)
        _ask_about_asymmetric(A, log)
        return "features"
    if A.min() < -tolerance(A):
        place = _place(np.argmin(A), A)
        of_correlations = are_correlations(A)
        if has_gaps and of_correlations:
            _ask(question, (*CORRELATIONS, "features"), log)
            return CORRELATION
        log.note(NoteKind.NEGATIVE_ENTRY, places=[i + 1 for i in place], values=[float(A[place])])
        if of_correlations:
            _ask(question, ("features", *CORRELATIONS), log)
        return "features"
    # Only identical points have distance zero; many zeros off a zero diagonal are rather the missing edges of a graph.
    off_zeros = np.count_nonzero(A == 0) - np.count_nonzero(np.diagonal(A) == 0)
    zero_diagonal = has_zero_diagonal(A)
    kind: Kind = "distance" if zero_diagonal and off_zeros <= _SPARSE * A.size else "similarity"
    kinds = sorted(KINDS, key=lambda other: other != kind)  # what was done first
    _ask(question, [other for other in kinds if other != "distance" or zero_diagonal], log)
    return kind


def _ask(question: QuestionKind, kinds: Sequence[str], log: Log) -> None:
    log.ask(Question(question, tuple(Option(OptionKind.READ_AS, {"kind": kind}) for kind in kinds)))


def _ask_about_asymmetric(A: FloatArray, log: Log) -> None:
    diagonal = np.diagonal(A)
    if A.min() < 0 or diagonal.min() != diagonal.max() or diagonal[0] not in (0.0, A.max()):
        return
    kinds = ("similarity", "distance") if has_zero_diagonal(A) else ("similarity",)
    options = (
        _AS_FEATURES,
        *(Option(OptionKind.READ_AS, {"kind": kind, "symmetrize": True}) for kind in kinds),
    )
    log.ask(Question(QuestionKind.ASYMMETRIC_MATRIX, options))


def check_matrix(A: FloatArray, kind: str, names: list[str], symmetrize: bool, log: Log) -> FloatArray:
    """Return a similarity or distance matrix that is exactly symmetric.

    Raises
    ------
    TableError
        When the matrix is not square, has missing or negative entries, is not symmetric, or is a distance with a
        diagonal that is not zero; the entry is named.
    """
    _refuse_rectangle(A, kind)
    triangle = filled_triangle(A)
    if triangle:
        A = mirror(A, kind)
        log.note(NoteKind.MIRRORED, values=[triangle])
    elif len(A) >= _FEWEST and has_open_diagonal(A):
        A = with_diagonal(A, kind)
        note_diagonal(A, log)
    A = round_to_zero(A, kind, log)
    _refuse(Problem.MISSING_ENTRY, ~np.isfinite(A), A, kind, names)
    _refuse(Problem.NEGATIVE_ENTRY, A < 0, A, kind, names)
    if kind == "distance":
        _refuse(Problem.NONZERO_DIAGONAL, (A != 0) & np.eye(len(A), dtype=bool), A, kind, names)
    return _symmetric(A, kind, names, symmetrize, log)


def distances_of_correlations(A: FloatArray, kind: str, names: list[str], symmetrize: bool, log: Log) -> FloatArray:
    """Return the distances of variables whose correlations or covariances are given; see `as_distances`.

    Raises
    ------
    TableError
        When the matrix is not square, has missing entries or such as no correlations are, or is not symmetric; the
        entry is named.
    """
    _refuse_rectangle(A, CORRELATION)
    triangle = filled_triangle(A, signed=True) or signed_half(A)
    open_diagonal = not triangle and has_open_diagonal(A)
    A = completed(A)
    if triangle:
        log.note(NoteKind.MIRRORED, values=[triangle])
    elif open_diagonal:
        note_diagonal(A, log)
    _refuse(Problem.MISSING_ENTRY, ~np.isfinite(A), A, CORRELATION, names)
    _refuse(Problem.NO_CORRELATION, no_correlations(A), A, CORRELATION, names)
    A = _symmetric(A, CORRELATION, names, symmetrize, log)
    log.note(NoteKind.CORRELATIONS, values=[kind, have_unit_diagonal(A)])
    return as_distances(A, kind)


def _refuse_rectangle(A: FloatArray, kind: str) -> None:
    if A.shape[0] != A.shape[1]:
        raise TableError(Problem.NOT_SQUARE, matrix=kind, shape=A.shape, options=(_AS_FEATURES,))


def _symmetric(A: FloatArray, kind: str, names: list[str], symmetrize: bool, log: Log) -> FloatArray:
    difference = asymmetry(A)
    if difference > tolerance(A):
        if not symmetrize:
            _refuse_asymmetric(A, kind, names)
        log.note(NoteKind.SYMMETRIZED, values=[difference])
    elif difference:
        log.note(NoteKind.ROUNDING_EVENED, values=[difference])
    return np.ascontiguousarray(A if difference == 0 else A / 2 + A.T / 2)


def refuse_shifted(names: list[str], row_names: list[RawColumn]) -> None:
    """Raise TableError for a triangle printed without its diagonal.

    It begins with the second row, or ends before the last one, as R prints distances. The rows and the columns are then
    not the same points, though there are as many.

    Parameters
    ----------
    names : list of str
        Of the columns.
    row_names : list of RawColumn
        The column of the names of the rows, where the file has one.

    Raises
    ------
    TableError
    """
    for column in row_names:
        rows = [cell.strip() for cell in column.text()]
        if len(rows) >= _FEWEST and rows != names and (rows[:-1] == names[1:] or rows[1:] == names[:-1]):
            raise TableError(Problem.SHIFTED_TRIANGLE, choices=(rows[0], names[0]), options=(_AS_FEATURES,))


def refuse_without_a_row(
    columns: Sequence[RawColumn], used: Sequence[RawColumn], row_numbers: npt.NDArray[np.int64]
) -> None:
    """Raise TableError for a triangle without its diagonal and without names of rows, one row of which is empty.

    The empty row, the first one or the last, was left out, so that the numbers seem to be a smaller triangle.

    Parameters
    ----------
    columns : sequence of RawColumn
        All columns of the file.
    used : sequence of RawColumn
        Those of numbers; one of the others is empty.
    row_numbers : ndarray of shape (n_rows,) of int
        Numbers of the rows in the file.

    Raises
    ------
    TableError
    """
    n_rows = len(row_numbers)
    if not _FEWEST <= n_rows == len(used) == len(columns) - 1:
        return
    numbers = set(map(id, used))
    place = next(j for j, column in enumerate(columns) if id(column) not in numbers)
    is_lower = place == n_rows and row_numbers[0] == 2
    if not is_lower and not (place == 0 and row_numbers[0] == 1):
        return
    values = [column.values for column in used if column.values is not None]
    if not values:
        return
    A = np.column_stack(values)
    if any(token.strip() for token in columns[place].counts) or not filled_triangle(A):
        return
    first = ("2", columns[0].name) if is_lower else ("1", columns[1].name)
    raise TableError(Problem.SHIFTED_TRIANGLE, choices=first, options=(_AS_FEATURES,))


def _place(index: np.intp, A: FloatArray) -> tuple[int, int]:
    """Return the row and the column, from 0, of an entry of the flattened matrix."""
    return divmod(int(index), A.shape[1])


def _refuse(problem: Problem, wrong: npt.NDArray[np.bool_], A: FloatArray, kind: str, names: list[str]) -> None:
    """Raise TableError about the first wrong entry, if there is one."""
    if wrong.any():
        i, j = _place(np.argmax(wrong), A)
        raise TableError(
            problem,
            column=names[j],
            matrix=kind,
            value=float(A[i, j]),
            count=int(wrong.sum()) - 1,
            places=(i + 1, j + 1),
            options=(_AS_FEATURES,),
        )


def _refuse_asymmetric(A: FloatArray, kind: str, names: list[str]) -> None:
    i, j = _place(np.argmax(np.abs(A - A.T)), A)
    raise TableError(
        Problem.NOT_SYMMETRIC,
        column=names[j],
        matrix=kind,
        value=float(A[i, j]),
        bound=float(A[j, i]),
        places=(i + 1, j + 1),
        options=(Option(OptionKind.SYMMETRIZE, {"symmetrize": True}), _AS_FEATURES),
    )
