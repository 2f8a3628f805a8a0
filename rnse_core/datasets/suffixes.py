"""Suffixes of the files in a user's folder, and the advice to put a file there."""

from __future__ import annotations

SUFFIXES = (".npz", ".mat", ".csv", ".arff")


def file_advice(name: str) -> str:
    """Return the advice, as the middle of a sentence, to supply a data set as a file.

    Parameters
    ----------
    name : str
        Name of the data set.

    Returns
    -------
    str
    """
    *others, last = (f"{name}{suffix}" for suffix in SUFFIXES)
    return (
        f"put the data as {', '.join(others)} or {last} in a folder and name that folder (data_home, or --data-home on "
        "the command line)"
    )
