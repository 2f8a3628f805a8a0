"""Data sets that are part of scikit-learn and need no network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn import datasets as sklearn_datasets

from rnse_core._base.arrays import FloatArray
from rnse_core.datasets._draw import Labels


@dataclass(frozen=True)
class Dataset:
    """A table of features with known classes.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
        Features as published, not scaled.
    y : ndarray of int of shape (n_samples,)
        Class of each sample, a position in `class_names`.
    feature_names : list of str
        Name of each column.
    class_names : list of str
        Name of each class.
    description : str
        One or two sentences on the samples.
    source : str
        Origin of the data.
    """

    X: FloatArray
    y: Labels
    feature_names: list[str]
    class_names: list[str]
    description: str
    source: str


@dataclass(frozen=True)
class BundledInfo:
    """Description of a bundled data set, available before it is loaded.

    Attributes
    ----------
    title : str
        Name to show.
    description : str
        One or two sentences on the samples.
    source : str
        Origin of the data.
    n_clusters : int
        Number of classes.
    loader : callable
        scikit-learn's loader.
    """

    title: str
    description: str
    source: str
    n_clusters: int
    loader: Callable[[], Any]


BUNDLED: Mapping[str, BundledInfo] = MappingProxyType(
    {
        "iris": BundledInfo(
            "Iris",
            "Sepal and petal sizes in cm of 150 flowers of three species of iris; two of the species overlap.",
            "R. A. Fisher, The use of multiple measurements in taxonomic problems, Annals of Eugenics 7, 1936.",
            3,
            sklearn_datasets.load_iris,
        ),
        "wine": BundledInfo(
            "Wine",
            "13 chemical measurements of 178 wines from three cultivars; the columns have very different scales.",
            "M. Forina et al., Wine recognition data, UCI Machine Learning Repository.",
            3,
            sklearn_datasets.load_wine,
        ),
        "digits": BundledInfo(
            "Digits",
            "1797 handwritten digits as images of 8 x 8 pixels with values from 0 to 16.",
            "E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits (test part), UCI Machine Learning "
            "Repository, 1998.",
            10,
            sklearn_datasets.load_digits,
        ),
        "breast_cancer": BundledInfo(
            "Breast cancer",
            "30 measurements of cell nuclei of 569 breast tumours, malignant or benign; 63% are benign.",
            "W. H. Wolberg, W. N. Street and O. L. Mangasarian, Breast Cancer Wisconsin (Diagnostic), UCI Machine "
            "Learning Repository, 1995.",
            2,
            sklearn_datasets.load_breast_cancer,
        ),
    }
)


def load_bundled(name: str) -> Dataset:
    """Load a data set of scikit-learn.

    Parameters
    ----------
    name : {"iris", "wine", "digits", "breast_cancer"}
        Key in ``BUNDLED``.

    Returns
    -------
    dataset : Dataset
        Features, classes, their names, and the source.
    """
    info = BUNDLED[name]
    bunch = info.loader()
    return Dataset(
        X=np.ascontiguousarray(bunch.data, dtype=np.float64),
        y=bunch.target.astype(np.int64),
        feature_names=[str(feature) for feature in bunch.feature_names],
        class_names=[str(label) for label in bunch.target_names],
        description=info.description,
        source=info.source,
    )
