"""Parameters and data that cannot be used, or give a result of little use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from rnse_core.exceptions._fields import WithFields


class Reason(StrEnum):
    """What is wrong with a parameter, or with a matrix or a list of labels."""

    NOT_A_NUMBER = auto()
    NOT_A_WHOLE_NUMBER = auto()
    NOT_FINITE = auto()
    TOO_SMALL = auto()
    TOO_LARGE = auto()
    TOO_LARGE_FOR_MACHINE = auto()
    UNKNOWN_CHOICE = auto()
    WRONG_TYPE = auto()
    EMPTY = auto()
    REPEATED = auto()
    MISSING = auto()
    INCOMPATIBLE = auto()
    SPARSE = auto()
    MORE_CLUSTERS_THAN_SAMPLES = auto()
    MORE_CLUSTERS_THAN_DISTINCT_ROWS = auto()
    WRONG_SHAPE = auto()
    NOT_SQUARE = auto()
    NOT_SYMMETRIC = auto()
    NEGATIVE_ENTRY = auto()
    NONZERO_DIAGONAL = auto()
    LENGTHS_DIFFER = auto()
    LOOKS_LIKE_DISTANCES = auto()
    ROUNDED = auto()
    ALL_PAIRS_ALIKE = auto()
    NOT_TICKS = auto()
    NOTHING_TO_COMPARE = auto()


_OF_PARAMETERS = {
    Reason.NOT_A_NUMBER: "{0.parameter} must be a number, got {0.value!r}.",
    Reason.NOT_A_WHOLE_NUMBER: "{0.parameter} must be a whole number, got {0.value!r}.",
    Reason.NOT_FINITE: "{0.parameter} must be finite, got {0.value}.",
    Reason.TOO_SMALL: "{0.parameter} must be {least} {0.bound:,}, got {0.value:,}.",
    Reason.TOO_LARGE: "{0.parameter} must be at most {0.bound:,}, got {0.value:,}.",
    Reason.TOO_LARGE_FOR_MACHINE: "{0.parameter} must be at most {0.bound:,} on this machine, got {0.value:,}.",
    Reason.UNKNOWN_CHOICE: "{0.parameter} must be one of {choices}; got {0.value!r}.",
    Reason.EMPTY: "{0.parameter} must name at least one.",
    Reason.REPEATED: "{0.parameter} lists {0.value!r} twice.",
    Reason.MORE_CLUSTERS_THAN_SAMPLES: (
        "{0.parameter}={0.value} is more than the number of samples, n_samples={0.bound}."
    ),
    Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS: (
        "{0.parameter}={0.value} is more than the number of distinct rows in X, which is {0.bound}: identical points "
        "always share a cluster. Ask for fewer clusters."
    ),
}


@dataclass(eq=False)
class _Parameter(WithFields):
    parameter: str
    value: Any
    reason: Reason
    bound: Any = None
    choices: tuple[str, ...] = ()
    strict: bool = False

    def _sentence(self) -> str:
        least = "greater than" if self.strict else "at least"
        return _OF_PARAMETERS[self.reason].format(self, least=least, choices=", ".join(self.choices))


@dataclass(eq=False)
class ParameterError(_Parameter, ValueError):
    """A parameter with a value that cannot be used.

    Parameters
    ----------
    parameter : str
        Its name in the signature.
    value : object
        What was given; of an array its shape.
    reason : Reason
    bound : object, default=None
        The limit that the value breaks, or the shape that it should have.
    choices : tuple of str, default=()
        What may be given instead.
    strict : bool, default=False
        Whether the bound itself is excluded.
    message : str, default=""
        Sentence in place of the one made from the fields.
    """


@dataclass(eq=False)
class ParameterTypeError(_Parameter, TypeError):
    """A parameter with a value of another type than it takes; the fields are those of :class:`ParameterError`."""


@dataclass(eq=False)
class ParameterWarning(_Parameter, UserWarning):
    """A parameter that was replaced by its bound, or makes a result useless; fields as of :class:`ParameterError`."""


@dataclass(eq=False)
class ScaleError(WithFields, ValueError):
    """Weights and affinities of sizes that leave no digits to compute with.

    Parameters
    ----------
    alpha, beta : float
    largest_affinity : float or None
        None where it is not known yet.
    bound : float
        What they, and their quotients by alpha, have to stay below.
    """

    alpha: float
    beta: float
    largest_affinity: float | None
    bound: float

    def _sentence(self) -> str:
        sizes, bounded = f"alpha={self.alpha:g} and beta={self.beta:g}", "alpha, beta and beta / alpha"
        if self.largest_affinity is not None:
            sizes = f"alpha={self.alpha:g}, beta={self.beta:g} and a largest affinity of {self.largest_affinity:g}"
            bounded = "alpha, beta, the affinity, affinity / alpha and beta / alpha"
        return f"{sizes} are too far apart to compute with: {bounded} must all stay below {self.bound:.0e}."


_OF_INPUT = {
    Reason.NOT_FINITE: "{noun} must hold finite numbers.",
    Reason.WRONG_SHAPE: "{noun} must have the shape {0.bound}, got {0.value}.",
    Reason.NOT_SQUARE: "{noun} must be square, got the shape {0.value}.",
    Reason.NOT_SYMMETRIC: (
        "{noun} is not symmetric: row {0.row}, column {0.column} is {0.value:g} but row {0.column}, column {0.row} is "
        "{0.bound:g}. Pass (A + A.T) / 2 if their mean is meant."
    ),
    Reason.NONZERO_DIAGONAL: (
        "{noun} has {0.value:g} on its diagonal (row {0.row}); a point's distance to itself is 0. If larger entries "
        "mean more similar, use affinity='precomputed'."
    ),
    Reason.LOOKS_LIKE_DISTANCES: (
        "{noun} has zeros on its whole diagonal and nowhere else, as a distance matrix has; for distances use "
        "affinity='precomputed_distance'."
    ),
    Reason.ROUNDED: (
        "{noun} is off by rounding, by up to {0.value:.1g}: mirrored entries were made equal to their mean, and "
        "negative entries, and distances of points to themselves, were set to 0."
    ),
    Reason.ALL_PAIRS_ALIKE: (
        "All pairs of samples have the same affinity, so the clusters are arbitrary: there is nothing to find."
    ),
    Reason.NOT_TICKS: "A column of ticks in {noun} holds something other than 0, 1 and NaN.",
    Reason.NOTHING_TO_COMPARE: (
        "Rows {0.row} and {0.column} of {noun} have no column in which they can be compared: leave one of them out, or "
        "fill in missing values."
    ),
    Reason.LENGTHS_DIFFER: "{noun} must have the length {0.bound:,}, an entry for each sample; it has {0.value:,}.",
    Reason.NEGATIVE_ENTRY: "{noun} has the negative entry {0.value:g} in row {0.row}, column {0.column}.",
    Reason.TOO_LARGE: "{noun} has entries up to {0.value:.0e}; divide it so that they stay below {0.bound:.0e}.",
}


# Names of data that are no names of arguments.
_NOUNS = {name: f"The {name}" for name in ("affinity", "distance matrix", "graph", "similarity matrix")}


@dataclass(eq=False)
class _Input(WithFields):
    argument: str
    reason: Reason
    value: Any = None
    row: int | None = None
    column: int | None = None
    bound: Any = None

    def _sentence(self) -> str:
        return _OF_INPUT[self.reason].format(self, noun=_NOUNS.get(self.argument, self.argument))


@dataclass(eq=False)
class InputError(_Input, ValueError):
    """Data that cannot be used.

    Parameters
    ----------
    argument : str
        Name of the argument, such as "X" or "labels", or what it holds, such as "similarity matrix".
    reason : Reason
    value : object, default=None
        The entry at fault, or the shape or length.
    row, column : int or None, default=None
        Where the entry is, from 0.
    bound : object, default=None
        The limit that the value breaks, or the length that it should have.
    message : str, default=""
        Sentence in place of the one made from the fields.
    """


@dataclass(eq=False)
class InputWarning(_Input, UserWarning):
    """Data that give a result of little use; the fields are those of :class:`InputError`."""


@dataclass(eq=False)
class LargeValueWarning(WithFields, UserWarning):
    """A value is so large that all others of its column are the same beside it.

    Parameters
    ----------
    column : int
        From 0.
    rows : tuple of int
        From 0; the one with the largest value first.
    values : tuple of float
        Theirs.
    """

    column: int
    rows: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(eq=False)
class NoClassesError(WithFields, ValueError):
    """A data set without classes, where these would say how many clusters to look for.

    Parameters
    ----------
    data_set : str
        Its name.
    unconfirmed : str, default=""
        Name of the column in which classes were found, where nobody has named it.
    """

    data_set: str
    unconfirmed: str = ""

    def _sentence(self) -> str:
        if self.unconfirmed:
            return (
                f"Nobody has confirmed that the classes of the data set {self.data_set!r} are in "
                f"{self.unconfirmed!r}, so they set no number of clusters; name the column when the table is read, or "
                'say how many clusters to look for (n_clusters=3, or n_clusters="classes" for as many as there are '
                "classes)."
            )
        return f"The data set {self.data_set!r} has no classes; say how many clusters to look for (n_clusters=3)."
