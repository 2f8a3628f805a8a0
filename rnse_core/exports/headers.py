"""The headers of the columns that a result adds to those of a user's file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rnse_core.wording import counted, listed, quoted


def fresh_name(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken yet: the name itself, or with a number behind it.

    Parameters
    ----------
    name : str
    taken : collection of str

    Returns
    -------
    str
    """
    new, number = name, 1
    while new in taken:
        number += 1
        new = f"{name} ({number})"
    return new


def result_headers(header: Collection[str], names: Iterable[str]) -> dict[str, str]:
    """Return under which headers the columns of a result are written beside those of a file.

    Parameters
    ----------
    header : collection of str
        The headers of the file.
    names : iterable of str
        What the new columns are called.

    Returns
    -------
    dict of str to str
        The headers by the names; another one where the file has a column of that name.
    """
    return {name: fresh_name(name, header) for name in names}


def renamed_sentence(headers: Mapping[str, str]) -> str:
    """Say which columns have the new result where the file has columns of their names; empty where it has none.

    Parameters
    ----------
    headers : mapping of str to str
        From :func:`result_headers`.

    Returns
    -------
    str
    """
    renamed = {name: header for name, header in headers.items() if name != header}
    if not renamed:
        return ""
    columns = "a column" if len(renamed) == 1 else counted(len(renamed), "column")
    old = listed(map(quoted, renamed))
    return f"The file itself has {columns} called {old}: the new result is in {listed(map(quoted, renamed.values()))}."
