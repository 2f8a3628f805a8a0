"""The runs of a comparison: one job for each data set, method, seed and preprocessing, with the keys of its record."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from itertools import islice
from typing import Any

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import LARGEST_SEED, check_count
from rnse_core.exceptions import NoClassesError, ParameterError, ParameterTypeError, Reason
from rnse_core.experiments.code import code_fingerprint
from rnse_core.experiments.data import DataItem
from rnse_core.experiments.methods import Method, MethodUnavailable
from rnse_core.experiments.obstacles import Obstacle
from rnse_core.preprocessing import SCALINGS, ColumnScale, propose_scales, scale_columns
from rnse_core.wording import counted

_DISTRIBUTIONS = ("rnse-core", "numpy", "scipy", "scikit-learn")
# Scores and scaling decide every result.
_MEASURING = "rnse_core.experiments.fit"
# In place of a number of clusters: as many as there are classes, also where nobody has named their column.
AS_CLASSES = "classes"
# A larger number is taken for a mistake: the list of the runs alone would fill the memory.
MOST_RUNS = 1_000_000
# Parameters that do not change a result.
_WITHOUT_EFFECT = {"callback", "verbose", "n_jobs"}


@dataclass(frozen=True, eq=False)
class Job:
    """One run.

    Parameters
    ----------
    data : DataItem
    method : Method
    seed : int or None
        None for a deterministic method.
    preprocessing : str
    n_clusters : int or None
    estimator : estimator or None
        Not fitted; None when there is a problem.
    parameters : dict
        All parameters of the estimator, as JSON values.
    problem : tuple of (Obstacle, str), or None
        Kind and description of the reason why the run cannot start.
    identity : str
        Digest of the request. Of the records with one identity, the newest is the current one.
    key : str
        Digest of everything that decides the result; a record with this key is reused.
    """

    data: DataItem
    method: Method
    seed: int | None
    preprocessing: str
    n_clusters: int | None
    estimator: Any
    parameters: dict[str, Any]
    problem: tuple[Obstacle, str] | None
    identity: str
    key: str

    @property
    def scales(self) -> tuple[ColumnScale, ...]:
        """The scales of the columns, where some are given and count."""
        return _scales(self.data, self.preprocessing)


def make_jobs(
    items: Iterable[DataItem],
    methods: Sequence[Method],
    seeds: Sequence[int],
    preprocessings: Sequence[str],
    n_clusters: int | str | None,
    overrides: Sequence[Mapping[str, Any]] = ({},),
) -> list[Job]:
    """List the runs of a comparison, in the order data set, preprocessing, method, parameters, seed.

    Parameters
    ----------
    items : iterable of DataItem
    methods : sequence of Method
    seeds : sequence of int
        A deterministic method gets one run, without a seed.
    preprocessings : sequence of str
        Keys of ``SCALINGS``; similarity and distance matrices are taken as they are, once.
    n_clusters : int, "classes" or None
        None means the number of classes, unless their column was found and nobody has named it.
    overrides : sequence of mapping, default=({},)
        Parameters that replace those of the methods; one run for each.

    Returns
    -------
    list of Job

    Raises
    ------
    ValueError, TypeError
        If the number of clusters is neither given nor known from classes, every data set has fewer samples than
        clusters, or there are too many runs.
    """
    if n_clusters is not None and n_clusters != AS_CLASSES:
        check_count("n_clusters", n_clusters)
    items = list(items)
    n_runs = len(items) * len(preprocessings) * len(methods) * len(overrides) * len(seeds)
    if n_runs > MOST_RUNS:
        message = f"{counted(n_runs, 'run')} are asked for, but no more than {MOST_RUNS:,} go into a comparison."
        raise ParameterError("seeds", n_runs, Reason.TOO_LARGE, bound=MOST_RUNS, message=message)
    jobs = [
        _job(item, method, seed, preprocessing, n_clusters, changed)
        for item in items
        for preprocessing in (preprocessings if item.kind == "features" else ("raw",))
        for method in methods
        for changed in overrides
        for seed in ((None,) if method.deterministic else seeds)
    ]
    if n_clusters not in (None, AS_CLASSES) and all(
        job.problem is not None and job.problem[0] == Obstacle.TOO_FEW_SAMPLES for job in jobs
    ):
        most = max(len(item.X) for item in items if item.X is not None)
        raise ParameterError("n_clusters", n_clusters, Reason.MORE_CLUSTERS_THAN_SAMPLES, bound=most)
    return jobs


def _job(
    item: DataItem,
    method: Method,
    seed: int | None,
    preprocessing: str,
    n_clusters: int | str | None,
    overrides: Mapping[str, Any],
) -> Job:
    wanted = _wanted(item, n_clusters)
    estimator: Any = None
    # The requested parameters, unless the estimator can be made and lists all of them.
    parameters: dict[str, Any] = canonical({**method.parameters, **overrides})
    problem: tuple[Obstacle, str] | None = None
    code = ""
    try:
        estimator, parameters = _estimator(item, method, seed, preprocessing, wanted, overrides)
        code = code_fingerprint(type(estimator).__module__, _MEASURING)
    except _CannotStart as error:
        problem = error.kind, error.sentence
    except MethodUnavailable as error:
        problem = Obstacle.METHOD_UNAVAILABLE, str(error)
    asked = {
        "dataset": item.name,
        "method": method.name,
        "seed": seed,
        "preprocessing": preprocessing,
        "n_clusters": n_clusters,
        "parameters": canonical({**method.parameters, **overrides}),
    }
    decides = {
        **asked,
        "n_clusters": wanted,
        "problem": "" if problem is None else problem[1],
        "data": item.sha256,
        "estimator": class_name(estimator),
        "parameters": parameters,
        "code": code,
        "versions": versions(),
    }
    if scales := _scales(item, preprocessing):
        decides["scales"] = [one.scale for one in scales]
    return Job(
        item, method, seed, preprocessing, wanted, estimator, parameters, problem, _digest(asked), _digest(decides)
    )


def _scales(item: DataItem, preprocessing: str) -> tuple[ColumnScale, ...]:
    """Return the scales of the columns of a data set where they count."""
    return item.scales if preprocessing == "auto" else ()


def _wanted(item: DataItem, n_clusters: int | str | None) -> int | None:
    """Return how many clusters to look for; None where that is not known."""
    if n_clusters is None:
        return None if item.unconfirmed else item.n_classes
    return n_clusters if isinstance(n_clusters, int | np.integer) else item.n_classes


class _CannotStart(Exception):
    """A run that cannot start."""

    def __init__(self, kind: Obstacle, sentence: str) -> None:
        super().__init__(kind, sentence)
        self.kind = kind
        self.sentence = sentence


def _estimator(
    item: DataItem,
    method: Method,
    seed: int | None,
    preprocessing: str,
    n_clusters: int | None,
    overrides: Mapping[str, Any],
) -> tuple[Any, dict[str, Any]]:
    """Return the estimator of a run, and its parameters as JSON values."""
    if item.problem:
        raise _CannotStart(Obstacle.NOT_NOW if item.transient else Obstacle.UNSUITABLE, item.problem)
    if item.kind != "features":
        if item.kind not in method.matrices:
            sentence = f"{method.name} does not take a {item.kind} matrix, which {item.name} is."
            raise _CannotStart(Obstacle.NOT_NOW, sentence)
        affinity = "precomputed" if item.kind == "similarity" else "precomputed_distance"
        overrides = {**overrides, "affinity": affinity}
    assert item.X is not None
    if method.takes == "non-negative features" and _turns_negative(item, preprocessing):
        sentence = (
            f"{method.name} takes no negative numbers, which there are under {preprocessing}; under minmax there are "
            'none (preprocess="minmax", or --preprocess minmax on the command line).'
        )
        raise _CannotStart(Obstacle.UNSUITABLE, sentence)
    if n_clusters is None:
        raise NoClassesError(item.name, item.unconfirmed)
    _check_clusters(item, n_clusters)
    estimator = method.make(n_clusters, seed, **overrides)
    parameters = {
        name: canonical(value)
        for name, value in sorted(estimator.get_params(deep=False).items())
        if name not in _WITHOUT_EFFECT
    }
    return estimator, parameters


def _check_clusters(item: DataItem, n_clusters: int) -> None:
    """Raise if the data set has fewer samples, or fewer distinct rows, than clusters."""
    assert item.X is not None
    n_samples, clusters = len(item.X), counted(n_clusters, "cluster")
    if n_samples < n_clusters:
        sentence = f"The data set {item.name!r} has {counted(n_samples, 'row')}, too few for {clusters}."
        raise _CannotStart(Obstacle.TOO_FEW_SAMPLES, sentence)
    if item.kind == "features":
        n_distinct = sum(1 for _ in islice(_distinct(item.X), n_clusters))
        if n_distinct < n_clusters:
            sentence = (
                f"The data set {item.name!r} has {counted(n_distinct, 'distinct row')}, too few for {clusters}: "
                "identical rows always share a cluster."
            )
            raise _CannotStart(Obstacle.UNSUITABLE, sentence)


def _distinct(X: FloatArray) -> Iterator[bytes]:
    seen = set()
    for row in X:
        content = (row + 0.0).tobytes()  # adding 0 turns -0.0 into 0.0
        if content not in seen:
            seen.add(content)
            yield content


def _turns_negative(item: DataItem, preprocessing: str) -> bool:
    """Whether some feature has a negative value after scaling."""
    X = item.X
    assert X is not None
    if preprocessing == "auto":
        return bool(scale_columns(X, _scales(item, preprocessing) or propose_scales(X)).min() < 0)
    if preprocessing == "zscore":
        return bool((X[0] != X).any())
    return preprocessing != "minmax" and bool(X.min() < 0)


def class_name(estimator: Any) -> str:
    """Return the absolute name of an estimator's class."""
    return "" if estimator is None else f"{type(estimator).__module__}.{type(estimator).__qualname__}"


def check_seeds(seeds: int | Iterable[int]) -> list[int]:
    """Return the seeds of the runs.

    Parameters
    ----------
    seeds : int or iterable of int
        An integer n stands for the seeds 0 to n - 1.

    Returns
    -------
    list of int

    Raises
    ------
    TypeError, ValueError
        If a seed is not a non-negative integer, is listed twice, or there is none.
    """
    if isinstance(seeds, int | np.integer):
        return list(range(check_count("seeds", seeds, maximum=MOST_RUNS)))
    if not isinstance(seeds, Iterable) or isinstance(seeds, str):
        message = f"seeds must be a whole number, or a list of whole numbers; got {seeds!r}."
        raise ParameterTypeError("seeds", seeds, Reason.WRONG_TYPE, message=message)
    listed = [check_count("seeds", seed, minimum=0, maximum=LARGEST_SEED) for seed in seeds]
    if not listed:
        raise ParameterError("seeds", listed, Reason.EMPTY)
    twice = next((seed for seed in listed if listed.count(seed) > 1), None)
    if twice is not None:
        raise ParameterError("seeds", twice, Reason.REPEATED)
    return listed


def check_preprocessings(preprocess: str | Iterable[str]) -> list[str]:
    """Return the scalings of the features, without duplicates.

    Parameters
    ----------
    preprocess : str or iterable of str
        Keys of ``SCALINGS``.

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        If a name is unknown, or there is none.
    """
    listed = [preprocess] if isinstance(preprocess, str) else list(dict.fromkeys(preprocess))
    for name in listed:
        if name not in SCALINGS:
            raise ParameterError("preprocess", name, Reason.UNKNOWN_CHOICE, choices=tuple(SCALINGS))
    if not listed:
        raise ParameterError("preprocess", listed, Reason.EMPTY)
    return listed


def canonical(value: Any) -> Any:
    """Return a parameter as a JSON value that differs whenever the result may differ.

    Raises
    ------
    TypeError
        If its state cannot be written down, as that of a random number generator.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, np.generic):
        return canonical(value.item())
    if isinstance(value, int | float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, np.ndarray) and value.dtype != object:
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return {"shape": list(value.shape), "dtype": str(value.dtype), "sha256": content}
    if isinstance(value, Mapping):
        return {str(key): canonical(item) for key, item in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [canonical(item) for item in value]
    kind = type(value).__name__
    message = f"A parameter of a comparison must be a number, a text or an array; got {kind}."
    raise ParameterTypeError("parameters", kind, Reason.WRONG_TYPE, message=message)


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, allow_nan=False).encode("ascii")).hexdigest()


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that results depend on."""
    found = {"python": platform.python_version()}
    for name in _DISTRIBUTIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed as a package"
    return found
