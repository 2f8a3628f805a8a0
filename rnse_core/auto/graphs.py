"""The learned graph S of each setting of a pool, its spectrum, and the labels that RNSE finds in it.

S and its leading eigenvectors are computed once and serve all numbers of clusters. Those of one setting are a start for
those of the others.
"""

from __future__ import annotations

import time

import numpy as np
from sklearn.utils import check_random_state

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._fit.first_labels import first_labels
from rnse_core.auto.pool import PoolSetting
from rnse_core.auto.samples import Samples
from rnse_core.auto.spectrum import component_pairs, relative_gap
from rnse_core.graph.components import component_labels, join_duplicates
from rnse_core.graph.spectral import Spectrum
from rnse_core.projection.doubly_stochastic import project_target

# Row-sum error of S, and Newton steps to reach it.
TOLERANCE = 1e-10
MAX_STEPS = 500
# A component with a smaller share of the samples is a few odd ones, and no cluster where numbers are compared.
LEAST_SHARE = 0.02


class PoolGraph:
    """The learned graph of one setting.

    Parameters
    ----------
    samples : Samples
    setting : PoolSetting
    start : PoolGraph or None, default=None
        A graph on the same samples, or on these scaled otherwise. It changes what the computation takes, and the result
        by rounding.

    Attributes
    ----------
    similarity : csr_array or ndarray of shape (n_samples, n_samples)
        S, without a P: the projection of K / (2 alpha).
    kernel : ndarray of shape (n_samples, n_samples) or NeighborKernel
        K.
    seconds : float
        What S and all that was asked for since have taken.
    """

    def __init__(self, samples: Samples, setting: PoolSetting, start: PoolGraph | None = None) -> None:
        started = time.perf_counter()
        self.setting = setting
        self.kernel = samples.kernel(setting)
        self._groups = samples.groups
        self._block = samples.block
        # The multipliers scale like T.
        u = None if start is None else start.multipliers * (start.setting.alpha / setting.alpha)
        self.similarity, info = project_target(samples.target(setting), "newton", TOLERANCE, MAX_STEPS, u)
        assert info.multipliers is not None
        self.multipliers: FloatArray = info.multipliers
        self.components = component_labels(self.similarity)
        sizes = np.bincount(self.components)
        self._large = sizes >= min(LEAST_SHARE * len(self.components), sizes.max())
        self._spectra: list[Spectrum] = []
        self._pairs = 0
        self._start = start
        self._labels: dict[tuple[int, int], IntArray] = {}
        self.seconds = time.perf_counter() - started

    @property
    def n_components(self) -> int:
        """Number of connected components of S."""
        return int(self.components.max()) + 1

    @property
    def n_large_components(self) -> int:
        """Number of those that have a fiftieth of the samples or more; at least 1."""
        return int(self._large.sum())

    def spectra(self, n_clusters: int) -> list[Spectrum]:
        """Eigenpairs of S that so many clusters, and the gap after them, need.

        Parameters
        ----------
        n_clusters : int

        Returns
        -------
        list of (members, values, vectors)
            As of :func:`rnse_core.auto.component_pairs`.
        """
        needed = n_clusters + 2 - self.n_large_components
        if needed > self._pairs:
            started = time.perf_counter()
            self._spectra = component_pairs(self.similarity, self.components, needed, self._vectors_to_start_from())
            self._pairs = needed
            self.seconds += time.perf_counter() - started
        return self._spectra

    def _vectors_to_start_from(self) -> FloatArray | None:
        known = self if self._pairs or self._start is None else self._start
        if not known._pairs:
            return None
        V = np.zeros((len(known.components), known._pairs))
        for members, _, vectors in known._spectra:
            V[members, : vectors.shape[1]] = vectors
        return V

    def eigenvalues(self, k: int, *, large: bool = False) -> FloatArray:
        """Return the k largest eigenvalues of S, or all that there are, in descending order.

        Parameters
        ----------
        k : int
        large : bool, default=False
            Whether components with less than a fiftieth of the samples are left out.

        Returns
        -------
        ndarray of shape (min(k, n_samples),)
        """
        if (self.n_large_components if large else self.n_components) >= k:
            return np.ones(k)
        spectra = self.spectra(k - 1)
        counted = [values for kept, (_, values, _) in zip(self._large, spectra, strict=True) if kept or not large]
        return np.sort(np.concatenate(counted))[::-1][:k]

    def gap(self, n_clusters: int, floor: float, *, large: bool = False) -> float:
        """Return the relative gap of S after so many eigenvalues; see :func:`rnse_core.auto.relative_gap`."""
        return relative_gap(self.eigenvalues(n_clusters + 1, large=large), n_clusters, floor)

    def labels(self, n_clusters: int, seed: int) -> IntArray:
        """Return the labels that RNSE finds in S: those of its first round, which further rounds hardly ever change.

        Parameters
        ----------
        n_clusters : int
            At most the number of distinct samples.
        seed : int
            `random_state` of the fit.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        if (n_clusters, seed) not in self._labels:
            spectra = self.spectra(n_clusters)
            started = time.perf_counter()
            self._labels[n_clusters, seed] = self._find_labels(n_clusters, seed, spectra)
            self.seconds += time.perf_counter() - started
        return self._labels[n_clusters, seed]

    def _find_labels(self, n_clusters: int, seed: int, spectra: list[Spectrum]) -> IntArray:
        components = join_duplicates(self.components, self._groups)
        labels, _ = first_labels(
            self.similarity,
            components,
            self.kernel,
            n_clusters,
            check_random_state(seed),
            self._groups,
            spectra=spectra,
            block=self._block,
        )
        return labels
