"""One sentence for each finding, made from its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rnse_core.findings.alpha import AlphaWithClusters
from rnse_core.findings.automatic import (
    ChosenNumber,
    ChosenSetting,
    DoubtfulSamples,
    GroupsOfGraph,
    PoolAgreement,
)
from rnse_core.findings.changes import LabelsWouldChange, changes_sentence, kernel_name
from rnse_core.findings.comparison import JointAgainstTwoStage
from rnse_core.findings.few_rows import FewRows, few_rows_sentence
from rnse_core.findings.left_out import LeftOut, left_out_sentence
from rnse_core.findings.profiles import AVERAGE, ClusterProfile, FeatureDifference
from rnse_core.findings.reference import ClustersAgainstReference
from rnse_core.findings.scales import ScalesOfColumns, scales_sentence
from rnse_core.findings.structure import (
    AlphaTooLarge,
    AlphaTooSmall,
    BetaMadeBlocks,
    BetweenClusters,
    ComponentsAreClusters,
    CrossingAffinity,
    Finding,
    MoreComponentsThanClusters,
    ObjectiveRose,
    RowSumsOff,
)
from rnse_core.wording import counted, listed, percentage, quoted


def sentence_for(finding: Finding, *, row: Callable[[int], object] = lambda i: i + 1) -> str:
    """Word a finding.

    Parameters
    ----------
    finding : Finding
    row : callable, default=the number of the sample from 1
        Names a sample for the reader, by its number from 0.

    Returns
    -------
    str
        One sentence, or two.

    Raises
    ------
    TypeError
        If there are no words for this kind of finding.
    """
    words = _WORDS.get(type(finding))
    if words is None:
        raise TypeError(f"There is no sentence for a {type(finding).__name__}.")
    return words(finding, row)


def _components_are_clusters(one: ComponentsAreClusters, _row: Any) -> str:
    parts = counted(one.n_clusters, "part")
    return f"S falls into {parts} with no similarity between them, and these are the clusters."


def _more_components(one: MoreComponentsThanClusters, _row: Any) -> str:
    alone = f", {counted(one.n_alone, 'sample')} of them alone," if one.n_alone else ""
    return (
        f"S falls into {counted(one.n_components, 'part')}{alone} for {counted(one.n_clusters, 'cluster')}: "
        "parts were joined by K. A larger alpha connects more samples."
    )


def _alpha_too_small(one: AlphaTooSmall, _row: Any) -> str:
    return (
        f"At alpha = {one.alpha:g} S is almost empty: a sample is similar to {one.neighbors_per_row:.1f} others on "
        f"average, and {one.mean_diagonal:.0%} of its row is on the diagonal. The labels come from K; try "
        "a larger alpha."
    )


def _alpha_too_large(one: AlphaTooLarge, _row: Any) -> str:
    return (
        f"At alpha = {one.alpha:g} S is almost uniform: {one.filled:.0%} of all pairs are similar, the largest entry "
        f"is {one.largest_ratio:.1f} times the mean. Try a smaller alpha."
    )


def _alpha_with_clusters(one: AlphaWithClusters, _row: Any) -> str:
    return (
        f"At alpha = {one.present_alpha:g} the S learned from K has {counted(one.n_components, 'component')}; at "
        f"alpha = {one.alpha:g} it has exactly {counted(one.n_clusters, 'component')}, as many as clusters; the "
        f"smallest has {counted(one.smallest, 'sample')}. {_how_stable(one)}"
    )


def _how_stable(one: AlphaWithClusters) -> str:
    if one.also_at is not None:
        return f"At alpha = {one.also_at:g} they are the same. No label was used to find this."
    return (
        "At the alphas beside it has others. Data without structure fall apart like this too: it is no evidence of "
        "clusters."
    )


def _crossing(one: CrossingAffinity, _row: Any) -> str:
    return f"{percentage(one.share)} of the affinity crosses clusters."


def _beta_made_blocks(one: BetaMadeBlocks, _row: Any) -> str:
    return (
        f"The {counted(one.components_after, 'block')} of S were made by beta = {one.beta:g}: the S learned from K "
        f"alone has {counted(one.components_before, 'part')}. Blocks of this kind only repeat "
        "the clusters they came from: they are no evidence for them."
    )


def _between(one: BetweenClusters, row: Callable[[int], object]) -> str:
    rows = counted(len(one.samples), "row")
    lie = "lies" if len(one.samples) == 1 else "lie"
    shown = listed([str(row(sample)) for sample in one.samples])
    return f"{rows} {lie} between the clusters {one.first} and {one.second}: {shown}."


def _objective_rose(one: ObjectiveRose, _row: Any) -> str:
    rounds = counted(one.n_rounds, "round")
    return (
        f"The objective rose in {rounds}, by up to {one.largest:.1%}. The projection was not finished (row sums off by "
        f"up to {one.row_sum_error:.2g}), so S was not in the set that the objective is minimised over."
    )


def _row_sums_off(one: RowSumsOff, _row: Any) -> str:
    return f"S is not doubly stochastic: row sums are off by up to {one.error:.2g}."


def _joint(one: JointAgainstTwoStage, _row: Any) -> str:
    return (
        f"The joint model moved {one.n_moved:,} of {counted(one.n_samples, 'label')} against learning S once and "
        f"cutting it; S itself differs by {one.change:.3f} per row."
    )


def _profile(one: ClusterProfile, row: Callable[[int], object]) -> str:
    notable = [_difference(feature) for feature in one.features if feature.notable]
    what = f": {', '.join(notable)}" if notable else ""
    size = counted(one.size, "row")
    return f"Cluster {one.cluster} ({size}), {_quoted_name(one)}{what}; typical row {row(one.typical)}."


def _quoted_name(one: ClusterProfile) -> str:
    return ", ".join(f"{feature.level} {quoted(feature.feature)}" for feature in one.named_by) or AVERAGE


def _difference(feature: FeatureDifference) -> str:
    if feature.is_mark:
        shares = f"{feature.mean:.0%} against {feature.overall:.0%}"
    else:
        shares = f"{feature.mean:.4g} against {feature.overall:.4g}"
    return f"{quoted(feature.feature)} {shares} ({feature.deviations:+.1f} SD)"


def _against_reference(one: ClustersAgainstReference, _row: Any) -> str:
    draws = counted(one.n_draws, "draw")
    compared = f"the relative gap in the spectrum of S is {one.gap:.2f}, and at most {one.largest:.2f} in {draws}"
    if one.clear:
        return (
            f"Data without clusters hardly look like this: {compared} of such data (p at most "
            f"{1 / (one.n_draws + 1):.2f}, the least that {draws} can show)."
        )
    return f"It is not clear that there are clusters: {compared} of data without clusters. Any data can be divided."


def _chosen_number(one: ChosenNumber, _row: Any) -> str:
    why = (
        f"{counted(one.n_clusters, 'cluster')}, chosen among 2 to {one.most} by how far the settings agree and by how "
        f"large the gap in the spectrum of S is (score {one.score:.2f} of at most 1)."
    )
    if one.runner_up is None:
        return why
    if one.near:
        are = "is" if len(one.near) == 1 else "are"
        near = listed([str(number) for number in one.near])
        return (
            f"{why} {near} {are} nearly as good (score {one.runner_up_score:.2f} at most): give the number to see it."
        )
    return f"{why} Next comes {one.runner_up} (score {one.runner_up_score:.2f}): give the number to see it."


def _groups_of_graph(one: GroupsOfGraph, _row: Any) -> str:
    if one.n_groups < 2:
        return "The edges are as random edges are: it is not clear that there are clusters. Any graph can be divided."
    said = f"The graph shows {counted(one.n_groups, 'group')}: so many of its eigenvalues are beyond random edges"
    doubt = "" if one.sure else ", the last one by little, so that there may be one group less"
    other = "" if one.n_groups == one.n_clusters else f" It was divided into {counted(one.n_clusters, 'cluster')}."
    return f"{said}{doubt}.{other}"


def _pool_agreement(one: PoolAgreement, _row: Any) -> str:
    if one.agrees:
        what = "The result hardly depends on the settings"
    else:
        what = "The result depends on the settings" if one.differs else "The result depends on the settings in part"
    fits = counted(one.n_fits, "fit")
    return f"{what}: {fits} were compared, and agree to {one.agreement:.2f} (mean adjusted Rand index)."


def _chosen_setting(one: ChosenSetting, _row: Any) -> str:
    neighbors = "" if one.n_neighbors is None else f" with {counted(one.n_neighbors, 'neighbour')}"
    said = f"Setting: {kernel_name(one.affinity)}{neighbors}, alpha = {one.alpha:g}"
    if one.n_chosen_on < one.n_samples:
        said += f", chosen on {counted(one.n_chosen_on, 'row')} at random"
    if not one.whitened:
        return f"{said}."
    return (
        f"{said}. The features were whitened first: scaled and rotated so that the clusters of a first round are round."
    )


def _doubtful(one: DoubtfulSamples, row: Callable[[int], object]) -> str:
    rows = counted(one.n_samples, "row")
    shown = listed([str(row(sample)) for sample in one.samples])
    least = "" if one.n_samples == len(one.samples) else "the least sure are "
    return f"{rows} of cluster {one.cluster} may belong to cluster {one.second}: {least}{shown}."


_WORDS: dict[type[Finding], Callable[[Any, Any], str]] = {
    ComponentsAreClusters: _components_are_clusters,
    MoreComponentsThanClusters: _more_components,
    AlphaTooSmall: _alpha_too_small,
    AlphaTooLarge: _alpha_too_large,
    AlphaWithClusters: _alpha_with_clusters,
    CrossingAffinity: _crossing,
    BetaMadeBlocks: _beta_made_blocks,
    BetweenClusters: _between,
    ObjectiveRose: _objective_rose,
    RowSumsOff: _row_sums_off,
    JointAgainstTwoStage: _joint,
    ClusterProfile: _profile,
    ClustersAgainstReference: _against_reference,
    ChosenNumber: _chosen_number,
    GroupsOfGraph: _groups_of_graph,
    PoolAgreement: _pool_agreement,
    ChosenSetting: _chosen_setting,
    DoubtfulSamples: _doubtful,
    LabelsWouldChange: lambda one, _row: changes_sentence(one),
    FewRows: lambda one, _row: few_rows_sentence(one),
    LeftOut: lambda one, _row: left_out_sentence(one),
    ScalesOfColumns: lambda one, _row: scales_sentence(one),
}
