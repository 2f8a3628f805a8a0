"""Sparse matrices of files that stay sparse: similarities of many points, few pairs of which are similar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array

from rnse_core._base.rounding import ROUNDING
from rnse_core.tables.edge_matrix import MOST_DENSE_NODES, is_better_sparse, with_short_indices
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.variables import Variable

_SYMMETRIZE = Option(OptionKind.SYMMETRIZE, {"symmetrize": True})


@dataclass(frozen=True)
class PairsRequest:
    """What the user asked for about a matrix over pairs."""

    kind: str = "auto"
    symmetrize: bool = False


def may_stay_sparse(variable: Variable) -> bool:
    """Return whether a stored matrix is sparse, square, and larger than what is read as an array of all pairs."""
    shape = variable.shape
    return variable.is_sparse and len(shape) == 2 and shape[0] == shape[1] > MOST_DENSE_NODES


def sparse_similarity(loaded: Any, request: PairsRequest, limits: Limits, log: Log) -> csr_array | None:
    """Return a sparse matrix as the similarity of its points; None where it is to be read as an array.

    Parameters
    ----------
    loaded : sparse matrix of shape (n_points, n_points)
    request : PairsRequest
    limits : Limits
        An array of so many entries may be read instead.
    log : Log
        Takes the question, and the note about differences of rounding.

    Returns
    -------
    csr_array or None
        Symmetric, with indices of 32 bits and without stored zeros.

    Raises
    ------
    TableError
        When it is no similarity and too large for an array; the entry is named.
    """
    A = csr_array(coo_array(loaded), dtype=np.float64)
    A.sum_duplicates()
    A.eliminate_zeros()
    n_points = A.shape[0]
    fits = n_points <= limits.most_rows(n_points)
    if request.kind not in ("auto", "similarity") or not is_better_sparse(n_points, A.nnz):
        if not fits:
            raise _too_many(n_points, "distance" if request.kind == "distance" else "similarity", limits)
        return None
    difference = csr_array(abs(A - A.T))
    off = float(difference.max()) if difference.nnz else 0.0
    entries = difference.tocoo()
    largest = float(abs(A).max()) if A.nnz else 0.0
    wrong: TableError | None = None
    if not np.isfinite(A.data).all() or A.data.min(initial=0.0) < 0:
        stored = A.tocoo()
        at = int(np.argmax(~(stored.data >= 0) | np.isinf(stored.data)))
        problem = Problem.NEGATIVE_ENTRY if stored.data[at] < 0 else Problem.MISSING_ENTRY
        wrong = _entry(problem, stored, at)
    elif off > ROUNDING * largest and not request.symmetrize:
        at = int(entries.data.argmax())
        i, j = int(entries.coords[0][at]), int(entries.coords[1][at])
        wrong = TableError(
            Problem.NOT_SYMMETRIC,
            column=f"column {j + 1}",
            matrix="similarity",
            value=float(A[i, j]),
            bound=float(A[j, i]),
            places=(i + 1, j + 1),
            options=(_SYMMETRIZE,),
        )
    if wrong is not None:
        if fits and request.kind == "auto":
            return None
        raise wrong
    if off > ROUNDING * largest:
        log.note(NoteKind.SYMMETRIZED, values=[off])
    elif off:
        log.note(NoteKind.ROUNDING_EVENED, values=[off])
    if fits and request.kind == "auto":
        kinds = ("similarity", "features")
        options = tuple(Option(OptionKind.READ_AS, {"kind": kind}) for kind in kinds)
        log.ask(Question(QuestionKind.SYMMETRIC_MATRIX, options))
    return with_short_indices(csr_array(0.5 * (A + A.T)) if off else A)


def _entry(problem: Problem, stored: coo_array, at: int) -> TableError:
    i, j = int(stored.coords[0][at]), int(stored.coords[1][at])
    return TableError(
        problem, column=f"column {j + 1}", matrix="similarity", value=float(stored.data[at]), places=(i + 1, j + 1)
    )


def _too_many(n_points: int, matrix: str, limits: Limits) -> TableError:
    bound = int(limits.max_cells**0.5)
    return TableError(Problem.TOO_MANY_NODES, matrix=matrix, value=n_points, bound=bound)
