"""The scales of a table by their names."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.preprocessing import MinMaxScaler
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_unmasked
from rnse_core._base.large_values import warn_of_large_values
from rnse_core.affinity.distances import unit_rows
from rnse_core.exceptions import ParameterError, Reason
from rnse_core.preprocessing.columns import propose_scales, scale_columns
from rnse_core.preprocessing.standardising import divided, standardise

SCALINGS = {
    "auto": "each feature in its own way: log1p, standardised or as it is, see `propose_scales`",
    "raw": "as they are",
    "zscore": "mean 0 and standard deviation 1 per feature, for features in different units",
    "minmax": "from 0 to 1 per feature",
    "unit": "each sample divided by its length, for counts and spectra",
}


def scale_features(X: ArrayLike, scaling: str) -> FloatArray:
    """Scale a table of features.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    scaling : {"auto", "raw", "zscore", "minmax", "unit"}
        "auto" does to each feature what :func:`propose_scales` proposes. "zscore" and "minmax" make constant features
        0; "unit" leaves a sample of zeros as it is.

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        A new array.

    Raises
    ------
    ValueError
        If `scaling` is none of these names.

    Warns
    -----
    LargeValueWarning
        If under "auto", "zscore" or "minmax" a few values are so large that the others of their column become equal.
    """
    check_unmasked("X", X)
    data = check_array(X, dtype=np.float64)
    if scaling == "raw":
        return data.copy()
    if scaling == "unit":
        return unit_rows(data)
    if scaling == "auto":
        return scale_columns(data, propose_scales(data))
    if scaling in ("zscore", "minmax"):
        warn_of_large_values(data, stacklevel=2)
        scaled: FloatArray = standardise(data) if scaling == "zscore" else MinMaxScaler().fit_transform(divided(data))
        return scaled
    raise ParameterError("scaling", scaling, Reason.UNKNOWN_CHOICE, choices=tuple(SCALINGS))
