"""Why a run has no result: the values of the column ``error_type`` of records that a later run decides by."""

from __future__ import annotations

from enum import StrEnum


class Obstacle(StrEnum):
    """What kept a run from starting, or ended it. An error of the fit itself has the name of its class instead."""

    NOT_NOW = "CannotStart"
    UNSUITABLE = "Unsuitable"
    TOO_FEW_SAMPLES = "TooFewSamples"
    METHOD_UNAVAILABLE = "MethodUnavailable"
    NO_MEMORY = "MemoryError"
    TIMEOUT = "Timeout"
    DIED = "Died"
