"""Shorthands for what a reading of a table found, asked and refused."""

import pytest

from rnse_core.tables import Table, TableError, read_table


def refused(data, **options) -> TableError:
    """The error that reading raises; its sentence is made too, so that one without words fails here."""
    with pytest.raises(TableError) as caught:
        read_table(data, **options)
    assert str(caught.value)
    return caught.value


def notes(table: Table, kind):
    """All notes of a kind."""
    return [note for note in table.report if note.kind is kind]


def note(table: Table, kind):
    """The only note of a kind."""
    (found,) = notes(table, kind)
    return found


def questions(table: Table, *kinds):
    """All questions of some kinds."""
    return [question for question in table.questions if question.kind in kinds]


def question(table: Table, *kinds):
    """The only question of some kinds."""
    (found,) = questions(table, *kinds)
    return found


def column(table: Table, name):
    """The column of a name."""
    return next(column for column in table.columns if column.name == name)
