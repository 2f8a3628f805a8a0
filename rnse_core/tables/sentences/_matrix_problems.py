"""Sentences of what is wrong with a matrix."""

from __future__ import annotations

from rnse_core.tables.problems import ProblemFields
from rnse_core.wording import counted


def entry(problem: ProblemFields, what: str, advice: str) -> str:
    """Say what is wrong with an entry of a matrix, and what to do."""
    row, column = problem.places
    more = f" ({problem.count:,} more like it)" if problem.count else ""
    return (
        f"The entry in row {row}, column {column} of the {problem.matrix} matrix, {problem.value:.6g}, {what}{more}; "
        f"{advice}, or read the table as features."
    )


def not_square(problem: ProblemFields) -> str:
    """Say the shape of what should be a matrix."""
    n_rows, n_columns = problem.shape
    return (
        f"A {problem.matrix} matrix is square, but the table has {counted(n_rows, 'row')} and "
        f"{counted(n_columns, 'column')} of numbers."
    )


def not_symmetric(problem: ProblemFields) -> str:
    """Name two entries that should be the same."""
    row, column = problem.places
    one, mirrored = f"{problem.value:.6g}", f"{problem.bound:.6g}"
    if one == mirrored:
        one, mirrored = repr(problem.value), repr(problem.bound)
    return (
        f"The {problem.matrix} matrix is not symmetric: row {row}, column {column} is {one}, but row "
        f"{column}, column {row} is {mirrored}; correct it, or take the mean (A + A') / 2."
    )
