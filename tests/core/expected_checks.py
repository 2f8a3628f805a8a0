"""Checks of scikit-learn that an estimator cannot pass, with the reason."""

from sklearn.base import BaseEstimator


def failing_if_precomputed(estimator: BaseEstimator) -> dict[str, str]:
    """The checks that fail for an estimator that takes a matrix over pairs of samples."""
    if estimator.affinity != "precomputed":
        return {}
    return {
        "check_clustering": "passes features where a precomputed estimator takes a square matrix",
        "check_positive_only_tag_during_fit": "wants scikit-learn's wording; ours names the negative entry",
    }
