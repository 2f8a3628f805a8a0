"""How many clusters are looked for in data of one class, where there is nothing to find, and why so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from pages.shared.text import as_text
from rnse_core.wording import listed

#: Where no other data say how many.
FEWEST_CLUSTERS = 2
#: Features, and the true classes where there are any.
Data = tuple[np.ndarray, np.ndarray | None]


def n_classes(data: Data) -> int:
    """Return the number of classes of a data set; 0 where they are not known."""
    return 0 if data[1] is None else len(np.unique(data[1]))


def clusters_for_one_class(data: Mapping[str, Data]) -> dict[str, int]:
    """Return the number of clusters to look for in each data set of one class.

    It is the number of classes that most of the others have, the smallest one of those that are as frequent; 2 where
    there are no others.

    Parameters
    ----------
    data : mapping of str to (X, y)

    Returns
    -------
    dict of str to int
    """
    asked = min(_most_frequent(data), default=FEWEST_CLUSTERS)
    return {name: asked for name, one in data.items() if n_classes(one) == 1}


def why_so_many(data: Mapping[str, Data]) -> str:
    """Return the reason for the number of `clusters_for_one_class`, as the end of a sentence that names it.

    Parameters
    ----------
    data : mapping of str to (X, y)

    Returns
    -------
    str
    """
    most = _most_frequent(data)
    others = [name for name, one in data.items() if n_classes(one) > 1]
    if not others:
        return "since no other data say how many"
    if len(others) == 1:
        return f"the number of classes of {as_text(others[0])}"
    if len(most) == 1:
        return "the number of classes that most of the others have"
    return f"the smallest of {listed(map(str, most))}, the numbers of classes that the others have equally often"


def _most_frequent(data: Mapping[str, Data]) -> list[int]:
    """Return the numbers of classes above one that are the most frequent, in order."""
    counts = Counter(number for number in map(n_classes, data.values()) if number > 1)
    return sorted(number for number, times in counts.items() if times == max(counts.values()))
