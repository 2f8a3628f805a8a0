"""What a result says, as data: each finding is a small object with the numbers behind it.

`structure` looks at one fit: does S fall into clusters, is alpha or beta out of its range, did the objective behave.
`alpha` is an alpha that may do better. `comparison` looks at two fits, with and without the joint term. `reference`
compares with data without clusters. `profiles` describes the clusters of a table and names them, `profile_table` puts
that into a table. `few_rows` says that there are too few rows, `scales` how columns were scaled, `left_out` what of a
table took no part. `automatic` tells of a choice without labels, `changes` which one change would change its labels
most. `sentences` words a finding; a page, the command line and the report use these words or their own.
"""

from rnse_core.findings.alpha import AlphaWithClusters
from rnse_core.findings.automatic import (
    ChosenNumber,
    ChosenSetting,
    DoubtfulSamples,
    GroupsOfGraph,
    PoolAgreement,
)
from rnse_core.findings.changes import Change, ChangeKind, LabelsWouldChange, kernel_name
from rnse_core.findings.comparison import JointAgainstTwoStage, count_moved, joint_against_two_stage
from rnse_core.findings.few_rows import FewRows, few_rows_of
from rnse_core.findings.left_out import LeftOut, left_out_of
from rnse_core.findings.profile_table import profile_csv, profile_table
from rnse_core.findings.profiles import ClusterProfile, FeatureDifference, profile_clusters
from rnse_core.findings.reference import ClustersAgainstReference
from rnse_core.findings.scales import ScalesOfColumns, scale_reason_text
from rnse_core.findings.sentences import sentence_for
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
    objective_rose,
    structure_findings,
)

__all__ = [
    "AlphaTooLarge",
    "AlphaTooSmall",
    "AlphaWithClusters",
    "BetaMadeBlocks",
    "BetweenClusters",
    "Change",
    "ChangeKind",
    "ChosenNumber",
    "ChosenSetting",
    "ClusterProfile",
    "ClustersAgainstReference",
    "ComponentsAreClusters",
    "CrossingAffinity",
    "DoubtfulSamples",
    "FeatureDifference",
    "FewRows",
    "Finding",
    "GroupsOfGraph",
    "JointAgainstTwoStage",
    "LabelsWouldChange",
    "LeftOut",
    "MoreComponentsThanClusters",
    "ObjectiveRose",
    "PoolAgreement",
    "RowSumsOff",
    "ScalesOfColumns",
    "count_moved",
    "few_rows_of",
    "joint_against_two_stage",
    "kernel_name",
    "left_out_of",
    "objective_rose",
    "profile_clusters",
    "profile_csv",
    "profile_table",
    "scale_reason_text",
    "sentence_for",
    "structure_findings",
]
