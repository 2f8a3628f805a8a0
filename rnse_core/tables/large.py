"""Values that leave no digits to the others of their column, in words of the file, and how to read it without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rnse_core._base.large_values import find_large_values
from rnse_core.tables.errors import Option, as_names
from rnse_core.tables.features import place_of
from rnse_core.tables.model import Table

# More values than this are not written out one by one.
_MOST_VALUES = 10


def too_large(table: Table, keywords: Mapping[str, Any]) -> Iterator[tuple[str, Option | None]]:
    """Yield a sentence, without its end, about each column in which a few values leave no digits to the others.

    Parameters
    ----------
    table : Table
    keywords : mapping
        How it was read.

    Yields
    ------
    sentence : str
    option : Option or None
        That counts the values as missing, beside those that do already; None where they are too many to be named.
    """
    if table.kind != "features":
        return
    for found in find_large_values(table.X):
        column = table.feature_names[found.column]
        said = found.sentence(place_of(found, table.feature_names, table.row_numbers))
        values = dict.fromkeys(map(repr, found.values))
        missing = tuple(dict.fromkeys((*as_names(keywords.get("missing_in", {}).get(column, ())), *values)))
        them = "it" if len(found.values) == 1 else "them"
        yield (
            f"{said}; remove or cap what is too large",
            Option(f"count {them} as missing", {"missing_in": {column: missing}})
            if len(values) <= _MOST_VALUES
            else None,
        )
