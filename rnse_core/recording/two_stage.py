"""The joint model beside the two-stage methods that it is meant to improve on, on the same data."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.cluster import KMeans

from rnse_core._base.arrays import IntArray, Similarity, symmetrize
from rnse_core._base.threads import one_openmp_thread
from rnse_core.affinity.distances import center_and_scale
from rnse_core.affinity.kinds import PRECOMPUTED
from rnse_core.baselines import NCuts
from rnse_core.findings import JointAgainstTwoStage, joint_against_two_stage
from rnse_core.planning import PreparedData
from rnse_core.recording._copies import copy_with
from rnse_core.rnse import RNSE

# Of K-Means and NCuts: fixed, so that the seed of the model changes no other method.
SEED = 0


@dataclass(frozen=True, eq=False)
class MethodRecord:
    """What one method found.

    Attributes
    ----------
    title : str
    labels : ndarray of shape (n_samples,)
    graph : ndarray or csr_array of shape (n_samples, n_samples), or None
        The graph that was cut; None for a method without one.
    against : JointAgainstTwoStage
        RNSE against this method: labels that differ, and the difference of S from the graph of this method. The latter
        is NaN where that graph is no doubly stochastic one that the model learned.
    """

    title: str
    labels: IntArray
    graph: Similarity | None
    against: JointAgainstTwoStage


@dataclass(frozen=True, eq=False)
class TwoStageRecord:
    """RNSE and the methods beside it.

    Attributes
    ----------
    methods : mapping of str to MethodRecord
        "kmeans"; "ncuts", on the graph of 10 nearest neighbours; "ncuts_on_K"; "two_stage", NCuts on S_0, which is
        learned once with beta = 0; "without_beta", RNSE with beta = 0; "rnse". The first two need features, and are
        left out where the data are a matrix over pairs.
    """

    methods: Mapping[str, MethodRecord]

    @property
    def finding(self) -> JointAgainstTwoStage:
        """RNSE against NCuts on S_0."""
        return self.methods["two_stage"].against

    @property
    def without_beta(self) -> JointAgainstTwoStage:
        """RNSE against itself with beta = 0: what the joint term changes, with the same way to find labels."""
        return self.methods["without_beta"].against


def record_two_stage(X: ArrayLike, model: RNSE, *, prepared: PreparedData | None = None) -> TwoStageRecord:
    """Fit RNSE, the two-stage methods and K-Means to the same data.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
        As for the model.
    model : RNSE
        Its parameters; it is not fitted, and not changed.
    prepared : PreparedData or None, default=None
        What ``model.prepare(X)`` returned, where that is at hand.

    Returns
    -------
    TwoStageRecord

    Raises
    ------
    ValueError
        If K is sparse: NCuts needs the similarities of all pairs. Also if a method cannot use the data.

    Examples
    --------
    >>> from rnse_core import RNSE
    >>> from rnse_core.datasets import make_two_moons
    >>> X, _ = make_two_moons(n_samples=60, noise=0.05, random_state=0)
    >>> record_two_stage(X, RNSE(2, random_state=0)).finding.n_moved
    0
    """
    data = np.asarray(X, dtype=np.float64)
    prepared = model.prepare(data) if prepared is None else prepared
    K = prepared.affinity
    if issparse(K):
        raise ValueError(f"K (n = {len(data):,}) is sparse; NCuts needs the similarities of all pairs.")
    with warnings.catch_warnings():
        # What a single method has to say is for a page of its own.
        warnings.simplefilter("ignore")
        joint, alone = (copy_with(model, beta=beta).fit_prepared(prepared) for beta in (model.beta, 0.0))
        S, S_0 = joint.similarity_, alone.similarity_
        found: dict[str, tuple[str, IntArray, Similarity | None]] = {}
        if model.affinity not in PRECOMPUTED:
            # Centred and scaled as a whole, which changes no cluster: huge numbers would overflow when squared.
            kmeans = KMeans(model.n_clusters, n_init=10, random_state=SEED)
            with one_openmp_thread():
                found["kmeans"] = ("K-Means", kmeans.fit_predict(center_and_scale(data)[0]), None)
            found["ncuts"] = ("NCuts, 10 neighbours", *_cut(model, data, "knn"))
        found["ncuts_on_K"] = ("NCuts on K", *_cut(model, K))
        # The sweeps of Dykstra leave S symmetric to fewer digits than NCuts asks for.
        found["two_stage"] = ("Two-stage: NCuts on S₀", _cut(model, symmetrize(S_0.copy()))[0], S_0)
        found["without_beta"] = ("RNSE, β = 0", alone.labels_, S_0)
        found["rnse"] = ("RNSE", joint.labels_, S)
    methods = {}
    for name, (title, labels, graph) in found.items():
        learned = graph is S or graph is S_0
        against = joint_against_two_stage(S, joint.labels_, graph if learned else S, labels)
        if not learned:
            against = JointAgainstTwoStage(against.n_moved, against.n_samples, np.nan)
        methods[name] = MethodRecord(title, labels, graph, against)
    return TwoStageRecord(methods)


def _cut(model: RNSE, data: Any, affinity: str = "precomputed") -> tuple[IntArray, Similarity]:
    cut = NCuts(model.n_clusters, affinity=affinity, random_state=SEED).fit(data)
    return cut.labels_, cut.affinity_matrix_
