"""Square symmetric matrices: similarities or distances between the rows rather than features."""

from __future__ import annotations

import numpy as np

from rnse_core.tables.columns import Log
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.model import FloatArray, Kind, Question
from rnse_core.wording import counted

_ROUNDING = 1e-10  # relative; what printing and adding up leave behind
_SPARSE = 0.05
_FEWEST = 3
_TEXTS: dict[str, str] = {
    "features": "Features: each row is a point, each column a measurement",
    "similarity": "A similarity: the larger the number, the closer the two points",
    "distance": "A distance: the smaller the number, the closer the two points",
}


def propose_kind(A: FloatArray, log: Log) -> Kind:
    """Say what a table of numbers may be; a square symmetric one raises a question.

    Parameters
    ----------
    A : ndarray of shape (n_rows, n_columns)
        All numeric columns.
    log : Log
        Takes the question.

    Returns
    -------
    {"features", "similarity", "distance"}
    """
    if A.shape[0] != A.shape[1] or A.shape[0] < _FEWEST or not np.isfinite(A).all():
        return "features"
    diagonal = np.diagonal(A)
    if asymmetry(A) > _tolerance(A):
        _ask_about_asymmetric(A, diagonal, log)
        return "features"
    if A.min() < 0:
        i, j = np.unravel_index(np.argmin(A), A.shape)
        log.say(
            f"The table is square and symmetric, but its entry in row {i + 1}, column {j + 1} is negative "
            f"({A[i, j]:.6g}), so it is neither a similarity nor a distance; it was read as features."
        )
        return "features"
    # Only duplicates are at distance zero, so many zeros off a zero diagonal speak for the edges of a graph.
    off_zeros = np.count_nonzero(A == 0) - np.count_nonzero(diagonal == 0)
    is_distance = not diagonal.any() and off_zeros <= _SPARSE * A.size
    kind: Kind = "distance" if is_distance else "similarity"
    log.questions.append(_question(kind))
    return kind


def _ask_about_asymmetric(A: FloatArray, diagonal: FloatArray, log: Log) -> None:
    if A.min() < 0 or diagonal.min() != diagonal.max() or diagonal[0] not in (0.0, A.max()):
        return
    mean = "symmetrize"
    options = (
        Option(_TEXTS["features"], {"kind": "features"}),
        Option(_TEXTS["similarity"] + ", averaged as (A + A') / 2", {"kind": "similarity", mean: True}),
        Option(_TEXTS["distance"] + ", averaged as (A + A') / 2", {"kind": "distance", mean: True}),
    )
    log.questions.append(Question("kind", "The table is square but not symmetric; what is it?", options))


def _question(kind: Kind) -> Question:
    order = [kind, *(other for other in _TEXTS if other != kind)]
    options = tuple(Option(_TEXTS[other], {"kind": other}) for other in order)
    return Question("kind", "The table is a square symmetric matrix; what is it?", options)


def check_matrix(A: FloatArray, kind: str, names: list[str], symmetrize: bool, log: Log) -> FloatArray:
    """Return a similarity or distance matrix that is symmetric to the last bit.

    Raises
    ------
    TableError
        When the matrix is not square, has missing or negative entries, is not symmetric, or is a distance with a
        diagonal that is not zero; the entry is named.
    """
    if A.shape[0] != A.shape[1]:
        raise TableError(
            f"A {kind} matrix is square, but the table has "
            f"{counted(A.shape[0], 'row')} and {counted(A.shape[1], 'column')} of numbers."
        )
    _refuse(~np.isfinite(A), A, kind, names, "is missing", "fill it in")
    _refuse(A < 0, A, kind, names, "is negative", "use values of zero or more")
    if kind == "distance":
        off = ~np.eye(len(A), dtype=bool)
        _refuse((A != 0) & ~off, A, kind, names, "is not zero, though it is a point's distance to itself", "correct it")
    difference = asymmetry(A)
    if difference > _tolerance(A):
        if not symmetrize:
            _refuse_asymmetric(A, kind, names)
        log.say(f"The matrix was made symmetric as (A + A') / 2; entries differed by up to {difference:.3g}.")
    elif difference:
        log.say(f"The matrix was made exactly symmetric; rounding had left differences of up to {difference:.1g}.")
    return np.ascontiguousarray(A if difference == 0 else A / 2 + A.T / 2)


def asymmetry(A: FloatArray) -> float:
    """Return the largest difference between an entry and its mirror image."""
    with np.errstate(over="ignore"):  # huge entries of opposite sign: infinitely asymmetric
        return float(np.abs(A - A.T).max(initial=0.0))


def _tolerance(A: FloatArray) -> float:
    return _ROUNDING * float(np.abs(A).max(initial=0.0))


def _refuse(wrong: np.ndarray, A: FloatArray, kind: str, names: list[str], what: str, advice: str) -> None:
    if wrong.any():
        i, j = (int(place) for place in np.unravel_index(np.argmax(wrong), A.shape))
        more = int(wrong.sum()) - 1
        tail = f" ({more:,} more like it)" if more else ""
        raise TableError(
            f"The entry in row {i + 1}, column {j + 1} of the {kind} matrix, {A[i, j]:.6g}, {what}{tail}; {advice}, "
            "or read the table as features.",
            column=names[j],
            options=(Option(_TEXTS["features"], {"kind": "features"}),),
        )


def _refuse_asymmetric(A: FloatArray, kind: str, names: list[str]) -> None:
    i, j = (int(place) for place in np.unravel_index(np.argmax(np.abs(A - A.T)), A.shape))
    raise TableError(
        f"The {kind} matrix is not symmetric: row {i + 1}, column {j + 1} is {A[i, j]:.6g}, "
        f"but row {j + 1}, column {i + 1} is {A[j, i]:.6g}; correct it, or take the mean (A + A') / 2.",
        column=names[j],
        options=(
            Option("Take the mean, (A + A') / 2", {"symmetrize": True}),
            Option(_TEXTS["features"], {"kind": "features"}),
        ),
    )
