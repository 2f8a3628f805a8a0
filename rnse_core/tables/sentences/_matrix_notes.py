"""Sentences of notes on matrices over pairs of rows, and on graphs."""

from __future__ import annotations

from rnse_core.tables.notes import Note
from rnse_core.wording import counted, listed, quoted

_COMPARED = {"number": "numbers", "ordinal": "places on a scale", "word": "words", "tick": "ticks"}


def negative_entry(note: Note) -> str:
    """Say why a symmetric table is read as features."""
    row, column = note.places
    return (
        f"The table is square and symmetric, but its entry in row {row}, column {column} is negative "
        f"({note.values[0]:.6g}), so it is neither a similarity nor a distance; it was read as features."
    )


def correlations(note: Note) -> str:
    """Say what correlations or covariances were made into."""
    kind, are_correlations = note.values
    r = "|r|" if kind == "absolute_correlation" else "r"
    read = "correlations r" if are_correlations else "covariances, divided to be correlations r,"
    return f"The {read} were read as distances sqrt(2 (1 - {r})) of the columns, which are the points."


def graph_parts(note: Note) -> str:
    """Say into how many parts a graph falls."""
    alone = note.values[0]
    lonely = f" {counted(alone, 'node')} joined to no other." if alone else ""
    return (
        f"The graph has {counted(note.count, 'part')} that no edge joins; the largest has "
        f"{counted(note.total, 'node')}.{lonely}"
    )


def hub(note: Note) -> str:
    """Say which node is joined to most others."""
    name, n_hubs = note.values
    others = f" {counted(n_hubs - 1, 'other node')} also joined to more than half." if n_hubs > 1 else ""
    return f"Node {quoted(name)} is joined to {note.count:,} of the {note.total:,} others.{others}"


def gower(note: Note) -> str:
    """Say that rows are compared by Gower's distance."""
    parts = listed(f"{count} of {_COMPARED[kind]}" for kind, count in note.values)
    return (
        f"Rows compared by Gower's distance in {counted(note.count, 'column')} ({parts}): the mean difference, from 0 "
        "to 1. A value that one of two rows lacks leaves its column out of their comparison. The ranges are those of "
        "this table, so new rows need all of it again."
    )
