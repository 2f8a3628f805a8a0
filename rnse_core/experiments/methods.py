"""The methods that can be compared by name: RNSE, those of the paper's tables, and related work."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from rnse_core._fit.presets import PRESETS
from rnse_core.exceptions import ParameterError, ParameterTypeError, Reason
from rnse_core.wording import similar_name

Takes = Literal["features", "non-negative features"]

# Source of a method: the paper's Tables 2 and 3, a variant of a method there, or other related work.
PAPER, VERSION, RELATED = "paper", "version", "related"
_BOTH = ("similarity", "distance")


class MethodUnavailable(ImportError):
    """A method whose code cannot be imported."""


@dataclass(frozen=True)
class Method:
    """A method of a comparison: its estimator and the properties that a run needs to know.

    Parameters
    ----------
    name : str
        Short name, the column of a table.
    title : str
        Name to show.
    target : str or callable
        The estimator's class as ``"module:Class"``, imported when first used, or anything that returns an estimator
        when called with the number of clusters and keyword parameters.
    table : {"paper", "version", "related"}, default="related"
        Whether it is in the paper's Tables 2 and 3, is a variant of a method there, or neither.
    parameters : mapping, default={}
        Keyword parameters that differ from the defaults of the class.
    takes : {"features", "non-negative features"}, default="features"
    matrices : tuple of str, default=()
        Which of "similarity" and "distance" matrices it also takes, through its parameter ``affinity``.
    deterministic : bool, default=False
        Whether it uses no random numbers: it has no ``random_state``, and one run is enough.
    quadratic : bool, default=True
        Whether it holds n_samples x n_samples matrices, for which memory is checked beforehand. For RNSE the need of
        its graph is checked (see :mod:`rnse_core.planning`), which is smaller for a graph of neighbours.
    """

    name: str
    title: str
    target: str | Callable[..., Any]
    table: str = RELATED
    parameters: Mapping[str, Any] = field(default_factory=dict)
    takes: Takes = "features"
    matrices: tuple[str, ...] = ()
    deterministic: bool = False
    quadratic: bool = True

    def variant(self, name: str, **parameters: Any) -> Method:
        """Return this method with other parameters, under another name.

        Parameters
        ----------
        name : str
        **parameters
            The parameters that differ.

        Returns
        -------
        Method
        """
        return replace(self, name=name, title=name, table=VERSION, parameters={**self.parameters, **parameters})

    def make(self, n_clusters: int, seed: int | None = None, **overrides: Any) -> Any:
        """Make an estimator.

        Parameters
        ----------
        n_clusters : int
        seed : int or None, default=None
            Its `random_state`; ignored by a deterministic method.
        **overrides
            Parameters that replace those of the method.

        Returns
        -------
        estimator
            Not fitted.

        Raises
        ------
        MethodUnavailable
            If its code cannot be imported.
        TypeError
            If the estimator does not have one of the parameters.
        """
        parameters = {**self.parameters, **overrides}
        if not self.deterministic:
            parameters["random_state"] = seed
        return self._factory()(n_clusters, **parameters)

    def _factory(self) -> Callable[..., Any]:
        if not isinstance(self.target, str):
            return self.target
        module, _, name = self.target.partition(":")
        try:
            factory: Callable[..., Any] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise MethodUnavailable(f"The method {self.name} is not available: {error}.") from error
        return factory


def _kmeans(n_clusters: int, **parameters: Any) -> Any:
    from sklearn.cluster import KMeans

    return KMeans(n_clusters, **parameters)


def _baseline(name: str, title: str, place: str, table: str = RELATED, **properties: Any) -> Method:
    return Method(name, title, f"rnse_core.baselines.{place}", table, **properties)


_RNSE = "rnse_core.rnse:RNSE"
_AUTO = "rnse_core.auto.estimator:AutoRNSE"
_KNN, _L2 = {"affinity": "knn", "affinity_neighbors": 10}, {"norm": "l2"}
_METHODS = (
    Method("K-Means", "K-Means", _kmeans, PAPER, {"n_init": 10}, quadratic=False),
    _baseline("PCA", "PCA and K-Means", "pca_kmeans:PCAKMeans", PAPER, quadratic=False),
    _baseline("LRR", "Low-rank representation", "lrr:LRR", PAPER),
    _baseline(
        "NMF",
        "Non-negative matrix factorization",
        "nmf:NMFClustering",
        PAPER,
        takes="non-negative features",
        quadratic=False,
    ),
    _baseline("NCuts", "Normalized cuts", "ncuts:NCuts", PAPER, matrices=_BOTH),
    _baseline("SDS", "Structured doubly stochastic matrix", "sds:SDS", PAPER),
    _baseline("CAN", "Clustering with adaptive neighbors", "can:CAN", PAPER, deterministic=True),
    _baseline("CLR", "Constrained Laplacian rank", "clr:CLR", PAPER, deterministic=True, matrices=("similarity",)),
    Method("RNSE", "RNSE", _RNSE, PAPER, PRESETS["exact"], matrices=_BOTH),
    _baseline("NCuts (kNN)", "Normalized cuts of 10 neighbours", "ncuts:NCuts", VERSION, parameters=_KNN),
    Method(
        "NCuts (on S)",
        "Normalized cuts on the S that RNSE learns",
        "rnse_core.experiments.learned_cut:LearnedCut",
        VERSION,
        matrices=_BOTH,
    ),
    _baseline("CLR (L2)", "Constrained Laplacian rank, L2", "clr:CLR", VERSION, deterministic=True, parameters=_L2),
    Method("RNSE (paper)", "RNSE as printed", _RNSE, VERSION, PRESETS["paper"], matrices=_BOTH),
    Method("RNSE (authors)", "RNSE as in the authors' code", _RNSE, VERSION, PRESETS["authors"], matrices=_BOTH),
    # About 20 fits of RNSE instead of one.
    Method("RNSE (auto)", "RNSE with chosen settings (20 fits)", _AUTO, VERSION, matrices=_BOTH),
    _baseline("DSN", "Doubly stochastic normalization", "dsn:DSN"),
    _baseline("LE", "Laplacian eigenmaps", "laplacian_eigenmaps:LaplacianEigenmaps"),
    _baseline("LPP", "Locality preserving projections", "lpp:LPP"),
    _baseline("SR", "Spectral regression", "spectral_regression:SpectralRegression"),
    _baseline(
        "NM3F",
        "Non-negative matrix tri-factorization",
        "nm3f:NM3F",
        takes="non-negative features",
        quadratic=False,
    ),
    _baseline("GNMF", "Graph regularized NMF", "gnmf:GNMF", takes="non-negative features"),
    _baseline("Self-tuning", "Self-tuning spectral clustering", "self_tuning:SelfTuningSpectral"),
)

METHODS: Mapping[str, Method] = MappingProxyType({method.name: method for method in _METHODS})
PAPER_NAMES = tuple(name for name, method in METHODS.items() if method.table == PAPER)


def find_method(method: str | Method) -> Method:
    """Return a method by its name, ignoring case; a `Method` is returned unchanged.

    Parameters
    ----------
    method : str or Method

    Returns
    -------
    Method

    Raises
    ------
    ValueError
        If no method has that name.
    TypeError
        If `method` is neither a string nor a Method.
    """
    if isinstance(method, Method):
        return method
    if not isinstance(method, str):
        kind = type(method).__name__
        message = (
            f"A method is a name or a Method, not a {kind}; an estimator of another library is compared as "
            'Method("name", "title", make), where make(n_clusters, random_state=None) returns it.'
        )
        raise ParameterTypeError("methods", kind, Reason.WRONG_TYPE, message=message)
    found = similar_name(method, METHODS)
    if found is None or found.casefold() != method.casefold():
        nearest = "" if found is None else f"did you mean {found!r}? Otherwise "
        message = f"There is no method called {method!r}; {nearest}choose among {', '.join(METHODS)}."
        raise ParameterError("methods", method, Reason.UNKNOWN_CHOICE, choices=tuple(METHODS), message=message)
    return METHODS[found]
