"""Lines of tables, and what is noted of their columns, for the tests."""

from rnse_core.tables import (
    Note,
    NoteKind,
)


def rows(header, *lines):
    return "\n".join([header, *lines]).encode() + b"\n"


def ignored(*columns, reason):
    return Note(NoteKind.IGNORED, columns, reason=reason)
