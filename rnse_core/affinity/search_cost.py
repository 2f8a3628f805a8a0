"""How long each way to find the nearest neighbours takes, from the numbers of samples and features alone.

The constants are core seconds; those of the tree and the scan are fitted by benchmarks/plans.py, those of NN-descent
are estimates. Only their ratios decide.
"""

from __future__ import annotations

# A tree: for each sample and level of the tree. Each feature more makes it open so many times as many boxes, until it
# has opened all.
TREE_SAMPLE = 2.2e-6
TREE_FEATURE_FACTOR = 1.5
# With so many features it has opened all boxes of any table; the power of more is beyond float64.
MOST_TREE_FEATURES = 100
TREE_PAIR_FEATURE = 1e-9
# A scan: for each pair of samples, and for each pair and feature.
SCAN_PAIR = 2e-10
SCAN_PAIR_FEATURE = 3e-11
SCAN_SAMPLE = 3.8e-5
# NN-descent, and its compilation.
DESCENT_FIRST = 20.0
DESCENT_SAMPLE = 2e-4
DESCENT_SAMPLE_FEATURE = 2e-6
# An exact search that takes longer than this gives way to an approximate one that does not.
LONGEST_EXACT = 240.0


def tree_seconds(n_samples: int, n_features: int) -> float:
    """Core seconds that a search in a k-d tree takes.

    Parameters
    ----------
    n_samples, n_features : int

    Returns
    -------
    float
    """
    boxes = TREE_SAMPLE * TREE_FEATURE_FACTOR ** min(n_features, MOST_TREE_FEATURES)
    return n_samples * min(boxes, TREE_PAIR_FEATURE * n_samples * n_features)


def scan_seconds(n_samples: int, n_features: int) -> float:
    """Core seconds that a scan of all pairs takes.

    Parameters
    ----------
    n_samples, n_features : int

    Returns
    -------
    float
    """
    return n_samples * (SCAN_SAMPLE + n_samples * (SCAN_PAIR + SCAN_PAIR_FEATURE * n_features))


def descent_seconds(n_samples: int, n_features: int) -> float:
    """Core seconds that NN-descent takes.

    Parameters
    ----------
    n_samples, n_features : int

    Returns
    -------
    float
    """
    return DESCENT_FIRST + n_samples * (DESCENT_SAMPLE + DESCENT_SAMPLE_FEATURE * n_features)


def search_seconds(n_samples: int, n_features: int, method: str) -> float:
    """Core seconds that a search takes.

    Parameters
    ----------
    n_samples, n_features : int
    method : {"tree", "scan", "approximate"}

    Returns
    -------
    float
    """
    return _SECONDS[method](n_samples, n_features)


_SECONDS = {"tree": tree_seconds, "scan": scan_seconds, "approximate": descent_seconds}


def search_method(n_samples: int, n_features: int) -> str:
    """Return the quicker of the exact searches.

    Parameters
    ----------
    n_samples, n_features : int

    Returns
    -------
    {"tree", "scan"}
    """
    return "tree" if tree_seconds(n_samples, n_features) <= scan_seconds(n_samples, n_features) else "scan"


def usual_method(n_samples: int, n_features: int) -> str:
    """Return the search that a fit takes: an approximate one only where an exact one would take minutes.

    Parameters
    ----------
    n_samples, n_features : int

    Returns
    -------
    {"tree", "scan", "approximate"}
    """
    exact = search_method(n_samples, n_features)
    slow = search_seconds(n_samples, n_features, exact) > max(LONGEST_EXACT, descent_seconds(n_samples, n_features))
    return "approximate" if slow else exact
