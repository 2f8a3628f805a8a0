"""Scores of a clustering, with and without true classes.

Every function that compares true classes ``y`` with cluster ``labels`` treats both as names: strings, negative numbers
and gaps between numbers are accepted, and the numbers of classes and clusters may differ. An entry of ``y`` without a
label (None, NaN or blank text) is left out of the score; see :func:`labelled_mask`. In ``labels`` every sample must
have a cluster, and -1 is an ordinary cluster.

Modules: `_agreement` (accuracy, purity, NMI, ARI, matched confusion matrix), `_separation` (silhouette, affinity
between clusters), `_labels` (encoding and matching of labels).
"""

from rnse_core.metrics._agreement import (
    NMI_AVERAGES,
    ConfusionResult,
    ScoreTable,
    adjusted_rand_index,
    clustering_accuracy,
    labelled_mask,
    majority_class_share,
    match_labels,
    matched_confusion_matrix,
    normalized_mutual_information,
    purity_score,
    score_table,
)
from rnse_core.metrics._membership import MEMBERSHIP_COLUMNS, Membership, membership, membership_columns
from rnse_core.metrics._separation import SilhouetteResult, cross_cluster_affinity, silhouette

__all__ = [
    "MEMBERSHIP_COLUMNS",
    "NMI_AVERAGES",
    "ConfusionResult",
    "Membership",
    "ScoreTable",
    "SilhouetteResult",
    "adjusted_rand_index",
    "clustering_accuracy",
    "cross_cluster_affinity",
    "labelled_mask",
    "majority_class_share",
    "match_labels",
    "matched_confusion_matrix",
    "membership",
    "membership_columns",
    "normalized_mutual_information",
    "purity_score",
    "score_table",
    "silhouette",
]
