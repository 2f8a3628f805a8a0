"""The steps of :class:`rnse_core.AutoRNSE`: the number of clusters and the settings of RNSE chosen without labels.

Each step can be called on its own:

- `pool` has the settings that are tried, `samples` what they share of the data, `rows` the part of many samples that
  they are tried on.
- `graphs` learns the graph S of each setting, `spectrum` finds its eigenpairs and gaps.
- `pool_fit` finds the labels of each setting at one number of clusters, `agreement` compares them.
- `cluster_number` scores the numbers of clusters.
- `whitening` fits the pool to features in which the clusters are round. `choice` takes a fit.
- `confidence` says how sure the cluster of each sample is, `null_reference` whether there is any, `sensitivity` what
  would change the labels most.
- `progress` counts the steps. `estimator` puts them together.
"""

from rnse_core.auto.agreement import (
    agreement_with_others,
    cluster_votes,
    mean_agreement,
    medoid,
    pairwise_agreement,
)
from rnse_core.auto.choice import Choice, choose_fit
from rnse_core.auto.cluster_number import NumberScore, best_number, score_numbers
from rnse_core.auto.confidence import row_shares, sample_confidence, second_best
from rnse_core.auto.description import choice_parameters, describe_choice, doubtful_samples
from rnse_core.auto.graphs import PoolGraph
from rnse_core.auto.null_reference import (
    Structure,
    compared_size,
    draw_reference,
    judge_structure,
    judge_whitened,
    largest_gap,
    reference_eigenvalues,
)
from rnse_core.auto.pool import (
    DISTANCE_GAPS,
    DISTANCE_POOL,
    FEATURE_GAPS,
    FEATURE_POOL,
    SIMILARITY_GAPS,
    SIMILARITY_POOL,
    PoolSetting,
    fitted_to,
)
from rnse_core.auto.pool_fit import Candidate, PoolFit, fit_pool, learn_graphs
from rnse_core.auto.progress import Progress, Step
from rnse_core.auto.rows import nearest_chosen_row, rows_to_choose_on, samples_of
from rnse_core.auto.samples import (
    DistanceSamples,
    FeatureSamples,
    MetricSamples,
    Samples,
    SimilaritySamples,
    similarity_unit,
)
from rnse_core.auto.sensitivity import changes_of
from rnse_core.auto.spectrum import component_pairs, graph_eigenvalues, leading_pairs, relative_gap
from rnse_core.auto.whitening import (
    Whitening,
    linear_map,
    whitened_pools,
    whitening_matrix,
    within_covariance,
    worth_whitening,
)

__all__ = [
    "DISTANCE_GAPS",
    "DISTANCE_POOL",
    "FEATURE_GAPS",
    "FEATURE_POOL",
    "SIMILARITY_GAPS",
    "SIMILARITY_POOL",
    "Candidate",
    "Choice",
    "DistanceSamples",
    "FeatureSamples",
    "MetricSamples",
    "NumberScore",
    "PoolFit",
    "PoolGraph",
    "PoolSetting",
    "Progress",
    "Samples",
    "SimilaritySamples",
    "Step",
    "Structure",
    "Whitening",
    "agreement_with_others",
    "best_number",
    "changes_of",
    "choice_parameters",
    "choose_fit",
    "cluster_votes",
    "compared_size",
    "component_pairs",
    "describe_choice",
    "doubtful_samples",
    "draw_reference",
    "fit_pool",
    "fitted_to",
    "graph_eigenvalues",
    "judge_structure",
    "judge_whitened",
    "largest_gap",
    "leading_pairs",
    "learn_graphs",
    "linear_map",
    "mean_agreement",
    "medoid",
    "nearest_chosen_row",
    "pairwise_agreement",
    "reference_eigenvalues",
    "relative_gap",
    "row_shares",
    "rows_to_choose_on",
    "sample_confidence",
    "samples_of",
    "score_numbers",
    "second_best",
    "similarity_unit",
    "whitened_pools",
    "whitening_matrix",
    "within_covariance",
    "worth_whitening",
]
