"""Errors and warnings that carry what they are about as fields, so that programs need not read their sentences.

Each is a subclass of what Python or scikit-learn has for the same mistake, so that ``except ValueError`` catches it.
Its text is a sentence made from the fields, unless a `message` was given; `dataclasses.replace` makes the sentence anew
with other fields. All can be pickled, fields included.

Examples
--------
>>> from rnse_core import RNSE
>>> from rnse_core.exceptions import ParameterError
>>> try:
...     RNSE(3, alpha=-1).fit([[0.0], [1.0], [2.0]])
... except ParameterError as error:
...     print(error.parameter, error.value, error.reason, error.bound)
alpha -1.0 too_small 0
"""

from rnse_core.exceptions._arguments import (
    InputError,
    InputWarning,
    LargeValueWarning,
    NoClassesError,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
    ScaleError,
)
from rnse_core.exceptions._resources import (
    Cause,
    ClusterError,
    ClusterProblem,
    DatasetUnavailable,
    MemoryAdvice,
    NotEnoughMemory,
    StoreError,
    StoreProblem,
)
from rnse_core.exceptions._results import (
    ComponentsEffect,
    ComponentsWarning,
    ConvergenceAdvice,
    EmptyClustersWarning,
    IdenticalSamplesWarning,
    IncompleteGraphWarning,
    NeighborSearchWarning,
    NotConvergedWarning,
)

__all__ = [
    "Cause",
    "ClusterError",
    "ClusterProblem",
    "ComponentsEffect",
    "ComponentsWarning",
    "ConvergenceAdvice",
    "DatasetUnavailable",
    "EmptyClustersWarning",
    "IdenticalSamplesWarning",
    "IncompleteGraphWarning",
    "InputError",
    "InputWarning",
    "LargeValueWarning",
    "MemoryAdvice",
    "NeighborSearchWarning",
    "NoClassesError",
    "NotConvergedWarning",
    "NotEnoughMemory",
    "ParameterError",
    "ParameterTypeError",
    "ParameterWarning",
    "Reason",
    "ScaleError",
    "StoreError",
    "StoreProblem",
]
