"""JSON with a schema of its fields, as pandas writes it (``orient="table"``): names, categories and the index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

# What pandas calls an index without a name.
_NO_NAME = "index"


@dataclass(frozen=True)
class Schema:
    """What a schema says of the fields of its records.

    Parameters
    ----------
    names : tuple of str
        In order.
    categories : dict of str to list
        The values of each field of categories.
    index : tuple of str
        The fields that name the records.
    """

    names: tuple[str, ...]
    categories: dict[str, list[Any]]
    index: tuple[str, ...]


def schema_of(document: Any) -> Schema | None:
    """Return the schema of a document that has one beside its records; None for any other document."""
    if not isinstance(document, dict) or document.keys() != {"schema", "data"}:
        return None
    schema, records = document["schema"], document["data"]
    fields = schema.get("fields") if isinstance(schema, dict) else None
    if not isinstance(fields, list) or not isinstance(records, list):
        return None
    if not all(isinstance(field, dict) and isinstance(field.get("name"), str) for field in fields):
        return None
    if not all(isinstance(record, dict) for record in records):
        return None
    key = schema.get("primaryKey", [])
    key = [key] if isinstance(key, str) else key
    names = tuple(field["name"] for field in fields)
    index = tuple(name for name in key if name in names) if isinstance(key, list) else ()
    return Schema(names, {field["name"]: values for field in fields if (values := _values(field))}, index)


def in_schema(frame: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Return records with their fields in order, those of categories as such, and those that name them as an index.

    An index without a name that counts the records is left out.
    """
    columns = [name for name in schema.names if name in frame.columns]
    frame = frame[[*columns, *(name for name in frame.columns if name not in columns)]]
    for name, values in schema.categories.items():
        if name in frame.columns:
            frame = frame.assign(**{name: pd.Categorical(frame[name], categories=values)})
    index = [name for name in schema.index if name in frame.columns]
    if not index:
        return frame
    if index == [_NO_NAME] and frame[_NO_NAME].tolist() == list(range(len(frame))):
        return frame.drop(columns=index)
    return frame.set_index(index).rename_axis([None if name == _NO_NAME else name for name in index])


def _values(field: dict[str, Any]) -> list[Any]:
    """Return the different values of a field of categories; none for any other field."""
    constraints = field.get("constraints")
    values = constraints.get("enum") if isinstance(constraints, dict) else None
    if not isinstance(values, list) or any(isinstance(value, dict | list) or value is None for value in values):
        return []
    return values if len(set(map(repr, values))) == len(values) else []
