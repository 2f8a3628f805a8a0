"""A sequence of snapshots under a memory limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.recording.snapshots import ENTRY_BYTES, Snapshot, take_snapshot

# Memory of a recording: at n = 200, some 80 snapshots of full matrices.
MOST_BYTES = 32 * 2**20
# A snapshot gets at most this share of the limit, so that one full S does not push out all others.
LARGEST_SHARE = 1 / 16


class Recording:
    """Snapshots in their order. Where they would take more than the limit, every second one is dropped.

    Parameters
    ----------
    max_bytes : int, default=33554432
        Memory for all snapshots, about.

    Attributes
    ----------
    snapshots : list of Snapshot
    stride : int
        Moments from one kept snapshot to the next: 1 until the limit is reached, then 2, 4 and so on. The last moment
        is always kept.
    n_moments : int
        Moments that were recorded, kept or not.

    Examples
    --------
    >>> import numpy as np
    >>> recording = Recording()
    >>> recording.add("start", np.eye(3), np.eye(3))
    >>> len(recording), recording[0].title
    (1, 'start')
    """

    def __init__(self, max_bytes: int = MOST_BYTES) -> None:
        if max_bytes < 1:
            raise ValueError(f"max_bytes must be at least 1, got {max_bytes}.")
        self.max_bytes = max_bytes
        self.snapshots: list[Snapshot] = []
        self.stride = 1
        self.n_moments = 0
        # The last moment, where the stride leaves it out.
        self._last: Snapshot | None = None

    def add(self, title: str, S: Similarity, P: FloatArray, numbers: Mapping[str, float] | None = None) -> None:
        """Record a moment.

        Parameters
        ----------
        title : str
        S : ndarray or sparse matrix of shape (n_samples, n_samples)
        P : ndarray of shape (n_clusters, n_samples)
        numbers : mapping of str to float, optional
        """
        most = max(1, int(LARGEST_SHARE * self.max_bytes) // ENTRY_BYTES)
        snapshot = take_snapshot(title, S, P, numbers, most_entries=most)
        kept = self.n_moments % self.stride == 0
        self.n_moments += 1
        self._last = None if kept else snapshot
        if not kept:
            return
        self.snapshots.append(snapshot)
        while self.n_bytes > self.max_bytes and len(self.snapshots) > 2:
            if len(self.snapshots) % 2 == 0:
                self._last = self.snapshots[-1]
            self.snapshots = self.snapshots[::2]
            self.stride *= 2

    def number_alike(self, anchor: int = -1, like: IntArray | None = None) -> None:
        """Give the clusters one numbering in all snapshots: each is matched with the one next to it.

        Parameters
        ----------
        anchor : int, default=-1
            Place of the snapshot that keeps its numbers, and from which the matching begins.
        like : ndarray of int of shape (n_samples,), optional
            Labels that the anchor is matched with before.
        """
        shots = list(self)
        start = range(len(shots))[anchor]
        if like is not None:
            shots[start] = shots[start].numbered_like(like)
        for place in range(start + 1, len(shots)):
            shots[place] = shots[place].numbered_like(shots[place - 1].labels)
        for place in range(start - 1, -1, -1):
            shots[place] = shots[place].numbered_like(shots[place + 1].labels)
        self._last = shots.pop() if self._last is not None else None
        self.snapshots = shots

    @property
    def n_bytes(self) -> int:
        """Memory that the snapshots take, about; an S that several of them share counts once."""
        shared = {id(snapshot.similarity): snapshot.similarity.nnz for snapshot in self.snapshots}
        own = sum(snapshot.n_bytes - snapshot.similarity.nnz * ENTRY_BYTES for snapshot in self.snapshots)
        return own + ENTRY_BYTES * sum(shared.values())

    @property
    def lost(self) -> float:
        """Largest share of the sum of S that a snapshot leaves out."""
        return max((snapshot.lost for snapshot in self), default=0.0)

    def __iter__(self) -> Iterator[Snapshot]:
        yield from self.snapshots
        if self._last is not None:
            yield self._last

    def __len__(self) -> int:
        return len(self.snapshots) + (self._last is not None)

    def __getitem__(self, place: int) -> Snapshot:
        return list(self)[place]
