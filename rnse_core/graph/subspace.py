"""Leading eigenvectors of a large graph by subspace iteration, with the degrees regularised.

The eigenvectors of ``D^-1/2 K D^-1/2`` of a graph of few edges sit on nodes of low degree. A constant that is added to
each degree moves these out of the way (Chaudhuri, Chung and Tsiatas 2012; Qin and Rohe 2013). What is left of the
largest eigenvalues belongs to large groups of nodes, and has a gap to the others, so that few products with K do.

References
----------
Chaudhuri, K., Chung, F. and Tsiatas, A. (2012). Spectral clustering of graphs with general degrees in the extended
planted partition model. Proc. 25th Conference on Learning Theory.
Qin, T. and Rohe, K. (2013). Regularized spectral clustering under the degree-corrected stochastic blockmodel. Advances
in Neural Information Processing Systems 26.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, diags_array

from rnse_core._base.arrays import FloatArray
from rnse_core.graph.spectral import with_fixed_signs

# Vectors beyond those asked for, and products with the matrix: the share of what is unwanted falls by a power of the
# ratio of its eigenvalue to the wanted ones.
_MORE_VECTORS = 10
_PRODUCTS = 30
# Products between two orthonormalisations.
_TOGETHER = 3


def regularized_eigenvectors(K: csr_array, k: int, random: np.random.RandomState) -> FloatArray:
    """Compute k leading eigenvectors of ``D^-1/2 K D^-1/2``, D being the row sums plus their mean.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative.
    k : int
        At most n_samples.
    random : RandomState
        For the start.

    Returns
    -------
    ndarray of shape (n_samples, k)
        Orthonormal columns, of falling eigenvalue.
    """
    degrees = np.asarray(K.sum(axis=1), dtype=np.float64).ravel()
    mean = float(degrees.mean())
    scale = diags_array(1.0 / np.sqrt(degrees + (mean if mean > 0 else 1.0)))
    normalized = csr_array(scale @ K @ scale)
    n_samples = K.shape[0]
    V = np.linalg.qr(random.standard_normal((n_samples, min(k + _MORE_VECTORS, n_samples))))[0]
    for number in range(1, _PRODUCTS + 1):
        V = normalized @ V + V  # eigenvalues from 0 to 2: the largest ones have the largest magnitude
        if number % _TOGETHER == 0:
            V = np.linalg.qr(V)[0]
    values, rotation = np.linalg.eigh(V.T @ (normalized @ V))
    return with_fixed_signs(V @ rotation[:, np.argsort(-values)[:k]])
