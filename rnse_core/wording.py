"""Words for sentences: counts with their nouns, lists, quoted names, and names that look alike."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

# Sizes that a sentence names.
MOST_SIZES = 10


def quoted(name: str) -> str:
    """Show a column name, a token or a file name as it stands, between backticks."""
    shown = " ".join(name.split()).replace("`", "'")
    if len(shown) > 60:
        shown = shown[:57] + "..."
    return f"`{shown}`"


def percentage(share: float) -> str:
    """Write a share as a percentage; only what is zero is written so."""
    if share <= 0:
        return "0%"
    if share < 0.01:
        return "under 0.01%" if share < 0.00005 else f"{share:.2%}"
    return f"{share:.1%}"


def two_digits(value: float) -> str:
    """Write a number with two digits; with a power of ten only where it is small."""
    if value == 0 or abs(value) < 1e-3:
        return f"{value:.1e}" if value else "0"
    return f"{value:.2g}" if abs(value) < 99.5 else f"{value:,.0f}"


def listed(items: Iterable[str], limit: int = 5) -> str:
    """Write ``a, b and c``; past `limit` items the rest is only counted."""
    shown: Sequence[str] = list(items)
    if len(shown) > limit + 1:
        shown = [*shown[:limit], f"{len(shown) - limit:,} more"]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def names(columns: Iterable[str], limit: int = 5) -> str:
    """Write ``column `a``` or ``columns `a`, `b` and `c```."""
    shown = [quoted(name) for name in columns]
    return f"column{'' if len(shown) == 1 else 's'} {listed(shown, limit)}"


def short_names(items: Iterable[str], limit: int) -> list[str]:
    """Cut names to a length, and number those that would then be the same.

    Parameters
    ----------
    items : iterable of str
    limit : int
        Largest length of a name that is not numbered.

    Returns
    -------
    list of str
        As many different texts as there are different names.
    """
    given = list(items)
    cut = {name: name if len(name) <= limit else f"{name[: limit - 1]}…" for name in given}
    shared = {text for text, count in Counter(cut.values()).items() if count > 1}
    taken = set(cut.values())
    numbers: Counter[str] = Counter()
    for name, text in cut.items():
        while text in shared or (text != cut[name] and text in taken):
            stem = cut[name]
            numbers[stem] += 1
            text = f"{stem} ({numbers[stem]})"
        cut[name] = text
        taken.add(text)
    return [cut[name] for name in given]


def sentence(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]


def similar_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is the same but for case, or else looks most like it.

    Parameters
    ----------
    name : str
    known : iterable of str

    Returns
    -------
    str or None
        None when no name looks like it.
    """
    folded = {one.casefold(): one for one in known}
    # Letters and digits alone decide that "kmeans" is "K-Means".
    bare = {"".join(filter(str.isalnum, key)): key for key in folded}
    wanted = name.casefold()
    key = wanted if wanted in folded else bare.get("".join(filter(str.isalnum, wanted)))
    if key is None:
        key = next(iter(difflib.get_close_matches(wanted, folded, n=1)), None)
    return None if key is None else folded[key]


def format_bytes(n_bytes: float) -> str:
    """Write an amount of memory, such as 1.5 GB, 20 MB or 3 kB."""
    if n_bytes < 2**20:
        return f"{n_bytes / 2**10:.0f} kB"
    return f"{n_bytes / 2**30:.1f} GB" if n_bytes >= 2**30 else f"{n_bytes / 2**20:.0f} MB"


def listed_sizes(sizes: ArrayLike) -> str:
    """Write the sizes of components or clusters, the largest first: ``50, 48, 3``.

    Of more than ten, equal ones are counted, and at most ten texts are written: ``50, 48, 31 of size 1``.
    """
    ordered = np.sort(sizes)[::-1].tolist()
    times = Counter(ordered if len(ordered) > MOST_SIZES else ())
    shown = [f"{size:,}" if times[size] < 2 else f"{times[size]:,} of size {size:,}" for size in ordered]
    shown = list(dict.fromkeys(shown)) if times else shown
    return ", ".join([*shown[:MOST_SIZES], "..."] if len(shown) > MOST_SIZES else shown)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Write a number with its noun: ``1 row``, ``1,200 rows``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
