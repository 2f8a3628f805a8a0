"""Estimators for the tests of comparisons: quick, slow, failing, deadly, and talkative."""

import os
import signal
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin

from rnse_core.experiments import Method


class Halves(ClusterMixin, BaseEstimator):
    """Divides the samples in the middle, and writes a line to a file for each fit."""

    def __init__(self, n_clusters=2, *, log=None, seconds=0.0, random_state=None):
        self.n_clusters = n_clusters
        self.log = log
        self.seconds = seconds
        self.random_state = random_state

    def fit(self, X, y=None):
        if self.log is not None:
            with open(self.log, "a", encoding="ascii") as file:
                file.write(f"{self.random_state} {os.getpid()}\n")
        time.sleep(self.seconds)
        self.labels_ = np.arange(len(X)) * self.n_clusters // len(X)
        return self


class Gated(Halves):
    """Waits for a file before a fit, unless its seed is one of the first three."""

    def __init__(self, n_clusters=2, *, gate=None, log=None, random_state=None):
        super().__init__(n_clusters, log=log, random_state=random_state)
        self.gate = gate

    def fit(self, X, y=None):
        while self.random_state > 2 and not os.path.exists(self.gate):
            time.sleep(0.01)
        return super().fit(X)


class Failing(Halves):
    def fit(self, X, y=None):
        warnings.warn("Before it failed.", UserWarning, stacklevel=2)
        raise RuntimeError("There is\nno solution.")


class Deadly(Halves):
    def fit(self, X, y=None):
        os.kill(os.getpid(), signal.SIGKILL)


class Rounds(Halves):
    """Calls back for ever, unless it is stopped."""

    def __init__(self, n_clusters=2, *, callback=None, random_state=None):
        super().__init__(n_clusters, random_state=random_state)
        self.callback = callback

    def fit(self, X, y=None):
        iteration = 0
        while not self.callback(iteration, {}):
            iteration += 1
        raise AssertionError("A stop raises, it does not return.")


class Steady(ClusterMixin, BaseEstimator):
    """Draws nothing at random, warns and does not converge."""

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None):
        warnings.warn("Twice the same.", UserWarning, stacklevel=2)
        warnings.warn("Twice the same.", UserWarning, stacklevel=2)
        self.labels_ = np.zeros(len(X), dtype=int)
        self.n_iter_, self.converged_ = 7, False
        return self


HALVES = Method("Halves", "Halves", Halves, quadratic=False)
GATED = Method("Gated", "Gated", Gated, quadratic=False)
FAILING = Method("Failing", "Failing", Failing, quadratic=False)
DEADLY = Method("Deadly", "Deadly", Deadly, quadratic=False)
ROUNDS = Method("Rounds", "Rounds", Rounds, quadratic=False)
STEADY = Method("Steady", "Steady", Steady, deterministic=True, quadratic=False)


def logged(log: Path, pid: int | None = None) -> list[int]:
    """Return the seeds of the fits that wrote to a file, of one process or of all."""
    lines = [line.split() for line in log.read_text(encoding="ascii").splitlines()] if log.exists() else []
    return [int(seed) for seed, writer in lines if pid in (None, int(writer))]
