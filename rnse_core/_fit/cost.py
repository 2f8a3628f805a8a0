"""What a fit costs on all pairs of samples and on a graph of neighbours: the model that a plan chooses by.

A fit on all pairs takes time for each pair, and for each pair and feature. One on a graph takes time for each sample,
and for the search of neighbours (`rnse_core.affinity.search_cost`); where that is a scan, pairs beyond the graph are
looked for by another one. Both give the same S. The constants are core seconds, fitted by benchmarks/plans.py,
but for `WIDE_SAMPLE`, which is an estimate.
"""

from __future__ import annotations

from collections.abc import Mapping

from rnse_core.affinity.search_cost import search_seconds, usual_method

ALL_PAIRS = "pairs"
# Up to so many samples all pairs are looked at: any way takes less than a second, and S is an array without gaps.
FULL_SAMPLES = 3000
# All pairs: for each pair, and for each pair and feature.
DENSE_PAIR = 5.2e-8
DENSE_PAIR_FEATURE = 2.3e-11
# A graph: for each sample, and for each sample and feature. Kernels with one scale for all samples take more for each
# sample: where samples are dense, S has hundreds of entries in a row.
SPARSE_SAMPLE = 1.5e-5
SPARSE_SAMPLE_FEATURE = 9e-8
WIDE_SAMPLE = 5e-4
# A search for pairs beyond the graph, in units of the scan for neighbours.
GROWTH_SCANS = 0.7


def dense_seconds(n_samples: int, n_features: int) -> float:
    """Core seconds that a fit on all pairs takes, without the P step.

    Parameters
    ----------
    n_samples, n_features : int

    Returns
    -------
    float
    """
    return n_samples**2 * (DENSE_PAIR + DENSE_PAIR_FEATURE * n_features)


def sparse_seconds(n_samples: int, n_features: int, method: str, *, wide: bool = False) -> float:
    """Core seconds that a fit on a graph of neighbours takes, without the P step.

    Parameters
    ----------
    n_samples, n_features : int
    method : {"tree", "scan", "approximate"}
        Search for neighbours.
    wide : bool, default=False
        Whether the kernel has one scale for all samples.

    Returns
    -------
    float
    """
    rest = n_samples * ((WIDE_SAMPLE if wide else SPARSE_SAMPLE) + SPARSE_SAMPLE_FEATURE * n_features)
    scans = 1.0 + GROWTH_SCANS if method == "scan" else 1.0
    return rest + scans * search_seconds(n_samples, n_features, method)


def ways(n_samples: int, n_features: int, *, wide: bool = False) -> Mapping[str, float]:
    """Core seconds of each way that a fit may go.

    Parameters
    ----------
    n_samples, n_features : int
    wide : bool, default=False
        As for `sparse_seconds`.

    Returns
    -------
    dict
        "pairs", and the search for neighbours that would be taken: "tree", "scan" or "approximate".
    """
    method = usual_method(n_samples, n_features)
    return {
        ALL_PAIRS: dense_seconds(n_samples, n_features),
        method: sparse_seconds(n_samples, n_features, method, wide=wide),
    }
