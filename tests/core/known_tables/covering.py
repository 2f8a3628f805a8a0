"""Choices of which every pair occurs, in far fewer rows than the product has."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

# Rows that are tried for each one that is taken.
_TRIES = 12


def covering(choices: Mapping[str, Sequence[object]], seed: int) -> list[dict[str, object]]:
    """Return rows, one value for each choice, such that every two values of two choices stand together in some row."""
    random = Random(seed)
    names = list(choices)
    left = {
        (a, i, b, j)
        for a, b in combinations(range(len(names)), 2)
        for i in range(len(choices[names[a]]))
        for j in range(len(choices[names[b]]))
    }
    order = sorted(left)
    random.shuffle(order)
    rows = []
    for pair in order:
        if pair not in left:
            continue
        best, covers = None, set()
        for _ in range(_TRIES):
            row = [random.randrange(len(choices[name])) for name in names]
            row[pair[0]], row[pair[2]] = pair[1], pair[3]
            met = {(a, row[a], b, row[b]) for a, b in combinations(range(len(names)), 2)} & left
            if len(met) > len(covers):
                best, covers = row, met
        left -= covers
        rows.append({name: choices[name][k] for name, k in zip(names, best, strict=True)})
    return rows


def at_random(choices: Mapping[str, Sequence[object]], n_rows: int, seed: int) -> list[dict[str, object]]:
    """Return rows of choices drawn at random."""
    random = Random(seed)
    return [{name: random.choice(list(values)) for name, values in choices.items()} for _ in range(n_rows)]
