"""Errors and warnings that a test expects, by their type and fields."""

from contextlib import contextmanager

import numpy as np
import pytest


def same(value, wanted):
    """Tell whether a field has a value; NaN is itself, and an array is what it holds."""
    if isinstance(wanted, float) and isinstance(value, float):
        return value == wanted or (value != value and wanted != wanted)
    return bool(np.all(value == wanted)) if isinstance(value, np.ndarray) else value == wanted


def has(problem, kind, fields):
    """Tell whether an exception is of a kind and has these fields."""
    return isinstance(problem, kind) and all(same(getattr(problem, name), value) for name, value in fields.items())


@contextmanager
def raised(kind, **fields):
    """Expect an error of a kind with these fields."""
    with pytest.raises(kind) as caught:
        yield caught
    assert has(caught.value, kind, fields), f"{caught.value!r} is not what was expected, {fields}"


@contextmanager
def warned(kind, **fields):
    """Expect a warning of a kind with these fields, perhaps among others."""
    with pytest.warns(kind) as caught:
        yield caught
    found = [warning.message for warning in caught]
    assert any(has(message, kind, fields) for message in found), f"{found!r} is not what was expected, {fields}"


def ignoring(*kinds):
    """Mark a test in which warnings of these kinds are none of its business."""
    return pytest.mark.filterwarnings(*(f"ignore::{kind.__module__}.{kind.__qualname__}" for kind in kinds))
