"""Errors and warnings that carry what they are about as fields, so that programs need not read their sentences."""

from __future__ import annotations


class LargeValueWarning(UserWarning):
    """A value is so large that all others of its column are the same beside it."""
