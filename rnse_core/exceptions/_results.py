"""What is to be known about the result of a fit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from sklearn.exceptions import ConvergenceWarning

from rnse_core.exceptions._fields import WithFields
from rnse_core.wording import counted, listed_sizes


class ConvergenceAdvice(StrEnum):
    """What to do where an iteration did not converge."""

    RAISE_LIMIT = auto()
    RAISE_LIMIT_OR_TOL = auto()
    USE_NEWTON = auto()
    DIVIDE = auto()


_ADVICE = {
    ConvergenceAdvice.RAISE_LIMIT: "raise {0.parameter}",
    ConvergenceAdvice.RAISE_LIMIT_OR_TOL: "raise {0.parameter} or tol",
    ConvergenceAdvice.USE_NEWTON: "raise {0.parameter} or use method='newton'",
    ConvergenceAdvice.DIVIDE: "divide T, whose entries are too large for row sums near 1",
}


@dataclass(eq=False)
class NotConvergedWarning(WithFields, ConvergenceWarning):
    """An iteration that ended before its result had settled.

    Parameters
    ----------
    method : str
        Name of the estimator, or of the method of projection.
    n_iter : int
        Rounds or steps that were done.
    residual : float or None, default=None
        Largest row-sum error of S, where a projection has ended.
    parameter : str, default="max_iter"
        Name of the limit.
    advice : ConvergenceAdvice or None, default=ConvergenceAdvice.RAISE_LIMIT
    """

    method: str
    n_iter: int
    residual: float | None = None
    parameter: str = "max_iter"
    advice: ConvergenceAdvice | None = ConvergenceAdvice.RAISE_LIMIT

    def _sentence(self) -> str:
        text = f"{self.method} did not converge in {counted(self.n_iter, 'round')}"
        if self.residual is not None:
            text = (
                f"The {self.method} projection stopped after {counted(self.n_iter, 'iteration')} with a row-sum error "
                f"of {self.residual:.1e}, so S is not doubly stochastic"
            )
        return f"{text}." if self.advice is None else f"{text}; {_ADVICE[self.advice].format(self)}."


class ComponentsEffect(StrEnum):
    """What it means for a result that a graph falls into connected components."""

    JOINED = auto()
    CUT_OF_AFFINITY = auto()
    WHOLE_COMPONENTS = auto()
    WITHIN_COMPONENTS = auto()
    SEPARATE_RESPONSES = auto()


_EFFECTS = {
    ComponentsEffect.JOINED: (
        "The learned graph has {0.n_components:,} components (sizes {sizes}), but {clusters} asked for, so components "
        "were joined by K; a larger alpha connects more samples."
    ),
    ComponentsEffect.CUT_OF_AFFINITY: (
        "With alpha {0.alpha:g} the learned graph falls into {0.n_components:,} components (sizes {sizes}) around "
        "identical samples, so the clusters are a normalised cut of the affinity instead. With a larger alpha, such as "
        "{0.alpha_to_try:g}, S may show them too."
    ),
    ComponentsEffect.WHOLE_COMPONENTS: (
        "The affinity graph falls into {0.n_components:,} connected components (sizes {sizes}), so the {clusters} made "
        "of whole components."
    ),
    ComponentsEffect.WITHIN_COMPONENTS: (
        "The affinity graph falls into {0.n_components:,} connected components (sizes {sizes}), so none of the "
        "{0.n_clusters} clusters reaches across components."
    ),
    ComponentsEffect.SEPARATE_RESPONSES: (
        "The neighbour graph falls into {0.n_components:,} connected components (sizes {sizes}), which the responses "
        "of SpectralRegression tell apart first."
    ),
}


@dataclass(eq=False)
class ComponentsWarning(WithFields, UserWarning):
    """A graph that is not connected, which decides the clusters.

    Parameters
    ----------
    sizes : tuple of int
        Samples in each connected component, the largest first.
    n_clusters : int
        Clusters asked for.
    effect : ComponentsEffect
    alpha : float or None, default=None
        Weight of the model, where a larger one may help.
    alpha_to_try : float or None, default=None
    """

    sizes: tuple[int, ...]
    n_clusters: int
    effect: ComponentsEffect
    alpha: float | None = None
    alpha_to_try: float | None = None

    def __post_init__(self) -> None:
        self.sizes = tuple(sorted(self.sizes, reverse=True))
        super().__post_init__()

    @property
    def n_components(self) -> int:
        """Number of connected components, which is at least 2."""
        return len(self.sizes)

    def _sentence(self) -> str:
        clusters = counted(self.n_clusters, "cluster is", "clusters are")
        return _EFFECTS[self.effect].format(self, sizes=listed_sizes(self.sizes), clusters=clusters)


@dataclass(eq=False)
class EmptyClustersWarning(WithFields, UserWarning):
    """Fewer clusters have samples than were asked for.

    Parameters
    ----------
    asked, found : int
    """

    asked: int
    found: int

    def _sentence(self) -> str:
        return f"Only {self.found} of the {self.asked} clusters asked for have samples."


@dataclass(eq=False)
class IdenticalSamplesWarning(WithFields, UserWarning):
    """Clusters that are nothing but copies of one sample.

    Parameters
    ----------
    n_clusters : int
        How many of the clusters are.
    n_copies : int
        Samples of the largest of them.
    alpha_to_try : float
        A larger weight, with which others may not have to join for it.
    """

    n_clusters: int
    n_copies: int
    alpha_to_try: float

    def _sentence(self) -> str:
        these = "A cluster is" if self.n_clusters == 1 else f"{counted(self.n_clusters, 'cluster')} are"
        return (
            f"{these} nothing but {counted(self.n_copies, 'identical sample')}, which may have made others join that "
            "belong apart. Do not rely on these clusters before you have tried a larger alpha, such as "
            f"{self.alpha_to_try:g}."
        )


@dataclass(eq=False)
class IncompleteGraphWarning(WithFields, UserWarning):
    """A graph of neighbours that could not grow as far as S needs, so that S is near the optimum only.

    Parameters
    ----------
    n_entries : int
        Entries that the graph has.
    entries_among_copies : int
        Entries that it would need between identical samples alone.
    """

    n_entries: int
    entries_among_copies: int

    def _sentence(self) -> str:
        if self.entries_among_copies > self.n_entries:
            return (
                f"S is near the optimum only: its {counted(self.entries_among_copies, 'entry', 'entries')} between "
                "identical samples are too many to be kept. The clusters seldom hang on them; with most of the "
                "identical samples left out S is exact."
            )
        return (
            "S was learned on the graph of nearest neighbours alone: with these settings it would need more entries "
            "than could be looked for, or than memory has room for, so it is near the optimum only. A smaller alpha "
            "makes S sparser."
        )


@dataclass(eq=False)
class NeighborSearchWarning(WithFields, UserWarning):
    """A search for nearest neighbours that takes long, or has missed some of them.

    Parameters
    ----------
    n_samples, n_features : int
    recall : float, default=1.0
        Share of the nearest neighbours that were found; below 1 of an approximate search.
    """

    n_samples: int
    n_features: int
    recall: float = 1.0

    def _sentence(self) -> str:
        if self.recall < 1.0:
            return (
                f"The approximate search found {self.recall:.0%} of the nearest neighbours; the learned graph may "
                "miss edges."
            )
        return (
            f"Comparing all pairs of {counted(self.n_samples, 'point')} with {counted(self.n_features, 'feature')} "
            "takes long. With pynndescent installed (pip install rnse-core[large]) approximate neighbours are used "
            "instead."
        )
